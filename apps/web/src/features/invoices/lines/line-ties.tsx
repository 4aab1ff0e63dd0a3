import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { IconReceiptRefund } from '@tabler/icons-react';
import { Trans } from 'react-i18next';
import { Link } from 'react-router';
import { useT } from '../../../i18n/i18n.ts';
import { formatMoney, formatQuantity } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useEdited } from '../editor/use-editor.ts';
import classes from '../../../components/line-sheet/line-sheet.module.css';

const isNothing = (amount: string) => /^-?0*(\.0*)?$/.test(amount);

interface LineTiesProps {
  readonly line: InvoiceLine;
  readonly isReadOnly: boolean;
  readonly isOpen: boolean;
  /** Opens the details of the line, where the person chooses the credited line. */
  readonly onChoose: () => void;
}

/** A table row below a line. It says which line is credited, or by how much credit notes have reduced this line. */
export function LineTies({ columns, ...props }: LineTiesProps & { readonly columns: number }) {
  const isCreditNote = useEdited((state) => state.record.kind === 'CREDIT_NOTE');
  const isTied =
    props.line.creditsLine !== null ||
    props.line.credited !== null ||
    (isCreditNote && !props.isReadOnly && !props.isOpen);
  if (!isTied) return null;
  return (
    <tr className={classes.tiesRow}>
      <td />
      <td colSpan={columns - 1}>
        <LineTie {...props} isCreditNote={isCreditNote} />
      </td>
    </tr>
  );
}

/** The content of `LineTies` as one sentence, which the cards on phones also show. */
export function LineTie({
  line,
  isReadOnly,
  onChoose,
  isCreditNote,
}: Omit<LineTiesProps, 'isOpen'> & { isCreditNote: boolean }) {
  const t = useT();
  const currency = useEdited((state) => state.record.currency);
  if (line.creditsLine) {
    const { invoiceId, lineId, invoiceNumber, position } = line.creditsLine;
    return (
      <span className={classes.tie}>
        <IconReceiptRefund size={14} stroke={1.75} aria-hidden />
        <Trans
          t={t}
          i18nKey="invoices:credit.creditsLine"
          values={{ position, number: invoiceNumber }}
          components={{ a: <Link to={paths.invoice(invoiceId, lineId)} /> }}
        />
      </span>
    );
  }
  if (line.credited) {
    const { amount, taxAmount, quantity } = line.credited;
    return (
      <span className={`${classes.tie} num`}>
        <IconReceiptRefund size={14} stroke={1.75} aria-hidden />
        {t('invoices:credit.credited', { amount: formatMoney(amount, currency, { as: 'code', zero: 'figure' }) })}
        {!isNothing(quantity) && ` · ${t('invoices:credit.creditedUnits', { quantity: formatQuantity(quantity) })}`}
        {!isNothing(taxAmount) &&
          ` · ${t('invoices:credit.creditedTax', { amount: formatMoney(taxAmount, currency, { as: 'code' }) })}`}
      </span>
    );
  }
  if (!isCreditNote || isReadOnly) return null;
  return (
    <span className={classes.tie}>
      {t('invoices:credit.creditsNone')}{' '}
      <button type="button" className="text-button" onClick={onChoose}>
        {t('invoices:credit.chooseLine')}
      </button>
    </span>
  );
}
