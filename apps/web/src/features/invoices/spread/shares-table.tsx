import { Skeleton } from '@mantine/core';
import type { AllocationPreview } from '@quayside/contracts/costs/allocation-preview';
import { abs, formatAmount } from '@quayside/domain/money/money';
import { Link } from 'react-router';
import { type T, useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount, formatMoney, formatPercent, formatUnitCost } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { orderName, orderTip } from '../../../lib/words/order-name.ts';
import { Landed, MeasureCell, measureHead, PackListName, Typed } from './share-cells.tsx';
import { isTooMuch, keyOfShare } from './spread-form.ts';
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
  readonly onShare: (key: string, text: string) => void;
}
/**
 * For each order or pack list, its share in the cost of the line, and the unit cost of its product before and after the
 * change.
 */
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
  const hasPackLists = preview.shares.some(({ packList }) => packList !== null);
  return (
    <ScrollRegion className={classes.scroll} label={t('invoices:spread.orders', { position })}>
      <SimpleTable
        className={classes.shares}
        label={t('invoices:spread.orders', { position })}
        lines="below"
        row={{ height: 32, pad: 0 }}
        cards="1fr 1fr"
      >
        <thead>
          <tr>
            <th scope="col">{t('invoices:spread.product')}</th>
            <th scope="col" data-spare>
              {t('invoices:spread.order')}
            </th>
            {hasPackLists && (
              <th scope="col" data-spare>
                {t('invoices:spread.packList')}
              </th>
            )}
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
            <tr key={keyOfShare(share)}>
              <td data-title>
                <Link to={paths.product(share.product.sku)} title={share.product.name}>
                  {share.product.sku}
                </Link>
                <small className={classes.below}>
                  {share.order
                    ? t('invoices:spread.orderOf', { order: orderName(t, share.order), count: share.units })
                    : t('invoices:spread.allOfIt')}
                </small>
                {share.packList && (
                  <small className={classes.below}>
                    <PackListName share={share} />
                  </small>
                )}
              </td>
              <td data-spare title={share.order ? orderTip(t, share.order) : undefined}>
                {share.order ? orderName(t, share.order) : t('invoices:spread.allOfIt')}
              </td>
              {hasPackLists && (
                <td data-spare>
                  <PackListName share={share} />
                </td>
              )}
              <td data-figure data-spare>
                {share.order ? formatCount(share.units) : EN_DASH}
              </td>
              {head !== undefined && <MeasureCell share={share} preview={preview} label={head} />}
              {isManual && (
                <td data-figure data-label={t('invoices:spread.typed', { currency })}>
                  <Typed
                    share={share}
                    text={shares[keyOfShare(share)] ?? ''}
                    currency={currency}
                    isReadOnly={isReadOnly}
                    onShare={onShare}
                  />
                </td>
              )}
              <td data-figure data-label={t('invoices:spread.share')}>
                {formatPercent(share.percent, 2)}
              </td>
              <td data-figure data-strong data-label={t('invoices:spread.amount', { currency: accountCurrency })}>
                {formatMoney(share.account, accountCurrency, { as: 'bare' })}
              </td>
              <td data-figure data-label={t('invoices:spread.perUnit')}>
                {formatUnitCost(share.perUnit)}
              </td>
              <td data-figure data-label={t('invoices:spread.landed')}>
                <Landed share={share} />
              </td>
            </tr>
          ))}
        </tbody>
        <Foot
          preview={preview}
          columns={head !== undefined || isManual ? 1 : 0}
          hasPackLists={hasPackLists}
          rest={isManual ? rest : undefined}
        />
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

interface FootProps {
  readonly preview: AllocationPreview;
  readonly columns: number;
  readonly hasPackLists: boolean;
  readonly rest: bigint | undefined;
}
function Foot({ preview, columns, hasPackLists, rest }: FootProps) {
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
        <td colSpan={hasPackLists ? 3 : 2} data-spare />
        <td data-figure data-strong>
          {formatMoney(preview.assigned.account, accountCurrency, { as: 'bare', zero: 'figure' })}
        </td>
        <td colSpan={2} data-empty />
      </tr>
    </tfoot>
  );
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
