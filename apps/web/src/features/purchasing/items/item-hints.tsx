import { IconInfoCircle } from '@tabler/icons-react';
import { useT } from '../../../i18n/i18n.ts';
import { formatQuantity, groupDigits } from '../../../lib/words/format.ts';
import { trimPrice, type ItemRow } from '../editor/item-draft.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import classes from './items.module.css';

const isNothing = (figure: string) => /^-?0*(\.0*)?$/.test(figure);

/**
 * What was asked for, beside the quantity that was rounded up to full cases. A press takes exactly what was asked for.
 */
export function AskedHint({ row, position, isReadOnly }: { row: ItemRow; position: number; isReadOnly: boolean }) {
  const t = useT();
  const editor = useEditor();
  const { stored: item } = row;
  if (!item?.askedQuantity || row.draft.quantity !== undefined) return null;
  const asked = item.askedQuantity;
  const words = t('purchasing:items.asked', { quantity: formatQuantity(asked) });
  const icon = <IconInfoCircle size={11} stroke={2} aria-hidden />;
  if (isReadOnly)
    return (
      <span className={classes.hint}>
        {icon} {words}
      </span>
    );
  return (
    <button
      type="button"
      className={classes.hint}
      tabIndex={-1}
      aria-label={t('purchasing:items.takeAsked', { position, quantity: formatQuantity(asked) })}
      title={t('purchasing:items.takeAsked', { position, quantity: formatQuantity(asked) })}
      onClick={() => void editor.patchRow(row.key, { quantity: asked })}
    >
      {icon} {words}
    </button>
  );
}

/** The known price of the product where another one is typed. A press takes it. */
export function PriceHint({ row, position, isReadOnly }: { row: ItemRow; position: number; isReadOnly: boolean }) {
  const t = useT();
  const editor = useEditor();
  const currency = useEdited((state) => state.record.currency);
  const { stored: item } = row;
  const last = item?.lastPrice;
  if (!item || !last || last.currency !== currency || row.draft.price !== undefined) return null;
  const known = trimPrice(last.unitPrice);
  if (known === trimPrice(item.unitPrice)) return null;
  const words = t('purchasing:items.lastPrice', { price: groupDigits(known) });
  if (isReadOnly) return <span className={classes.hint}>{words}</span>;
  const label = t('purchasing:items.takeLastPrice', {
    position,
    price: groupDigits(known),
    origin: t(`purchasing:items.origin.${last.origin}`),
  });
  return (
    <button
      type="button"
      className={classes.hint}
      tabIndex={-1}
      aria-label={label}
      title={label}
      onClick={() => editor.setCell(row.key, 'price', known)}
    >
      {words}
    </button>
  );
}

/** How much of an item invoices name already. */
export function InvoicedHint({ row }: { row: ItemRow }) {
  const t = useT();
  if (!row.stored || isNothing(row.stored.invoicedQuantity)) return null;
  return (
    <span className={classes.hint}>
      {t('purchasing:items.invoiced', { quantity: formatQuantity(row.stored.invoicedQuantity) })}
    </span>
  );
}
