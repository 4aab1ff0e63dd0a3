import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minor } from '../payables/testing/money.ts';
import type { StockEvent } from './events.ts';
import { replayFifo } from './fifo.ts';
import { EMPTY_POOL, poolValue, valuePool } from './pool.ts';
import type { LotTotal } from './value.ts';

const NO_UNITS = { isUnknown: false, firstDay: null, received: 0n, taken: 0n };
const total = (units: bigint, landed: string, factory = landed): LotTotal => ({
  units,
  landedMinor: minor(landed),
  factoryMinor: minor(factory),
});

/** Replays the movements of a product, and values them by the moving average. */
function valued(lots: Readonly<Record<string, LotTotal>>, events: readonly StockEvent[]) {
  const states = Object.keys(lots).map((id, i) => ({ id, number: BigInt(i + 1), ...NO_UNITS }));
  const replayed = replayFifo({ lots: states, held: [], places: new Map() }, events);
  const { costs, days } = valuePool(
    { pool: EMPTY_POOL, gone: new Map() },
    replayed.steps,
    new Map(Object.entries(lots)),
  );
  const pool = [...days.values()].at(-1) ?? EMPTY_POOL;
  const costOf = (eventId: string) =>
    [...costs].reduce((sum, [taking, cost]) => (taking.eventId === eventId ? sum + cost.landedMinor : sum), 0n);
  return { replayed, costs, days, pool, costOf };
}

const receipt = (id: string, day: string, lotId: string, units: bigint, found = 0n): StockEvent => ({
  kind: 'RECEIPT',
  id,
  day,
  lotId,
  place: 'FBA',
  units,
  found,
});
const sale = (id: string, day: string, units: bigint): StockEvent => ({
  kind: 'TAKING',
  id,
  day,
  cause: 'SOLD',
  place: 'FBA',
  units,
});
const back = (id: string, day: string, ofId: string, ofDay: string, units: bigint): StockEvent => ({
  kind: 'RETURN',
  id,
  day,
  ofId,
  ofDay,
  place: 'FBA',
  units,
});
const count = (id: string, day: string, quantity: bigint): StockEvent => ({
  kind: 'COUNT',
  id,
  day,
  place: 'FBA',
  quantity,
});
const cost = (id: string, day: string, amount: string): StockEvent => ({
  kind: 'COST',
  id,
  day,
  amountMinor: minor(amount),
});
const lost = (id: string, day: string, lotId: string, units: bigint): StockEvent => ({
  kind: 'LOST_ON_THE_WAY',
  id,
  day,
  lotId,
  units,
});

/** The lots of stock §2, received and sold as in stock §3. */
const LOTS = { 'PL-1': total(600n, '7,740.00', '6,000.00'), 'PL-2': total(400n, '4,510.01', '4,000.00') };
const MOVEMENTS = [
  back('R', '2026-04-02', 'B', '2026-03-25', 160n),
  sale('B', '2026-03-25', 250n),
  sale('A', '2026-03-10', 500n),
  receipt('2', '2026-03-20', 'PL-2', 300n),
  receipt('1', '2026-03-01', 'PL-1', 600n),
];

