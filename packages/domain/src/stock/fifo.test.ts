import { describe, expect, it } from 'vitest';
import { minor } from '../payables/testing/money.ts';
import type { StockEvent } from './events.ts';
import { type Replayed, replayFifo } from './fifo.ts';
import type { LotState } from './line.ts';
import { costBetween, type LotTotal, valueOnHand } from './value.ts';

const PL1 = 'PL-1';
const PL2 = 'PL-2';
const lot = (id: string, number: bigint): LotState => ({
  id,
  number,
  isUnknown: false,
  firstDay: null,
  received: 0n,
  taken: 0n,
});
const run = (events: readonly StockEvent[], lots: readonly LotState[] = [lot(PL1, 1n), lot(PL2, 2n)]): Replayed =>
  replayFifo({ lots, held: [], places: new Map() }, events);
let next = 0;
const id = (): string => {
  next += 1;
  return String(next).padStart(4, '0');
};
const receipt = (day: string, lotId: string, units: bigint, found = 0n): StockEvent => ({
  kind: 'RECEIPT',
  id: id(),
  day,
  lotId,
  place: 'FBA',
  units,
  found,
});
const taking = (
  day: string,
  units: bigint,
  { cause = 'SOLD', name = id() }: { cause?: 'SOLD' | 'LOST'; name?: string } = {},
): StockEvent => ({ kind: 'TAKING', id: name, day, cause, place: 'FBA', units });
const back = (day: string, ofId: string, ofDay: string, units: bigint): StockEvent => ({
  kind: 'RETURN',
  id: id(),
  day,
  ofId,
  ofDay,
  place: 'FBA',
  units,
});
const count = (day: string, quantity: bigint, name = id()): StockEvent => ({
  kind: 'COUNT',
  id: name,
  day,
  place: 'FBA',
  quantity,
});
const rowsOf = (replayed: Replayed, eventId?: string) =>
  replayed.takings
    .filter((row) => eventId === undefined || row.eventId === eventId)
    .map(({ lotId, before, units }) => [lotId, before, units]);

describe('what a sale costs, first in, first out', () => {
  const totals: Readonly<Record<string, LotTotal>> = {
    [PL1]: { units: 600n, landedMinor: minor('7,740.00'), factoryMinor: minor('6,000.00') },
    [PL2]: { units: 400n, landedMinor: minor('4,510.01'), factoryMinor: minor('4,000.00') },
  };
  const costOf = (replayed: Replayed, eventId: string) =>
    replayed.takings
      .filter((row) => row.eventId === eventId)
      .reduce((sum, { lotId, before, units }) => {
        const total = totals[lotId ?? ''];
        return total ? sum + costBetween(total, before, before + units).landedMinor : sum;
      }, 0n);

  it('a lot that is used up, the next one, and a return to both', () => {
    const replayed = run([
      back('2026-04-02', 'B', '2026-03-25', 160n),
      taking('2026-03-25', 250n, { name: 'B' }),
      taking('2026-03-10', 500n, { name: 'A' }),
      receipt('2026-03-20', PL2, 300n),
      receipt('2026-03-01', PL1, 600n),
    ]);
    expect(costOf(replayed, 'A')).toBe(minor('6,450.00'));
    expect(rowsOf(replayed, 'B')).toEqual([
      [PL1, 500n, 100n],
      [PL2, 0n, 150n],
    ]);
    expect(costOf(replayed, 'B')).toBe(minor('2,981.25'));
    const returned = replayed.takings.filter(({ ofId }) => ofId === 'B');
    expect(returned.map(({ lotId, units }) => [lotId, units])).toEqual([
      [PL2, -150n],
      [PL1, -10n],
    ]);
    expect(costOf(replayed, returned[0]?.eventId ?? '')).toBe(minor('-1,820.25'));
    const onHand = replayed.lots.map((state) => ({ ...state, ...totals[state.id] })) as (LotState & LotTotal)[];
    expect(onHand.reduce((sum, { received, taken }) => sum + received - taken, 0n)).toBe(310n);
    expect(onHand.reduce((sum, each) => sum + valueOnHand(each).landedMinor, 0n)).toBe(minor('3,511.50'));
    const [, second] = onHand;
    expect(second && costBetween(second, second.received, second.units).landedMinor).toBe(minor('1,127.51'));
  });

  it('lots go by the day of their first receipt, then by number, whatever their ids', () => {
    const lots = [lot('b', 9n), lot('a', 10n), lot('c', 1n)];
    const replayed = run(
      [
        receipt('2026-03-02', 'c', 1n),
        receipt('2026-03-01', 'a', 1n),
        receipt('2026-03-01', 'b', 1n),
        taking('2026-03-03', 3n, { name: 'A' }),
      ],
      lots,
    );
    expect(rowsOf(replayed, 'A').map(([lotId]) => lotId)).toEqual(['b', 'a', 'c']);
  });

  it('what a return brings back takes its old place in the line', () => {
    const replayed = run([
      receipt('2026-03-01', PL1, 2n),
      receipt('2026-03-02', PL2, 2n),
      taking('2026-03-03', 3n, { name: 'A' }),
      back('2026-03-04', 'A', '2026-03-03', 2n),
      taking('2026-03-05', 2n, { name: 'B' }),
    ]);
    expect(rowsOf(replayed, 'B')).toEqual([
      [PL1, 1n, 1n],
      [PL2, 0n, 1n],
    ]);
  });

  it('a return of an earlier sale comes before the sales of its day', () => {
    const replayed = run([
      receipt('2026-03-01', PL1, 1n),
      receipt('2026-03-01', PL2, 1n),
      taking('2026-03-02', 1n, { name: '0A' }),
      taking('2026-03-03', 1n, { name: '0B' }),
      back('2026-03-03', '0A', '2026-03-02', 1n),
    ]);
    expect(rowsOf(replayed, '0B')).toEqual([[PL1, 0n, 1n]]);
  });

  it('inbound is what landed has beyond factory, so that the three agree to the cent', () => {
    const cost = costBetween({ units: 3n, landedMinor: 100n, factoryMinor: 50n }, 1n, 2n);
    expect(cost).toEqual({ landedMinor: 33n, factoryMinor: 17n, inboundMinor: 16n });
  });
});

