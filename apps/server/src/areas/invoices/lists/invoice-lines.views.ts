import type { OrderRef } from '@quayside/contracts/order-ref';
import type { LineFigures } from '@quayside/domain/invoices/credits';
import { type Tolerances } from '@quayside/domain/payables/match';
import { sql } from 'kysely';
import { numberedAs } from '../../../db/numbered-as.ts';
import type { Work } from '../../../db/tx.ts';
import { CARTON_ROWS, PACK_LISTS, SHIPMENT_PLANS, planLabelOf } from '../../shipments/facts.ts';
import { ALLOCATIONS, MANUAL_SHARES, ORDERS, SCOPES, orderRefOf } from '../../costs/facts.ts';
import { findInvoiceableItems, type InvoiceableItem } from '../../purchasing/public.ts';
import { tolerancesOf, tolerancesOfSuppliers } from '../../suppliers/public.ts';
import { PRODUCTS } from '../../products/facts.ts';
import type { InvoiceLine } from '../invoices.types.ts';
import type { CreditedLine } from '../rows/invoice-credits.rules.ts';
import { findCreditedLines, sumCredits } from '../rows/invoice-credits.views.ts';

// Reads lines and their allocations; this file writes nothing. Each table is read by a separate query. After an import
// of 2,000 lines, PostgreSQL would still plan a join for an empty invoice, which would be slow.

const lines = (w: Work) =>
  w.tx
    .selectFrom('invoice_line as l')
    .innerJoin('invoice as i', (j) => j.onRef('i.account_id', '=', 'l.account_id').onRef('i.id', '=', 'l.invoice_id'))
    .selectAll('l')
    .select(['i.currency', 'i.rate'])
    .where('l.account_id', '=', w.scope.accountId)
    .where('l.deleted_at', 'is', null)
    .where('i.deleted_at', 'is', null);
type JoinedLine = Awaited<ReturnType<ReturnType<typeof lines>['execute']>>[number];

/** A share that a person typed. */
interface StoredShare {
  readonly layerId: string;
  readonly packListId: string | null;
  readonly documentMinor: bigint;
}

/**
 * A line as screens show it: with its supplier order, the shares of its cost, and the choices and shares that a person
 * has typed for it.
 */
export interface LineView extends JoinedLine {
  readonly product: { id: string; sku: string; name: string } | undefined;
  readonly order: OrderRef | undefined;
  readonly allocation: AllocationRow | undefined;
  readonly scope: ChosenScope[] | null;
  readonly shares: StoredShare[];
  readonly lackingProducts: { id: string; sku: string }[];
  /** The line that this line credits; undefined if it is not a credit. */
  readonly credits: CreditedLine | undefined;
  /**
   * The amounts and the quantity by which credit notes reduce this line, each 0 or below. Credit notes in review do not
   * count.
   */
  readonly credited: LineFigures | undefined;
  /** The item of a purchase order that this line names, and the tolerances of its supplier. */
  readonly item: InvoiceableItem | undefined;
  readonly tolerances: Tolerances | undefined;
  /** Whether the invoice has a purchase order: a line names an item, or it is paired with one. */
  readonly isOfPurchaseOrder: boolean;
}