describe('what a sale costs by the moving average', () => {
  it('is its part of all that is on hand, and a return brings back its part of the sale (stock §4)', () => {
    const { costOf, pool } = valued(LOTS, MOVEMENTS);
    expect(costOf('A')).toBe(minor('6,450.00'));
    expect(costOf('B')).toBe(minor('2,920.31'));
    expect(costOf('R')).toBe(minor('-1,869.00'));
    expect(poolValue(pool).landedMinor).toBe(minor('3,621.19'));
    expect(pool.units - pool.gone).toBe(310n);
  });

  it('follows a later bill, whenever it was entered: 28.00 of 280.00 (stock §4)', () => {
    const lots = { 'PL-1': total(20n, '140.00'), 'PL-2': total(20n, '140.00') };
    const { costOf, pool } = valued(lots, [
      receipt('1', '2026-03-01', 'PL-1', 20n),
      receipt('2', '2026-03-02', 'PL-2', 20n),
      sale('A', '2026-03-03', 4n),
    ]);
    expect([costOf('A'), poolValue(pool).landedMinor]).toEqual([minor('28.00'), minor('252.00')]);
  });

  it('is not moved by a later purchase', () => {
    const lots = { 'PL-1': total(10n, '100.00'), 'PL-2': total(10n, '900.00') };
    const early = [receipt('1', '2026-03-01', 'PL-1', 10n), sale('A', '2026-03-02', 4n)];
    const later = [...early, receipt('2', '2026-03-03', 'PL-2', 10n), sale('B', '2026-03-04', 4n)];
    expect(valued(lots, early).costOf('A')).toBe(minor('40.00'));
    expect(valued(lots, later).costOf('A')).toBe(minor('40.00'));
    expect(valued(lots, later).costOf('B')).toBe(minor('240.00'));
  });

  it('settles by what is left, so that all units together cost what came in', () => {
    const lots = { 'PL-1': total(3n, '1.00', '0.50') };
    const { costOf, pool, costs } = valued(lots, [
      receipt('1', '2026-03-01', 'PL-1', 3n),
      sale('A', '2026-03-02', 1n),
      sale('B', '2026-03-03', 1n),
      sale('C', '2026-03-04', 1n),
    ]);
    expect(['A', 'B', 'C'].map(costOf)).toEqual([33n, 33n, 34n]);
    expect([...costs.values()].map(({ factoryMinor, inboundMinor }) => [factoryMinor, inboundMinor])).toEqual([
      [16n, 17n],
      [17n, 16n],
      [17n, 17n],
    ]);
    expect(poolValue(pool).landedMinor).toBe(0n);
  });

  it('brings back a return by what is left of its sale', () => {
    const { costOf, pool } = valued({ 'PL-1': total(10n, '10.00') }, [
      receipt('1', '2026-03-01', 'PL-1', 10n),
      sale('A', '2026-03-02', 3n),
      back('R', '2026-03-03', 'A', '2026-03-02', 1n),
      back('S', '2026-03-04', 'A', '2026-03-02', 2n),
    ]);
    expect([costOf('A'), costOf('R'), costOf('S')]).toEqual([300n, -100n, -200n]);
    expect(poolValue(pool).landedMinor).toBe(1000n);
  });
});

it('returns of one sale bring back what it cost, each its part, whatever the pool is worth then', () => {
  const { costOf } = valued({ 'PL-1': total(7n, '1.00'), 'PL-2': total(10n, '99.00') }, [
    receipt('1', '2026-03-01', 'PL-1', 7n),
    sale('A', '2026-03-02', 4n),
    receipt('2', '2026-03-03', 'PL-2', 10n),
    back('R', '2026-03-04', 'A', '2026-03-02', 1n),
    back('S', '2026-03-05', 'A', '2026-03-02', 1n),
  ]);
  expect([costOf('A'), costOf('R'), costOf('S')]).toEqual([57n, -15n, -14n]);
});

describe('costs without an order', () => {
  const lots = { 'PL-1': total(10n, '100.00'), 'PL-2': total(10n, '100.00') };

  it('join the pool on their day, after its receipts and before its sales', () => {
    const { costOf } = valued(lots, [
      sale('A', '2026-03-02', 5n),
      cost('X', '2026-03-02', '50.00'),
      receipt('1', '2026-03-02', 'PL-1', 10n),
    ]);
    expect(costOf('A')).toBe(minor('75.00'));
  });

  it('wait for the next receipt while nothing is on hand, and have no value till then', () => {
    const events = [
      receipt('1', '2026-03-01', 'PL-1', 10n),
      sale('A', '2026-03-02', 10n),
      cost('X', '2026-03-03', '50.00'),
    ];
    const { pool } = valued(lots, events);
    expect([poolValue(pool).landedMinor, pool.waitingMinor]).toEqual([0n, minor('50.00')]);
    const next = valued(lots, [...events, receipt('2', '2026-03-04', 'PL-2', 10n), sale('B', '2026-03-05', 1n)]);
    expect(next.costOf('B')).toBe(minor('15.00'));
    expect(next.pool.waitingMinor).toBe(0n);
  });
});

