import type { QueryOut } from '@quayside/contracts/endpoint';
import type { listMissing, missingFilters, missingTotals } from '@quayside/contracts/stock/missing';
import { type Debtor, DEBTORS } from '@quayside/domain/stock/receipts';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { numberedAs } from '../../../db/numbered-as.ts';
import { costUpTo } from '../../../db/lot-cost.ts';
import { inPeopleOrder } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { byId, byValue, defineList } from '../../../http/list.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PACK_LISTS, SHIPMENT_PLANS } from '../../shipments/facts.ts';
import { ORDERS } from '../../costs/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';

// Chooses pages of pack lists of which units did not arrive and are not decided. This file writes nothing.

/** Pack lists of received plans that something is missing of. A plan is CLOSED only when nothing is. */
const missing = (w: Work) =>
  w.tx
    .selectFrom(SHIPMENT_PLANS.as('s'))
    .innerJoin(PACK_LISTS.as('l'), (j) => j.onRef('l.account_id', '=', 's.account_id').onRef('l.plan_id', '=', 's.id'))
    .innerJoin(ORDERS.as('c'), (j) => j.onRef('c.account_id', '=', 'l.account_id').onRef('c.id', '=', 'l.order_id'))
    .innerJoin(PRODUCTS.as('p'), (j) => j.onRef('p.account_id', '=', 'c.account_id').onRef('p.id', '=', 'c.product_id'))
    .innerJoin(INVOICES.as('i'), (j) => j.onRef('i.account_id', '=', 'c.account_id').onRef('i.id', '=', 'c.invoice_id'))
    .leftJoin(SUPPLIERS.as('u'), (j) =>
      j.onRef('u.account_id', '=', 'i.account_id').onRef('u.id', '=', 'i.supplier_id'),
    )
    .leftJoin('lot as t', (j) => j.onRef('t.account_id', '=', 'l.account_id').onRef('t.id', '=', 'l.id'))
    .where('s.account_id', '=', w.scope.accountId)
    .where('s.status', '=', 'RECEIVED')
    .where('s.missing', '>', 0n)
    .where('s.removed_at', 'is', null)
    .where('l.removed_at', 'is', null)
    .where(sql<boolean>`l.missing > 0`);

/** SQL expression: what the missing units cost. */
export const VALUE = sql<bigint | null>`${costUpTo('t', 'landed_minor', sql`l.missing`)}::bigint`;
/** SQL expression: who is asked first: Amazon for what went there, otherwise who carried it, otherwise the supplier. */
export const DEBTOR = sql<Debtor>`case
  when s.to_address_type = 'AMAZON_FBA' then 'MARKETPLACE'
  when s.carrier_contact_id is not null then 'FORWARDER'
  else 'SUPPLIER'
end`;
const list = defineList<typeof listMissing, typeof missingFilters>({
  filters: {
    debtor: byValue(DEBTORS, DEBTOR),
    supplier: byId(sql.ref('i.supplier_id')),
    product: byId(sql.ref('c.product_id')),
    order: byId(sql.ref('c.id')),
    plan: byId(sql.ref('s.id')),
    packList: byId(sql.ref('l.id')),
  },
  words: sql<string>`lower(
    concat_ws(
      ' ', p.sku, p.name, c.number, i.invoice_number, u.company_name, s.name, s.job_number, s.warehouse_reference,
      ${numberedAs('SP', sql`s.number`)}, ${numberedAs('PL', sql`l.number`)}
    )
  )`,
  sorts: {
    value: VALUE,
    quantity: sql`l.missing`,
    sku: inPeopleOrder(sql`p.sku`),
    shippedOn: sql`s.shipped_on`,
  },
  usual: [{ field: 'value', direction: 'desc' }],
  last: sql`l.number`,
  lastDirection: 'asc',
});
export const { inOrder } = list;

/** What is missing of what a search and a filter find. */
export const matching = (w: Work, q: Pick<QueryOut<typeof missingTotals>, 'search' | 'filter'>) =>
  list.filtered(w, missing(w), q);

