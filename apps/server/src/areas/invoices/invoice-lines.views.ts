import type { ScopeType } from '@quayside/domain/lists';
import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';

// Reads that join lines with products and with what the costs area worked out of them. Nothing is written here.

const lines = (w: Work) =>
  w.tx
    .selectFrom('invoice_line as l')
    .innerJoin('invoice as i', (j) => j.onRef('i.account_id', '=', 'l.account_id').onRef('i.id', '=', 'l.invoice_id'))
    .leftJoin('product as p', (j) => j.onRef('p.account_id', '=', 'l.account_id').onRef('p.id', '=', 'l.product_id'))
    .leftJoin('cost_layer as c', (j) => j.onRef('c.account_id', '=', 'l.account_id').onRef('c.invoice_line_id', '=', 'l.id').on('c.removed_at', 'is', null))
    .leftJoin('cost_allocation as a', (j) => j.onRef('a.account_id', '=', 'l.account_id').onRef('a.line_id', '=', 'l.id').on('a.superseded_at', 'is', null))
    .selectAll('l')
    .select(['i.currency', 'i.rate', 'p.sku as product_sku', 'p.name as product_name', 'c.id as order_id', 'c.number as order_number'])
    .select([
      'a.basis as applied_basis',
      'a.is_basis_fallback',
      'a.account_minor',
      'a.unassigned_document_minor',
      'a.unassigned_account_minor',
      'a.unassigned_reason',
      'a.lacking_product_ids',
      'a.entry_count',
    ])
    .where('l.account_id', '=', w.scope.accountId)
    .where('l.deleted_at', 'is', null)
    .where('i.deleted_at', 'is', null);
type JoinedLine = Awaited<ReturnType<ReturnType<typeof lines>['execute']>>[number];

/** A line as screens show it: with its order, its working-out, its chosen scope and typed shares in words. */
export interface LineView extends JoinedLine {
  readonly scope: { type: ScopeType; id: string; label: string }[] | null;
  readonly shares: { layerId: string; documentMinor: bigint }[];
  readonly lackingProducts: { id: string; sku: string }[];
}

/** The lines of an invoice in their order, or lines by id, in a fixed number of reads. */
export async function listLineViews(w: Work, which: { readonly invoiceId: string } | { readonly ids: readonly string[] }): Promise<LineView[]> {
  if ('ids' in which && which.ids.length === 0) return [];
  const query = 'ids' in which ? lines(w).where('l.id', 'in', [...which.ids]) : lines(w).where('l.invoice_id', '=', which.invoiceId);
  const rows = await query.orderBy('l.invoice_id').orderBy('l.position').orderBy('l.id').execute();
  const scopes = await listChosenScopes(
    w,
    rows.filter((r) => r.has_chosen_scope).map((r) => r.id),
  );
  const shares = await listShares(
    w,
    rows.filter((r) => r.basis === 'MANUAL').map((r) => r.id),
  );
  const skus = await findSkus(
    w,
    rows.flatMap((r) => r.lacking_product_ids ?? []),
  );
  return rows.map((r) => ({
    ...r,
    scope: r.has_chosen_scope ? (scopes.get(r.id) ?? []) : null,
    shares: shares.get(r.id) ?? [],
    lackingProducts: (r.lacking_product_ids ?? []).flatMap((id) => skus.get(id) ?? []),
  }));
}

async function listChosenScopes(w: Work, lineIds: readonly string[]) {
  if (lineIds.length === 0) return new Map<string, { type: ScopeType; id: string; label: string }[]>();
  const result = await sql<{ line_id: string; type: ScopeType; id: string; label: string }>`
    select x.line_id, x.target_type as type, x.target_id as id, coalesce(i.invoice_number, c.number, p.sku) as label from cost_line_scope x
    left join invoice i on x.target_type = 'INVOICE' and i.account_id = x.account_id and i.id = x.target_id and i.deleted_at is null
    left join cost_layer c on x.target_type = 'ORDER' and c.account_id = x.account_id and c.id = x.target_id
    left join product p on x.target_type = 'PRODUCT' and p.account_id = x.account_id and p.id = x.target_id
    where x.account_id = ${w.scope.accountId} and x.line_id = any(${sql.val([...lineIds])}::uuid[]) and x.origin = 'CHOSEN' and coalesce(i.invoice_number, c.number, p.sku) is not null
    order by type, label, id`.execute(w.tx);
  return Map.groupBy(result.rows, (r) => r.line_id);
}

async function listShares(w: Work, lineIds: readonly string[]) {
  if (lineIds.length === 0) return new Map<string, { layerId: string; documentMinor: bigint }[]>();
  const rows = await w.tx
    .selectFrom('cost_manual_share as m')
    .innerJoin('cost_layer as c', (j) => j.onRef('c.account_id', '=', 'm.account_id').onRef('c.id', '=', 'm.layer_id'))
    .select(['m.line_id', 'm.layer_id', 'm.document_minor'])
    .where('m.account_id', '=', w.scope.accountId)
    .where('m.line_id', 'in', [...lineIds])
    .orderBy('c.number')
    .execute();
  return Map.groupBy(
    rows.map((r) => ({ lineId: r.line_id, layerId: r.layer_id, documentMinor: r.document_minor })),
    (r) => r.lineId,
  );
}

async function findSkus(w: Work, productIds: readonly string[]): Promise<Map<string, { id: string; sku: string }>> {
  if (productIds.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom('product')
    .select(['id', 'sku'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', [...new Set(productIds)])
    .execute();
  return new Map(rows.map((r) => [r.id, r]));
}

/** The orders that are lines of an invoice, or one line's. */
export async function listOrdersOf(w: Work, which: { readonly invoiceId: string } | { readonly lineId: string }): Promise<{ id: string; number: string }[]> {
  const query = w.tx.selectFrom('cost_layer').select(['id', 'number']).where('account_id', '=', w.scope.accountId).where('removed_at', 'is', null);
  return ('lineId' in which ? query.where('invoice_line_id', '=', which.lineId) : query.where('invoice_id', '=', which.invoiceId))
    .orderBy('number')
    .limit(20)
    .execute();
}
