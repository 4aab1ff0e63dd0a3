import type { RatePer } from '@quayside/domain/lists';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { isKnown } from '../../../db/known.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';
import { PACK_LISTS, packListRefOf } from '../../shipments/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import type { StoredDuty, StoredRatedPlan } from '../costs.types.ts';
import { type Known, ordersKnown } from '../rows/known.views.ts';

/** Product names and SKUs for responses. */
export async function productNames(
  w: Work,
  ids: readonly string[],
): Promise<Map<string, { sku: string; name: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom(PRODUCTS.as('product'))
    .select(['id', 'sku', 'name'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((r) => [r.id, { sku: r.sku, name: r.name }]));
}

/** Which part of a product's cost to explain. */
export interface ExplainScope {
  readonly productId: string;
  readonly at: Known;
  /**
   * Only orders, and costs without an order, that are dated on this day or earlier are included; null includes all of
   * them.
   */
  readonly datedBy: string | null;
}

const entryQuery = (w: Work, s: ExplainScope) => {
  const rows = w.tx
    .selectFrom('cost_entry as e')
    .innerJoin('cost_allocation as a', (j) =>
      j.onRef('a.account_id', '=', 'e.account_id').onRef('a.id', '=', 'e.allocation_id'),
    )
    .innerJoin(INVOICE_LINES.as('l'), (j) =>
      j.onRef('l.account_id', '=', 'e.account_id').onRef('l.id', '=', 'e.line_id'),
    )
    .innerJoin(INVOICES.as('i'), (j) => j.onRef('i.account_id', '=', 'e.account_id').onRef('i.id', '=', 'e.invoice_id'))
    .leftJoin(SUPPLIERS.as('s'), (j) =>
      j.onRef('s.account_id', '=', 'i.account_id').onRef('s.id', '=', 'i.supplier_id'),
    )
    .leftJoin(INVOICE_LINES.as('cl'), (j) =>
      j.onRef('cl.account_id', '=', 'a.account_id').onRef('cl.id', '=', 'a.credits_line_id'),
    )
    .leftJoin(INVOICES.as('ci'), (j) =>
      j.onRef('ci.account_id', '=', 'cl.account_id').onRef('ci.id', '=', 'cl.invoice_id'),
    )
    .leftJoin(ordersKnown(w, s.at).as('c'), (j) => j.onRef('c.id', '=', 'e.layer_id'))
    .where('e.account_id', '=', w.scope.accountId)
    .where('e.product_id', '=', s.productId);
  return s.datedBy === null ? rows : rows.where(sql<boolean>`coalesce(c.date, i.date) <= ${s.datedBy}::date`);
};

/** The entries of a product that are current, or were current at a past time, each with the data to recompute it. */
export async function entriesOfProduct(w: Work, s: ExplainScope) {
  const rows = await entryQuery(w, s)
    .where(isKnown('e', s.at))
    .select([
      'e.id',
      'e.layer_id',
      'e.line_id',
      'e.invoice_id',
      'e.cost_type',
      'e.document_minor',
      'e.account_minor',
      'e.pack_list_id',
      'e.duty',
      'e.weight',
      'e.rounding_unit',
      'e.is_excluded',
      'e.recorded_at',
      'a.basis',
      'a.is_basis_fallback',
      'a.measure',
      'a.chargeable_method',
      'a.weight_total',
      'a.weight_scale',
      'a.rated_plans',
      'a.document_minor as line_document_minor',
      'a.account_minor as line_account_minor',
      'a.amount_minor',
      'a.cost_tax_minor',
      'a.before_amount_minor',
      'a.before_cost_tax_minor',
      'a.rate',
      'a.rate_date',
      'a.rate_source',
      'a.is_provisional',
      'l.position',
      'l.name as line_name',
      'i.invoice_number',
      'i.date',
      'i.status',
      'i.currency',
      'i.document_id',
      's.company_name',
      'cl.id as credited_line_id',
      'cl.position as credited_position',
      'ci.id as credited_invoice_id',
      'ci.invoice_number as credited_invoice_number',
      packListRefOf(sql`e.account_id`, sql`e.pack_list_id`).as('pack_list'),
      sql<bigint | null>`(
        select pl.lot_units from ${PACK_LISTS} pl where pl.account_id = e.account_id and pl.id = e.pack_list_id
      )`.as('pack_list_units'),
      // The rate of the entry was frozen; how it was typed is known as long as the invoice has that rate.
      sql<string | null>`case a.rate when i.rate then i.rate_typed when ci.rate then ci.rate_typed end`.as(
        'rate_typed',
      ),
      sql<RatePer | null>`case a.rate when i.rate then i.rate_typed_per when ci.rate then ci.rate_typed_per end`.as(
        'rate_typed_per',
      ),
    ])
    .orderBy('i.date')
    .orderBy('i.invoice_number')
    .orderBy('l.position')
    .orderBy('e.id')
    .execute();
  return rows.map((r) => ({
    ...r,
    weight: BigInt(r.weight),
    weight_total: BigInt(r.weight_total),
    ratedPlans: r.rated_plans as unknown as readonly StoredRatedPlan[],
    storedDuty: r.duty as unknown as StoredDuty | null,
  }));
}
export type EntryRow = Awaited<ReturnType<typeof entriesOfProduct>>[number];

/** The former cost entries of the product, which have been replaced or removed, newest first. */
export async function historyOfProduct(w: Work, s: ExplainScope) {
  return entryQuery(w, s)
    .where(s.at === null ? sql<boolean>`e.superseded_at is not null` : sql<boolean>`e.superseded_at < ${s.at}`)
    .select([
      'e.id',
      'e.layer_id',
      'e.cost_type',
      'e.account_minor',
      'e.recorded_at',
      'e.superseded_at',
      'l.position',
      'i.invoice_number',
    ])
    .orderBy('e.superseded_at', 'desc')
    .orderBy('e.id')
    .limit(200)
    .execute();
}
export type HistoryRow = Awaited<ReturnType<typeof historyOfProduct>>[number];

/**
 * The orders of a product, newest first, and the orders with the given ids. An entry from the past can belong to an
 * order that has since been deleted or moved to another product. The history of orders is recorded only from a certain
 * release on; for earlier times, an order is shown as it was when recording began.
 */
export async function ordersOfProduct(w: Work, s: ExplainScope, alsoIds: readonly string[]) {
  const isOwn = sql<boolean>`(
    o.product_id = ${s.productId} and not o.is_removed
    and (${s.datedBy}::date is null or o.date <= ${s.datedBy}::date)
  )`;
  return w.tx
    .selectFrom(ordersKnown(w, s.at).as('o'))
    .innerJoin('cost_layer as c', (j) => j.onRef('c.id', '=', 'o.id').on('c.account_id', '=', w.scope.accountId))
    .innerJoin(INVOICES.as('i'), (j) => j.onRef('i.account_id', '=', 'c.account_id').onRef('i.id', '=', 'c.invoice_id'))
    .innerJoin(INVOICE_LINES.as('l'), (j) =>
      j.onRef('l.account_id', '=', 'c.account_id').onRef('l.id', '=', 'c.invoice_line_id'),
    )
    .select([
      'c.id',
      'c.number',
      'o.date',
      'o.weight_ug',
      'o.volume_mm3',
      'c.invoice_id',
      'i.invoice_number',
      'l.position',
    ])
    .select(sql<bigint>`case when ${isOwn} then o.units else 0 end`.as('units'))
    .where((eb) => eb.or([isOwn, sql<boolean>`o.id = any(${sql.val([...alsoIds])}::uuid[])`]))
    .orderBy('o.date', 'desc')
    .orderBy('c.number', 'desc')
    .execute();
}

/** The sums of the invoices that occur in the explanation. */
export async function documentsOf(w: Work, invoiceIds: readonly string[]) {
  if (invoiceIds.length === 0) return [];
  return w.tx
    .selectFrom(INVOICES.as('i'))
    .innerJoin('invoice_total as t', (j) =>
      j.onRef('t.account_id', '=', 'i.account_id').onRef('t.invoice_id', '=', 'i.id'),
    )
    .select([
      'i.id',
      'i.invoice_number',
      'i.currency',
      'i.total_minor',
      't.lines_minor',
      't.recoverable_tax_minor',
      't.cost_tax_minor',
      't.assigned_minor',
      't.unassigned_minor',
      't.excluded_minor',
    ])
    .where('i.account_id', '=', w.scope.accountId)
    .where('i.id', 'in', [...invoiceIds])
    .orderBy('i.date')
    .orderBy('i.invoice_number')
    .execute();
}
