import type { InvoiceLine } from '@quayside/contracts/invoice-lines';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatMoney } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useEdited } from '../editor/use-editor.ts';
import { reasonSentence } from '../line-state.tsx';
import classes from './spread.module.css';

/** Explains why a line is not assigned, with a link or button that helps to assign it. */
export function Reason({
  line,
  shown,
  isReview,
}: {
  line: InvoiceLine;
  shown:
    | {
        unassignedReason: InvoiceLine['unassignedReason'];
        lackingProducts: InvoiceLine['lackingProducts'];
        unassigned: { document: string };
      }
    | undefined;
  isReview: boolean;
}): ReactNode {
  const t = useT();
  const invoice = useEdited((state) => state.invoice);
  const displayed = shown ?? line;
  const sentence = reasonSentence(t, displayed, invoice);
  if (isReview && (displayed.unassignedReason === null || displayed.unassignedReason === 'IN_REVIEW'))
    return <Note tone="info">{t('invoices:state.reviewHint')}</Note>;
  if (sentence === undefined || line.isExcludedFromGeneralCostsData) return null;
  const unassigned = formatMoney(displayed.unassigned.document, invoice.currency, { as: 'code', zero: 'figure' });
  return (
    <Note tone="danger">
      <b className="num">{unassigned}</b> {t('invoices:state.unassigned').toLowerCase()}. {sentence}{' '}
      {displayed.lackingProducts.map(({ id, sku }) => (
        <Link key={id} className={classes.noteLink} to={paths.product(sku)}>
          {t('invoices:reason.openProduct', { sku })}
        </Link>
      ))}
      {(displayed.unassignedReason === 'MISSING_WEIGHT' || displayed.unassignedReason === 'MISSING_VOLUME') && (
        <Link
          className={classes.noteLink}
          to={paths.productsMissing(displayed.unassignedReason === 'MISSING_WEIGHT' ? 'WEIGHT' : 'VOLUME')}
        >
          {t('invoices:reason.mendAll')}
        </Link>
      )}
    </Note>
  );
}
