import type { AllocationPreview } from '@quayside/contracts/costs/allocation-preview';
import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Note } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { formatMoney } from '../../../lib/words/format.ts';
import { orderName } from '../../../lib/words/order-name.ts';
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
        gaps: AllocationPreview['gaps'];
      }
    | undefined;
  isReview: boolean;
}): ReactNode {
  const t = useT();
  const invoice = useEdited((state) => state.record);
  const displayed = shown ?? line;
  const sentence = reasonSentence(t, displayed, invoice);
  if (isReview && (displayed.unassignedReason === null || displayed.unassignedReason === 'IN_REVIEW'))
    return <Note tone="info">{t('invoices:state.reviewHint')}</Note>;
  if (sentence === undefined || line.isExcludedFromGeneralCostsData) return null;
  const unassigned = formatMoney(displayed.unassigned.document, invoice.currency, { as: 'code', zero: 'figure' });
  return (
    <Note tone="danger">
      <b className="num">{unassigned}</b> {t('invoices:state.unassigned').toLowerCase()}. {sentence}{' '}
      {shown && <Gaps reason={displayed.unassignedReason} gaps={shown.gaps} />}
      {(shown?.gaps.length ?? 0) === 0 &&
        displayed.lackingProducts.map(({ id, sku }) => (
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

type Gap = AllocationPreview['gaps'][number];

/** Where each order or pack list gets what it lacks: its cartons, its destination, or a duty rate there. */
function Gaps({ reason, gaps }: { reason: InvoiceLine['unassignedReason']; gaps: readonly Gap[] }) {
  const t = useT();
  const mends = new Map(
    gaps.flatMap((gap) => {
      const mend = reason === 'MISSING_DUTY_RATE' ? dutyMend(t, gap) : cartonMend(t, gap);
      return mend ? [[mend.words, mend] as const] : [];
    }),
  );
  return [...mends.values()].map(({ words, to }) => (
    <Link key={words} className={classes.noteLink} to={to}>
      {words}
    </Link>
  ));
}

interface Mend {
  readonly words: string;
  readonly to: string;
}
/** The page of what is in no carton: that of its order, where it is packed. */
const cartonMend = (t: T, { order, packList }: Gap): Mend | undefined =>
  order
    ? {
        words: t('invoices:reason.pack', { what: packList?.number ?? orderName(t, order) }),
        to: paths.order(order.id),
      }
    : undefined;

function dutyMend(t: T, { product, order, packList, country }: Gap): Mend | undefined {
  if (country !== null)
    return { words: t('invoices:reason.dutyOf', { sku: product.sku, country }), to: paths.dutyRates() };
  if (packList?.plan)
    return {
      words: t('invoices:reason.noCountry', { plan: packList.plan.number }),
      to: paths.shipmentPlan(packList.plan.id),
    };
  return order
    ? {
        words: t('invoices:reason.noDestination', { what: packList?.number ?? orderName(t, order) }),
        to: paths.order(order.id),
      }
    : undefined;
}