/** The lines of an invoice in order, or lines by id. The number of queries does not depend on the number of lines. */
export async function listLineViews(
  w: Work,
  which: { readonly invoiceId: string } | { readonly ids: readonly string[] },
): Promise<LineView[]> {
  if ('ids' in which && which.ids.length === 0) return [];
  const query =
    'ids' in which
      ? lines(w).where('l.id', 'in', [...which.ids])
      : lines(w).where('l.invoice_id', '=', which.invoiceId);
  const rows = await query.orderBy('l.invoice_id').orderBy('l.position').orderBy('l.id').execute();
  const ids = rows.map((r) => r.id);
  const scopes = await listChosenScopes(
    w,
    rows.filter((r) => r.has_chosen_scope).map((r) => r.id),
  );
  const shares = await listShares(
    w,
    rows.filter((r) => r.basis === 'MANUAL').map((r) => r.id),
  );
  const orders = await ordersOfLines(w, ids);
  const allocations = await allocationsOfLines(w, ids);
  const lacking = [...allocations.values()].flatMap((a) => a.lacking_product_ids);
  const products = await findProducts(w, [...rows.flatMap((r) => r.product_id ?? []), ...lacking]);
  const credited = await sumCredits(w, ids);
  const credits = await findCreditedLines(
    w,
    rows.flatMap((r) => r.credits_line_id ?? []),
  );
  const items = await findInvoiceableItems(
    w,
    rows.flatMap((r) => r.purchase_order_line_id ?? []),
  );
  const tolerances = await tolerancesOfSuppliers(
    w,
    [...items.values()].flatMap((item) => item.supplierId ?? []),
  );
  const ofOrders = await invoicesOfPurchaseOrders(
    w,
    rows.filter((r) => r.purchase_order_line_id === null).map((r) => r.invoice_id),
  );
  return rows.map((r) => {
    const item = items.get(r.purchase_order_line_id ?? '');
    const tolerance = tolerances.get(item?.supplierId ?? '');
    const creditsLine = credits.get(r.credits_line_id ?? '');
    const allocation = allocations.get(r.id);
    return {
      ...r,
      // A credit inherits these fields from the credited line, where they may have changed since the credit was
      // written.
      ...(creditsLine && {
        is_tax_recoverable: creditsLine.isTaxRecoverable,
        is_excluded: creditsLine.isExcluded,
        exclusion_reason: creditsLine.exclusionReason,
      }),
      product: products.get(r.product_id ?? ''),
      order: orders.get(r.id),
      allocation,
      scope: r.has_chosen_scope ? (scopes.get(r.id) ?? []) : null,
      shares: shares.get(r.id) ?? [],
      lackingProducts: (allocation?.lacking_product_ids ?? []).flatMap((id) => products.get(id) ?? []),
      credits: creditsLine,
      credited: credited.get(r.id),
      item,
      tolerances: item && tolerance && tolerancesOf(tolerance, item.currency),
      isOfPurchaseOrder: r.purchase_order_line_id !== null || ofOrders.has(r.invoice_id),
    };
  });
}

