import type { Explain } from '@quayside/contracts/costs/costs';
import { formatAmount } from '@quayside/domain/money/money';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { type T, useT } from '../../../i18n/i18n.ts';
import { formatCount, formatDay, formatMoney, formatUnitCost } from '../../../lib/words/format.ts';
import { Wrong } from './explain-head.tsx';
import { LotTakings } from './explain-takings.tsx';
import classes from './explain.module.css';
import type { Discrepancy } from './recompute.ts';
import { totalOf } from './recompute-takings.ts';

type OtherLot = Explain['otherLots'][number];
/** A lot of which something has arrived, with the name by which people know it. */
export interface NamedLot extends Pick<OtherLot, 'id' | 'units' | 'landed' | 'stock'> {
  readonly name: string;
}
type Valued = Pick<Explain, 'currency' | 'valuedBy' | 'asKnownOn'>;

/** Where the units of a lot are: gone, on hand or not arrived, with their costs, and on demand what it gave. */
export function LotStock({ lot, currency, valuedBy, asKnownOn }: { lot: NamedLot } & Valued) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { stock, landed, name } = lot;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <p className={`${classes.small} num`}>{arrivedWords(t, lot)}</p>
      <p className={`${classes.small} num`}>{whereWords(t, lot, currency)}</p>
      <button
        type="button"
        className={classes.fold}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron size={14} stroke={2} aria-hidden />
        {t('costs:explain.stock.gave')} <span className="visually-hidden">{name}</span>
      </button>
      {isOpen && (
        <div id={id}>
          <LotTakings
            lot={{ ...lot, asKnownOn }}
            currency={currency}
            isOfLot={valuedBy === 'FIFO' && landed !== null}
            stock={stock}
          />
        </div>
      )}
    </>
  );
}

function arrivedWords(t: T, { stock: { receivedOn, received, lostOnTheWay } }: NamedLot): string {
  const units = t('costs:explain.lotUnits', { count: received, formatted: formatCount(received) });
  const arrived = t('costs:explain.stock.arrived', { units, day: formatDay(receivedOn) });
  return lostOnTheWay === 0
    ? arrived
    : `${arrived}, ${t('costs:explain.stock.lostOnTheWay', { units: formatCount(lostOnTheWay) })}`;
}

/** "7,611.00 for 590 gone + 129.00 for 10 on hand = 7,740.00", or the units alone. What has no units is left out. */
function whereWords(t: T, lot: NamedLot, currency: string): string {
  const { stock } = lot;
  const total = totalOf(lot, currency);
  const parts = PARTS.filter((part) => stock[part] !== 0).map((part) => {
    const units = t(`costs:explain.stock.${part}`, { units: formatCount(stock[part]) });
    const cost = stock[`${part}Cost`];
    return cost === null
      ? { units, text: units }
      : { units, text: t('costs:explain.stock.costFor', { cost: bare(cost, currency), units }) };
  });
  if (total === undefined || stock.goneCost === null) return parts.map(({ units }) => units).join(', ');
  const sum = `${parts.map(({ text }) => text).join(' + ')} = ${bare(formatAmount(total, currency), currency)}`;
  const isAlone = /^0(\.0+)?$/.test(stock.joined);
  return isAlone ? sum : `${sum}, ${t('costs:explain.stock.joined', { amount: bare(stock.joined, currency) })}`;
}

const PARTS = ['gone', 'onHand', 'notArrived'] as const;
const bare = (amount: string, currency: string) => formatMoney(amount, currency, { as: 'bare', zero: 'figure' });

interface OtherLotsProps extends Valued {
  readonly lots: readonly OtherLot[];
  readonly waiting: number;
  readonly problem: (id: string) => Discrepancy | undefined;
}
/** Lots that belong to no order, and what is sold without cost. They are in no average. */
export function OtherLots({ lots, waiting, problem, ...valued }: OtherLotsProps) {
  const t = useT();
  if (lots.length === 0 && waiting === 0) return null;
  const title = t('costs:explain.stock.others');
  return (
    <section aria-label={title} className={classes.lots}>
      <h3>{title}</h3>
      <p className={classes.small}>
        {t('costs:explain.stock.othersHint')}
        {valued.asKnownOn !== null && ` ${t('costs:explain.stock.noCounts')}`}
      </p>
      <ul>
        {lots.map((lot) => {
          const name = t(`costs:explain.stock.kinds.${lot.kind}`);
          return (
            <li key={lot.id}>
              <div className={classes.lot}>
                <span>
                  <b>{name}</b>{' '}
                  <span>{t('costs:explain.lotUnits', { count: lot.units, formatted: formatCount(lot.units) })}</span>
                </span>
                <b className={`${classes.amountCol} num`}>
                  {lot.landed === null ? t('costs:explain.stock.unknown') : bare(lot.landed, valued.currency)}
                </b>
                <b className={`${classes.unitCol} num`}>{formatUnitCost(lot.perUnit)}</b>
              </div>
              <LotStock lot={{ ...lot, name }} {...valued} />
              <Wrong problem={problem(lot.id)} />
            </li>
          );
        })}
      </ul>
      {waiting > 0 && (
        <p className={classes.small}>
          {t('costs:explain.stock.waiting', { count: waiting, formatted: formatCount(waiting) })}
        </p>
      )}
    </section>
  );
}
