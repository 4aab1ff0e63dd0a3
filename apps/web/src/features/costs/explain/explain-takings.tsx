import { Skeleton } from '@mantine/core';
import type { Explain } from '@quayside/contracts/costs/costs';
import type { LotTaking, LotTakingTotals } from '@quayside/contracts/stock/lot-takings';
import { addDays, addMonths } from '@quayside/domain/days/days';
import { formatAmount } from '@quayside/domain/money/money';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ErrorState } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { formatCount, formatDay, formatMoney, formatMonth, formatQuantity } from '../../../lib/words/format.ts';
import { lotTakingsQuery, lotTakingTotalsQuery } from '../api.ts';
import { Wrong } from './explain-head.tsx';
import { Check } from './explain-proof.tsx';
import classes from './explain.module.css';
import { takingProblem, type TakingsLot, totalOf } from './recompute-takings.ts';

interface Lot extends TakingsLot {
  readonly id: string;
  /** The day as known on which it is shown; null: as known now. */
  readonly asKnownOn: string | null;
  readonly name: string;
}
interface TakingsProps {
  readonly lot: Lot;
  readonly currency: string;
  /** Whether a taking costs what its place in the lot says. */
  readonly isOfLot: boolean;
}
type Month = LotTakingTotals['byMonth'][number];

/** What a lot gave, by month, with a proof that the months add up to what is gone of it. */
export function LotTakings({ stock, ...props }: TakingsProps & { stock: Explain['otherLots'][number]['stock'] }) {
  const t = useT();
  const { lot, currency, isOfLot } = props;
  const totals = useQuery(lotTakingTotalsQuery(lot));
  if (totals.isError)
    return (
      <ErrorState error={totals.error} entity={t('costs:explain.stock.entity')} onRetry={() => void totals.refetch()} />
    );
  if (!totals.data) return <Skeleton height={48} aria-label={t('loading')} />;
  const { byMonth, cost, units } = totals.data;
  const total = totalOf(lot, currency);
  if (byMonth.length === 0) return <p className={classes.small}>{t('costs:explain.stock.gaveNothing')}</p>;
  const isRight = units === stock.gone && (!isOfLot || cost === stock.goneCost);
  return (
    <div className={classes.takings}>
      {isOfLot && total !== undefined && (
        <p className={classes.small}>
          {t('costs:explain.stock.formula', {
            landed: bare(formatAmount(total, currency), currency),
            units: formatCount(lot.units),
          })}
        </p>
      )}
      <ul>
        {byMonth.map((month) => (
          <MonthOfLot key={month.month} month={month} startsOpen={byMonth.length === 1} {...props} />
        ))}
      </ul>
      <Check isRight={isRight}>
        {t(isRight ? 'costs:explain.stock.addsUp' : 'costs:explain.stock.addsNotUp', {
          sum: cost === null ? formatCount(units) : bare(cost, currency),
        })}
      </Check>
    </div>
  );
}

const bare = (amount: string, currency: string) => formatMoney(amount, currency, { as: 'bare', zero: 'figure' });

/** What a lot gave in one month. The single takings are loaded when it is opened, a few at a time. */
function MonthOfLot({ month, startsOpen, ...props }: TakingsProps & { month: Month; startsOpen: boolean }) {
  const t = useT();
  const [isOpen, setOpen] = useState(startsOpen);
  const id = useId();
  const { lot, currency } = props;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li>
      <div className={classes.lot}>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Chevron size={14} stroke={2} aria-hidden />
          <span className="num">{formatMonth(month.month)}</span>
          <span className="visually-hidden">{lot.name}</span>
          <span className={classes.small}>
            {t('costs:explain.stock.inMonth', {
              count: month.takings,
              formatted: formatCount(month.takings),
              units: formatQuantity(month.units, 'figure'),
            })}
          </span>
        </button>
        <b className={`${classes.amountCol} num`}>{month.cost === null ? '' : bare(month.cost, currency)}</b>
        <span className={classes.unitCol} />
      </div>
      {isOpen && (
        <div id={id}>
          <Pages month={month} {...props} />
        </div>
      )}
    </li>
  );
}

const PAGE_SIZE = 20;

function Pages({ month, ...props }: TakingsProps & { month: Month }) {
  const t = useT();
  const [pages, setPages] = useState(1);
  const left = month.takings - pages * PAGE_SIZE;
  return (
    <>
      <ul className={classes.takingRows}>
        {Array.from({ length: pages }, (_, page) => (
          <PageOfMonth key={page} page={page} month={month.month} {...props} />
        ))}
      </ul>
      {left > 0 && (
        <button type="button" className={classes.fold} onClick={() => setPages(pages + 1)}>
          {t('costs:explain.stock.more', { count: left, formatted: formatCount(left) })}
        </button>
      )}
    </>
  );
}

function PageOfMonth({ page, month, lot, ...props }: TakingsProps & { page: number; month: string }) {
  const t = useT();
  const first = `${month}-01`;
  const query = useQuery(
    lotTakingsQuery(lot, { from: first, to: addDays(addMonths(first, 1), -1) }, { page, size: PAGE_SIZE }),
  );
  if (query.isError)
    return (
      <li>
        <ErrorState error={query.error} entity={t('costs:explain.stock.entity')} onRetry={() => void query.refetch()} />
      </li>
    );
  if (!query.data)
    return (
      <li>
        <Skeleton height={64} aria-label={t('loading')} />
      </li>
    );
  return query.data.content.map((taking) => <Taking key={taking.id} taking={taking} lot={lot} {...props} />);
}

/** One taking: its day and cause, its places in the lot, and what it cost. */
function Taking({ taking, lot, currency, isOfLot }: TakingsProps & { taking: LotTaking }) {
  const t = useT();
  const { day, cause, cost, units, unknownCost } = taking;
  return (
    <li>
      <div className={classes.lot}>
        <span>
          <b>{formatDay(day)}</b>{' '}
          <span>
            {t('costs:explain.stock.taking', {
              cause: t(`costs:explain.stock.causes.${cause}`),
              units: formatQuantity(units, 'figure'),
            })}
          </span>
        </span>
        <span className={`${classes.amountCol} num`}>
          {cost === null
            ? t(unknownCost === 'NO_RATE' ? 'costs:explain.stock.noRate' : 'costs:explain.stock.unknown')
            : bare(cost, currency)}
        </span>
        <span className={classes.unitCol} />
      </div>
      <p className={`${classes.small} num`}>{details(t, taking)}</p>
      <Wrong problem={isOfLot ? takingProblem(taking, lot, currency) : undefined} />
    </li>
  );
}

/** "units 501 to 600, given on 20 Nov 2026, order 026-1, found broken" */
function details(t: T, { day, givenOn, units, from, to, words, customerOrderNumber }: LotTaking): string {
  const [first, last] = units > 0 ? [from + 1, to] : [to + 1, from];
  return [
    t('costs:explain.stock.places', { first: formatCount(first), last: formatCount(last) }),
    givenOn === day ? '' : t('costs:explain.stock.givenOn', { day: formatDay(givenOn) }),
    customerOrderNumber === null ? '' : t('costs:explain.stock.order', { number: customerOrderNumber }),
    words ?? '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
