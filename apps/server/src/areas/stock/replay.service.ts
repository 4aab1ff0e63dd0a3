import { type Held, type Opening, type Replayed, replayFifo, type Taking } from '@quayside/domain/stock/fifo';
import type { StockEvent } from '@quayside/domain/stock/events';
import type { LotState } from '@quayside/domain/stock/line';
import type { Work } from '../../db/tx.ts';
import { changed, emit } from '../../events/outbox.ts';
import {
  type Arrived,
  arrivedBefore,
  eventsFrom,
  heldBefore,
  type HeldEvent,
  heldEvents,
  placesBefore,
  takingsFrom,
  takingsOfEvents,
  type TakingRow,
} from './facts.views.ts';
import { addWaiting, readLots, readOpenLots, saveLots, type WrittenLot } from './lots.queries.ts';
import type { LotRow, ReplayFrom } from './stock.types.ts';
import { type EventResult, insertTakings, saveEventResults, supersedeTakings } from './takings.queries.ts';

/** How many lots that can give units a replay reads of a product at first; if it needs more, it reads many more. */
const FIRST_LOTS = 20;
const MORE = 16;
const ALL_LOTS = 1_000_000;
/** Nothing happened before. */
const FIRST_DAY = '1900-01-01';

/** What a replay of some products read. */
interface Read {
  readonly from: ReplayFrom;
  readonly events: ReadonlyMap<string, StockEvent[]>;
  readonly takings: ReadonlyMap<string, TakingRow[]>;
  readonly held: ReadonlyMap<string, HeldEvent[]>;
  readonly takingsOfHeld: readonly TakingRow[];
  readonly places: ReadonlyMap<string, ReadonlyMap<string, bigint>>;
  readonly lotIds: ReadonlySet<string>;
}

/** A replayed product, and what it was replayed from. */
interface Result {
  readonly productId: string;
  readonly opening: Opening;
  readonly replayed: Replayed;
  readonly lots: ReadonlyMap<string, LotRow>;
}

/**
 * Replays the stock of these products from their days on (stock §3), after facts of these days or later were written,
 * and stores what is another: takings, positions of lots, what waits, and differences of counts. Only what happened
 * from that day on is read, and only lots that it needs. `lotIds` are lots whose facts were taken back. The caller
 * holds the cost lock.
 */
export async function replayStock(w: Work, from: ReplayFrom, lotIds: readonly string[] = []): Promise<void> {
  if (from.size === 0) return;
  const read = await readFacts(w, from, lotIds);
  let most = new Map([...from.keys()].map((id) => [id, FIRST_LOTS]));
  while (most.size > 0) {
    const results = await replayed(w, read, most);
    const done = results.filter(({ replayed: { needsMoreLots } }) => !needsMoreLots);
    await store(w, read, done);
    const stored = new Set(done.map(({ productId }) => productId));
    most = new Map([...most].flatMap(([id, n]) => (stored.has(id) ? [] : [[id, n * MORE] as const])));
  }
  // Explanations, restatements and the history of costs say what fell on units that are gone.
  await emit(w, changed('stock', [...from.keys()]), changed('costs', [...from.keys()]));
}

/** What is stored of a product, and what a replay of all that ever happened to it comes to. */
export interface Replay {
  readonly productId: string;
  readonly stored: readonly TakingRow[];
  readonly wanted: readonly TakingRow[];
  readonly result: Result;
}

/** Replays everything that ever happened to these products, and writes nothing. For the nightly check and for tests. */
export async function replayAll(w: Work, productIds: readonly string[]): Promise<Replay[]> {
  const from = new Map(productIds.map((id) => [id, FIRST_DAY]));
  const read = await readFacts(w, from, []);
  const results = await replayed(w, read, new Map(productIds.map((id) => [id, ALL_LOTS])));
  return results.map((result) => ({
    productId: result.productId,
    stored: read.takings.get(result.productId) ?? [],
    wanted: takingRows(w, read, result),
    result,
  }));
}

async function readFacts(w: Work, from: ReplayFrom, lotIds: readonly string[]): Promise<Read> {
  const events = await eventsFrom(w, from);
  const takings = await takingsFrom(w, from);
  const counted = [...events].flatMap(([productId, own]) =>
    [...new Set(own.flatMap((event) => (event.kind === 'COUNT' ? event.place : [])))].map((place) => ({
      productId,
      place,
    })),
  );
  const all = [...events.values()].flat();
  const earlier = [
    ...all.flatMap((event) => (event.kind === 'RETURN' ? event.ofId : [])),
    ...takings.flatMap(({ ofId, eventDay, eventId, productId }) => [
      ...(ofId === null ? [] : [ofId]),
      ...(eventDay < (from.get(productId) ?? '') ? [eventId] : []),
    ]),
  ];
  const held = await heldEvents(w, from, earlier, counted);
  const takingsOfHeld = await takingsOfEvents(
    w,
    held.map(({ id }) => id),
  );
  const places = await placesBefore(w, from, counted);
  return {
    from,
    events,
    takings: Map.groupBy(takings, ({ productId }) => productId),
    held: Map.groupBy(held, ({ productId }) => productId),
    takingsOfHeld,
    places: new Map(
      [...Map.groupBy(places, ({ productId }) => productId)].map(([id, own]) => [
        id,
        new Map(own.map(({ place, units }) => [place, units])),
      ]),
    ),
    lotIds: new Set([
      ...lotIds,
      ...all.flatMap((event) => ('lotId' in event ? event.lotId : [])),
      ...[...takings, ...takingsOfHeld].flatMap(({ lotId }) => lotId ?? []),
    ]),
  };
}

