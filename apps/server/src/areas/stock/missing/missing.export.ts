import type { QueryOut } from '@quayside/contracts/endpoint';
import { type exportMissing, MISSING_EXPORT } from '@quayside/contracts/exports';
import { sql } from 'kysely';
import { code, type ExportValue, money, number, text } from '../../../db/export-values.ts';
import { numberedAs } from '../../../db/numbered-as.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { DEBTOR, inOrder, matching, VALUE } from './missing.views.ts';

const values = (currency: string): Readonly<Record<keyof typeof MISSING_EXPORT, ExportValue>> => ({
  packList: code(numberedAs('PL', sql`l.number`)),
  plan: code(numberedAs('SP', sql`s.number`)),
  order: code(sql`c.number`),
  invoiceNumber: text(sql`i.invoice_number`),
  supplier: text(sql`u.company_name`),
  sku: text(sql`p.sku`),
  productName: text(sql`p.name`),
  shippedOn: code(sql`s.shipped_on`),
  quantity: number(sql`l.units`),
  received: number(sql`l.received`),
  missing: number(sql`l.missing`),
  value: money(VALUE, currency),
  debtor: code(DEBTOR),
});

/** Exports what is missing. */
export const missingExport = (w: Work, q: QueryOut<typeof exportMissing>): ExportPlan => ({
  name: 'missing',
  columns: chosenColumns(MISSING_EXPORT, values(w.scope.currency), q.columns),
  rows: (columns) => inOrder(w, matching(w, q).select(columns), q.sort),
});
