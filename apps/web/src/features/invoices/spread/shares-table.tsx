import { Skeleton } from '@mantine/core';
import type { AllocationPreview } from '@quayside/contracts/invoice-lines';
import { abs, formatAmount } from '@quayside/domain/money/money';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type T, useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount, formatMoney, formatPercent, formatUnitCost } from '../../../lib/format.ts';
import { chargeableFigure, kilogramsPerCubicMetre, measureFigure } from '../../../lib/measure.ts';
import { paths } from '../../../lib/paths.ts';
import { orderName, orderTip } from '../../../lib/order-name.ts';
import { isTooMuch, shareProblem } from './spread-form.ts';
import classes from './spread.module.css';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';

interface SharesTableProps {
  readonly preview: AllocationPreview | undefined;
  readonly isManual: boolean;
  readonly shares: Readonly<Record<string, string>>;
  readonly rest: bigint | undefined;
  readonly position: number;
  readonly isReadOnly: boolean;
  readonly error: string | undefined;
  readonly onShare: (layerId: string, text: string) => void;
}
type Share = AllocationPreview['shares'][number];

/** For each order, its share in the cost of the line, and the unit cost of its product before and after the change. */
export function SharesTable({
  preview,
  isManual,
  shares,
  rest,
  position,
  isReadOnly,
  error,
  onShare,
}: SharesTableProps) {
  const t = useT();
  if (!preview) return <Waiting />;
  if (preview.shares.length === 0) return <p className={classes.waiting}>{t('invoices:spread.noShares')}</p>;
  const { currency, accountCurrency } = preview;
  const head = isManual ? undefined : measureHead(t, preview);
  return (
    <ScrollRegion className={classes.scroll} label={t('invoices:spread.orders', { position })}>
      <SimpleTable
        className={classes.shares}
        label={t('invoices:spread.orders', { position })}
        lines="below"
        row={{ height: 32, pad: 0 }}
      >
        <thead>
          <tr>
            <th scope="col">{t('invoices:spread.product')}</th>
            <th scope="col" data-spare>
              {t('invoices:spread.order')}
            </th>
            <th scope="col" data-figure data-spare>
              {t('invoices:spread.units')}
            </th>
            {head !== undefined && (
              <th scope="col" data-figure data-wraps>
                {head}
              </th>
            )}
            {isManual && (
              <th scope="col" data-figure>
                {t('invoices:spread.typed', { currency })}
              </th>
            )}
            <th scope="col" data-figure>
              {t('invoices:spread.share')}
            </th>
            <th scope="col" data-figure>
              {t('invoices:spread.amount', { currency: accountCurrency })}
            </th>
            <th scope="col" data-figure>
              {t('invoices:spread.perUnit')}
            </th>
            <th scope="col" data-figure>
              {t('invoices:spread.landed')}
            </th>
          </tr>
        </thead>
        <tbody>
          {preview.shares.map((share) => (
            <tr key={share.layerId ?? share.product.id}>
              <td>
                <Link to={paths.product(share.product.sku)} title={share.product.name}>
                  {share.product.sku}
                </Link>
                <small className={classes.below}>
                  {share.order
                    ? t('invoices:spread.orderOf', { order: orderName(t, share.order), count: share.units })
                    : t('invoices:spread.allOfIt')}
                </small>
              </td>
              <td data-spare title={share.order ? orderTip(t, share.order) : undefined}>
                {share.order ? orderName(t, share.order) : t('invoices:spread.allOfIt')}
              </td>
              <td data-figure data-spare>
                {share.order ? formatCount(share.units) : EN_DASH}
              </td>
              {head !== undefined && <MeasureCell share={share} preview={preview} />}
              {isManual && (
                <td data-figure>
                  <Typed
                    share={share}
                    text={shares[share.layerId ?? ''] ?? ''}
                    currency={currency}
                    isReadOnly={isReadOnly}
                    onShare={onShare}
                  />
                </td>
              )}
              <td data-figure>{formatPercent(share.percent, 2)}</td>
              <td data-figure data-strong>
                {formatMoney(share.account, accountCurrency, { as: 'bare' })}
              </td>
              <td data-figure>{formatUnitCost(share.perUnit)}</td>
              <td data-figure>
                <Landed share={share} />
              </td>
            </tr>
          ))}
        </tbody>
        <Foot preview={preview} columns={head !== undefined || isManual ? 1 : 0} rest={isManual ? rest : undefined} />
      </SimpleTable>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </ScrollRegion>
  );
}

