import type { QueryOut } from '@quayside/contracts/endpoint';
import { type exportSuppliers, SUPPLIER_EXPORT } from '@quayside/contracts/exports';
import { sql } from 'kysely';
import { code, type ExportValue, instant, number, text } from '../../db/export-values.ts';
import { chosenRows } from '../../db/chosen-rows.ts';
import type { Work } from '../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../http/export.ts';
import { inOrder, INVOICE_COUNT, matching, PRODUCT_COUNT } from './suppliers.views.ts';

const VALUES: Readonly<Record<keyof typeof SUPPLIER_EXPORT, ExportValue>> = {
  companyName: text(sql`s.company_name`),
  localName: text(sql`s.local_name`),
  email: text(sql`s.email`),
  telephone: text(sql`s.telephone`),
  addressLine1: text(sql`s.address_line1`),
  addressLine2: text(sql`s.address_line2`),
  addressLine3: text(sql`s.address_line3`),
  city: text(sql`s.city`),
  postCode: text(sql`s.post_code`),
  state: text(sql`s.state`),
  country: code(sql`s.country`),
  currency: code(sql`s.currency`),
  leadTime: number(sql`s.lead_time`),
  shippingMethod: code(sql`s.shipping_method`),
  xeroId: text(sql`s.xero_id`),
  notes: text(sql`s.notes`),
  productCount: number(PRODUCT_COUNT),
  invoiceCount: number(INVOICE_COUNT),
  archivedAt: instant(sql`s.archived_at`),
  updatedAt: instant(sql`s.updated_at`),
};

/** Exports the list of suppliers. The export never contains bank details. */
export const supplierExport = (w: Work, q: QueryOut<typeof exportSuppliers>): ExportPlan => ({
  name: 'suppliers',
  columns: chosenColumns(SUPPLIER_EXPORT, VALUES, q.columns),
  rows: (columns) => inOrder(chosenRows(matching(w, q), 's.id', q.ids).select(columns), q),
});