describe('units past the pool', () => {
  it('that were lost on the way take their part of their own lot, and bring it back when they are found', () => {
    const lots = { 'PL-1': total(10n, '100.00'), 'PL-2': total(10n, '900.00') };
    const events = [
      receipt('1', '2026-03-01', 'PL-1', 10n),
      receipt('2', '2026-03-02', 'PL-2', 8n),
      lost('L', '2026-03-03', 'PL-2', 2n),
    ];
    const { costOf, pool } = valued(lots, events);
    expect(costOf('L')).toBe(minor('180.00'));
    expect(poolValue(pool).landedMinor).toBe(minor('820.00'));
    const found = valued(lots, [...events, receipt('3', '2026-03-05', 'PL-2', 1n, 1n)]);
    expect(found.costOf('3')).toBe(minor('-90.00'));
    expect(poolValue(found.pool).landedMinor).toBe(minor('910.00'));
  });

  it('of unknown cost are in no value, and leave the others as they are', () => {
    const { costOf, pool, costs } = valued({ 'PL-1': total(10n, '100.00') }, [
      receipt('1', '2026-03-01', 'PL-1', 10n),
      count('C', '2026-03-02', 12n),
      sale('A', '2026-03-03', 11n),
      back('R', '2026-03-04', 'A', '2026-03-03', 2n),
    ]);
    expect([costOf('A'), costOf('R')]).toEqual([minor('100.00'), minor('-10.00')]);
    expect(poolValue(pool).landedMinor).toBe(minor('10.00'));
    expect([...costs.keys()].every(({ lotId }) => lotId === 'PL-1')).toBe(true);
  });
});

const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'];
/** Random facts: receipts of two lots up to what they have, sales with returns, counts, loose and lost units. */
const facts = fc
  .array(
    fc.record({
      kind: fc.constantFrom('receipt', 'sale', 'sale', 'return', 'count', 'cost', 'lost'),
      day: fc.nat(DAYS.length - 1),
      lot: fc.nat(1),
      units: fc.integer({ min: 1, max: 9 }),
    }),
    { maxLength: 25 },
  )
  .map((steps) => {
    const arrived = [0n, 0n];
    const sold = new Map<string, { day: number; left: bigint }>();
    return steps.flatMap(({ kind, day, lot, units }, i): StockEvent[] => {
      const [id, on, n] = [String(i).padStart(3, '0'), DAYS[day] ?? '', BigInt(units)];
      const lotId = `PL-${lot + 1}`;
      if (kind === 'sale') {
        sold.set(id, { day, left: n });
        return [sale(id, on, n)];
      }
      if (kind === 'count') return [count(id, on, n)];
      if (kind === 'cost') return [{ kind: 'COST', id, day: on, amountMinor: n * 7n - 20n }];
      if (kind === 'return') {
        const [of] = [...sold].filter(([, { left, day: of_ }]) => left > 0n && of_ <= day);
        if (!of) return [];
        const r = n < of[1].left ? n : of[1].left;
        of[1].left -= r;
        return [back(id, on, of[0], DAYS[of[1].day] ?? '', r)];
      }
      if ((arrived[lot] ?? 0n) + n > 30n) return [];
      arrived[lot] = (arrived[lot] ?? 0n) + n;
      return [kind === 'lost' ? lost(id, on, lotId, n) : receipt(id, on, lotId, n)];
    });
  });
const RANDOM = { 'PL-1': total(30n, '100.01', '33.34'), 'PL-2': total(30n, '1,234.57', '1,000.00') };

describe('whatever happens', () => {
  it('what arrived and what joined is what went, what is on hand and what waits', () => {
    fc.assert(
      fc.property(facts, (events) => {
        const { costs, pool, replayed } = valued(RANDOM, events);
        const sum = (values: Iterable<bigint>) => [...values].reduce((a, b) => a + b, 0n);
        const arrived = sum(
          replayed.lots.map(({ id, received }) => {
            const lot = RANDOM[id as keyof typeof RANDOM];
            return lot ? (lot.landedMinor * received) / lot.units : 0n;
          }),
        );
        const joined = sum(events.map((event) => (event.kind === 'COST' ? event.amountMinor : 0n)));
        const went = sum([...costs.values()].map(({ landedMinor }) => landedMinor));
        expect(went + poolValue(pool).landedMinor + pool.waitingMinor).toBe(arrived + joined);
        const known = replayed.lots.filter(({ isUnknown }) => !isUnknown);
        expect(pool.units - pool.gone).toBe(sum(known.map(({ received, taken }) => received - taken)));
      }),
    );
  });
});
