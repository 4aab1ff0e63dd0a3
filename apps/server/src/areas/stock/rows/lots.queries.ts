import { valueOnHand } from '@quayside/domain/stock/value';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { BY_KEYS, rowsOf } from '../../../db/rows-of.ts';
import type { Work } from '../../../db/tx.ts';
import type { LotRow } from '../stock.types.ts';
import { takingsInserted, takingsSuperseded } from './takings.queries.ts';
import type { TakingRow } from './takings.views.ts';

/** SQL: the columns of a lot, which is `l`. */
export const LOT_COLUMNS = sql`
  l.id, l.product_id as "productId", l.kind, l.order_id as "orderId", l.number, l.first_received_on as "firstDay",
  l.units, l.landed_minor as "landedMinor", l.factory_minor as "factoryMinor", l.joined_minor as "joinedMinor",
  l.received, l.taken`;

/** The lots with these ids, or of these orders. */
export async function readLots(w: Work, by: 'id' | 'order_id', ids: readonly string[]): Promise<Map<string, LotRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<LotRow>`
    select ${LOT_COLUMNS} from lot l
    where l.account_id = ${w.scope.accountId} and ${sql.ref(`l.${by}`)} = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Those of these pack lists that are no lots yet. */
export async function withoutLots(w: Work, packListIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (packListIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select n.id from ${rowsOf('n', packListIds, { id: ['uuid', (id) => id] })}
    where not exists (
      select from lot l where l.account_id = ${w.scope.accountId} and l.id = n.id ${BY_KEYS}
    )`.execute(w.tx);
  return new Set(rows.map(({ id }) => id));
}

/** Units on hand, and what they are worth. */
export const ON_HAND = { units: 0n, unknown: 0n, landedMinor: 0n, factoryMinor: 0n };

/** What a lot adds to the stock of its product, first in, first out. */
export function onHandOf(lot: LotRow | undefined): typeof ON_HAND {
  if (!lot || lot.units === 0n) return ON_HAND;
  const units = lot.received - lot.taken;
  const { landedMinor, factoryMinor } = lot;
  if (landedMinor === null || factoryMinor === null) return { ...ON_HAND, units, unknown: units };
  const value = valueOnHand({ ...lot, landedMinor, factoryMinor });
  return { units, unknown: 0n, landedMinor: value.landedMinor, factoryMinor: value.factoryMinor };
}

/** A lot before it is written, if it was there, and after. */
export interface WrittenLot {
  readonly before: LotRow | undefined;
  readonly after: LotRow;
}

/** What a replay writes beside lots, in the same statement. */
interface Given {
  /** What lots gave, and the ids of takings that do not hold any more. */
  readonly takings: readonly TakingRow[];
  readonly superseded: readonly string[];
  /** How many more units of products wait. */
  readonly waiting: ReadonlyMap<string, bigint>;
}
const NOTHING_GIVEN: Given = { takings: [], superseded: [], waiting: new Map() };

/**
 * Writes lots, and what they add to the stock of their products and of the account, with one statement. The only place
 * that does. Lots tell the value of a product first in, first out; otherwise (`isValued` false) the caller saves it.
 */
export async function saveLots(
  w: Work,
  written: readonly WrittenLot[],
  isValued: (productId: string) => boolean,
  { takings, superseded, waiting }: Given = NOTHING_GIVEN,
): Promise<void> {
  const writes = [
    ...lotsMoved(w, written),
    ...lotsMade(w, written),
    ...totalsRecorded(w, written),
    ...takingsSuperseded(w, superseded),
    ...takingsInserted(w, takings),
    ...stockAdded(w, differencesOf(written, isValued, waiting)),
  ];
  if (writes.length > 0) await sql`with ${sql.join(writes)} select`.execute(w.tx);
}

/** Adds units of products that are sold without cost, or takes some away. */
export const addWaiting = (w: Work, waiting: ReadonlyMap<string, bigint>): Promise<void> =>
  saveLots(w, [], () => false, { ...NOTHING_GIVEN, waiting });

