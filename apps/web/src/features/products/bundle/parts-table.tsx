import { NumberInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { IconButton } from '../../../components/ui/action-button.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { formatCount, formatUnitCost, langOf } from '../../../lib/words/format.ts';
import { productHref } from '../product-values.ts';
import { BundleMark } from './bundle-mark.tsx';
import { type KnownPart, type PartValue, partAmount } from './bundle-parts.ts';
import classes from './bundle.module.css';

interface PartsTableProps {
  readonly parts: readonly PartValue[];
  readonly known: ReadonlyMap<string, KnownPart>;
  /** The unit cost of the bundle; null while it is unknown. */
  readonly sum: string | null;
  readonly label: string;
  readonly readOnly: boolean;
  readonly errorAt: (index: number) => string | undefined;
  readonly onQuantity: (index: number, quantity: number | null) => void;
  readonly onRemove: (index: number) => void;
}

/** The parts with quantity and unit cost, and the sum of their costs. */
export function PartsTable({ parts, known, sum, label, readOnly, errorAt, onQuantity, onRemove }: PartsTableProps) {
  const t = useT();
  const currency = useCurrency();
  const unknown = parts.flatMap(({ productId }) => {
    const part = known.get(productId);
    return part?.landedCostPerUnit === null ? [part.sku] : [];
  });
  return (
    <SimpleTable className={classes.parts} lines="below" row={{ height: 46, pad: 5 }} cards="1fr 1fr 1fr" label={label}>
      <thead>
        <tr>
          <th scope="col">{t('products:bundle.part')}</th>
          <th scope="col">{t('products:bundle.quantity')}</th>
          <th scope="col" data-figure>
            {t('products:bundle.perUnit', { currency })}
          </th>
          <th scope="col" data-figure>
            {t('products:bundle.inBundle')}
          </th>
          {!readOnly && <td />}
        </tr>
      </thead>
      <tbody>
        {parts.map((part, index) => (
          <PartRow
            key={part.productId}
            part={part}
            known={known.get(part.productId)}
            readOnly={readOnly}
            error={errorAt(index)}
            onQuantity={(quantity) => onQuantity(index, quantity)}
            onRemove={() => onRemove(index)}
          />
        ))}
      </tbody>
      <tfoot>
        <tr aria-live="polite">
          <td colSpan={3} data-title>
            {t('products:bundle.oneBundle')}
            {unknown.length > 0 && (
              <small>{t('products:bundle.unknown', { count: unknown.length, names: unknown.join(', ') })}</small>
            )}
          </td>
          <td data-figure>{sum === null ? t('notKnown') : formatUnitCost(sum, currency)}</td>
          {!readOnly && <td />}
        </tr>
      </tfoot>
    </SimpleTable>
  );
}

interface PartRowProps {
  readonly part: PartValue;
  readonly known: KnownPart | undefined;
  readonly readOnly: boolean;
  readonly error: string | undefined;
  readonly onQuantity: (quantity: number | null) => void;
  readonly onRemove: () => void;
}

function PartRow({ part, known, readOnly, error, onQuantity, onRemove }: PartRowProps) {
  const t = useT();
  const sku = known?.sku ?? part.productId;
  return (
    <tr data-wrong={error !== undefined || undefined}>
      <td data-title>
        <span className={classes.name}>
          {known ? <Link to={productHref(known, known.isBundle ? 'bundle' : 'costs')}>{sku}</Link> : sku}
          <span lang={langOf(known?.name)}>{known?.name}</span>
          {known?.isBundle && <BundleMark isIcon />}
        </span>
        {error !== undefined && (
          <span className="problem block" role="alert">
            {error}
          </span>
        )}
      </td>
      <td data-label={t('products:bundle.quantity')}>
        {readOnly ? (
          <span className="num">{formatCount(part.quantity ?? 0)}</span>
        ) : (
          <NumberInput
            className="num"
            classNames={{ input: classes.quantity ?? '' }}
            aria-label={t('products:bundle.quantityOf', { sku })}
            // The error message is visible below the name of the part. Here the message is hidden; it only associates
            // the field with the error.
            error={error}
            errorProps={{ className: 'visually-hidden' }}
            value={part.quantity ?? ''}
            min={1}
            max={1_000_000}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="none"
            hideControls
            onFocus={(event) => event.currentTarget.select()}
            onChange={(next) => onQuantity(typeof next === 'number' ? next : next === '' ? null : Number(next))}
          />
        )}
      </td>
      <td data-figure data-label={t('products:bundle.perUnitShort')}>
        {known?.landedCostPerUnit ? (
          formatUnitCost(known.landedCostPerUnit)
        ) : (
          <span className={classes.unknown}>{t('products:bundle.unknownPart')}</span>
        )}
      </td>
      <td data-figure data-label={t('products:bundle.inBundle')}>
        <b>{formatUnitCost(partAmount(part.quantity, known?.landedCostPerUnit))}</b>
      </td>
      {!readOnly && (
        <td className={classes.end}>
          <IconButton icon={IconTrash} label={t('products:bundle.remove', { sku })} onClick={onRemove} />
        </td>
      )}
    </tr>
  );
}
