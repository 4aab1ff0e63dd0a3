import type { CustomerOrderStatus } from '@quayside/domain/stock/order-report';
import type { Fulfilment } from '@quayside/domain/stock/sale-places';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { rowsOf } from '../../../db/rows-of.ts';
import type { Work } from '../../../db/tx.ts';
import { BUNDLE_PARTS } from '../../products/facts.ts';

// Customer orders, their lines, and the sales that come from them.

/** A line of a customer order that is stored, with its order. */
export interface KnownLine {
  readonly id: string;
  readonly orderId: string;
  readonly number: string;
  readonly day: string;
  readonly channel: string;
  readonly fulfilment: Fulfilment;
  readonly orderStatus: CustomerOrderStatus;
  readonly sku: string;
  readonly productId: string | null;
  readonly status: CustomerOrderStatus;
  readonly units: bigint;
  readonly shipped: bigint;
  readonly currency: string | null;
  readonly priceMinor: bigint | null;
  readonly lastUpdatedAt: Date | null;
  readonly importId: string;
}
const LINE = sql`
  l.id, o.id as "orderId", o.number, o.day, o.channel, o.status as "orderStatus", l.sku, l.product_id as "productId",
  l.status, l.units, l.shipped, l.currency, l.price_minor as "priceMinor", l.last_updated_at as "lastUpdatedAt",
  l.import_id as "importId", l.fulfilment`;

/** The lines that are known of these orders and SKUs. Each is looked up by its keys, however many the account has. */
export async function readKnownLines(
  w: Work,
  keys: readonly { readonly number: string; readonly sku: string }[],
): Promise<KnownLine[]> {
  if (keys.length === 0) return [];
  const listed = rowsOf('n', keys, { number: ['text', ({ number }) => number], sku: ['text', ({ sku }) => sku] });
  const { rows } = await sql<KnownLine>`
    select ${LINE} from ${listed}
    cross join lateral (
      select * from customer_order o
      where o.account_id = ${w.scope.accountId} and o.number = n.number
      limit 1
    ) o
    cross join lateral (
      select * from customer_order_line l
      where l.account_id = ${w.scope.accountId} and l.customer_order_id = o.id and l.sku = n.sku
      limit 1
    ) l`.execute(w.tx);
  return rows;
}

/** The lines with these ids. */
export async function readLinesById(w: Work, ids: readonly string[]): Promise<Map<string, KnownLine>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<KnownLine>`
    select ${LINE} from customer_order_line l
    join customer_order o on o.account_id = l.account_id and o.id = l.customer_order_id
    where l.account_id = ${w.scope.accountId} and l.id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The next lines of which a condition on the line `l` and its order `o` is true, in the order of their days. */
export async function readLines(w: Work, condition: RawBuilder<unknown>, limit: number): Promise<KnownLine[]> {
  const { rows } = await sql<KnownLine>`
    select ${LINE} from customer_order_line l
    join customer_order o on o.account_id = l.account_id and o.id = l.customer_order_id
    where l.account_id = ${w.scope.accountId} and ${condition}
    order by o.day, l.id
    limit ${limit}`.execute(w.tx);
  return rows;
}

/** The next lines without a product that have one of these SKUs, in the order of their days. */
export async function readLinesWithSkus(w: Work, skus: readonly string[], limit: number): Promise<KnownLine[]> {
  if (skus.length === 0) return [];
  return readLines(w, sql`l.product_id is null and l.sku = any(${sql.val([...skus])}::text[])`, limit);
}

/** The next SKUs of lines without a product, in their order. */
export async function readUnknownSkus(w: Work, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`
    select distinct sku from customer_order_line
    where account_id = ${w.scope.accountId} and product_id is null and sku > ${after}
    order by sku
    limit ${limit}`.execute(w.tx);
  return rows.map(({ sku }) => sku);
}

/**
 * The next lines of which a part waits whole for a bundle, which has no stock and never will. `about` is a product that
 * is becoming one.
 */
export async function readWaitingLines(w: Work, about: string | null, limit: number): Promise<string[]> {
  const bundles =
    about === null
      ? sql`select bundle_id from ${BUNDLE_PARTS} where account_id = ${w.scope.accountId}`
      : sql`select ${about}::uuid`;
  const { rows } = await sql<{ id: string }>`
    select distinct customer_order_line_id as id from movement
    where account_id = ${w.scope.accountId} and product_id in (${bundles}) and waits > 0 and waits = units
      and customer_order_line_id is not null and reversed_at is null
    limit ${limit}`.execute(w.tx);
  return rows.map(({ id }) => id);
}

/** Whether a line of the account waits for a product. */
export async function hasUnknownSkus(w: Work): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from customer_order_line where account_id = ${w.scope.accountId} and product_id is null
    ) as has`.execute(w.tx);
  return rows[0]?.has ?? false;
}