/** The message for typed shares that exceed the line: "The shares are USD 0.01 more than the line". */
export const tooMuchWords = (t: T, rest: bigint, currency: string): string =>
  t('invoices:spread.typedTooMuch', {
    amount: formatMoney(formatAmount(abs(rest), currency), currency, { as: 'code' }),
  });

function Foot({ preview, columns, rest }: { preview: AllocationPreview; columns: number; rest: bigint | undefined }) {
  const t = useT();
  const { currency, accountCurrency } = preview;
  const left = rest === undefined ? preview.unassigned.document : formatAmount(rest, currency);
  const isLeft = !/^-?0*(\.0*)?$/.test(left);
  return (
    <tfoot>
      <tr>
        <td colSpan={2 + columns}>
          {t('invoices:spread.assigned')}
          <span className={classes.footNote} data-tone={isLeft ? 'danger' : undefined}>
            {rest !== undefined && isTooMuch(preview.cost.document, rest)
              ? tooMuchWords(t, rest, currency)
              : `${t(rest === undefined ? 'invoices:spread.unassigned' : 'invoices:spread.rest')} ` +
                formatMoney(left, currency, { as: 'code', zero: 'figure' })}
          </span>
        </td>
        <td colSpan={2} data-spare />
        <td data-figure data-strong>
          {formatMoney(preview.assigned.account, accountCurrency, { as: 'bare', zero: 'figure' })}
        </td>
        <td colSpan={2} />
      </tr>
    </tfoot>
  );
}

/** Whether the shares are those of a volume that counts as a weight: sea freight charges 1,000 kg for a cubic metre. */
const isVolumetric = ({ measure, chargeableMethod }: AllocationPreview): boolean =>
  measure === 'VOLUME' && chargeableMethod !== null;

/** The heading of the column with the measure; undefined if the orders share by something that has no column. */
function measureHead(t: T, preview: AllocationPreview): string | undefined {
  const { measure, chargeableMethod } = preview;
  if (measure === null || measure === 'UNITS' || measure === 'AMOUNT') return undefined;
  if (chargeableMethod === null) return t(`invoices:spread.measure.${measure}`);
  return isVolumetric(preview)
    ? t('invoices:spread.chargeableByVolume', { weight: kilogramsPerCubicMetre(chargeableMethod) })
    : t('invoices:spread.chargeable');
}

/** The measure of an order. A rounded one has its exact value in the tooltip. */
function MeasureCell({ share: { weight }, preview }: { share: Share; preview: AllocationPreview }) {
  const { measure, chargeableMethod } = preview;
  const { figure, exact } =
    isVolumetric(preview) && chargeableMethod !== null
      ? chargeableFigure(weight, chargeableMethod)
      : measureFigure(weight, measure, preview);
  return (
    <td data-figure title={exact}>
      {figure}
    </td>
  );
}

function Typed({
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
  onShare: (layerId: string, text: string) => void;
}) {
  const t = useT();
  const { layerId } = share;
  if (layerId === null) return EN_DASH;
  const problem = shareProblem(text, currency);
  return (
    <input
      className={classes.typed}
      inputMode="decimal"
      autoComplete="off"
      readOnly={isReadOnly}
      aria-label={t('invoices:spread.typedFor', {
        order: share.order ? orderName(t, share.order) : share.product.sku,
      })}
      aria-invalid={problem !== undefined || undefined}
      title={problem}
      value={text}
      maxLength={200}
      onChange={(event) => onShare(layerId, event.currentTarget.value)}
    />
  );
}

/**
 * The landed unit cost before and after a change. An increase is shown in a warning colour, a decrease in a positive
 * one.
 */
function Landed({ share: { landedBefore, landedAfter } }: { share: Share }) {
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

function Waiting() {
  const label = useT()('invoices:spread.loading');
  return (
    <div className={classes.skeletons} role="status" aria-label={label}>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={28} />
      ))}
    </div>
  );
}
