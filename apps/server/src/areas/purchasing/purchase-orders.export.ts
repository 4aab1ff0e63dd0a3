import type { QueryOut } from '@quayside/contracts/endpoint';
import { type exportPurchaseOrders, PURCHASE_ORDER_EXPORT } from '@quayside/contracts/exports';
import { exponentOf } from '@quayside/domain/money/currencies';
import { sql } from 'kysely';
import { chosenRows } from '../../db/chosen-rows.ts';
import { code, decimal, type ExportValue, instant, moneyOf, number, text } from '../../db/export-values.ts';
import type { Work } from '../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../http/export.ts';
import { accountTotal, inOrder, leftMinor, orders, withFilters } from './purchase-orders.views.ts';

const CURRENCY = sql`o.currency`;
const values = (currency: string): Readonly<Record<keyof typeof PURCHASE_ORDER_EXPORT, ExportValue>> => ({
  poNumber: text(sql`o.po_number`),
  internalPoNumber: text(sql`o.internal_number`),
  supplier: text(sql`s.company_name`),
  status: code(sql`o.status`),
  closeReason: code(sql`o.close_reason`),
  orderDate: code(sql`o.order_date`),
  deliveryDate: code(sql`o.delivery_date`),
  etd: code(sql`o.etd`),
  currency: code(CURRENCY),
  total: moneyOf(sql`o.total_minor`, CURRENCY, 'currency'),
  rate: decimal(sql`o.rate::numeric`),
  accountTotal: number(sql`round(${accountTotal(currency)}, ${sql.lit(exponentOf(currency))})`),
  invoiced: moneyOf(sql`o.invoiced_minor`, CURRENCY, 'currency'),
  left: moneyOf(leftMinor, CURRENCY, 'currency'),
  itemCount: number(sql`o.item_count`),
  units: decimal(sql`o.units`),
  cartons: number(sql`o.cartons`),
  volume: decimal(sql`o.volume_mm3 / 1000000000`),
  weight: decimal(sql`o.weight_ug / 1000000000`),
  shippingMethod: code(sql`o.shipping_method`),
  portOfLoading: text(sql`o.port_of_loading`),
  shippingNumber: text(sql`o.shipping_number`),
  shipTo: text(sql`o.ship_to`),
  revision: number(sql`nullif(o.revision, 0)`),
  sentAt: instant(sql`o.sent_at`),
  archivedAt: instant(sql`o.archived_at`),
  updatedAt: instant(sql`o.updated_at`),
});

/** Exports the list of purchase orders. */
export const purchaseOrderExport = (w: Work, q: QueryOut<typeof exportPurchaseOrders>): ExportPlan => ({
  name: 'purchase-orders',
  columns: chosenColumns(PURCHASE_ORDER_EXPORT, values(w.scope.currency), q.columns),
  rows: (columns) =>
    inOrder(chosenRows(withFilters(orders(w), q), 'o.id', q.ids).select(columns), q.sort, w.scope.currency),
});
