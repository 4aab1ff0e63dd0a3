import type { PairingType } from '@quayside/contracts/invoices/invoice-header';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { listScopeOptions } from '@quayside/contracts/costs/allocation-preview';
import type { ShippingMethod } from '@quayside/domain/lists';
import { type RawBuilder, sql } from 'kysely';
import { containing, holdsWord } from '../../../db/paging.ts';
import { numberedAs } from '../../../db/numbered-as.ts';
import type { Work } from '../../../db/tx.ts';
import { INVOICES, INVOICE_LINES, PAIRINGS } from '../../invoices/facts.ts';
import { CARTON_ROWS, PACK_LISTS, SHIPMENT_PLANS, planLabelOf } from '../../shipments/facts.ts';
import { PURCHASE_ITEMS, PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import type { CostLineRow } from '../costs.types.ts';
import { orderRefOf } from '../facts.ts';

// This file reads facts of other areas, because costs are computed from invoice lines, which belong to the invoices
// area.

const lineQuery = (w: Work) =>
  w.tx
    .selectFrom(INVOICE_LINES.as('l'))
    .innerJoin(INVOICES.as('i'), (join) =>
      join.onRef('i.account_id', '=', 'l.account_id').onRef('i.id', '=', 'l.invoice_id'),
    )
    // A credit uses the row of the line it credits (r, on invoice ri); any other line uses its own row. A `coalesce` in
    // the join condition would prevent the use of an index, because PostgreSQL does not regard it as leakproof under
    // row-level security.
    .innerJoin(INVOICE_LINES.as('r'), (join) =>
      join
        .onRef('r.account_id', '=', 'l.account_id')
        .on(sql<boolean>`r.id = case when l.credits_line_id is null then l.id else l.credits_line_id end`),
    )
    .innerJoin(INVOICES.as('ri'), (join) =>
      join.onRef('ri.account_id', '=', 'r.account_id').onRef('ri.id', '=', 'r.invoice_id'),
    )
    .leftJoin(PRODUCTS.as('p'), (join) =>
      join.onRef('p.account_id', '=', 'r.account_id').onRef('p.id', '=', 'r.product_id'),
    )
    .leftJoin(PURCHASE_ITEMS.as('o'), (join) =>
      join.onRef('o.account_id', '=', 'r.account_id').onRef('o.id', '=', 'r.purchase_order_line_id'),
    )
    .select([
      'l.id',
      'l.invoice_id',
      'l.position',
      'l.credits_line_id',
      'r.product_id',
      'p.sku',
      'r.cost_type',
      'l.quantity',
      'l.amount_minor',
      'l.tax_minor',
      'r.is_tax_recoverable',
      'r.is_excluded',
      'r.basis',
      'l.has_chosen_scope',
      'l.deleted_at',
      'i.deleted_at as invoice_deleted_at',
      'i.status',
      'i.date',
      'ri.currency',
      'ri.rate',
      'ri.cost_rate',
      'ri.rate_date',
      'ri.rate_source',
      'ri.shipping_method',
      'o.order_id as purchase_order_id',
    ])
    .where('l.account_id', '=', w.scope.accountId);

type Raw = Awaited<ReturnType<ReturnType<typeof lineQuery>['execute']>>[number];

/** Without a rate of its own an invoice has none at all: what it was paid at follows from that rate. */
const rateOf = (r: Pick<Raw, 'rate' | 'cost_rate' | 'rate_date' | 'rate_source'>) =>
  r.rate === null || r.cost_rate === null
    ? { rate: r.rate, ownRate: r.rate, rateDate: r.rate_date, rateSource: r.rate_source }
    : { rate: r.cost_rate, ownRate: r.rate, rateDate: null, rateSource: 'payment' as const };

const toLine = (r: Raw): CostLineRow => ({
  id: r.id,
  invoiceId: r.invoice_id,
  position: r.position,
  productId: r.product_id,
  productSku: r.sku,
  costType: r.cost_type,
  quantity: r.quantity,
  amountMinor: r.amount_minor,
  taxMinor: r.tax_minor,
  isTaxRecoverable: r.is_tax_recoverable,
  isExcluded: r.is_excluded,
  basis: r.basis,
  hasChosenScope: r.has_chosen_scope,
  creditsLineId: r.credits_line_id,
  isDeleted: r.deleted_at !== null || r.invoice_deleted_at !== null,
  status: r.status,
  date: r.date,
  currency: r.currency,
  ...rateOf(r),
  shippingMethod: r.shipping_method,
  purchaseOrderId: r.purchase_order_id,
});

export async function linesById(w: Work, ids: readonly string[]): Promise<CostLineRow[]> {
  if (ids.length === 0) return [];
  return (
    await lineQuery(w)
      .where('l.id', 'in', [...ids])
      .orderBy('l.id')
      .execute()
  ).map(toLine);
}

/** The lines that credit the given lines, in the order of creation. Few are credited, so their ids are read first. */
export async function linesCrediting(w: Work, lineIds: readonly string[]): Promise<CostLineRow[]> {
  if (lineIds.length === 0) return [];
  const crediting = await w.tx
    .selectFrom(INVOICE_LINES.as('invoice_line'))
    .select('id')
    .where('account_id', '=', w.scope.accountId)
    .where('credits_line_id', 'in', [...lineIds])
    .execute();
  return linesById(
    w,
    crediting.map(({ id }) => id),
  );
}

/** All lines of these invoices, including deleted lines that still have a current allocation. */
export async function linesOfInvoices(
  w: Work,
  invoiceIds: readonly string[],
  which: 'all' | 'live',
): Promise<CostLineRow[]> {
  if (invoiceIds.length === 0) return [];
  let query = lineQuery(w).where('l.invoice_id', 'in', [...invoiceIds]);
  if (which === 'live') query = query.where('l.deleted_at', 'is', null);
  return (await query.orderBy('l.invoice_id').orderBy('l.position').orderBy('l.id').execute()).map(toLine);
}

/** The measures that a new order copies from its product. */
export async function productMeasures(
  w: Work,
  ids: readonly string[],
): Promise<Map<string, { weightUg: bigint | null; volumeMm3: bigint | null; shippingMethod: ShippingMethod | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom(PRODUCTS.as('product'))
    .select(['id', 'unit_weight_ug', 'unit_volume_mm3', 'shipping_method'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(
    rows.map((r) => [
      r.id,
      {
        weightUg: r.unit_weight_ug,
        volumeMm3: r.unit_volume_mm3,
        shippingMethod: r.shipping_method,
      },
    ]),
  );
}

/** The totals that people typed for these invoices, in the currency of each invoice. */
export async function invoiceHeads(
  w: Work,
  ids: readonly string[],
): Promise<
  {
    id: string;
    number: string;
    totalMinor: bigint | null;
    currency: string;
    rate: string | null;
    ownRate: string | null;
  }[]
> {
  if (ids.length === 0) return [];
  const rows = await w.tx
    .selectFrom(INVOICES.as('invoice'))
    .select(['id', 'invoice_number', 'total_minor', 'currency', 'rate', 'cost_rate', 'rate_date', 'rate_source'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', [...ids])
    .execute();
  return rows.map((r) => ({
    id: r.id,
    number: r.invoice_number,
    totalMinor: r.total_minor,
    currency: r.currency,
    rate: rateOf(r).rate,
    ownRate: r.rate,
  }));
}

export async function pairingsOf(
  w: Work,
  invoiceIds: readonly string[],
): Promise<{ invoiceId: string; type: PairingType; targetId: string }[]> {
  if (invoiceIds.length === 0) return [];
  const rows = await w.tx
    .selectFrom(PAIRINGS.as('invoice_pairing'))
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('invoice_id', 'in', [...invoiceIds])
    .execute();
  return rows.map((r) => ({
    invoiceId: r.invoice_id,
    type: r.target_type,
    targetId: r.target_id,
  }));
}

export async function existing(
  w: Work,
  type: 'INVOICE' | 'PRODUCT' | 'ORDER',
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const a = w.scope.accountId;
  const rows =
    type === 'INVOICE'
      ? await w.tx
          .selectFrom(INVOICES.as('invoice'))
          .select('id')
          .where('account_id', '=', a)
          .where('deleted_at', 'is', null)
          .where('id', 'in', [...ids])
          .execute()
      : type === 'PRODUCT'
        ? await w.tx
            .selectFrom(PRODUCTS.as('product'))
            .select('id')
            .where('account_id', '=', a)
            .where('id', 'in', [...ids])
            .execute()
        : await w.tx
            .selectFrom('cost_layer')
            .select('id')
            .where('account_id', '=', a)
            .where('removed_at', 'is', null)
            .where('id', 'in', [...ids])
            .execute();
  return new Set(rows.map((r) => r.id));
}

/** The other invoices whose costs are shared over this invoice or one of its orders, by the choice of a person. */
export const usersOfInvoice = (w: Work, invoiceId: string): Promise<{ invoiceId: string; number: string }[]> =>
  usersOfTargets(
    w,
    sql`
      select 'INVOICE' as type, ${invoiceId}::uuid as id
      union all
      select 'ORDER', id
      from cost_layer
      where account_id = ${w.scope.accountId} and invoice_id = ${invoiceId} and removed_at is null`,
    invoiceId,
  );

/** The invoices of which a person has chosen to share costs over this order. */
export const usersOfOrder = (w: Work, orderId: string): Promise<{ invoiceId: string; number: string }[]> =>
  usersOfTargets(w, sql`select 'ORDER' as type, ${orderId}::uuid as id`, null);

/** The invoices of which a person has chosen to share costs over one of these targets. */
async function usersOfTargets(
  w: Work,
  targets: RawBuilder<unknown>,
  exceptId: string | null,
): Promise<{ invoiceId: string; number: string }[]> {
  const a = w.scope.accountId;
  const result = await sql<{ id: string; invoice_number: string }>`
    with targets as (${targets}), lines as (
      select s.line_id as id
      from targets t
      join cost_line_scope s on s.account_id = ${a} and s.target_type = t.type and s.target_id = t.id
      union
      select m.line_id
      from targets t
      join cost_manual_share m on m.account_id = ${a} and m.layer_id = t.id
      where t.type = 'ORDER'
    ), users as (
      select q.invoice_id as id
      from targets t
      join ${PAIRINGS} q on q.account_id = ${a} and q.target_type = t.type and q.target_id = t.id
      union
      select l.invoice_id
      from lines
      join ${INVOICE_LINES} l on l.account_id = ${a} and l.id = lines.id and l.deleted_at is null
    )
    select i.id, i.invoice_number
    from users u
    join ${INVOICES} i on i.account_id = ${a} and i.id = u.id and i.deleted_at is null
    where i.id is distinct from ${exceptId}::uuid
    order by i.invoice_number limit 20`.execute(w.tx);
  return result.rows.map((r) => ({ invoiceId: r.id, number: r.invoice_number }));
}

type ScopeCandidate = ResponseOf<typeof listScopeOptions>[number];
/**
 * The records over which costs can be shared: invoices with orders, orders, products with orders, purchase orders,
 * shipment plans, pack lists and carton rows. A discontinued product is listed only if the person asked for them, or
 * searched for its whole SKU.
 */
export async function scopeCandidates(
  w: Work,
  exceptInvoiceId: string,
  search: string,
  withDiscontinued: boolean,
): Promise<ScopeCandidate[]> {
  const a = w.scope.accountId;
  const like = containing(search);
  const holds = (text: RawBuilder<unknown>) => holdsWord(text, search);
  const result = await sql<ScopeCandidate>`
    (
      select 'INVOICE' as type, i.id, i.invoice_number as label,
        s.company_name || ' · ' || count(c.id) || ' orders' as detail, null::jsonb as "order"
      from ${INVOICES} i
      join ${SUPPLIERS} s on s.account_id = i.account_id and s.id = i.supplier_id
      join cost_layer c on c.account_id = i.account_id and c.invoice_id = i.id and c.removed_at is null
      where i.account_id = ${a} and i.deleted_at is null and i.id <> ${exceptInvoiceId}
        and (
          ${holds(sql`lower(i.invoice_number)`)}
          or ${holds(sql`lower(s.company_name)`)}
          or ${holds(sql`lower(coalesce(s.local_name, ''))`)}
        )
      group by i.account_id, i.id, s.company_name order by i.date desc, i.id desc limit 20
    )
    union all (
      select 'ORDER', c.id, c.number, p.sku || ' · ' || c.units || ' units', ${orderRefOf}
      from cost_layer c
      join ${INVOICES} i on i.account_id = c.account_id and i.id = c.invoice_id
      join ${PRODUCTS} p on p.account_id = c.account_id and p.id = c.product_id
      where c.account_id = ${a} and c.removed_at is null
        and (
          ${holds(sql`lower(concat_ws(E'\\n', i.invoice_number, c.number, p.sku))`)}
          or ${holds(sql`lower(p.name)`)}
        )
      order by c.date desc, c.number desc
      limit 20
    )
    union all (
      select 'PRODUCT', p.id, p.sku, p.name, null
      from ${PRODUCTS} p
      where p.account_id = ${a} and p.search_text like ${like}
        and (p.status <> 'DISCONTINUED' or ${withDiscontinued} or p.sku_key = lower(${search}))
        and exists (
          select 1 from cost_layer c where c.account_id = p.account_id and c.product_id = p.id and c.removed_at is null
        )
      order by lower(p.sku)
      limit 20
    )
    union all (
      select 'PURCHASE_ORDER', o.id, o.po_number,
        coalesce(s.company_name || ' · ', '') || o.item_count || ' items', null
      from ${PURCHASE_ORDERS} o
      left join ${SUPPLIERS} s on s.account_id = o.account_id and s.id = o.supplier_id
      where o.account_id = ${a} and o.archived_at is null and o.status <> 'DRAFT'
        and (
          ${holds(sql`lower(o.po_number)`)}
          or ${holds(sql`lower(o.internal_number)`)}
          or ${holds(sql`lower(s.company_name)`)}
        )
      order by o.order_date desc, o.id desc
      limit 20
    )
    union all (
      select 'SHIPMENT', s.id, ${planLabelOf(sql`s.number`, sql`s.name`)},
        s.pack_lists || ' pack lists · ' || s.units || ' units', null
      from ${SHIPMENT_PLANS} s
      where s.account_id = ${a} and s.removed_at is null
        and (
          lower(${numberedAs('SP', sql`s.number`)}) like ${like}
          or ${holds(sql`lower(coalesce(s.name, ''))`)}
          or ${holds(sql`lower(coalesce(s.tracking_number, ''))`)}
          or ${holds(sql`lower(coalesce(s.job_number, ''))`)}
        )
      order by s.number desc
      limit 20
    )
    union all (
      select 'PACK_LIST', l.id, ${numberedAs('PL', sql`l.number`)},
        p.sku || ' · ' || l.units || ' units', ${orderRefOf}
      from ${PACK_LISTS} l
      join cost_layer c on c.account_id = l.account_id and c.id = l.order_id
      join ${PRODUCTS} p on p.account_id = c.account_id and p.id = c.product_id
      where l.account_id = ${a} and l.removed_at is null
        and (
          lower(${numberedAs('PL', sql`l.number`)}) like ${like}
          or ${holds(sql`lower(p.sku)`)}
          or ${holds(sql`lower(p.name)`)}
        )
      order by l.number desc
      limit 20
    )
    union all (
      select 'CARTON', t.id, ${numberedAs('CT', sql`t.number`)}, t.count || ' cartons', null
      from ${CARTON_ROWS} t
      where t.account_id = ${a} and lower(${numberedAs('CT', sql`t.number`)}) like ${like}
      order by t.number desc
      limit 20
    )`.execute(w.tx);
  return result.rows;
}
