import { type Held, type Opening, replayFifo } from '@quayside/domain/stock/fifo';
import type { LotState } from '@quayside/domain/stock/line';
import { EMPTY_POOL, poolValue } from '@quayside/domain/stock/pool';
import type { StockMethod } from '@quayside/domain/stock/methods';
import type { Work } from '../../../db/tx.ts';
import { changed, emit } from '../../../events/outbox.ts';
import { beginReplay, type Begun, placesBefore } from './facts.views.ts';
import { looseCostsFrom } from '../rows/loose-costs.queries.ts';
import { joinLots } from './loose-costs.service.ts';
import { ON_HAND, onHandOf, saveLots } from '../rows/lots.queries.ts';
import { valueByPool } from './pool-values.ts';
import {
  insertPools,
  type PoolRow,
  poolsBefore,
  poolsFrom,
  saveStockValues,
  type StockValue,
  supersedePools,
} from '../rows/pools.queries.ts';
import { type ReplayLot, readReplayLots } from './replay-lots.views.ts';
import { changedEvents, keyOfPool, keyOfTaking, lotsToWrite, poolRows, takingRows } from './replay-rows.ts';
import type { Read, Result } from './replay.types.ts';
import type { ReplayFrom } from '../stock.types.ts';
import { saveEventResults } from '../rows/takings.queries.ts';
import { heldBefore, type HeldEvent, takingsOfEvents, type TakingRow } from '../rows/takings.views.ts';

/** How many lots that can give units a replay reads of a product at first; if it needs more, it reads many more. */
const FIRST_LOTS = 8;
const MORE = 16;
const ALL_LOTS = 1_000_000;
/** Nothing happened before. */
const FIRST_DAY = '1900-01-01';

/** A lot and its product. */
interface LotOf {
  readonly lotId: string;
  readonly productId: string;
}

/**
 * Replays the stock of these products from their days on (stock §3, §4), after facts of these days or later were
 * written, and stores what is another: takings, positions of lots, pools, what waits, and differences of counts. Only
 * what happened from that day on is read, and only lots that it needs; a stale product is replayed from its first day.
 * `lots` are those of which facts were taken back. The caller holds the cost lock.
 */
