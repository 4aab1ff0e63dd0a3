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

/** Why something is not assigned, and the way out. */
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
  const said = shown ?? line;
  const sentence = reasonSentence(t, said, invoice);
  if (isReview && said.unassignedReason === null) return <Note tone="info">{t('invoices:state.reviewHint')}</Note>;
  if (sentence === undefined || line.isExcludedFromGeneralCostsData) return null;
  return (
    <Note tone="danger">
      <b className="num">{formatMoney(said.unassigned.document, invoice.currency, { as: 'code', zero: 'figure' })}</b>{' '}
      {t('invoices:state.unassigned').toLowerCase()}. {sentence}{' '}
      {said.lackingProducts.map(({ id, sku }) => (
        <Link key={id} className={classes.noteLink} to={paths.product(sku)}>
          {t('invoices:reason.openProduct', { sku })}
        </Link>
      ))}
      {(said.unassignedReason === 'MISSING_WEIGHT' || said.unassignedReason === 'MISSING_VOLUME') && (
        <Link
          className={classes.noteLink}
          to={paths.productsMissing(said.unassignedReason === 'MISSING_WEIGHT' ? 'WEIGHT' : 'VOLUME')}
        >
          {t('invoices:reason.mendAll')}
        </Link>
      )}
    </Note>
  );
}
