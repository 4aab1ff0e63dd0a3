import type { QueryOut } from '@quayside/contracts/endpoint';
import type { getProductInventory } from '@quayside/contracts/stock/product-stock';
import type { ShipmentStatus } from '@quayside/domain/shipments/option-lists';
import type { Place } from '@quayside/domain/stock/places';
import { numberOf } from '@quayside/domain/shipments/numbers';
import { type RawBuilder, sql } from 'kysely';
import { cappedCount, chipCondition, countBeside, holdsWord, pageWindow, searchWords } from '../../../db/paging.ts';
import { readPage } from '../../../db/plans.ts';
import type { Work } from '../../../db/tx.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PACK_LISTS, SHIPMENT_PLANS } from '../../shipments/facts.ts';
import { ALLOCATIONS, COST_ENTRIES, ORDERS } from '../../costs/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { placeChanges, type StockFigures } from './stock-at.views.ts';

// Chooses pages of the lots of a product. This file writes nothing.

type Query = QueryOut<typeof getProductInventory>;

interface LotIds {
  readonly account_id: string;
  readonly id: string;
  readonly kind: string;
  readonly order_id: string | null;
  readonly number: bigint;
  readonly first_received_on: string | null;
  readonly units: bigint;
  readonly on_hand: bigint;
}

/** The lots of a product, with the pack lists of which nothing has arrived: these are no lots yet. */
const lotsOf = (w: Work, productId: string) => {
  const a = w.scope.accountId;
  return sql<LotIds>`(
    select account_id, id, kind, order_id, number, first_received_on, units, received - taken as on_hand
    from lot t
    where account_id = ${a} and product_id = ${productId} and (
      received > 0 or kind = 'PACK_LIST' and not exists (
        select from ${PACK_LISTS} l where l.account_id = t.account_id and l.id = t.id and l.removed_at is not null
      )
    )
    union all
    select l.account_id, l.id, 'PACK_LIST', l.order_id, l.number, null, l.lot_units, 0
    from ${ORDERS} c
    join ${PACK_LISTS} l on l.account_id = c.account_id and l.order_id = c.id
    where c.account_id = ${a} and c.product_id = ${productId} and c.removed_at is null and l.removed_at is null
      and l.lot_units > 0
      and not exists (select from lot t where t.account_id = l.account_id and t.id = l.id)
  )`;
};

function wordCondition(word: string): RawBuilder<boolean> {
  const number = numberOf('PACK_LIST', word);
  const text = sql<boolean>`exists (
    select from ${ORDERS} c
    join ${INVOICES} i on i.account_id = c.account_id and i.id = c.invoice_id
    left join ${PURCHASE_ORDERS} o on o.account_id = c.account_id and o.id = c.purchase_order_id
    where c.account_id = t.account_id and c.id = t.order_id
      and ${holdsWord(sql`lower(concat_ws(' ', c.number, i.invoice_number, o.po_number))`, word)}
  )`;
  return number === undefined
    ? text
    : sql<boolean>`(${text} or t.kind = 'PACK_LIST' and t.number = ${String(number)}::bigint)`;
}

const SORTS: Readonly<Record<NonNullable<Query['sort']>[number]['field'], RawBuilder<unknown>>> = {
  receivedOn: sql`t.first_received_on`,
  units: sql`t.units`,
  onHand: sql`t.on_hand`,
};

/** A lot as the page of its product shows it. */
export interface LotHead {
  readonly id: string;
  readonly kind: 'PACK_LIST' | 'OPENING' | 'COUNT';
  readonly isLot: boolean;
  readonly packListNumber: bigint | null;
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  readonly purchaseOrderNumber: string | null;
  readonly invoiceId: string | null;
  readonly planId: string | null;
  readonly planNumber: bigint | null;
  readonly planStatus: ShipmentStatus | null;
  readonly expectedOn: string | null;
  readonly receivedOn: string | null;
  readonly units: bigint;
  readonly landedMinor: bigint | null;
  readonly factoryMinor: bigint | null;
  /** With what was lost on the way: the positions of the lot. */
  readonly received: bigint;
  readonly taken: bigint;
  /** Without what was lost on the way. */
  readonly arrived: bigint;
  readonly notArrived: bigint;
  readonly isProvisional: boolean;
}