export async function replayStock(w: Work, from: ReplayFrom, lots: readonly LotOf[] = []): Promise<void> {
  if (from.size === 0) return;
  const begun = await beginReplay(w, from);
  const { stale } = begun;
  const days = new Map([...from].map(([id, day]) => [id, stale.has(id) ? FIRST_DAY : day]));
  const read = await readFacts(w, days, stale.size > 0 ? await beginReplay(w, days) : begun, lots);
  let most = new Map(
    [...days.keys()].map((id) => [id, stale.has(id) ? ALL_LOTS : takesUnits(read, id) ? FIRST_LOTS : 0]),
  );
  while (most.size > 0) {
    const results = await replayed(w, read, most);
    const done = results.filter(({ replayed: { needsMoreLots } }) => !needsMoreLots);
    await store(w, read, done, stale);
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
  readonly storedPools: readonly PoolRow[];
  readonly wantedPools: readonly PoolRow[];
  readonly result: Result;
}

/**
 * Replays everything that ever happened to these products, and writes nothing: for the nightly check, for tests, and to
 * see what another method would come to. Without a method, by that of the account, and stale products are left out.
 */
export async function replayAll(w: Work, productIds: readonly string[], method?: StockMethod): Promise<Replay[]> {
  if (productIds.length === 0) return [];
  const begun = await beginReplay(w, new Map(productIds.map((id) => [id, FIRST_DAY])));
  const ids = method === undefined ? productIds.filter((id) => !begun.stale.has(id)) : productIds;
  const from = new Map(ids.map((id) => [id, FIRST_DAY]));
  if (from.size === 0) return [];
  const read = await readFacts(
    w,
    from,
    { ...only(begun, from), method: method ?? begun.method, stale: new Set(ids) },
    [],
  );
  const results = await replayed(w, read, new Map(ids.map((id) => [id, ALL_LOTS])));
  return results.map((result) => ({
    productId: result.productId,
    stored: read.takings.get(result.productId) ?? [],
    wanted: takingRows(w, read, result),
    storedPools: read.pools.get(result.productId) ?? [],
    wantedPools: poolRows(w, result),
    result,
  }));
}

/** Whether anything that is replayed of a product takes units of the lots in line. Receipts alone need no other lot. */
const takesUnits = ({ events, held }: Read, productId: string): boolean =>
  (events.get(productId) ?? []).some(({ kind }) => kind === 'TAKING' || kind === 'RETURN' || kind === 'COUNT') ||
  (held.get(productId) ?? []).some(({ waits }) => waits > 0n);

/** What a replay of these products begins with. */
const only = (begun: Begun, from: ReplayFrom): Begun => ({
  ...begun,
  events: new Map([...begun.events].filter(([id]) => from.has(id))),
  takings: begun.takings.filter(({ productId }) => from.has(productId)),
  held: begun.held.filter(({ productId }) => from.has(productId)),
});

async function readFacts(
  w: Work,
  from: ReplayFrom,
  { method, stale, events, states, takings, held }: Begun,
  touched: readonly LotOf[],
): Promise<Read> {
  const isPooled = method === 'AVERAGE';
  if (isPooled)
    for (const { lineId, productId, day, amountMinor } of await looseCostsFrom(w, from))
      events.set(productId, [...(events.get(productId) ?? []), { kind: 'COST', id: lineId, day, amountMinor }]);
  const all = [...events].flatMap(([productId, own]) => own.map((event) => ({ productId, event })));
  const counted = [...events].flatMap(([productId, own]) =>
    [...new Set(own.flatMap((event) => (event.kind === 'COUNT' ? event.place : [])))].map((place) => ({
      productId,
      place,
    })),
  );
  const takingsOfHeld = await takingsOfEvents(
    w,
    held.map(({ id }) => id),
  );
  const places = await placesBefore(w, from, counted);
  const pools = isPooled || stale.size > 0 ? await poolsFrom(w, from) : [];
  const lots = [
    ...touched,
    ...all.flatMap(({ productId, event }) => {
      const lotId = 'lotId' in event ? event.lotId : event.kind === 'COUNT' ? event.id : null;
      return lotId === null ? [] : { productId, lotId };
    }),
    ...[...takings, ...takingsOfHeld].flatMap(({ productId, lotId }) => (lotId === null ? [] : { productId, lotId })),
  ];
  return {
    method,
    from,
    events,
    states,
    takings: Map.groupBy(takings, ({ productId }) => productId),
    held: Map.groupBy(held, ({ productId }) => productId),
    takingsOfHeld,
    places: new Map(
      [...Map.groupBy(places, ({ productId }) => productId)].map(([id, own]) => [
        id,
        new Map(own.map(({ place, units }) => [place, units])),
      ]),
    ),
    lots: new Map(lots.map(({ lotId, productId }) => [lotId, productId])),
    poolsBefore: isPooled ? await poolsBefore(w, from) : new Map(),
    pools: Map.groupBy(pools, ({ productId }) => productId),
  };
}

async function replayed(w: Work, read: Read, most: ReadonlyMap<string, number>): Promise<Result[]> {
  const all = await readReplayLots(w, read.from, most, read.lots);
  const lots = Map.groupBy(all, ({ productId }) => productId);
  return [...most.keys()].map((productId) => {
    const own = new Map((lots.get(productId) ?? []).map((lot) => [lot.id, lot]));
    const opening = openingOf(read, productId, [...own.values()]);
    const last = [...own.values()].find(({ isLast }) => isLast);
    const readUpTo = last && opening.lots.find(({ id }) => id === last.id);
    const whole = { ...opening, ...(readUpTo && { readUpTo }) };
    const result = replayFifo(whole, read.events.get(productId) ?? []);
    const valued = read.method === 'AVERAGE' ? valueByPool(read, productId, own, result.steps) : null;
    return { productId, opening: whole, replayed: result, lots: own, valued };
  });
}

/** What the first event of a product meets: everything that the replayed days changed is taken back. */
function openingOf(
  { from, takings, held, takingsOfHeld, places }: Read,
  productId: string,
  lots: readonly ReplayLot[],
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
      const { arrived: received, arrivedOn: firstDay } = lot;
      const isUnknown = lot.kind === 'COUNT';
      // What a count of the replayed days found is made by the replay.
      if (isUnknown && firstDay === null) return [];
      const { id, number } = lot;
      // Before the first day nothing was taken, whatever is stored.
      const taken = day === FIRST_DAY ? 0n : lot.taken - (given.get(id) ?? 0n);
      return [{ id, number, isUnknown, firstDay, received, taken }];
    }),
    held: events.map((event): Held => heldBefore(event, takingsOfHeld, day)),
    places: places.get(productId) ?? new Map(),
  };
}