/** What one product gave for the sale of a line, with the units that came back. */
export interface SoldPart {
  readonly id: string;
  readonly productId: string;
  readonly units: bigint;
  readonly waits: bigint;
  readonly returned: bigint;
  readonly firstReturn: string | null;
}
/** The sale of a line that holds: of the product itself, or of the parts of a bundle. */
export interface LineSale {
  readonly lineId: string;
  /** The product of the line. */
  readonly productId: string | null;
  readonly day: string;
  readonly place: string;
  /** Units of the line; each part has a multiple of them. */
  readonly units: bigint;
  readonly parts: readonly SoldPart[];
}
type SaleRow = SoldPart & Omit<LineSale, 'parts' | 'productId' | 'units'> & LineAtSale;
interface LineAtSale {
  readonly lineProductId: string | null;
  readonly lineUnits: bigint;
}

/** The sales of these lines that hold. Read before the lines are written, whose units say what a part is of them. */
export async function readLineSales(w: Work, lineIds: readonly string[]): Promise<Map<string, LineSale>> {
  if (lineIds.length === 0) return new Map();
  const listed = rowsOf('n', lineIds, { id: ['uuid', (id) => id] });
  const { rows } = await sql<SaleRow>`
    select m.id, l.id as "lineId", l.product_id as "lineProductId", l.shipped as "lineUnits",
      m.product_id as "productId", m.day, m.place, m.units, m.waits, coalesce(r.units, 0)::bigint as returned,
      r.day as "firstReturn"
    from ${listed}
    cross join lateral (
      select * from customer_order_line l where l.account_id = ${w.scope.accountId} and l.id = n.id
      limit 1
    ) l
    cross join lateral (
      select * from movement m
      where m.account_id = ${w.scope.accountId} and m.customer_order_line_id = l.id and m.kind = 'TAKING'
        and m.reversed_at is null
      order by m.id
    ) m
    left join lateral (
      select sum(r.units) as units, min(r.day) as day from movement r
      where r.account_id = m.account_id and r.of_id = m.id and r.reversed_at is null
    ) r on true`.execute(w.tx);
  return new Map(
    [...Map.groupBy(rows, ({ lineId }) => lineId)].flatMap(([lineId, parts]) => {
      const [first] = parts;
      if (!first) return [];
      const { lineProductId: productId, lineUnits: units, day, place } = first;
      return [[lineId, { lineId, productId, day, place, units, parts }]];
    }),
  );
}

/** A return as it is recorded again for the sale that replaces the one that it belonged to. */
interface ReturnRow {
  readonly id: string;
  readonly ofId: string;
  readonly productId: string;
  readonly day: string;
  readonly place: string;
  readonly units: bigint;
  readonly words: string | null;
}

/** The returns of these sales that hold, in the order in which they happened. */
export async function readReturns(w: Work, saleIds: readonly string[]): Promise<ReturnRow[]> {
  if (saleIds.length === 0) return [];
  const { rows } = await sql<ReturnRow>`
    select id, of_id as "ofId", product_id as "productId", day, place, units, words from movement
    where account_id = ${w.scope.accountId} and of_id = ${anyOf(saleIds)} and reversed_at is null
    order by day, id`.execute(w.tx);
  return rows;
}

