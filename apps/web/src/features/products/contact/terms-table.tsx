import { NumberInput, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Chooser } from '../../../components/form/chooser.tsx';
import { currencyOptions } from '../../../components/form/choice-fields.tsx';
import { IconButton } from '../../../components/ui/action-button.tsx';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount, groupDigits, langOf } from '../../../lib/words/format.ts';
import { readTypedNumber } from '../../../lib/words/typed-number.ts';
import { paths } from '../../../lib/paths.ts';
import classes from './contact.module.css';
import type { TermsValue } from './terms-values.ts';

interface TableProps {
  readonly rows: readonly TermsValue[];
  readonly label: string;
  readonly nameOf: (supplierId: string) => string;
  readonly readOnly: boolean;
  /** Returns the error of a row (place "0") or of one of its fields (place "0.price"). */
  readonly errorAt: (place: string) => string | undefined;
  readonly onChange: (index: number, part: Partial<TermsValue>) => void;
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove: (index: number) => void;
}

/** The suppliers in their order, with the terms of each. */
export function TermsTable(props: TableProps) {
  const { rows, label, readOnly, onMove } = props;
  const t = useT();
  const drag = useRowDrag(onMove);
  const [announcement, setAnnouncement] = useState('');
  const move = (from: number, to: number) => {
    onMove(from, to);
    setAnnouncement(
      t('products:contact.moved', { name: props.nameOf(rows[from]?.supplierId ?? ''), place: to + 1, of: rows.length }),
    );
  };
  return (
    <>
      <SimpleTable className={classes.table} lines="below" row={{ height: 48, pad: 6 }} label={label}>
        <thead>
          <tr>
            <th scope="col">{t('products:contact.supplier')}</th>
            <th scope="col">{t('products:contact.price')}</th>
            <th scope="col">{t('products:contact.currency')}</th>
            <th scope="col">{t('products:contact.minimumOrder')}</th>
            <th scope="col">{t('products:contact.leadTime')}</th>
            <th scope="col">{t('products:contact.supplierSku')}</th>
            {!readOnly && <td />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={row.supplierId} {...props} onMove={move} row={row} index={index} drag={drag} />
          ))}
        </tbody>
      </SimpleTable>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </>
  );
}

/** Lets people reorder the rows by dragging a handle. There are buttons for the same purpose. */
function useRowDrag(onMove: TableProps['onMove']) {
  const from = useRef<number>(undefined);
  const [over, setOver] = useState<number>();
  return {
    over,
    handle: (index: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        from.current = index;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', String(index));
        const row = event.currentTarget.closest('tr');
        if (row) event.dataTransfer.setDragImage(row, 12, 12);
      },
      onDragEnd: () => ((from.current = undefined), setOver(undefined)),
    }),
    row: (index: number) => ({
      onDragOver: (event: DragEvent) => {
        if (from.current === undefined) return;
        event.preventDefault();
        setOver(index);
      },
      onDrop: (event: DragEvent) => {
        if (from.current === undefined) return;
        event.preventDefault();
        if (from.current !== index) onMove(from.current, index);
        from.current = undefined;
        setOver(undefined);
      },
    }),
  };
}

interface RowProps extends TableProps {
  readonly row: TermsValue;
  readonly index: number;
  readonly drag: ReturnType<typeof useRowDrag>;
}

