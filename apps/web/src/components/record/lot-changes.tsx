import type { LotChange, LotChanges } from '@quayside/contracts/costs/lot-changes';
import { Link } from 'react-router';
import { type T, useT } from '../../i18n/i18n.ts';
import { useCurrency } from '../../lib/session/account.ts';
import { EN_DASH, formatCount, formatMoney, formatMonth, formatUnitCost } from '../../lib/words/format.ts';
import { paths } from '../../lib/paths.ts';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import { SimpleTable } from '../ui/simple-table.tsx';
import facts from '../ui/facts.module.css';

/** What a change of costs does to the lots that it reaches: unit cost, what is on hand, and months that were sold. */
export function LotChangesTable({ changes }: { changes: LotChanges }) {
  const t = useT();
  const currency = useCurrency();
  const { lots, count } = changes;
  if (count === 0) return null;
  const title = t('records:lots.title');
  return (
    <div role="group" className="stack" data-gap="10" aria-label={title}>
      <h3>{title}</h3>
      <p className="quiet">{summary(t, changes, currency)}</p>
      <ScrollRegion className={facts.scroll} label={title}>
        <SimpleTable label={title} lines="below" row={{ height: 32, pad: 0 }} cards="1fr 1fr">
          <thead>
            <tr>
              <th scope="col">{t('records:lots.lot')}</th>
              <th scope="col" data-figure>
                {t('records:lots.unitCost')}
              </th>
              <th scope="col" data-figure>
                {t('records:lots.onHand', { currency })}
              </th>
              <th scope="col">{t('records:lots.gone', { currency })}</th>
              <th scope="col" data-figure>
                {t('records:lots.notArrived', { currency })}
              </th>
            </tr>
          </thead>
          <tbody>
            {lots.map((lot) => (
              <LotRow key={lot.packList.id} lot={lot} currency={currency} />
            ))}
          </tbody>
        </SimpleTable>
      </ScrollRegion>
      {count > lots.length && (
        <p className="quiet">
          {t('records:lots.more', { count: count - lots.length, formatted: formatCount(count - lots.length) })}
        </p>
      )}
    </div>
  );
}

function LotRow({ lot, currency }: { lot: LotChange; currency: string }) {
  const t = useT();
  const { packList, order, product, onHand, gone, notArrived } = lot;
  return (
    <tr>
      <th scope="row" data-title>
        <Link to={paths.order(order.id)}>{packList.number}</Link> <small title={product.name}>{product.sku}</small>
      </th>
      <td data-figure data-label={t('records:lots.unitCost')}>
        {fromTo(t, formatUnitCost(lot.perUnitBefore), formatUnitCost(lot.perUnitAfter))}
      </td>
      <td data-figure data-label={t('records:lots.onHand', { currency })}>
        {onHand === null || onHand.units === 0
          ? EN_DASH
          : fromTo(t, bare(onHand.before, currency), bare(onHand.after, currency))}
      </td>
      <td data-label={t('records:lots.gone', { currency })}>
        {gone === null || gone.byMonth.length === 0 ? EN_DASH : monthsIn(t, gone.byMonth, currency)}
      </td>
      <td data-figure data-label={t('records:lots.notArrived', { currency })}>
        {notArrived.units === 0 ? EN_DASH : signed(notArrived.change, currency)}
      </td>
    </tr>
  );
}

const bare = (amount: string, currency: string) => formatMoney(amount, currency, { as: 'bare', zero: 'figure' });
const signed = (amount: string, currency: string) =>
  formatMoney(amount, currency, { as: 'bare', zero: 'figure', sign: 'always' });
const fromTo = (t: T, before: string, after: string): string =>
  before === after ? after : t('records:lots.fromTo', { before, after });
const monthsIn = (t: T, byMonth: NonNullable<LotChange['gone']>['byMonth'], currency: string): string =>
  byMonth
    .map(({ month, change }) =>
      t('records:lots.inMonth', { month: formatMonth(month), change: signed(change, currency) }),
    )
    .join(', ');

/** How much of the change falls on what is on hand, on months that were sold, and on what has not arrived. */
function summary(t: T, { onHand, gone, notArrived }: LotChanges, currency: string): string {
  if (onHand === null || gone === null) return t('records:lots.average');
  const values = { onHand: signed(onHand, currency), notArrived: signed(notArrived, currency) };
  return gone.byMonth.length === 0
    ? t('records:lots.noneGone', values)
    : t('records:lots.summary', {
        ...values,
        gone: signed(gone.change, currency),
        months: monthsIn(t, gone.byMonth, currency),
      });
}
