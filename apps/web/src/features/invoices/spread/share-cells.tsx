import type { AllocationPreview } from '@quayside/contracts/costs/allocation-preview';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type T, useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatUnitCost } from '../../../lib/words/format.ts';
import { chargeableFigure, kilogramsPerCubicMetre, measureFigure } from '../../../lib/words/measure.ts';
import { orderName } from '../../../lib/words/order-name.ts';
import { paths } from '../../../lib/paths.ts';
import { keyOfShare, shareProblem } from './spread-form.ts';
import classes from './spread.module.css';

type Share = AllocationPreview['shares'][number];

/** A pack list with links to its order and its plan; an order that carries a share as a whole says so. */
export function PackListName({ share: { order, packList } }: { share: Pick<Share, 'order' | 'packList'> }) {
  const t = useT();
  if (!packList) return order ? t('invoices:spread.noPackList') : EN_DASH;
  return (
    <>
      {order ? <Link to={paths.order(order.id)}>{packList.number}</Link> : packList.number} ·{' '}
      {packList.plan ? (
        <Link to={paths.shipmentPlan(packList.plan.id)}>{packList.plan.number}</Link>
      ) : (
        t('invoices:spread.noPlan')
      )}
    </>
  );
}

/** Whether the shares are those of a volume that counts as a weight: sea freight charges 1,000 kg for a cubic metre. */
const isVolumetric = ({ measure, chargeableMethod }: AllocationPreview): boolean =>
  measure === 'VOLUME' && chargeableMethod !== null;

/** The heading of the column with the measure; undefined if the orders share by something that has no column. */
export function measureHead(t: T, preview: AllocationPreview): string | undefined {
  const { measure, chargeableMethod } = preview;
  if (measure === null || measure === 'UNITS' || measure === 'AMOUNT') return undefined;
  if (chargeableMethod === null) return t(`invoices:spread.measure.${measure}`, { currency: preview.accountCurrency });
  return isVolumetric(preview)
    ? t('invoices:spread.chargeableByVolume', { weight: kilogramsPerCubicMetre(chargeableMethod) })
    : t('invoices:spread.chargeable');
}

/** The measure of an order. A rounded one has its exact value in the tooltip. */
export function MeasureCell({
  share: { weight },
  preview,
  label,
}: {
  share: Share;
  preview: AllocationPreview;
  /** The heading of its column. */
  label: string;
}) {
  const { measure, chargeableMethod } = preview;
  const { figure, exact } =
    isVolumetric(preview) && chargeableMethod !== null
      ? chargeableFigure(weight, chargeableMethod)
      : measureFigure(weight, measure, preview);
  return (
    <td data-figure data-label={label} title={exact}>
      {figure}
    </td>
  );
}

/** The field for a typed share. */
export function Typed({
  share,
  text,
  currency,
  isReadOnly,
  onShare,
}: {
  share: Share;
  text: string;
  currency: string;
  isReadOnly: boolean;
  onShare: (key: string, text: string) => void;
}) {
  const t = useT();
  if (share.layerId === null) return EN_DASH;
  const problem = shareProblem(text, currency);
  return (
    <input
      className={classes.typed}
      inputMode="decimal"
      autoComplete="off"
      readOnly={isReadOnly}
      aria-label={t('invoices:spread.typedFor', {
        order: [share.order ? orderName(t, share.order) : share.product.sku, share.packList?.number]
          .filter(Boolean)
          .join(', '),
      })}
      aria-invalid={problem !== undefined || undefined}
      title={problem}
      value={text}
      maxLength={200}
      onChange={(event) => onShare(keyOfShare(share), event.currentTarget.value)}
    />
  );
}

/**
 * The landed unit cost before and after a change. An increase is shown in a warning colour, a decrease in a positive
 * one.
 */
export function Landed({ share: { landedBefore, landedAfter } }: { share: Share }) {
  const t = useT();
  if (landedAfter === null) return formatUnitCost(landedBefore);
  if (landedBefore === null || landedBefore === landedAfter) return formatUnitCost(landedAfter);
  const isUp = compare(landedAfter, landedBefore) > 0;
  return (
    <span
      role="img"
      aria-label={t('invoices:spread.landedChange', {
        before: formatUnitCost(landedBefore),
        after: formatUnitCost(landedAfter),
      })}
    >
      <span className={classes.before}>{formatUnitCost(landedBefore)}</span>{' '}
      <IconArrowRight size={12} stroke={2} aria-hidden />{' '}
      <b className={isUp ? classes.up : classes.down}>{formatUnitCost(landedAfter)}</b>
    </span>
  );
}

/** Compares two decimal strings with at most 6 decimals. */
function compare(a: string, b: string): number {
  const micro = (text: string) => {
    const [whole = '0', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(6, '0'));
  };
  return Number(micro(a) - micro(b));
}
