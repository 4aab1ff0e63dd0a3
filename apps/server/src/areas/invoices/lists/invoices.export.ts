import type { QueryOut } from '@quayside/contracts/endpoint';
import { type exportInvoices, INVOICE_EXPORT } from '@quayside/contracts/exports';
import { sql } from 'kysely';
import {
  code,
  decimal,
  type ExportValue,
  instant,
  money,
  moneyOf,
  number,
  text,
  yesNo,
} from '../../../db/export-values.ts';
import { chosenRows } from '../../../db/chosen-rows.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { isReconciled, paymentState } from './invoice-payments.views.ts';
import { inOrder, invoices, withFilters, withSchedules } from './invoices.views.ts';
import { accountTotal, linesWithTax } from '../../costs/facts.ts';

const values = (currency: string): Readonly<Record<keyof typeof INVOICE_EXPORT, ExportValue>> => ({
  invoiceNumber: text(sql`i.invoice_number`),
  kind: code(sql`i.kind`),
  supplier: text(sql`s.company_name`),
  date: code(sql`i.date`),
  status: code(sql`i.status`),
  currency: code(sql`i.currency`),
  total: moneyOf(sql`coalesce(i.total_minor, ${linesWithTax})`, sql`i.currency`, 'currency'),
  rate: decimal(sql`i.rate::numeric`),
  costRate: decimal(sql`case when i.rate is not null then coalesce(i.cost_rate, i.rate) end::numeric`),
  accountTotal: money(accountTotal, currency),
  unassigned: money(sql`t.unassigned_account_minor`, currency),
  difference: moneyOf(sql`i.total_minor - ${linesWithTax}`, sql`i.currency`, 'currency'),
  lineCount: number(sql`coalesce(t.line_count, 0)`),
  type: code(sql`i.type`),
  payReferenceNumber: text(sql`i.pay_reference_number`),
  costType: code(sql`i.cost_type`),
  shippingMethod: code(sql`i.shipping_method`),
  vesselVoyage: text(sql`i.vessel_voyage`),
  etd: code(sql`i.etd`),
  readyOn: code(sql`i.ready_on`),
  shippedOn: code(sql`i.shipped_on`),
  arrivedOn: code(sql`i.arrived_on`),
  deliveredOn: code(sql`i.delivered_on`),
  inspectedOn: code(sql`i.inspected_on`),
  attention: text(sql`i.attention`),
  tracking: text(sql`i.tracking`),
  billToCompany: text(sql`i.bill_to_company`),
  paymentState: code(paymentState),
  reconciled: yesNo(isReconciled),
  archivedAt: instant(sql`i.archived_at`),
  updatedAt: instant(sql`i.updated_at`),
});

/** Exports the invoice list. */
export const invoiceExport = (w: Work, q: QueryOut<typeof exportInvoices>): ExportPlan => ({
  name: 'invoices',
  columns: chosenColumns(INVOICE_EXPORT, values(w.scope.currency), q.columns),
  rows: (columns) =>
    inOrder(chosenRows(withSchedules(withFilters(invoices(w), q)), 'i.id', q.ids).select(columns), q.sort),
});
