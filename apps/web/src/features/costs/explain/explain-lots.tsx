import type { Explain, ExplainEntry } from '@quayside/contracts/costs/costs';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount, formatMoney, formatUnitCost } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Wrong } from './explain-head.tsx';
import { LotStock } from './explain-lot-stock.tsx';
import classes from './explain.module.css';
import type { Discrepancy } from './recompute.ts';
import { workOutLots } from './recompute-lots.ts';

type Order = Explain['layers'][number];

interface LotsProps extends Pick<Explain, 'currency' | 'valuedBy' | 'asKnownOn'> {
  readonly order: Order;
  readonly problem: (id: string) => Discrepancy | undefined;
}

/** What each pack list of an order costs, so that one can work it out by hand: own costs, and a part by units. */
export function Lots({ order, currency, valuedBy, asKnownOn, problem }: LotsProps) {
  const t = useT();
  const isPast = asKnownOn !== null;
  const worked = workOutLots(order, currency, isPast);
  if (!worked) return null;
  const bare = (amount: string) => formatMoney(amount, currency, { as: 'bare', zero: 'figure' });
  const { units } = order;
  return (
    <div className={classes.lots}>
      <h3>{t(isPast ? 'costs:explain.lotsKnown' : 'costs:explain.lots')}</h3>
      <p className={classes.small}>
        {t(isPast ? 'costs:explain.lotsKnownHint' : 'costs:explain.lotsHint', {
          amount: bare(worked.whole),
          units: formatCount(units),
        })}
        {valuedBy === 'AVERAGE' && ` ${t('costs:explain.stock.average')}`}
      </p>
      <ul>
        {worked.lots.map(({ id, own, part, from, to }) => {
          const packList = order.packLists.find((one) => one.id === id);
          const lot = packList ?? order.unpacked;
          if (!lot) return null;
          return (
            <li key={id ?? 'unpacked'}>
              <div className={classes.lot}>
                <span>
                  <b>
                    {packList ? (
                      <Link to={paths.order(order.id)}>{packList.number}</Link>
                    ) : (
                      t(isPast ? 'costs:explain.notArrivedThen' : 'costs:explain.unpacked')
                    )}
                  </b>{' '}
                  <span>
                    {t('costs:explain.lotUnits', { count: lot.units, formatted: formatCount(lot.units) })}
                    {packList && ' · '}
                    {packList && <PlanOf packList={packList} />}
                  </span>
                </span>
                <b className={`${classes.amountCol} num`}>{bare(lot.landed)}</b>
                <b className={`${classes.unitCol} num`}>
                  {'unknownCost' in lot && lot.unknownCost === 'NO_RATE'
                    ? t('costs:explain.stock.noRate')
                    : formatUnitCost(lot.perUnit)}
                </b>
              </div>
              {lot.units > 0 && from !== null && (
                <p className={`${classes.small} num`}>
                  {packList && `${t('costs:explain.lotOwn', { amount: bare(own) })} + `}
                  {t('costs:explain.lotPart', {
                    part: bare(part),
                    from: formatCount(from),
                    to: formatCount(to),
                  })}
                </p>
              )}
              {packList && from === null && (
                <p className={`${classes.small} num`}>
                  {t('costs:explain.lotOwn', { amount: bare(own) })} +{' '}
                  {t('costs:explain.lotPartKnown', { part: bare(part) })}
                </p>
              )}
              <p className={`${classes.small} num`}>
                {t('costs:explain.lotMakeUp', { factory: bare(lot.factory), inbound: bare(lot.inbound) })}
              </p>
              {packList?.stock && (
                <LotStock
                  lot={{ ...packList, name: packList.number, stock: packList.stock }}
                  {...{ currency, valuedBy, asKnownOn }}
                />
              )}
              <Wrong problem={id === null ? undefined : problem(id)} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The plan that a pack list is in now. */
export function PlanOf({ packList: { plan } }: { packList: NonNullable<ExplainEntry['packList']> }) {
  const t = useT();
  return plan ? <Link to={paths.shipmentPlan(plan.id)}>{plan.number}</Link> : t('costs:explain.noPlan');
}

interface Group {
  readonly packList: ExplainEntry['packList'];
  readonly entries: readonly ExplainEntry[];
}
/** The entries of an order as a whole, then those of each of its pack lists. */
const groupsOf = (entries: readonly ExplainEntry[]): Group[] => {
  const byId = Map.groupBy(entries, ({ packList }) => packList?.id ?? null);
  return [...byId.values()]
    .map((own) => ({ packList: own[0]?.packList ?? null, entries: own }))
    .toSorted((a, b) => byNumber(a.packList?.number ?? '', b.packList?.number ?? ''));
};
/** PL-10000 comes after PL-9999. */
const byNumber = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);

/** The entries of an order. If some are of its pack lists, each group has a heading. */
export function ByPackList({
  entries,
  children,
}: {
  entries: readonly ExplainEntry[];
  children: (entries: readonly ExplainEntry[]) => ReactNode;
}) {
  const t = useT();
  const groups = groupsOf(entries);
  if (groups.every(({ packList }) => packList === null)) return children(entries);
  return groups.map(({ packList, entries: own }) => (
    <section key={packList?.id ?? 'whole'} aria-label={packList?.number ?? t('costs:explain.asWhole')}>
      <h3 className={classes.group}>
        {packList ? (
          <>
            {packList.number} · <PlanOf packList={packList} />
          </>
        ) : (
          t('costs:explain.asWhole')
        )}
      </h3>
      {children(own)}
    </section>
  ));
}
