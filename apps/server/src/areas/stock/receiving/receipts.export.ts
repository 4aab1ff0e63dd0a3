import type { QueryOut } from '@quayside/contracts/endpoint';
import { type exportReceipts, RECEIPT_EXPORT } from '@quayside/contracts/exports';
import { sql } from 'kysely';
import { chosenRows } from '../../../db/chosen-rows.ts';
import { code, type ExportValue, instant, number, text, yesNo } from '../../../db/export-values.ts';
import { numberedAs } from '../../../db/numbered-as.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { inOrder, matching } from './receipts.views.ts';

/** What belongs to a receipt as a pack list, or as a shipment plan, has this number. */
const numberOf = (prefix: 'PL' | 'SP', table: 'pack_list' | 'shipment_plan', id: string) =>
  code(
    sql`(select ${numberedAs(prefix, sql`x.number`)} from ${sql.table(table)} x
      where x.account_id = r.account_id and x.id = ${sql.ref(id)})`,
  );

const VALUES: Readonly<Record<keyof typeof RECEIPT_EXPORT, ExportValue>> = {
  day: code(sql`r.day`),
  place: code(sql`r.place`),
  sku: text(sql`p.sku`),
  productName: text(sql`p.name`),
  quantity: number(sql`r.units`),
  surplus: number(sql`r.surplus`),
  surplusReason: text(sql`r.surplus_reason`),
  found: number(sql`r.found + r.found_short`),
  credited: number(sql`r.credited`),
  order: code(sql`c.number`),
  packList: numberOf('PL', 'pack_list', 'r.lot_id'),
  plan: numberOf('SP', 'shipment_plan', 'r.plan_id'),
  isOpening: yesNo(sql`r.order_id is null`),
  createdAt: instant(sql`r.created_at`),
  reversedAt: instant(sql`r.reversed_at`),
};

/** Exports the list of receipts. */
export const receiptExport = (w: Work, q: QueryOut<typeof exportReceipts>): ExportPlan => ({
  name: 'receipts',
  columns: chosenColumns(RECEIPT_EXPORT, VALUES, q.columns),
  rows: (columns) => inOrder(w, chosenRows(matching(w, q), 'r.id', q.ids).select(columns), q.sort),
});