/** A pack list of which units are missing, as lists show it. */
export interface MissingHead {
  readonly id: string;
  readonly number: bigint;
  readonly orderId: string;
  readonly orderNumber: string;
  readonly invoiceNumber: string;
  readonly planId: string;
  readonly planNumber: bigint;
  readonly country: string | null;
  readonly shippedOn: string | null;
  readonly deliveredOn: string | null;
  /** The first day on which something of the plan arrived. */
  readonly firstReceivedOn: string | null;
  readonly reference: string | null;
  readonly carrierName: string | null;
  readonly productId: string;
  readonly sku: string;
  readonly productName: string;
  readonly supplierId: string | null;
  readonly supplierName: string | null;
  readonly units: bigint;
  readonly received: bigint;
  readonly missing: bigint;
  readonly valueMinor: bigint | null;
  readonly debtor: Debtor;
}

/** One page of what is missing, the dearest first unless sorted otherwise, and the total count. */
export const listMissingHeads = (w: Work, q: QueryOut<typeof listMissing>) =>
  list.heads(w, q, matching(w, q).select('l.id'), readHeads);

/** What is missing of these orders, by number. */
export async function readMissingOf(w: Work, orderIds: readonly string[]): Promise<MissingHead[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select l.id from ${PACK_LISTS} l
    join ${SHIPMENT_PLANS} s on s.account_id = l.account_id and s.id = l.plan_id and s.status = 'RECEIVED'
    where l.account_id = ${w.scope.accountId} and l.order_id = ${anyOf(orderIds)} and l.removed_at is null
      and l.missing > 0
    order by l.number`.execute(w.tx);
  const ids = rows.map(({ id }) => id);
  const byId = await readHeads(w, ids);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function readHeads(w: Work, ids: readonly string[]): Promise<Map<string, MissingHead>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<MissingHead>`
    select l.id, l.number, c.id as "orderId", c.number as "orderNumber", i.invoice_number as "invoiceNumber",
      s.id as "planId", s.number as "planNumber", s.country, s.shipped_on as "shippedOn",
      s.delivered_on as "deliveredOn", r.day as "firstReceivedOn", s.warehouse_reference as reference,
      f.company_name as "carrierName", p.id as "productId", p.sku, p.name as "productName",
      i.supplier_id as "supplierId", u.company_name as "supplierName", l.units, l.received, l.missing,
      ${VALUE} as "valueMinor", ${DEBTOR} as debtor
    from ${PACK_LISTS} l
    join ${SHIPMENT_PLANS} s on s.account_id = l.account_id and s.id = l.plan_id
    join ${ORDERS} c on c.account_id = l.account_id and c.id = l.order_id
    join ${PRODUCTS} p on p.account_id = c.account_id and p.id = c.product_id
    join ${INVOICES} i on i.account_id = c.account_id and i.id = c.invoice_id
    left join ${SUPPLIERS} u on u.account_id = i.account_id and u.id = i.supplier_id
    left join ${SUPPLIERS} f on f.account_id = s.account_id and f.id = s.carrier_contact_id
    left join lot t on t.account_id = l.account_id and t.id = l.id
    left join lateral (
      select min(r.day) as day from receipt r
      where r.account_id = s.account_id and r.plan_id = s.id and r.reversed_at is null
    ) r on true
    where l.account_id = ${w.scope.accountId} and l.id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The number of pack lists that something is missing of, with units and what these cost. */
export const sumMissing = (w: Work, q: QueryOut<typeof missingTotals>) =>
  matching(w, q)
    .select([
      sql<bigint>`count(*)`.as('count'),
      sql<bigint>`coalesce(sum(l.missing), 0)::bigint`.as('units'),
      sql<bigint>`coalesce(sum(${VALUE}), 0)::bigint`.as('valueMinor'),
    ])
    .executeTakeFirstOrThrow();