const textsOf = (rows: readonly WrittenLot[], key: keyof LotRow) =>
  sql.val(rows.map(({ after }) => textOf(after[key])));

/** SQL: writes lots that are there. Changing a row takes half as long as an insert that meets it. */
function lotsMoved(w: Work, written: readonly WrittenLot[]): RawBuilder<unknown>[] {
  const rows = written.filter(({ before }) => before !== undefined);
  if (rows.length === 0) return [];
  const listed = rowsOf('n', rows, {
    id: ['uuid', ({ after }) => after.id],
    first_received_on: ['date', ({ after }) => after.firstDay],
    units: ['bigint', ({ after }) => textOf(after.units)],
    landed_minor: ['bigint', ({ after }) => textOf(after.landedMinor)],
    factory_minor: ['bigint', ({ after }) => textOf(after.factoryMinor)],
    joined_minor: ['bigint', ({ after }) => textOf(after.joinedMinor)],
    received: ['bigint', ({ after }) => textOf(after.received)],
    taken: ['bigint', ({ after }) => textOf(after.taken)],
  });
  return [
    sql`moved as (
      update lot l
      set first_received_on = n.first_received_on, units = n.units, landed_minor = n.landed_minor,
        factory_minor = n.factory_minor, joined_minor = n.joined_minor, received = n.received, taken = n.taken,
        updated_at = ${w.now}
      from ${listed}
      where l.account_id = ${w.scope.accountId} and l.id = n.id
    )`,
  ];
}

/** SQL: makes lots. One that a count found is there already if the count had found it once before. */
function lotsMade(w: Work, written: readonly WrittenLot[]): RawBuilder<unknown>[] {
  const rows = written.filter(({ before }) => before === undefined);
  if (rows.length === 0) return [];
  const text = (key: keyof LotRow) => textsOf(rows, key);
  return [
    sql`made as (
      insert into lot as l (
        account_id, id, product_id, kind, order_id, number, first_received_on, units, landed_minor, factory_minor,
        joined_minor, received, taken, updated_at
      )
      select ${w.scope.accountId}, n.*, ${w.now}::timestamptz
      from unnest(
        ${text('id')}::uuid[], ${text('productId')}::uuid[], ${text('kind')}::text[], ${text('orderId')}::uuid[],
        ${text('number')}::bigint[], ${text('firstDay')}::date[], ${text('units')}::bigint[],
        ${text('landedMinor')}::bigint[], ${text('factoryMinor')}::bigint[], ${text('joinedMinor')}::bigint[],
        ${text('received')}::bigint[], ${text('taken')}::bigint[]
      ) n
      on conflict (account_id, id) do update
      set first_received_on = excluded.first_received_on, units = excluded.units, landed_minor = excluded.landed_minor,
        factory_minor = excluded.factory_minor, joined_minor = excluded.joined_minor, received = excluded.received,
        taken = excluded.taken, updated_at = excluded.updated_at
    )`,
  ];
}

const textOf = (value: string | bigint | null): string | null => (value === null ? null : String(value));

/**
 * SQL: keeps what lots cost from now on, where it is another. What was known before stays known for the days before.
 */
function totalsRecorded(w: Work, written: readonly WrittenLot[]): RawBuilder<unknown>[] {
  const rows = written.filter(
    ({ before, after }) =>
      after.kind !== 'COUNT' &&
      (before?.units !== after.units ||
        before.landedMinor !== after.landedMinor ||
        before.factoryMinor !== after.factoryMinor),
  );
  if (rows.length === 0) return [];
  const text = (key: keyof LotRow) => textsOf(rows, key);
  return [
    sql`totals as (
      insert into lot_total as t (account_id, lot_id, recorded_at, units, landed_minor, factory_minor)
      select ${w.scope.accountId}, n.lot_id, ${w.now}::timestamptz, n.units, n.landed_minor, n.factory_minor
      from unnest(
        ${text('id')}::uuid[], ${text('units')}::bigint[], ${text('landedMinor')}::bigint[],
        ${text('factoryMinor')}::bigint[]
      ) n(lot_id, units, landed_minor, factory_minor)
      on conflict (account_id, lot_id, recorded_at) do update
      set units = excluded.units, landed_minor = excluded.landed_minor, factory_minor = excluded.factory_minor
    )`,
  ];
}

