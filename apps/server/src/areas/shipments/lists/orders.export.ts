import type { QueryOut } from '@quayside/contracts/endpoint';
import { type exportOrders, ORDER_EXPORT } from '@quayside/contracts/exports';
import { sql } from 'kysely';
import { chosenRows } from '../../../db/chosen-rows.ts';
import { code, type ExportValue, number, text } from '../../../db/export-values.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { INVOICED, inOrder, matching, MISSING, PACKED, RECEIVED, SHIPPED, STATUS, UNPACKED } from './orders.views.ts';

const VALUES: Readonly<Record<keyof typeof ORDER_EXPORT, ExportValue>> = {
  number: code(sql`c.number`),
  status: code(STATUS),
  date: code(sql`c.date`),
  supplier: text(sql`s.company_name`),
  invoiceNumber: text(sql`i.invoice_number`),
  poNumber: text(sql`o.po_number`),
  sku: text(sql`p.sku`),
  productName: text(sql`p.name`),
  quantity: number(INVOICED),
  packed: number(PACKED),
  shipped: number(SHIPPED),
  received: number(RECEIVED),
  missing: number(MISSING),
  unpacked: number(UNPACKED),
  packLists: number(sql`coalesce(k.pack_lists, 0)`),
  unitsPerCase: number(sql`p.case_units`),
  shippingMethod: code(sql`c.shipping_method`),
  readyOn: code(sql`k.ready_on`),
  notes: text(sql`k.notes`),
};

/** Exports the list of orders. */
export const orderExport = (w: Work, q: QueryOut<typeof exportOrders>): ExportPlan => ({
  name: 'orders',
  columns: chosenColumns(ORDER_EXPORT, VALUES, q.columns),
  rows: (columns) => inOrder(w, chosenRows(matching(w, q), 'c.id', q.ids).select(columns), q.sort),
});