describe('units that are sold before they arrive', () => {
  it('wait, and the oldest are served first by the next receipt, before the sales of its day', () => {
    const replayed = run([
      taking('2026-03-01', 5n, { name: 'A' }),
      taking('2026-03-02', 5n, { name: 'B' }),
      receipt('2026-03-10', PL1, 7n),
      taking('2026-03-10', 1n, { name: 'C' }),
      receipt('2026-03-12', PL2, 2n),
    ]);
    expect(replayed.takings.map(({ eventId, lotId, day, units }) => [eventId, lotId, day, units])).toEqual([
      ['A', PL1, '2026-03-10', 5n],
      ['B', PL1, '2026-03-10', 2n],
      ['B', PL2, '2026-03-12', 2n],
    ]);
    expect([...replayed.waiting]).toEqual([
      ['B', 1n],
      ['C', 1n],
    ]);
  });

  it('a return first cancels what waits, and serves the others with the rest', () => {
    const replayed = run([
      receipt('2026-03-01', PL1, 3n),
      taking('2026-03-02', 5n, { name: 'A' }),
      taking('2026-03-03', 2n, { name: 'B' }),
      back('2026-03-04', 'A', '2026-03-02', 3n),
    ]);
    expect(rowsOf(replayed).slice(1)).toEqual([
      [null, 0n, -2n],
      [PL1, 3n, -1n],
      [PL1, 2n, 1n],
    ]);
    expect([...replayed.waiting]).toEqual([['B', 1n]]);
  });

  it('a return on the day of its sale comes before the later sales of the day', () => {
    const replayed = run([
      receipt('2026-03-01', PL1, 2n),
      taking('2026-03-02', 2n, { name: '0A' }),
      taking('2026-03-02', 1n, { name: '0B' }),
      back('2026-03-02', '0A', '2026-03-02', 1n),
    ]);
    expect(rowsOf(replayed)).toEqual([
      [PL1, 0n, 2n],
      [PL1, 2n, -1n],
      [PL1, 1n, 1n],
    ]);
    expect(replayed.waiting.size).toBe(0);
  });
});

