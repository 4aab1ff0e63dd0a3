import type { AppliedBasis, Measure } from '@quayside/domain/landed-cost/types';
import type { CostCategory, InvoiceStatus, RateSource, ShippingMethod } from '@quayside/domain/lists';
import type { Work } from '../../db/tx.ts';

/** Names of products, for answers. */
export async function productNames(w: Work, ids: readonly string[]): Promise<Map<string, { sku: string; name: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom('product')
    .select(['id', 'sku', 'name'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((r) => [r.id, { sku: r.sku, name: r.name }]));
}

const entryQuery = (w: Work, productId: string) =>
  w.tx
    .selectFrom('cost_entry as e')
    .innerJoin('cost_allocation as a', (j) => j.onRef('a.account_id', '=', 'e.account_id').onRef('a.id', '=', 'e.allocation_id'))
    .innerJoin('invoice_line as l', (j) => j.onRef('l.account_id', '=', 'e.account_id').onRef('l.id', '=', 'e.line_id'))
    .innerJoin('invoice as i', (j) => j.onRef('i.account_id', '=', 'e.account_id').onRef('i.id', '=', 'e.invoice_id'))
    .innerJoin('supplier as s', (j) => j.onRef('s.account_id', '=', 'i.account_id').onRef('s.id', '=', 'i.supplier_id'))
    .where('e.account_id', '=', w.scope.accountId)
    .where('e.product_id', '=', productId);

/** Entries of a product in force, with the trace of each. */
export async function entriesOfProduct(w: Work, productId: string) {
  const rows = await entryQuery(w, productId)
    .where('e.superseded_at', 'is', null)
    .select([
      'e.id',
      'e.layer_id',
      'e.line_id',
      'e.invoice_id',
      'e.cost_type',
      'e.document_minor',
      'e.account_minor',
      'e.weight',
      'e.rounding_unit',
      'e.is_excluded',
      'e.recorded_at',
      'a.basis',
      'a.is_basis_fallback',
      'a.measure',
      'a.chargeable_method',
      'a.weight_total',
      'a.document_minor as line_document_minor',
      'a.account_minor as line_account_minor',
      'a.rate',
      'a.rate_date',
      'a.rate_source',
      'a.is_provisional',
      'l.position',
      'l.name as line_name',
      'l.amount_minor',
      'l.tax_minor',
      'l.is_tax_recoverable',
      'i.invoice_number',
      'i.date',
      'i.status',
      'i.currency',
      'i.document_id',
      's.company_name',
    ])
    .orderBy('i.date')
    .orderBy('i.invoice_number')
    .orderBy('l.position')
    .orderBy('e.id')
    .execute();
  return rows.map((r) => ({
    ...r,
    cost_type: r.cost_type as CostCategory,
    basis: r.basis as AppliedBasis,
    measure: r.measure as Measure | null,
    chargeable_method: r.chargeable_method as ShippingMethod | null,
    status: r.status as InvoiceStatus,
    rate_source: r.rate_source as RateSource | null,
    weight: BigInt(r.weight),
    weight_total: BigInt(r.weight_total),
  }));
}
export type EntryRow = Awaited<ReturnType<typeof entriesOfProduct>>[number];

/** What stood in their place before, newest first. */
export async function historyOfProduct(w: Work, productId: string) {
  return entryQuery(w, productId)
    .where('e.superseded_at', 'is not', null)
    .select(['e.id', 'e.layer_id', 'e.cost_type', 'e.account_minor', 'e.recorded_at', 'e.superseded_at', 'l.position', 'i.invoice_number'])
    .orderBy('e.superseded_at', 'desc')
    .orderBy('e.id')
    .limit(200)
    .execute();
}

export async function layersOfProduct(w: Work, productId: string) {
  return w.tx
    .selectFrom('cost_layer as c')
    .innerJoin('invoice as i', (j) => j.onRef('i.account_id', '=', 'c.account_id').onRef('i.id', '=', 'c.invoice_id'))
    .select(['c.id', 'c.number', 'c.date', 'c.units', 'c.weight_ug', 'c.volume_mm3', 'c.removed_at', 'c.invoice_id', 'i.invoice_number'])
    .where('c.account_id', '=', w.scope.accountId)
    .where('c.product_id', '=', productId)
    .where('c.removed_at', 'is', null)
    .orderBy('c.date', 'desc')
    .orderBy('c.number', 'desc')
    .execute();
}

/** The sums of the invoices that play a part. */
export async function documentsOf(w: Work, invoiceIds: readonly string[]) {
  if (invoiceIds.length === 0) return [];
  return w.tx
    .selectFrom('invoice as i')
    .innerJoin('invoice_total as t', (j) => j.onRef('t.account_id', '=', 'i.account_id').onRef('t.invoice_id', '=', 'i.id'))
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
