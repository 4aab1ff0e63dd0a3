import { cumulativePart } from '../money/cumulative.ts';
import type { PoolStep, Taking } from './fifo.ts';
import { costBetween, type LotTotal, type UnitsCost } from './value.ts';

/**
 * The pool of a product, in minor units of the account currency (stock §4): what its units were worth when it was
 * settled last, how many they were, and how many of them have gone since.
 */
export interface PoolState {
  readonly landedMinor: bigint;
  readonly factoryMinor: bigint;
  readonly units: bigint;
  readonly gone: bigint;
  /** Costs without an order that came while nothing was on hand: they join with the next receipt. */
  readonly waitingMinor: bigint;
}
export const EMPTY_POOL: PoolState = { landedMinor: 0n, factoryMinor: 0n, units: 0n, gone: 0n, waitingMinor: 0n };

/** What has gone for an event before the first step: units of known cost, what they cost, and how many are back. */
export interface GoneBefore {
  readonly units: bigint;
  readonly landedMinor: bigint;
  readonly factoryMinor: bigint;
  readonly back: bigint;
}

export interface ValuedPool {
  /** What each taking cost; those of units of unknown cost and those that no lot gave are left out. */
  readonly costs: ReadonlyMap<Taking, UnitsCost>;
  /** The pool at the end of each day of the steps, in their order. */
  readonly days: ReadonlyMap<string, PoolState>;
}

/** What the pool is worth: what it was when it was settled, less what has gone since. */
export const poolValue = (pool: PoolState): UnitsCost => withInbound(restOf(pool));

/**
 * What takings cost by the moving average (stock §4). Which lots' units went is told by `steps`; units of unknown cost
 * are not in the pool.
 */
export function valuePool(
  opening: { readonly pool: PoolState; readonly gone: ReadonlyMap<string, GoneBefore> },
  steps: readonly PoolStep[],
  lots: ReadonlyMap<string, LotTotal>,
): ValuedPool {
  const pool = new Pool(opening.pool, opening.gone, lots);
  const days = new Map<string, PoolState>();
  for (const step of steps) {
    pool.apply(step);
    days.set('taking' in step ? step.taking.day : step.day, pool.state);
  }
  return { costs: pool.costs, days };
}

interface Amounts {
  readonly landedMinor: bigint;
  readonly factoryMinor: bigint;
}
const withInbound = ({ landedMinor, factoryMinor }: Amounts): UnitsCost => ({
  landedMinor,
  factoryMinor,
  inboundMinor: landedMinor - factoryMinor,
});

/** What the units of a sum between two positions cost. */
const between = (sum: Amounts, from: bigint, to: bigint, units: bigint): UnitsCost =>
  costBetween({ ...sum, units }, from, to);

function restOf({ landedMinor, factoryMinor, units, gone }: PoolState): Amounts {
  if (units === 0n) return { landedMinor, factoryMinor };
  return {
    landedMinor: landedMinor - cumulativePart(landedMinor, gone, units),
    factoryMinor: factoryMinor - cumulativePart(factoryMinor, gone, units),
  };
}

class Pool {
  state: PoolState;
  readonly costs = new Map<Taking, UnitsCost>();
  readonly #gone: Map<string, GoneBefore>;
  readonly #lots: ReadonlyMap<string, LotTotal>;

  constructor(state: PoolState, gone: ReadonlyMap<string, GoneBefore>, lots: ReadonlyMap<string, LotTotal>) {
    this.state = state;
    this.#gone = new Map(gone);
    this.#lots = lots;
  }

  apply(step: PoolStep): void {
    switch (step.kind) {
      case 'ARRIVAL':
        return this.#arrive(step.lotId, step.before, step.units);
      case 'COST':
        return this.#join(step.amountMinor);
      case 'PAST': {
        // Units that never arrived do not pass through the pool: they take their part of their own lot.
        const lot = this.#known(step.taking);
        if (lot) this.costs.set(step.taking, costBetween(lot, step.before, step.before + step.taking.units));
        return undefined;
      }
      case 'TAKING':
        return step.taking.ofId === null ? this.#take(step.taking) : this.#bringBack(step.taking, step.taking.ofId);
    }
  }

  #known({ lotId }: Taking): LotTotal | undefined {
    return lotId === null ? undefined : this.#lots.get(lotId);
  }

  /** Settles the pool, then adds to it. */
  #add({ landedMinor, factoryMinor }: Amounts, units: bigint): void {
    const rest = restOf(this.state);
    this.state = {
      ...this.state,
      landedMinor: rest.landedMinor + landedMinor,
      factoryMinor: rest.factoryMinor + factoryMinor,
      units: this.state.units - this.state.gone + units,
      gone: 0n,
    };
  }

  #arrive(lotId: string, before: bigint, units: bigint): void {
    const lot = this.#lots.get(lotId);
    if (!lot) return;
    const { landedMinor, factoryMinor } = costBetween(lot, before, before + units);
    this.#add({ landedMinor: landedMinor + this.state.waitingMinor, factoryMinor }, units);
    this.state = { ...this.state, waitingMinor: 0n };
  }

  #join(amountMinor: bigint): void {
    const { units, gone, waitingMinor } = this.state;
    if (units > gone) this.#add({ landedMinor: amountMinor, factoryMinor: 0n }, 0n);
    else this.state = { ...this.state, waitingMinor: waitingMinor + amountMinor };
  }

  #take(taking: Taking): void {
    if (!this.#known(taking)) return;
    const { units, gone } = this.state;
    const cost = between(this.state, gone, gone + taking.units, units);
    this.state = { ...this.state, gone: gone + taking.units };
    this.costs.set(taking, cost);
    const before = this.#gone.get(taking.eventId) ?? { units: 0n, landedMinor: 0n, factoryMinor: 0n, back: 0n };
    this.#gone.set(taking.eventId, {
      ...before,
      units: before.units + taking.units,
      landedMinor: before.landedMinor + cost.landedMinor,
      factoryMinor: before.factoryMinor + cost.factoryMinor,
    });
  }

  /** Units bring back their part of what their event cost, whatever the pool is worth now. */
  #bringBack(taking: Taking, ofId: string): void {
    if (!this.#known(taking)) return;
    const sale = this.#gone.get(ofId);
    if (!sale) throw new RangeError(`What event ${ofId} cost, of which units came back, is not known`);
    const left = sale.units - sale.back;
    const back = between(sale, left + taking.units, left, sale.units);
    this.#gone.set(ofId, { ...sale, back: sale.back - taking.units });
    this.#add(back, -taking.units);
    this.costs.set(taking, withInbound({ landedMinor: -back.landedMinor, factoryMinor: -back.factoryMinor }));
  }
}
