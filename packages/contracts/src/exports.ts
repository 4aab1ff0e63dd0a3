import type { z } from 'zod';
import { auditFilters, auditSort } from './audit.ts';
import { costFilters, costSort } from './costs.ts';
import {
  reconciliationFilters,
  reconciliationSort,
  restatementBetween,
  restatementFilters,
  restatementSort,
} from './cost-reports.ts';
import { type EndpointSpec, endpoint } from './endpoint.ts';
import { invoiceFilters, invoiceSort } from './invoice-header.ts';
import { exportQuery, type FilterFields } from './paging.ts';
import { userPath } from './primitives.ts';
import { productFilters, productSort } from './products.ts';
import { supplierFilters, supplierSort } from './suppliers.ts';

// Every table as a file: the filter, the order and the columns that are on the screen, all rows.

const management = [['isManagementSectionEnabled']] as const;
/** A column of an export: its name in the query, and its heading, which is that of the screen. */
export type ExportColumns = Readonly<Record<string, string>>;

/** Headings of the columns, in the order of the screen as delivered. An import knows the products' again by them. */
export const PRODUCT_EXPORT = {
  sku: 'SKU',
  name: 'Product',
  skuAlias: 'SKU alias',
  asin: 'ASIN',
  fnsku: 'FNSKU',
  brand: 'Brand',
  reBrand: 'Re-brand',
  group: 'Group',
  tags: 'Tags',
  status: 'Status',
  supplier: 'Supplier',
  channel: 'Channel',
  shippingMethod: 'Shipping method',
  countryOfOrigin: 'Country of origin',
  length: 'Length',
  width: 'Width',
  height: 'Height',
  dimensionUnit: 'Dimension unit',
  weight: 'Weight',
  packagingWeight: 'Packaging weight',
  shippingWeight: 'Shipping weight',
  weightUnit: 'Weight unit',
  supplierLeadTime: 'Supplier lead time',
  notes: 'Notes',
  thumbnail: 'Picture address',
  parent: 'Variant of',
  unitsOrdered: 'Ordered',
  factoryCostPerUnit: 'Factory cost per unit',
  inboundCostPerUnit: 'Inbound cost per unit',
  landedCostPerUnit: 'Landed cost per unit',
  factoryCostTotal: 'Factory cost total',
  inboundCostTotal: 'Inbound cost total',
  landedCostTotal: 'Landed cost total',
  lastCostUpdateDate: 'Costed',
  archivedAt: 'Archived',
  createdAt: 'Added',
  updatedAt: 'Changed',
} as const satisfies ExportColumns;
export const SUPPLIER_EXPORT = {
  companyName: 'Company name',
  localName: 'Local name',
  email: 'E-mail',
  telephone: 'Telephone',
  addressLine1: 'Address line 1',
  addressLine2: 'Address line 2',
  addressLine3: 'Address line 3',
  city: 'City',
  postCode: 'Post code',
  state: 'State',
  country: 'Country',
  currency: 'Currency',
  leadTime: 'Lead time',
  shippingMethod: 'Shipping method',
  xeroId: 'Xero ID',
  notes: 'Notes',
  productCount: 'Products',
  invoiceCount: 'Invoices',
  archivedAt: 'Archived',
  updatedAt: 'Changed',
} as const satisfies ExportColumns;
export const INVOICE_EXPORT = {
  invoiceNumber: 'Invoice',
  kind: 'Kind',
  supplier: 'Supplier',
  date: 'Date',
  status: 'Status',
  currency: 'Currency',
  total: 'Total',
  rate: 'Rate',
  accountTotal: 'Total in account currency',
  unassigned: 'Unassigned',
  difference: 'Difference',
  lineCount: 'Lines',
  type: 'Type',
  payReferenceNumber: 'Pay reference',
  costType: 'Cost type',
  shippingMethod: 'Shipping method',
  vesselVoyage: 'Vessel and voyage',
  etd: 'ETD',
  tracking: 'Tracking',
  billToCompany: 'Bill to',
  archivedAt: 'Archived',
  updatedAt: 'Changed',
} as const satisfies ExportColumns;
export const COST_EXPORT = {
  date: 'Date',
  sku: 'SKU',
  product: 'Product',
  costType: 'Cost type',
  invoiceNumber: 'Invoice',
  supplier: 'Supplier',
  order: 'Order',
  line: 'Line',
  currency: 'Currency',
  documentAmount: 'Amount',
  amount: 'Amount in account currency',
  perUnit: 'Per unit in account currency',
  basis: 'Basis',
  isExcluded: 'Excluded',
  isProvisional: 'Provisional',
  recordedAt: 'Recorded',
} as const satisfies ExportColumns;
export const RESTATEMENT_EXPORT = {
  sku: 'SKU',
  product: 'Product',
  order: 'Order',
  date: 'Date',
  unitsBefore: 'Units before',
  units: 'Units',
  before: 'Before',
  after: 'After',
  change: 'Change',
  perUnitBefore: 'Per unit before',
  perUnitAfter: 'Per unit after',
  invoices: 'Invoices',
} as const satisfies ExportColumns;
export const AUDIT_EXPORT = {
  at: 'When',
  who: 'Who',
  action: 'Action',
  kind: 'Kind',
  thing: 'Thing',
  things: 'Things',
  changes: 'Changes',
} as const satisfies ExportColumns;
export const RECONCILIATION_EXPORT = {
  date: 'Date',
  kind: 'Kind',
  invoiceNumber: 'Invoice',
  supplier: 'Supplier',
  line: 'Line',
  costType: 'Cost type',
  status: 'Status',
  reason: 'Reason',
  currency: 'Currency',
  amount: 'Amount',
} as const satisfies ExportColumns;