/** One page of the lots of a product, in the order in which they give units, and the total count. */
export async function listLotHeads(
  w: Work,
  productId: string,
  q: Query,
): Promise<{ rows: LotHead[]; count: number; window: ReturnType<typeof pageWindow> }> {
  const window = pageWindow(q);
  const found = [
    ...searchWords(q.search).map(wordCondition),
    ...q.filter.map((chip) =>
      chip.field === 'onHand' ? sql<boolean>`t.on_hand > 0` : chipCondition(chip, sql`t.kind`),
    ),
  ].reduce((rows, condition) => rows.where(condition), w.tx.selectFrom(lotsOf(w, productId).as('t')).select('t.id'));
  const sorted = (q.sort ?? [{ field: 'receivedOn' as const, direction: 'asc' as const }]).reduce(
    (rows, { field, direction }) => rows.orderBy(SORTS[field], (o) => o[direction]().nullsLast()),
    found,
  );
  const page = await readPage(w.tx, sorted.orderBy(sql`t.kind = 'COUNT'`).orderBy('t.number').orderBy('t.id'), window);
  const count = await countBeside(page, window, () => cappedCount(w.tx, found));
  const byId = await readLotHeads(
    w,
    page.map(({ id }) => id),
  );
  return { rows: page.flatMap(({ id }) => byId.get(id) ?? []), count, window };
}

async function readLotHeads(w: Work, ids: readonly string[]): Promise<Map<string, LotHead>> {
  if (ids.length === 0) return new Map();
  const a = w.scope.accountId;
  const { rows } = await sql<LotHead>`
    select n.id, coalesce(t.kind, 'PACK_LIST') as kind, t.id is not null as "isLot", l.number as "packListNumber",
      c.id as "orderId", c.number as "orderNumber", o.po_number as "purchaseOrderNumber",
      c.invoice_id as "invoiceId", s.id as "planId", s.number as "planNumber", s.status as "planStatus",
      coalesce(s.estimated_delivery_date, s.eta) as "expectedOn", t.first_received_on as "receivedOn",
      coalesce(t.units, l.lot_units) as units, t.landed_minor as "landedMinor", t.factory_minor as "factoryMinor",
      coalesce(t.received, 0) as received, coalesce(t.taken, 0) as taken,
      coalesce(l.received - l.credited, t.received) as arrived,
      coalesce(l.missing, 0) as "notArrived", exists (
        select from ${COST_ENTRIES} e
        join ${ALLOCATIONS} x on x.account_id = e.account_id and x.id = e.allocation_id
        where e.account_id = ${a} and e.layer_id = c.id and e.superseded_at is null and not e.is_excluded
          and (e.pack_list_id is null or e.pack_list_id = n.id) and x.is_provisional
      ) as "isProvisional"
    from unnest(${sql.val([...ids])}::uuid[]) n(id)
    left join lot t on t.account_id = ${a} and t.id = n.id
    left join ${PACK_LISTS} l on l.account_id = ${a} and l.id = n.id
    left join ${ORDERS} c on c.account_id = ${a} and c.id = coalesce(t.order_id, l.order_id)
    left join ${PURCHASE_ORDERS} o on o.account_id = ${a} and o.id = c.purchase_order_id
    left join ${SHIPMENT_PLANS} s on s.account_id = ${a} and s.id = l.plan_id`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The kept sums of a product; undefined if it never had stock. */
export async function findStock(w: Work, productId: string): Promise<StockFigures | undefined> {
  const { rows } = await sql<StockFigures>`
    select * from product_stock
    where account_id = ${w.scope.accountId} and product_id = ${productId}`.execute(w.tx);
  return rows[0];
}

/** What each place has of a product, with places that have none left out. */
export async function placesNow(
  w: Work,
  productId: string,
): Promise<{ readonly place: Place; readonly units: bigint }[]> {
  const { rows } = await sql<{ place: Place; units: bigint }>`
    select place, sum(units)::bigint as units
    from ${placeChanges(w, productId)} c
    group by place
    having sum(units) <> 0
    order by sum(units) desc, place`.execute(w.tx);
  return rows;
}

/** What changed at each place of a product on each day up to the last, in order. */
export async function placesByDay(
  w: Work,
  productId: string,
  to: string | null,
): Promise<{ readonly day: string; readonly place: Place; readonly units: bigint }[]> {
  const { rows } = await sql<{ day: string; place: Place; units: bigint }>`
    select day, place, sum(units)::bigint as units
    from ${placeChanges(w, productId)} c
    where ${to}::date is null or day <= ${to}::date
    group by day, place
    having sum(units) <> 0
    order by day, place`.execute(w.tx);
  return rows;
}