/** An order as it is written. An order with the same number is replaced, and keeps its id. */
interface WrittenOrder {
  readonly number: string;
  readonly channel: string;
  readonly day: string;
  readonly status: string;
}

/** Writes orders. Returns the id of each by its number. */
export async function saveCustomerOrders(w: Work, orders: readonly WrittenOrder[]): Promise<Map<string, string>> {
  if (orders.length === 0) return new Map();
  const text = (key: keyof WrittenOrder) => sql.val(orders.map((order) => order[key]));
  const { rows } = await sql<{ id: string; number: string }>`
    insert into customer_order as o (account_id, id, number, channel, day, status, created_at, updated_at)
    select ${w.scope.accountId}::uuid, n.*, ${w.now}::timestamptz, ${w.now}::timestamptz
    from unnest(
      ${sql.val(orders.map(() => w.newId()))}::uuid[], ${text('number')}::text[], ${text('channel')}::text[],
      ${text('day')}::date[], ${text('status')}::text[]
    ) n
    on conflict (account_id, number) do update
    set channel = excluded.channel, day = excluded.day, status = excluded.status, updated_at = excluded.updated_at
    returning o.id, o.number`.execute(w.tx);
  return new Map(rows.map(({ id, number }) => [number, id]));
}

/** A line as it is written. */
export type WrittenLine = Omit<KnownLine, 'number' | 'day' | 'channel' | 'orderStatus'>;

const textOf = (value: bigint | null): string | null => (value === null ? null : String(value));

/** Writes lines. A line with the same order and SKU is replaced. */
export async function saveOrderLines(w: Work, lines: readonly WrittenLine[]): Promise<void> {
  if (lines.length === 0) return;
  const text = <K extends keyof WrittenLine>(key: K) => sql.val(lines.map((line) => line[key]));
  await sql`
    insert into customer_order_line (
      account_id, id, customer_order_id, sku, product_id, status, units, shipped, currency, price_minor,
      last_updated_at, import_id, fulfilment, created_at, updated_at
    )
    select ${w.scope.accountId}::uuid, n.*, ${w.now}::timestamptz, ${w.now}::timestamptz
    from unnest(
      ${text('id')}::uuid[], ${text('orderId')}::uuid[], ${text('sku')}::text[], ${text('productId')}::uuid[],
      ${text('status')}::text[], ${sql.val(lines.map(({ units }) => String(units)))}::bigint[],
      ${sql.val(lines.map(({ shipped }) => String(shipped)))}::bigint[], ${text('currency')}::text[],
      ${sql.val(lines.map(({ priceMinor }) => textOf(priceMinor)))}::bigint[],
      ${sql.val(lines.map(({ lastUpdatedAt }) => lastUpdatedAt?.toISOString() ?? null))}::timestamptz[],
      ${text('importId')}::uuid[], ${text('fulfilment')}::text[]
    ) n
    on conflict (account_id, id) do update
    set product_id = excluded.product_id, status = excluded.status, units = excluded.units, shipped = excluded.shipped,
      currency = excluded.currency, price_minor = excluded.price_minor, last_updated_at = excluded.last_updated_at,
      import_id = excluded.import_id, fulfilment = excluded.fulfilment, updated_at = excluded.updated_at`.execute(w.tx);
}

/** Deletes lines, and those of their orders that have no other line. */
export async function deleteOrderLines(w: Work, lines: readonly KnownLine[]): Promise<void> {
  if (lines.length === 0) return;
  const a = w.scope.accountId;
  await sql`
    delete from customer_order_line
    where account_id = ${a} and id = ${anyOf(lines.map(({ id }) => id))}`.execute(w.tx);
  await sql`
    delete from customer_order o
    where o.account_id = ${a} and o.id = ${anyOf(lines.map(({ orderId }) => orderId))}
      and not exists (
        select from customer_order_line l where l.account_id = o.account_id and l.customer_order_id = o.id
      )`.execute(w.tx);
}