async function replayed(w: Work, read: Read, most: ReadonlyMap<string, number>): Promise<Result[]> {
  const open = Map.groupBy(await readOpenLots(w, most), ({ productId }) => productId);
  const ids = [...new Set([...read.lotIds, ...[...open.values()].flat().map(({ id }) => id)])];
  const lots = Map.groupBy((await readLots(w, 'id', ids)).values(), ({ productId }) => productId);
  const arrived = await arrivedBefore(w, read.from, ids);
  return [...most].map(([productId, n]) => {
    const own = new Map((lots.get(productId) ?? []).map((lot) => [lot.id, lot]));
    const last = (open.get(productId) ?? []).at(n - 1);
    const opening = openingOf(read, productId, [...own.values()], arrived);
    const readUpTo = last && opening.lots.find(({ id }) => id === last.id);
    const whole = { ...opening, ...(readUpTo && { readUpTo }) };
    return {
      productId,
      opening: whole,
      replayed: replayFifo(whole, read.events.get(productId) ?? []),
      lots: own,
    };
  });
}

/** What the first event of a product meets: everything that the replayed days changed is taken back. */
function openingOf(
  { from, takings, held, takingsOfHeld, places }: Read,
  productId: string,
  lots: readonly LotRow[],
  arrived: ReadonlyMap<string, Arrived>,
): Opening {
  const day = from.get(productId) ?? '';
  const given = new Map<string, bigint>();
  for (const { lotId, units } of takings.get(productId) ?? [])
    if (lotId !== null) given.set(lotId, (given.get(lotId) ?? 0n) + units);
  // In the order of the replay: of one day, counts come last.
  const keyOf = ({ day: on, cause, id }: HeldEvent) => `${on} ${cause === 'COUNT' ? 1 : 0} ${id}`;
  const events = (held.get(productId) ?? []).toSorted((x, y) => (keyOf(x) < keyOf(y) ? -1 : 1));
  return {
    lots: lots.flatMap((lot): LotState[] => {
      const { received = 0n, firstDay = null } = arrived.get(lot.id) ?? {};
      const isUnknown = lot.kind === 'COUNT';
      // What a count of the replayed days found is made by the replay.
      if (isUnknown && firstDay === null) return [];
      const { id, number } = lot;
      return [{ id, number, isUnknown, firstDay, received, taken: lot.taken - (given.get(id) ?? 0n) }];
    }),
    held: events.map((event): Held => heldBefore(event, takingsOfHeld, day)),
    places: places.get(productId) ?? new Map(),
  };
}

/** What of a taking must be the same for it to stay as it is stored. */
export const keyOfTaking = (row: TakingRow): string =>
  [row.eventId, row.eventDay, row.cause, row.ofId, row.lotId, row.position, row.day, row.before, row.units].join(' ');

/** Stores what is another than before. */
async function store(w: Work, read: Read, results: readonly Result[]): Promise<void> {
  const written: WrittenLot[] = [];
  const gone: string[] = [];
  const fresh: TakingRow[] = [];
  const eventResults: EventResult[] = [];
  const waiting = new Map<string, bigint>();
  for (const result of results) {
    const { productId } = result;
    const wanted = takingRows(w, read, result);
    const kept = new Map((read.takings.get(productId) ?? []).map((row) => [keyOfTaking(row), row.id]));
    for (const row of wanted) if (!kept.delete(keyOfTaking(row))) fresh.push(row);
    gone.push(...kept.values());
    written.push(...lotsToWrite(result, read.from.get(productId) ?? ''));
    eventResults.push(...resultsOf(read, result));
  }
  await supersedeTakings(w, gone);
  // Lots first: takings name what a count found.
  await saveLots(w, written);
  await insertTakings(w, fresh);
  for (const { productId, waits } of await saveEventResults(w, eventResults))
    waiting.set(productId, (waiting.get(productId) ?? 0n) + waits);
  await addWaiting(w, waiting);
}

function takingRows(w: Work, read: Read, { productId, replayed: { takings } }: Result): TakingRow[] {
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
    };
  });
}

/** Why units left, as takings name it; a return and a receipt of lost units name what comes back. */
const causeOf = (event: StockEvent | HeldEvent): string =>
  'cause' in event ? event.cause : event.kind === 'RECEIPT' ? 'FOUND' : event.kind;

/** The lots whose positions are others, with those that a count found now or does not find any more. */
function lotsToWrite({ productId, replayed, lots }: Result, from: string): WrittenLot[] {
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
  received,
  taken,
});

/** What each event that takes has waiting now. */
function resultsOf(read: Read, { productId, opening, replayed: { waiting, differences } }: Result): EventResult[] {
  const events = (read.events.get(productId) ?? []).flatMap((event): EventResult[] =>
    event.kind === 'TAKING' || event.kind === 'COUNT'
      ? [{ id: event.id, waits: waiting.get(event.id) ?? 0n, difference: differences.get(event.id) ?? null }]
      : [],
  );
  const counts = new Map((read.held.get(productId) ?? []).map((event) => [event.id, event]));
  const held = opening.held.map(({ id, cause }): EventResult => {
    const difference = cause === 'COUNT' ? -(counts.get(id)?.units ?? 0n) : null;
    return { id, waits: waiting.get(id) ?? 0n, difference };
  });
  return [...events, ...held];
}