function Row({ row, index, rows, nameOf, readOnly, errorAt, onChange, onMove, onRemove, drag }: RowProps) {
  const t = useT();
  const name = nameOf(row.supplierId);
  const problem = errorAt(String(index)) ?? errorAt(`${index}.supplierId`);
  const field = (key: Exclude<keyof TermsValue, 'supplierId'>) => ({
    'aria-label': t('products:contact.of', { field: t(`products:contact.${key}`), name }),
    error: errorAt(`${index}.${key}`),
    autoComplete: 'off',
  });
  return (
    <tr {...(readOnly ? {} : drag.row(index))} data-over={drag.over === index || undefined}>
      <td data-title>
        <span className={classes.name}>
          {!readOnly && rows.length > 1 && (
            <span className={classes.grip} {...drag.handle(index)} title={t('products:contact.drag')} aria-hidden>
              <IconGripVertical size={16} stroke={1.75} />
            </span>
          )}
          <Link to={paths.supplier(row.supplierId, 'overview')} lang={langOf(name)}>
            {name}
          </Link>
          {index === 0 && (
            <span title={t('products:contact.usualHelp')}>
              <Chip tone="accent">{t('products:contact.usual')}</Chip>
            </span>
          )}
        </span>
        {problem !== undefined && (
          <span className="problem block" role="alert">
            {problem}
          </span>
        )}
      </td>
      {readOnly ? (
        <ReadCells row={row} />
      ) : (
        <>
          <td data-label={t('products:contact.price')}>
            <TextInput
              {...field('price')}
              className="num"
              inputMode="decimal"
              value={row.price}
              onChange={(event) => onChange(index, { price: event.currentTarget.value })}
              onBlur={() => {
                const read = readTypedNumber(row.price);
                if ('plain' in read && read.plain !== row.price) onChange(index, { price: read.plain });
              }}
            />
          </td>
          <td data-label={t('products:contact.currency')}>
            <Chooser
              {...field('currency')}
              data={currencyOptions.map(({ value, label }) => ({
                value,
                label: value === row.currency ? value : label,
              }))}
              wordsOf={({ value }) => currencyWords.get(value) ?? value}
              value={row.currency}
              searchable
              comboboxProps={{ width: 240, position: 'bottom-start' }}
              onChange={(currency) => onChange(index, { currency })}
            />
          </td>
          <td data-label={t('products:contact.minimumOrder')}>
            <NumberInput
              {...field('minimumOrder')}
              {...WHOLE}
              value={row.minimumOrder ?? ''}
              onChange={(next) => onChange(index, { minimumOrder: next === '' ? null : Number(next) })}
            />
          </td>
          <td data-label={t('products:contact.leadTime')}>
            <NumberInput
              {...field('leadTime')}
              {...WHOLE}
              suffix={` ${t('products:days')}`}
              placeholder={t('products:contact.leadTimeOfSupplier')}
              value={row.leadTime ?? ''}
              onChange={(next) => onChange(index, { leadTime: next === '' ? null : Number(next) })}
            />
          </td>
          <td data-label={t('products:contact.supplierSku')}>
            <TextInput
              {...field('supplierSku')}
              maxLength={100}
              value={row.supplierSku}
              onChange={(event) => onChange(index, { supplierSku: event.currentTarget.value })}
            />
          </td>
          <td className={classes.end}>
            <IconButton
              icon={IconArrowUp}
              size={28}
              label={t('grid.moveUp', { name })}
              disabled={index === 0}
              onClick={(event) => (onMove(index, index - 1), keepFocus(event.currentTarget))}
            />
            <IconButton
              icon={IconArrowDown}
              size={28}
              label={t('grid.moveDown', { name })}
              disabled={index === rows.length - 1}
              onClick={(event) => (onMove(index, index + 1), keepFocus(event.currentTarget))}
            />
            <IconButton
              icon={IconTrash}
              size={28}
              label={t('products:contact.remove', { name })}
              blocked={rows.length === 1 ? t('products:contact.lastOne') : null}
              onClick={() => onRemove(index)}
            />
          </td>
        </>
      )}
    </tr>
  );
}

const WHOLE = {
  className: 'num',
  allowDecimal: false,
  allowNegative: false,
  clampBehavior: 'none',
  hideControls: true,
  thousandSeparator: ',',
} as const;
const currencyWords: ReadonlyMap<string, string> = new Map(
  currencyOptions.map(({ value, label }) => [value, label.toLowerCase()]),
);

/**
 * Keeps the focus on the button that moved a row; the button moves together with the row. If the button is now
 * disabled, the opposite one gets the focus.
 */
function keepFocus(button: HTMLElement): void {
  const cell = button.closest('td');
  setTimeout(() => {
    if (button instanceof HTMLButtonElement && button.disabled)
      cell?.querySelector<HTMLButtonElement>('button:not(:disabled)')?.focus();
    else button.focus();
  }, 0);
}

function ReadCells({ row }: { row: TermsValue }) {
  const t = useT();
  const cells: readonly (readonly [string, string])[] = [
    [t('products:contact.price'), row.price === '' ? EN_DASH : groupDigits(row.price)],
    [t('products:contact.currency'), row.currency ?? EN_DASH],
    [t('products:contact.minimumOrder'), row.minimumOrder === null ? EN_DASH : formatCount(row.minimumOrder)],
    [
      t('products:contact.leadTime'),
      row.leadTime === null ? t('products:contact.leadTimeOfSupplier') : `${row.leadTime} ${t('products:days')}`,
    ],
    [t('products:contact.supplierSku'), row.supplierSku || EN_DASH],
  ];
  return cells.map(([label, text]) => (
    <td key={label} data-label={label} className="num">
      {text}
    </td>
  ));
}
