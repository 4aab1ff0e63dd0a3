import type { QueryOut } from '@quayside/contracts/endpoint';
import { type exportFiveQuantities, FIVE_QUANTITIES_EXPORT } from '@quayside/contracts/exports';
import { sql } from 'kysely';
import { code, type ExportValue, money, number, text } from '../../../db/export-values.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { inOrder, matching } from './five-quantities.views.ts';

const values = (currency: string): Readonly<Record<keyof typeof FIVE_QUANTITIES_EXPORT, ExportValue>> => ({
  purchaseOrder: text(sql`o.po_number`),
  // An order without a purchase order; a line of one has several.
  order: code(sql`c.number`),
  supplier: text(sql`u.company_name`),
  sku: text(sql`p.sku`),
  productName: text(sql`p.name`),
  ordered: number(sql`f.ordered`),
  invoiced: number(sql`f.invoiced`),
  packed: number(sql`f.packed`),
  shipped: number(sql`f.shipped`),
  received: number(sql`f.received`),
  inTransit: number(sql`f.in_transit`),
  notInvoiced: number(sql`f.ordered - f.invoiced`),
  notPacked: number(sql`f.invoiced - f.packed`),
  notShipped: number(sql`f.packed - f.shipped`),
  notReceived: number(sql`f.shipped - f.received`),
  openNotInvoiced: number(sql`f.not_invoiced`),
  openNotPacked: number(sql`f.not_packed`),
  openNotShipped: number(sql`f.not_shipped`),
  openNotReceived: number(sql`f.not_received`),
  value: money(sql`f.value_minor`, currency),
});

/** Exports the five quantities. */
export const fiveQuantitiesExport = (w: Work, q: QueryOut<typeof exportFiveQuantities>): ExportPlan => ({
  name: 'five-quantities',
  columns: chosenColumns(FIVE_QUANTITIES_EXPORT, values(w.scope.currency), q.columns),
  rows: (columns) => inOrder(w, matching(w, q).select(columns), q.sort),
});