async function ordersOfLines(w: Work, lineIds: readonly string[]): Promise<Map<string, OrderRef>> {
  if (lineIds.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom(ORDERS.as('c'))
    .select(['invoice_line_id', orderRefOf.as('order')])
    .where('account_id', '=', w.scope.accountId)
    .where('invoice_line_id', 'in', [...lineIds])
    .where('removed_at', 'is', null)
    .execute();
  return new Map(rows.flatMap((r) => (r.order ? [[r.invoice_line_id, r.order]] : [])));
}

const allocations = (w: Work, lineIds: readonly string[]) =>
  w.tx
    .selectFrom(ALLOCATIONS.as('cost_allocation'))
    .select([
      'line_id',
      'basis',
      'is_basis_fallback',
      'account_minor',
      'unassigned_document_minor',
      'unassigned_account_minor',
      'unassigned_reason',
    ])
    .select(['lacking_product_ids', 'entry_count'])
    .where('account_id', '=', w.scope.accountId)
    .where('line_id', 'in', [...lineIds])
    .where('superseded_at', 'is', null);
type AllocationRow = Awaited<ReturnType<ReturnType<typeof allocations>['execute']>>[number];

async function allocationsOfLines(w: Work, lineIds: readonly string[]): Promise<Map<string, AllocationRow>> {
  if (lineIds.length === 0) return new Map();
  return new Map((await allocations(w, lineIds).execute()).map((r) => [r.line_id, r]));
}

/** SQL expression: the label of what a scope names; null if it is gone. */
const LABEL = sql<string>`coalesce(
  i.invoice_number, ${numberedAs('PL', sql`pl.number`)}, c.number, p.sku, ${numberedAs('CT', sql`ct.number`)},
  ${planLabelOf(sql`sp.number`, sql`sp.name`)}
)`;
type ChosenScope = NonNullable<InvoiceLine['scope']>[number];
async function listChosenScopes(w: Work, lineIds: readonly string[]) {
  if (lineIds.length === 0) return new Map<string, ChosenScope[]>();
  const result = await sql<{ line_id: string } & ChosenScope>`
    select x.line_id, x.target_type as type, x.target_id as id, ${LABEL} as label,
      ${orderRefOf} as "order"
    from ${SCOPES} x
    left join invoice i on x.target_type = 'INVOICE' and i.account_id = x.account_id and i.id = x.target_id
      and i.deleted_at is null
    left join ${PACK_LISTS} pl on x.target_type = 'PACK_LIST' and pl.account_id = x.account_id and pl.id = x.target_id
    left join ${ORDERS} c on c.account_id = x.account_id
      and c.id = case x.target_type when 'ORDER' then x.target_id when 'PACK_LIST' then pl.order_id end
    left join ${PRODUCTS} p on x.target_type = 'PRODUCT' and p.account_id = x.account_id and p.id = x.target_id
    left join ${CARTON_ROWS} ct on x.target_type = 'CARTON' and ct.account_id = x.account_id and ct.id = x.target_id
    left join ${SHIPMENT_PLANS} sp on x.target_type = 'SHIPMENT' and sp.account_id = x.account_id
      and sp.id = x.target_id
    where x.account_id = ${w.scope.accountId} and x.line_id = any(${sql.val([...lineIds])}::uuid[])
      and x.origin = 'CHOSEN' and ${LABEL} is not null
    order by type, label, id`.execute(w.tx);
  return Map.groupBy(result.rows, (r) => r.line_id);
}

async function listShares(w: Work, lineIds: readonly string[]) {
  if (lineIds.length === 0) return new Map<string, StoredShare[]>();
  const rows = await w.tx
    .selectFrom(MANUAL_SHARES.as('m'))
    .innerJoin(ORDERS.as('c'), (j) => j.onRef('c.account_id', '=', 'm.account_id').onRef('c.id', '=', 'm.layer_id'))
    .select(['m.line_id', 'm.layer_id', 'm.pack_list_id', 'm.document_minor'])
    .where('m.account_id', '=', w.scope.accountId)
    .where('m.line_id', 'in', [...lineIds])
    .orderBy('c.number')
    .orderBy('m.pack_list_id')
    .execute();
  return Map.groupBy(
    rows.map((r) => ({
      lineId: r.line_id,
      layerId: r.layer_id,
      packListId: r.pack_list_id,
      documentMinor: r.document_minor,
    })),
    (r) => r.lineId,
  );
}

async function findProducts(
  w: Work,
  productIds: readonly string[],
): Promise<Map<string, { id: string; sku: string; name: string }>> {
  if (productIds.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom(PRODUCTS.as('product'))
    .select(['id', 'sku', 'name'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', [...new Set(productIds)])
    .execute();
  return new Map(rows.map((r) => [r.id, r]));
}

/** The number of orders that a refusal names. */
const MOST_NAMED = 20;
/** The first supplier orders that belong to the given lines. */
export async function listOrdersOf(w: Work, lineIds: readonly string[]): Promise<OrderRef[]> {
  const orders = [...(await ordersOfLines(w, lineIds)).values()];
  return orders.toSorted((a, b) => (a.number < b.number ? -1 : 1)).slice(0, MOST_NAMED);
}

/** Of these invoices, those that have a purchase order: a line names an item, or they are paired with one. */
async function invoicesOfPurchaseOrders(w: Work, invoiceIds: readonly string[]): Promise<Set<string>> {
  if (invoiceIds.length === 0) return new Set();
  const ids = sql`${sql.val([...new Set(invoiceIds)])}::uuid[]`;
  const { rows } = await sql<{ id: string }>`
    select invoice_id as id
    from invoice_line
    where account_id = ${w.scope.accountId} and invoice_id = any(${ids}) and purchase_order_line_id is not null
      and deleted_at is null
    union
    select invoice_id
    from invoice_pairing
    where account_id = ${w.scope.accountId} and invoice_id = any(${ids})
      and target_type = 'PURCHASE_ORDER'`.execute(w.tx);
  return new Set(rows.map((row) => row.id));
}
