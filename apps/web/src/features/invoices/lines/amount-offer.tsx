import { useT } from '../../../i18n/i18n.ts';
import { formatMoney, formatQuantity, groupDigits } from '../../../lib/words/format.ts';
import type { AmountOffer } from '../editor/editor-state.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import classes from '../../../components/line-sheet/line-sheet.module.css';

/** Says that a new quantity has kept the amount of the line, and offers the amount by the former unit price. */
export function AmountOfferNote({ rowKey, offer }: { rowKey: string; offer: AmountOffer }) {
  const t = useT();
  const editor = useEditor();
  const currency = useEdited((state) => state.record.currency);
  const money = (amount: string) => formatMoney(amount, currency, { as: 'bare', zero: 'figure' });
  return (
    <span className={`${classes.tie} num`} role="status">
      {t('invoices:lines.amountKept', { amount: money(offer.kept) })}{' '}
      <button type="button" className="text-button" onClick={() => editor.answerOffer(rowKey, true)}>
        {t('invoices:lines.amountOffer', {
          amount: money(offer.amount),
          quantity: formatQuantity(offer.quantity),
          price: groupDigits(offer.price),
        })}
      </button>
      {' · '}
      <button type="button" className="text-button" onClick={() => editor.answerOffer(rowKey, false)}>
        {t('invoices:lines.amountKeep')}
      </button>
    </span>
  );
}