describe('counts', () => {
  it('a difference is derived, and changes with a movement of an earlier day', () => {
    const before = run([
      receipt('2026-03-01', PL1, 100n),
      taking('2026-03-05', 30n),
      count('2026-03-31', 68n, 'count'),
    ]);
    expect(before.differences.get('count')).toBe(-2n);
    const total = { units: 100n, landedMinor: minor('1,000.00'), factoryMinor: minor('1,000.00') };
    expect(rowsOf(before, 'count')).toEqual([[PL1, 30n, 2n]]);
    expect(costBetween(total, 30n, 32n).landedMinor).toBe(minor('20.00'));
    const after = run([
      receipt('2026-03-01', PL1, 100n),
      taking('2026-03-05', 30n),
      count('2026-03-31', 68n, 'count'),
      taking('2026-03-20', 1n),
    ]);
    expect(after.differences.get('count')).toBe(-1n);
    expect(after.places.get('FBA')).toBe(68n);
    expect(costBetween(total, 31n, 32n).landedMinor).toBe(minor('10.00'));
  });

  it('units that are found again come back to what missed them; the rest has no known cost and stands last', () => {
    const replayed = run([
      receipt('2026-03-01', PL1, 10n),
      count('2026-03-02', 8n, '02'),
      taking('2026-03-03', 1n, { cause: 'LOST', name: '03' }),
      count('2026-03-04', 12n, '04'),
      receipt('2026-03-05', PL2, 1n),
      taking('2026-03-06', 13n, { name: '06' }),
    ]);
    expect(rowsOf(replayed, '04')).toEqual([
      [PL1, 3n, -1n],
      [PL1, 2n, -2n],
    ]);
    expect(replayed.differences.get('04')).toBe(5n);
    // Found on the day before PL-2 arrived, so that they go before it.
    expect(rowsOf(replayed, '06')).toEqual([
      [PL1, 0n, 10n],
      ['04', 0n, 2n],
      [PL2, 0n, 1n],
    ]);
  });

  it('a count finds only what was missed at its own place, and what was moved there is no difference', () => {
    const replayed = run([
      receipt('2026-03-01', PL1, 10n),
      count('2026-03-02', 8n, '02'),
      { kind: 'MOVE', id: id(), day: '2026-03-03', place: 'FBA', to: 'SHELF', units: 3n },
      { kind: 'COUNT', id: '04', day: '2026-03-04', place: 'SHELF', quantity: 4n },
    ]);
    expect(replayed.differences.get('04')).toBe(1n);
    expect(rowsOf(replayed, '04')).toEqual([]);
    expect(replayed.lots.find((state) => state.id === '04')).toMatchObject({ isUnknown: true, received: 1n });
  });

  it('a count is of the end of its day, and what a count found goes after the lots of its day', () => {
    const replayed = run([
      receipt('2026-03-01', PL1, 2n),
      count('2026-03-01', 2n, '0'),
      taking('2026-03-01', 1n, { name: '1' }),
      taking('2026-03-02', 2n, { name: '2' }),
    ]);
    expect(replayed.differences.get('0')).toBe(1n);
    expect(rowsOf(replayed, '2')).toEqual([
      [PL1, 1n, 1n],
      ['0', 0n, 1n],
    ]);
  });

  it('found units of unknown cost serve what waits, and no later receipt does', () => {
    const replayed = run([
      taking('2026-03-01', 3n, { name: 'A' }),
      count('2026-03-02', 2n),
      receipt('2026-03-03', PL1, 10n),
    ]);
    expect(replayed.waiting.size).toBe(0);
    expect(replayed.takings.map(({ eventId, units }) => [eventId, units])).toEqual([['A', 3n]]);
    expect(replayed.takings[0]?.lotId).not.toBe(PL1);
  });
});

describe('units that were lost on the way', () => {
  const decision = (day: string, units: bigint): StockEvent => ({
    kind: 'LOST_ON_THE_WAY',
    id: id(),
    day,
    lotId: PL1,
    units,
  });

  it('go on the day of the decision, and leave on hand as it is', () => {
    const replayed = run([receipt('2026-03-01', PL1, 6n), taking('2026-03-02', 2n), decision('2026-03-03', 4n)]);
    expect(rowsOf(replayed)).toEqual([
      [PL1, 0n, 2n],
      [PL1, 2n, 4n],
    ]);
    expect(replayed.lots[0]).toMatchObject({ received: 10n, taken: 6n });
  });

  it('give a lot no day in the line, and are back when they are found', () => {
    const replayed = run([
      decision('2026-03-01', 4n),
      receipt('2026-03-02', PL2, 1n),
      receipt('2026-03-03', PL1, 4n, 4n),
      taking('2026-03-04', 2n, { name: 'A' }),
    ]);
    expect(rowsOf(replayed, 'A')).toEqual([
      [PL2, 0n, 1n],
      [PL1, 0n, 1n],
    ]);
    expect(replayed.lots[0]).toMatchObject({ firstDay: '2026-03-03', received: 4n, taken: 1n });
  });
});

describe('a replay that read too few lots', () => {
  const open = (name: string, number: bigint): LotState => ({
    ...lot(name, number),
    firstDay: '2026-03-01',
    received: 5n,
  });
  it('says so when it comes to the end of what was read', () => {
    const lots = [open(PL1, 1n), open(PL2, 2n)];
    const sell = (units: bigint, read: readonly LotState[]) =>
      replayFifo({ lots: read, held: [], places: new Map(), readUpTo: read.at(-1) ?? open(PL1, 1n) }, [
        taking('2026-03-02', units),
      ]).needsMoreLots;
    expect(sell(10n, lots)).toBe(false);
    expect(sell(11n, lots)).toBe(true);
    expect(sell(6n, lots.slice(0, 1))).toBe(true);
  });
});
