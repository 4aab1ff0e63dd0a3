import type { KeyboardEvent, Ref } from 'react';
import { TextInput, WholeNumberInput } from '../../../components/form/inputs.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';
import type { ReceiveLine, Typed } from './receive-lines.ts';
import classes from './receiving.module.css';

interface TableProps {
  readonly ref: Ref<HTMLTableElement>;
  readonly lines: readonly ReceiveLine[];
  readonly typed: Typed;
  readonly onChange: (typed: Typed) => void;
  /** Called when Enter is pressed in the last row. */
  readonly onLast: () => void;
  readonly errorOf: (key: string) => string | undefined;
}

/** The units that arrive, row by row. Enter goes on to the next row. A reason is asked for once it is needed. */
export function ReceiveTable({ ref, lines, typed, onChange, onLast, errorOf }: TableProps) {
  const t = useT();
  const goOn = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const inputs = [...(event.currentTarget.closest('table')?.querySelectorAll<HTMLInputElement>('input') ?? [])];
    const next = inputs[inputs.indexOf(event.target as HTMLInputElement) + 1];
    if (!next) return onLast();
    next.focus();
    next.select();
  };
  return (
    <SimpleTable
      ref={ref}
      label={t('shipments:receiving.rows')}
      lines="below"
      row={{ pad: 6 }}
      cards="minmax(0, 1fr) 96px"
      onKeyDown={goOn}
    >
      <thead>
        <tr>
          <th scope="col">{t('shipments:packLists')}</th>
          <th scope="col">{t('shipments:product')}</th>
          <th scope="col" data-figure>
            {t('shipments:receiving.expected')}
          </th>
          <th scope="col">{t('shipments:receiving.arrives')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Row key={line.key} line={line} typed={typed} onChange={onChange} error={errorOf(line.key)} />
        ))}
      </tbody>
    </SimpleTable>
  );
}

interface RowProps extends Pick<TableProps, 'typed' | 'onChange'> {
  readonly line: ReceiveLine;
  readonly error: string | undefined;
}

function Row({ line: { key, name, sku, productName, expected }, typed, onChange, error }: RowProps) {
  const t = useT();
  const quantity = typed.quantities.get(key) ?? null;
  const reason = typed.reasons.get(key);
  // More than expected needs words only above the tolerance of the supplier, which the server knows.
  const asksWhy = (quantity ?? 0) > expected && (error !== undefined || reason !== undefined);
  const set = (units: number | null) => onChange({ ...typed, quantities: new Map(typed.quantities).set(key, units) });
  return (
    <tr data-line={key}>
      <th scope="row" data-title>
        {name}
      </th>
      <td data-wide>
        <span className="muted">{sku}</span> {productName}
      </td>
      <td data-figure data-label={t('shipments:receiving.expected')}>
        {formatCount(expected)}
      </td>
      <td>
        <div className={classes.arrives}>
          <WholeNumberInput
            aria-label={t('shipments:receiving.arrivesOf', { name })}
            inputMode="numeric"
            value={quantity}
            error={error}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={set}
          />
          {asksWhy && (
            <TextInput
              aria-label={t('shipments:receiving.whyOf', { name })}
              placeholder={t('shipments:plans.why')}
              maxLength={500}
              value={reason ?? ''}
              onChange={(words) => onChange({ ...typed, reasons: new Map(typed.reasons).set(key, words) })}
            />
          )}
        </div>
      </td>
    </tr>
  );
}
