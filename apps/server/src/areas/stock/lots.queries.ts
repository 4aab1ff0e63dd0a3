import { valueOnHand } from '@quayside/domain/stock/value';
import { sql } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import { rowsOf } from '../../db/rows-of.ts';
import type { Work } from '../../db/tx.ts';
import type { LotRow } from './stock.types.ts';

const COLUMNS = sql`
  l.id, l.product_id as "productId", l.kind, l.order_id as "orderId", l.number, l.first_received_on as "firstDay",
  l.units, l.landed_minor as "landedMinor", l.factory_minor as "factoryMinor", l.joined_minor as "joinedMinor",
  l.received, l.taken`;

/** The lots with these ids, or of these orders. */
export async function readLots(w: Work, by: 'id' | 'order_id', ids: readonly string[]): Promise<Map<string, LotRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<LotRow>`
    select ${COLUMNS} from lot l
    where l.account_id = ${w.scope.accountId} and ${sql.ref(`l.${by}`)} = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Up to `most` lots of each product that can give units, in the order in which they do. */
export async function readOpenLots(w: Work, most: ReadonlyMap<string, number>): Promise<LotRow[]> {
  if (most.size === 0) return [];
  const listed = rowsOf('f', [...most], {
    product_id: ['uuid', ([id]) => id],
    most: ['integer', ([, n]) => n],
  });
  const { rows } = await sql<LotRow>`
    select l.* from ${listed}
    cross join lateral (
      select ${COLUMNS} from lot l
      where l.account_id = ${w.scope.accountId} and l.product_id = f.product_id and l.received > l.taken
      order by l.first_received_on, (l.kind = 'COUNT'), l.number, l.id
      limit f.most
    ) l`.execute(w.tx);
  return rows;
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

/**
 * Writes lots, and what they add to the stock of their products and of the account. The only place that does. Lots tell
 * the value of a product first in, first out; otherwise (`isValued` false) the caller saves it.
 */
export async function saveLots(
  w: Work,
  written: readonly WrittenLot[],
  isValued: (productId: string) => boolean,
): Promise<void> {
  if (written.length === 0) return;
  const rows = written.map(({ after }) => after);
  await sql`
    insert into lot as l (
      account_id, id, product_id, kind, order_id, number, first_received_on, units, landed_minor, factory_minor,
      joined_minor, received, taken, updated_at
    )
    select ${w.scope.accountId}, n.*, ${w.now}::timestamptz
    from unnest(
      ${sql.val(rows.map(({ id }) => id))}::uuid[], ${sql.val(rows.map(({ productId }) => productId))}::uuid[],
      ${sql.val(rows.map(({ kind }) => kind))}::text[], ${sql.val(rows.map(({ orderId }) => orderId))}::uuid[],
      ${sql.val(rows.map(({ number }) => String(number)))}::bigint[],
      ${sql.val(rows.map(({ firstDay }) => firstDay))}::date[],
      ${sql.val(rows.map(({ units }) => String(units)))}::bigint[],
      ${sql.val(rows.map(({ landedMinor }) => textOf(landedMinor)))}::bigint[],
      ${sql.val(rows.map(({ factoryMinor }) => textOf(factoryMinor)))}::bigint[],
      ${sql.val(rows.map(({ joinedMinor }) => String(joinedMinor)))}::bigint[],
      ${sql.val(rows.map(({ received }) => String(received)))}::bigint[],
      ${sql.val(rows.map(({ taken }) => String(taken)))}::bigint[]
    ) n
    on conflict (account_id, id) do update
    set first_received_on = excluded.first_received_on, units = excluded.units, landed_minor = excluded.landed_minor,
      factory_minor = excluded.factory_minor, joined_minor = excluded.joined_minor, received = excluded.received,
      taken = excluded.taken, updated_at = excluded.updated_at`.execute(w.tx);
  await recordTotals(w, written);
  await addToProducts(w, written, isValued);
}

const textOf = (value: bigint | null): string | null => (value === null ? null : String(value));

/** Keeps what lots cost from now on, where it is another. What was known before stays known for the days before. */
async function recordTotals(w: Work, written: readonly WrittenLot[]): Promise<void> {
  const rows = written.flatMap(({ before, after }) =>
    after.landedMinor === null ||
    (before?.units === after.units &&
      before.landedMinor === after.landedMinor &&
      before.factoryMinor === after.factoryMinor)
      ? []
      : after,
  );
  if (rows.length === 0) return;
  await sql`
    insert into lot_total as t (account_id, lot_id, recorded_at, units, landed_minor, factory_minor)
    select ${w.scope.accountId}, n.lot_id, ${w.now}::timestamptz, n.units, n.landed_minor, n.factory_minor
    from unnest(
      ${sql.val(rows.map(({ id }) => id))}::uuid[], ${sql.val(rows.map(({ units }) => String(units)))}::bigint[],
      ${sql.val(rows.map(({ landedMinor }) => textOf(landedMinor)))}::bigint[],
      ${sql.val(rows.map(({ factoryMinor }) => textOf(factoryMinor)))}::bigint[]
    ) n(lot_id, units, landed_minor, factory_minor)
    on conflict (account_id, lot_id, recorded_at) do update
    set units = excluded.units, landed_minor = excluded.landed_minor, factory_minor = excluded.factory_minor`.execute(
    w.tx,
  );
}

/** Adds the difference that written lots make to the stock of their products. */
async function addToProducts(
  w: Work,
  written: readonly WrittenLot[],
  isValued: (productId: string) => boolean,
): Promise<void> {
  const sums = new Map<string, typeof ON_HAND>();
  for (const { before, after } of written) {
    const [was, is] = [onHandOf(before), onHandOf(after)];
    const sum = sums.get(after.productId) ?? ON_HAND;
    const worth = isValued(after.productId) ? 1n : 0n;
    sums.set(after.productId, {
      units: sum.units + is.units - was.units,
      unknown: sum.unknown + is.unknown - was.unknown,
      landedMinor: sum.landedMinor + worth * (is.landedMinor - was.landedMinor),
      factoryMinor: sum.factoryMinor + worth * (is.factoryMinor - was.factoryMinor),
    });
  }
  await addToStock(
    w,
    [...sums].map(([productId, sum]) => ({ productId, ...sum, waits: 0n })),
  );
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

async function addToStock(w: Work, differences: readonly StockDifference[]): Promise<void> {
  const rows = differences.filter((d) =>
    [d.units, d.unknown, d.waits, d.landedMinor, d.factoryMinor].some((value) => value !== 0n),
  );
  if (rows.length === 0) return;
  const column = (key: keyof StockDifference) => sql.val(rows.map((row) => String(row[key])));
  await sql`
    with added as materialized (
      select * from unnest(
        ${column('productId')}::uuid[], ${column('units')}::bigint[], ${column('unknown')}::bigint[],
        ${column('waits')}::bigint[], ${column('landedMinor')}::numeric[], ${column('factoryMinor')}::numeric[]
      ) n(product_id, on_hand, unknown, waits, landed_minor, factory_minor)
    ), products as (
      insert into product_stock as s
        (account_id, product_id, on_hand, unknown, waits, landed_minor, factory_minor, updated_at)
      select ${w.scope.accountId}, n.*, ${w.now}::timestamptz from added n
      on conflict (account_id, product_id) do update
      set on_hand = s.on_hand + excluded.on_hand, unknown = s.unknown + excluded.unknown,
        waits = s.waits + excluded.waits, landed_minor = s.landed_minor + excluded.landed_minor,
        factory_minor = s.factory_minor + excluded.factory_minor, updated_at = excluded.updated_at
    )
    insert into stock_total as t (account_id, on_hand, unknown, waits, landed_minor, factory_minor, updated_at)
    select ${w.scope.accountId}, sum(on_hand)::bigint, sum(unknown)::bigint, sum(waits)::bigint, sum(landed_minor),
      sum(factory_minor), ${w.now}::timestamptz
    from added
    on conflict (account_id) do update
    set on_hand = t.on_hand + excluded.on_hand, unknown = t.unknown + excluded.unknown,
      waits = t.waits + excluded.waits, landed_minor = t.landed_minor + excluded.landed_minor,
      factory_minor = t.factory_minor + excluded.factory_minor, updated_at = excluded.updated_at`.execute(w.tx);
}

/** Adds units of products that are sold without cost, or takes some away. */
export const addWaiting = (w: Work, byProduct: ReadonlyMap<string, bigint>): Promise<void> =>
  addToStock(
    w,
    [...byProduct].map(([productId, waits]) => ({ ...ON_HAND, productId, waits })),
  );