interface ExportSpec<S extends readonly [string, ...string[]], F extends FilterFields, X extends z.ZodRawShape> {
  id: string;
  path: string;
  summary: string;
  flags?: EndpointSpec['flags'];
  /** Reading, unless it says otherwise. */
  access?: EndpointSpec['access'];
  sort: S;
  filters: F;
  extra?: X;
  columns: ExportColumns;
}
const fileOf = <
  const S extends readonly [string, ...string[]],
  F extends FilterFields,
  X extends z.ZodRawShape = Record<never, never>,
>(
  spec: ExportSpec<S, F, X>,
) =>
  endpoint({
    id: spec.id,
    method: 'GET',
    path: spec.path,
    access: spec.access ?? 'read',
    summary: spec.summary,
    description:
      'All rows that the filter finds, streamed. `columns` names the columns in their order, with commas between; without it all of them. Text that a spreadsheet would run as a formula gets an apostrophe in front, which an import takes away again.',
    params: userPath,
    query: exportQuery(spec),
    response: { binary: 'text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
    ...(spec.flags ? { flags: spec.flags } : {}),
  });

export const exportProducts = fileOf({
  id: 'exportProducts',
  path: '/reporting/{userId}/product-catalog/export',
  summary: 'Products as a file',
  flags: management,
  sort: productSort,
  filters: productFilters,
  columns: PRODUCT_EXPORT,
});
export const exportSuppliers = fileOf({
  id: 'exportSuppliers',
  path: '/suppliers/{userId}/export',
  summary: 'Suppliers as a file',
  sort: supplierSort,
  filters: supplierFilters,
  columns: SUPPLIER_EXPORT,
});
export const exportInvoices = fileOf({
  id: 'exportInvoices',
  path: '/invoices/{userId}/export',
  summary: 'Invoices as a file',
  flags: management,
  sort: invoiceSort,
  filters: invoiceFilters,
  columns: INVOICE_EXPORT,
});
export const exportCosts = fileOf({
  id: 'exportCosts',
  path: '/reporting/{userId}/costs/export',
  summary: 'Assigned costs as a file',
  flags: management,
  sort: costSort,
  filters: costFilters,
  columns: COST_EXPORT,
});
export const exportRestatements = fileOf({
  id: 'exportRestatements',
  path: '/reporting/{userId}/restatements/export',
  summary: 'What was restated between two days, as a file',
  flags: management,
  sort: restatementSort,
  filters: restatementFilters,
  extra: restatementBetween,
  columns: RESTATEMENT_EXPORT,
});
export const exportReconciliation = fileOf({
  id: 'exportReconciliation',
  path: '/reporting/{userId}/reconciliation/items/export',
  summary: 'What is unassigned, excluded, taxed or different, as a file',
  flags: management,
  sort: reconciliationSort,
  filters: reconciliationFilters,
  columns: RECONCILIATION_EXPORT,
});
export const exportAuditLog = fileOf({
  id: 'exportAuditLog',
  path: '/users/{userId}/account/audit-log/export',
  access: 'accountAdmin',
  summary: 'The audit log as a file',
  sort: auditSort,
  filters: auditFilters,
  columns: AUDIT_EXPORT,
});
