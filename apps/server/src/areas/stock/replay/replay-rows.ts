import type { StockEvent } from '@quayside/domain/stock/events';
import type { Taking } from '@quayside/domain/stock/fifo';
import type { LotState } from '@quayside/domain/stock/line';
import type { Work } from '../../../db/tx.ts';
import type { WrittenLot } from '../rows/lots.queries.ts';
import type { PoolRow } from '../rows/pools.queries.ts';
import type { Read, Result } from './replay.types.ts';
import type { LotRow } from '../stock.types.ts';
import type { EventResult } from '../rows/takings.queries.ts';
import type { HeldEvent, TakingRow } from '../rows/takings.views.ts';

// Makes the rows of what a replay came to.

/** What of a taking must be the same for it to stay as it is stored. */
export const keyOfTaking = (row: TakingRow): string =>
  [
    ...[row.eventId, row.eventDay, row.cause, row.ofId, row.lotId, row.position, row.day, row.before, row.units],
    ...[row.landedMinor, row.factoryMinor],
  ].join(' ');

/** What of a pool must be the same for it to stay as it is stored. */
export const keyOfPool = (row: PoolRow): string =>
  [row.day, row.landedMinor, row.factoryMinor, row.units, row.gone, row.waitingMinor].join(' ');

/** The pools of a product at the ends of its replayed days; none first in, first out. */
export const poolRows = (w: Work, { productId, valued }: Result): PoolRow[] =>
  [...(valued?.days ?? [])].map(([day, pool]) => ({ ...pool, id: w.newId(), productId, day }));

/** What lots gave in a replay, as it is stored. */
export function takingRows(w: Work, read: Read, { productId, valued, replayed: { takings } }: Result): TakingRow[] {
  const events = new Map((read.events.get(productId) ?? []).map((event) => [event.id, event]));
  const held = new Map((read.held.get(productId) ?? []).map((event) => [event.id, event]));
  return takings.map((taking: Taking) => {
    const event = events.get(taking.eventId) ?? held.get(taking.eventId);
    if (!event) throw new Error(`Event ${taking.eventId} was not read`);
    return {
      id: w.newId(),
      productId,
      eventId: taking.eventId,
      eventDay: event.day,
      cause: causeOf(event),
      ofId: taking.ofId,
      lotId: taking.lotId,
      position: taking.position,
      day: taking.day,
      before: taking.before,
      units: taking.units,
      landedMinor: valued?.costs.get(taking)?.landedMinor ?? null,
      factoryMinor: valued?.costs.get(taking)?.factoryMinor ?? null,
    };
  });
}

/** Why units left, as takings name it; a return and a receipt of lost units name what comes back. */
const causeOf = (event: StockEvent | HeldEvent): string =>
  'cause' in event ? event.cause : event.kind === 'RECEIPT' ? 'FOUND' : event.kind;

/** The lots whose positions are others, with those that a count found now or does not find any more. */
export function lotsToWrite({ productId, replayed, lots }: Result, from: string): WrittenLot[] {
  const states = new Map(replayed.lots.map((state) => [state.id, state]));
  const found = replayed.lots.filter(({ id }) => !lots.has(id)).map((state) => foundLot(productId, state));
  const known = [...lots.values()].flatMap((before): WrittenLot[] => {
    const state = states.get(before.id);
    const isLost = before.kind === 'COUNT' && !state && (before.firstDay ?? '') >= from;
    const after = isLost ? { ...before, received: 0n, taken: 0n } : withState(before, state);
    const isSame =
      after.received === before.received && after.taken === before.taken && after.firstDay === before.firstDay;
    return isSame ? [] : [{ before, after }];
  });
  return [...known, ...found.map((after) => ({ before: undefined, after }))];
}

const withState = (lot: LotRow, state: LotState | undefined): LotRow => {
  if (!state) return lot;
  const { received, taken, firstDay } = state;
  return { ...lot, received, taken, firstDay, ...(lot.kind === 'COUNT' && received > 0n && { units: received }) };
};

const foundLot = (productId: string, { id, received, taken, firstDay }: LotState): LotRow => ({
  id,
  productId,
  kind: 'COUNT',
  orderId: null,
  number: 0n,
  firstDay,
  units: received,
  landedMinor: null,
  factoryMinor: null,
  joinedMinor: 0n,
  received,
  taken,
});

/** An event of which something else waits, or which found another difference, than is stored. */
interface ChangedEvent extends EventResult {
  readonly productId: string;
  /** How many more units of it wait. */
  readonly more: bigint;
}

/** What events that take have waiting now, and what counts found, where it is another than is stored. */
export function changedEvents(
  read: Read,
  { productId, opening, replayed: { waiting, differences } }: Result,
): ChangedEvent[] {
  const stored = new Map((read.held.get(productId) ?? []).map((event) => [event.id, event]));
  const held = opening.held.map(({ id, cause }) => {
    // What a count found before the replay stays.
    const { waits = 0n, units = 0n } = stored.get(id) ?? {};
    return { id, was: { waits, difference: cause === 'COUNT' ? -units : null }, found: -units };
  });
  const replayed = (read.events.get(productId) ?? []).flatMap(({ id }) => {
    const was = read.states.get(id);
    return was ? { id, was, found: differences.get(id) ?? null } : [];
  });
  return [...replayed, ...held].flatMap(({ id, was, found }): ChangedEvent[] => {
    const waits = waiting.get(id) ?? 0n;
    const difference = was.difference === null ? null : found;
    if (waits === was.waits && difference === was.difference) return [];
    return [{ id, productId, waits, difference, more: waits - was.waits }];
  });
}