/** What is added to the stock of a product. */
interface StockDifference {
  readonly productId: string;
  readonly units: bigint;
  readonly unknown: bigint;
  readonly waits: bigint;
  readonly landedMinor: bigint;
  readonly factoryMinor: bigint;
}

/** The differences that written lots, and units that wait, make to the stock of products. */
function differencesOf(
  written: readonly WrittenLot[],
  isValued: (productId: string) => boolean,
  waiting: ReadonlyMap<string, bigint>,
): StockDifference[] {
  const sums = new Map([...waiting].map(([productId, waits]) => [productId, { productId, ...ON_HAND, waits }]));
  // Of a product that gets a lot something has happened, also if nothing of it is left.
  const begun = new Set(written.flatMap(({ before, after }) => (before === undefined ? after.productId : [])));
  for (const { before, after } of written) {
    const [was, is] = [onHandOf(before), onHandOf(after)];
    const { productId } = after;
    const sum = sums.get(productId) ?? { productId, ...ON_HAND, waits: 0n };
    const worth = isValued(productId) ? 1n : 0n;
    sums.set(productId, {
      ...sum,
      units: sum.units + is.units - was.units,
      unknown: sum.unknown + is.unknown - was.unknown,
      landedMinor: sum.landedMinor + worth * (is.landedMinor - was.landedMinor),
      factoryMinor: sum.factoryMinor + worth * (is.factoryMinor - was.factoryMinor),
    });
  }
  return [...sums.values()].filter(
    (d) =>
      begun.has(d.productId) ||
      [d.units, d.unknown, d.waits, d.landedMinor, d.factoryMinor].some((value) => value !== 0n),
  );
}

/** SQL: adds differences to the stock of products and of the account. */
function stockAdded(w: Work, rows: readonly StockDifference[]): RawBuilder<unknown>[] {
  if (rows.length === 0) return [];
  const listed = rowsOf('n', rows, {
    product_id: ['uuid', ({ productId }) => productId],
    on_hand: ['bigint', ({ units }) => String(units)],
    unknown: ['bigint', ({ unknown }) => String(unknown)],
    waits: ['bigint', ({ waits }) => String(waits)],
    landed_minor: ['numeric', ({ landedMinor }) => String(landedMinor)],
    factory_minor: ['numeric', ({ factoryMinor }) => String(factoryMinor)],
  });
  return [
    sql`added as materialized (select * from ${listed})`,
    sql`products as (
      update product_stock s
      set on_hand = s.on_hand + n.on_hand, unknown = s.unknown + n.unknown, waits = s.waits + n.waits,
        landed_minor = s.landed_minor + n.landed_minor, factory_minor = s.factory_minor + n.factory_minor,
        updated_at = ${w.now}
      from added n
      where s.account_id = ${w.scope.accountId} and s.product_id = n.product_id
    )`,
    sql`others as (
      insert into product_stock
        (account_id, product_id, on_hand, unknown, waits, landed_minor, factory_minor, updated_at)
      select ${w.scope.accountId}, n.*, ${w.now}::timestamptz from added n
      where not exists (
        select from product_stock s where s.account_id = ${w.scope.accountId} and s.product_id = n.product_id
      )
    )`,
    sql`account as (
      insert into stock_total as t (account_id, on_hand, unknown, waits, landed_minor, factory_minor, updated_at)
      select ${w.scope.accountId}, sum(on_hand)::bigint, sum(unknown)::bigint, sum(waits)::bigint, sum(landed_minor),
        sum(factory_minor), ${w.now}::timestamptz
      from added
      on conflict (account_id) do update
      set on_hand = t.on_hand + excluded.on_hand, unknown = t.unknown + excluded.unknown,
        waits = t.waits + excluded.waits, landed_minor = t.landed_minor + excluded.landed_minor,
        factory_minor = t.factory_minor + excluded.factory_minor, updated_at = excluded.updated_at
    )`,
  ];
}