/** Stores what is another than before. */
async function store(w: Work, read: Read, results: readonly Result[], stale: ReadonlySet<string>): Promise<void> {
  const [superseded, takings] = differences(
    read.takings,
    results,
    (result) => takingRows(w, read, result),
    keyOfTaking,
  );
  const written = results.flatMap((result) => lotsToWrite(result, read.from.get(result.productId) ?? ''));
  const events = results.flatMap((result) => changedEvents(read, result));
  const waiting = new Map<string, bigint>();
  for (const { productId, more } of events) waiting.set(productId, (waiting.get(productId) ?? 0n) + more);
  const isValued = (productId: string) => read.method === 'FIFO' && !stale.has(productId);
  await saveLots(w, written, isValued, { takings, superseded, waiting });
  await saveEventResults(w, events);
  await storePools(w, read, results);
  await saveStockValues(
    w,
    results.flatMap((result) =>
      read.method === 'AVERAGE' || stale.has(result.productId) ? stockValueOf(read, result) : [],
    ),
  );
  const moved = written.flatMap(({ before, after }) =>
    after.kind !== 'COUNT' && before?.firstDay !== after.firstDay ? after.productId : [],
  );
  const joining = new Set([
    ...(read.method === 'FIFO' ? moved : []),
    ...results.map((r) => r.productId).filter((id) => stale.has(id)),
  ]);
  await joinLots(w, [...joining], read.method);
}

/** Rows that are stored and not wanted any more, by their ids, and rows that are wanted and not stored yet. */
function differences<R extends { readonly id: string }>(
  stored: ReadonlyMap<string, readonly R[]>,
  results: readonly Result[],
  wantedOf: (result: Result) => readonly R[],
  keyOf: (row: R) => string,
): [gone: string[], fresh: R[]] {
  const [gone, fresh]: [string[], R[]] = [[], []];
  for (const result of results) {
    const kept = new Map((stored.get(result.productId) ?? []).map((row) => [keyOf(row), row.id]));
    for (const row of wantedOf(result)) if (!kept.delete(keyOf(row))) fresh.push(row);
    gone.push(...kept.values());
  }
  return [gone, fresh];
}

async function storePools(w: Work, read: Read, results: readonly Result[]): Promise<void> {
  const [gone, fresh] = differences(read.pools, results, (result) => poolRows(w, result), keyOfPool);
  await supersedePools(w, gone);
  await insertPools(w, fresh);
}

/** What the stock of a replayed product is worth; first in, first out all its lots were read. */
function stockValueOf(read: Read, { productId, valued, lots, replayed: { lots: states } }: Result): StockValue {
  if (valued) {
    const last = [...valued.days.values()].at(-1) ?? read.poolsBefore.get(productId) ?? EMPTY_POOL;
    return { productId, ...poolValue(last) };
  }
  const sum = states
    .flatMap(({ id, received, taken }) => {
      const lot = lots.get(id);
      return lot ? onHandOf({ ...lot, received, taken }) : [];
    })
    .reduce(
      (a, b) => ({ ...a, landedMinor: a.landedMinor + b.landedMinor, factoryMinor: a.factoryMinor + b.factoryMinor }),
      ON_HAND,
    );
  return { productId, landedMinor: sum.landedMinor, factoryMinor: sum.factoryMinor };
}
