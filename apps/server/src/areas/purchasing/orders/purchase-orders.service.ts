import type { QueryOut } from '@quayside/contracts/endpoint';
import type {
  listInvoicePurchaseOrderSummaries as invoiceSummariesSpec,
  listPurchaseOrderSummaries as summariesSpec,
} from '@quayside/contracts/purchasing/purchase-orders';
import { todayIn } from '@quayside/domain/days/days';
import { formatAmount } from '@quayside/domain/money/money';
import { envelope } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { AppError } from '../../../http/errors.ts';
import { listDocumentsOf } from '../../documents/public.ts';
import { findItemsOf, type ItemRow } from '../rows/items.queries.ts';
import { findKnownPrices } from '../lists/prices.views.ts';
import { findOrderedProducts } from '../lists/products.views.ts';
import { toItem, toOrder } from './purchase-orders.answers.ts';
import { findOrderRow, nextNumber, type OrderRow } from '../rows/purchase-orders.queries.ts';
import {
  findOrderHead,
  listOrderHeads,
  listOrderInvoices,
  listSummaries,
  type OrderHead,
  sumOrders,
} from '../lists/purchase-orders.views.ts';
import type {
  PurchaseOrder,
  PurchaseOrderItem,
  PurchaseOrderSummary,
  PurchaseOrderWithItems,
  QueryOf,
} from '../purchasing.types.ts';

export async function listPurchaseOrders(w: Work, q: QueryOf<'listPurchaseOrders'>) {
  const { rows, count, window } = await listOrderHeads(w, q);
  return envelope(
    rows.map((row) => toOrder(w.scope, row)),
    count,
    window,
  );
}

/** The exact number and the sums of the purchase orders that match a filter. */
export async function purchaseOrderTotals(w: Work, q: QueryOf<'purchaseOrderTotals'>) {
  const sums = await sumOrders(w, q);
  const { currency } = w.scope;
  // The database has rounded them to the decimals of the currency.
  const inAccount = (of: (sum: (typeof sums)[number]) => string): string =>
    formatAmount(
      sums.reduce((total, sum) => total + BigInt(of(sum).replace('.', '')), 0n),
      currency,
    );
  const add = (of: (sum: (typeof sums)[number]) => bigint): number =>
    Number(sums.reduce((total, sum) => total + of(sum), 0n));
  return {
    count: add((sum) => sum.count),
    currencies: sums
      .filter((sum) => sum.placed > 0n)
      .map((sum) => ({
        currency: sum.currency,
        count: Number(sum.placed),
        total: formatAmount(BigInt(sum.total), sum.currency),
        left: formatAmount(BigInt(sum.left), sum.currency),
      })),
    accountCurrency: currency,
    total: inAccount((sum) => sum.accountTotal),
    left: inAccount((sum) => sum.accountLeft),
    withoutRate: add((sum) => sum.withoutRate),
    drafts: { count: add((sum) => sum.drafts), total: inAccount((sum) => sum.draftTotal) },
    cancelled: { count: add((sum) => sum.cancelled), total: inAccount((sum) => sum.cancelledTotal) },
  };
}

/** Purchase orders to choose from. */
export async function listPurchaseOrderSummaries(
  w: Work,
  q: QueryOut<typeof summariesSpec>,
): Promise<PurchaseOrderSummary[]> {
  const rows = await listSummaries(w, { ...q, statuses: q.statuses });
  return rows.map((row) => ({
    id: row.id,
    poNumber: row.po_number,
    internalPoNumber: row.internal_number,
    supplierId: row.supplier_id,
    supplierName: row.company_name,
    status: row.status,
    orderDate: row.order_date,
    currency: row.currency,
    total: formatAmount(row.total_minor, row.currency),
    left: formatAmount(BigInt(row.left_minor), row.currency),
    isPaired: row.is_named,
  }));
}

/** The same, as an invoice asks for them. */
export const listSummariesForInvoices = (
  w: Work,
  { purchaseOrderStatuses, ...q }: QueryOut<typeof invoiceSummariesSpec>,
): Promise<PurchaseOrderSummary[]> => listPurchaseOrderSummaries(w, { ...q, statuses: purchaseOrderStatuses });

/** The year whose internal numbers are taken now, in the time zone of the account. */
export const thisYear = (w: Work): string => todayIn(w.now.getTime(), w.scope.timeZone).slice(0, 4);

export const getInternalPoNumber = async (w: Work) => ({ internalPoNumber: await nextNumber(w, thisYear(w)) });

/** One purchase order with its supplier and sums. Throws 404 if it does not exist. */
export async function requireOrderHead(w: Work, id: string): Promise<OrderHead> {
  const head = await findOrderHead(w, id);
  if (!head) throw new AppError('purchasing.unknown');
  return head;
}

/** The row of a purchase order. It must exist, and the request must have its current version. */
export async function requireOrderRow(w: Work, id: string, version: number | undefined): Promise<OrderRow> {
  const row = await findOrderRow(w, id);
  if (!row) throw new AppError('purchasing.unknown');
  if (version !== undefined && version !== row.version)
    throw new AppError('conflict_version', { current: await getPurchaseOrder(w, id) });
  return row;
}

/** The row of a purchase order that is to be changed, which must not be closed. */
export async function requireOpenOrder(w: Work, id: string, version: number | undefined): Promise<OrderRow> {
  const row = await requireOrderRow(w, id, version);
  if (row.status === 'CLOSED') throw new AppError('purchasing.closed');
  return row;
}

/** One purchase order, without its items. */
export const getOrderHead = async (w: Work, id: string): Promise<PurchaseOrder> =>
  toOrder(w.scope, await requireOrderHead(w, id));

/** Items as the API shows them, with their products and last prices. */
export async function shownItems(
  w: Work,
  order: Pick<OrderRow, 'id' | 'currency' | 'supplier_id' | 'status'>,
  rows: readonly ItemRow[],
): Promise<PurchaseOrderItem[]> {
  const productIds = rows.flatMap((row) => row.product_id ?? []);
  const { currency } = order;
  const products = await findOrderedProducts(w, productIds);
  const context = { supplierId: order.supplier_id, currency, exceptOrderId: order.id };
  const prices = await findKnownPrices(w, context, productIds);
  const isClosed = order.status === 'CLOSED';
  return rows.map((row) => toItem(row, { currency, isClosed, products, prices }));
}

export async function getPurchaseOrder(w: Work, id: string): Promise<PurchaseOrderWithItems> {
  const head = await requireOrderHead(w, id);
  const documents = await listDocumentsOf(w, { type: 'PURCHASE_ORDER', id });
  const chosen = head.attachment_ids.flatMap((wanted) => documents.find((document) => document.id === wanted) ?? []);
  return {
    ...toOrder(w.scope, head),
    items: await shownItems(w, head, await findItemsOf(w, id)),
    uploadedDocuments: documents,
    attachments: chosen,
    invoices: (await listOrderInvoices(w, id)).map((invoice) => ({
      id: invoice.id,
      invoiceNumber: invoice.number,
      kind: invoice.kind,
      status: invoice.status,
      date: invoice.date,
      lineCount: Number(invoice.lines),
      amount: formatAmount(invoice.amount_minor, invoice.currency),
    })),
  };
}
