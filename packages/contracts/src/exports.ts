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
import type { TextCode } from './texts/catalogue.ts';

// Every table as a file: the filter, the order and the columns that are on the screen, all rows.

const management = [['isManagementSectionEnabled']] as const;
/** A column of an export: its name in the query, and the text of its heading, which is that of the screen. */
export type ExportColumns = Readonly<Record<string, TextCode>>;

/** Headings of the columns, in the order of the screen as delivered. An import knows the products' again by them. */
export const PRODUCT_EXPORT = {
  sku: 'export.products.sku',
  name: 'export.products.name',
  skuAlias: 'export.products.skuAlias',
  asin: 'export.products.asin',
  fnsku: 'export.products.fnsku',
  brand: 'export.products.brand',
  reBrand: 'export.products.reBrand',
  group: 'export.products.group',
  tags: 'export.products.tags',
  status: 'export.products.status',
  supplier: 'export.products.supplier',
  channel: 'export.products.channel',
  shippingMethod: 'export.products.shippingMethod',
  countryOfOrigin: 'export.products.countryOfOrigin',
  length: 'export.products.length',
  width: 'export.products.width',
  height: 'export.products.height',
  dimensionUnit: 'export.products.dimensionUnit',
  weight: 'export.products.weight',
  packagingWeight: 'export.products.packagingWeight',
  shippingWeight: 'export.products.shippingWeight',
  weightUnit: 'export.products.weightUnit',
  supplierLeadTime: 'export.products.supplierLeadTime',
  notes: 'export.products.notes',
  thumbnail: 'export.products.thumbnail',
  parent: 'export.products.parent',
  unitsOrdered: 'export.products.unitsOrdered',
  factoryCostPerUnit: 'export.products.factoryCostPerUnit',
  inboundCostPerUnit: 'export.products.inboundCostPerUnit',
  landedCostPerUnit: 'export.products.landedCostPerUnit',
  factoryCostTotal: 'export.products.factoryCostTotal',
  inboundCostTotal: 'export.products.inboundCostTotal',
  landedCostTotal: 'export.products.landedCostTotal',
  lastCostUpdateDate: 'export.products.lastCostUpdateDate',
  archivedAt: 'export.products.archivedAt',
  createdAt: 'export.products.createdAt',
  updatedAt: 'export.products.updatedAt',
} as const satisfies ExportColumns;
export const SUPPLIER_EXPORT = {
  companyName: 'export.suppliers.companyName',
  localName: 'export.suppliers.localName',
  email: 'export.suppliers.email',
  telephone: 'export.suppliers.telephone',
  addressLine1: 'export.suppliers.addressLine1',
  addressLine2: 'export.suppliers.addressLine2',
  addressLine3: 'export.suppliers.addressLine3',
  city: 'export.suppliers.city',
  postCode: 'export.suppliers.postCode',
  state: 'export.suppliers.state',
  country: 'export.suppliers.country',
  currency: 'export.suppliers.currency',
  leadTime: 'export.suppliers.leadTime',
  shippingMethod: 'export.suppliers.shippingMethod',
  xeroId: 'export.suppliers.xeroId',
  notes: 'export.suppliers.notes',
  productCount: 'export.suppliers.productCount',
  invoiceCount: 'export.suppliers.invoiceCount',
  archivedAt: 'export.suppliers.archivedAt',
  updatedAt: 'export.suppliers.updatedAt',
} as const satisfies ExportColumns;
export const INVOICE_EXPORT = {
  invoiceNumber: 'export.invoices.invoiceNumber',
  kind: 'export.invoices.kind',
  supplier: 'export.invoices.supplier',
  date: 'export.invoices.date',
  status: 'export.invoices.status',
  currency: 'export.invoices.currency',
  total: 'export.invoices.total',
  rate: 'export.invoices.rate',
  accountTotal: 'export.invoices.accountTotal',
  unassigned: 'export.invoices.unassigned',
  difference: 'export.invoices.difference',
  lineCount: 'export.invoices.lineCount',
  type: 'export.invoices.type',
  payReferenceNumber: 'export.invoices.payReferenceNumber',
  costType: 'export.invoices.costType',
  shippingMethod: 'export.invoices.shippingMethod',
  vesselVoyage: 'export.invoices.vesselVoyage',
  etd: 'export.invoices.etd',
  tracking: 'export.invoices.tracking',
  billToCompany: 'export.invoices.billToCompany',
  archivedAt: 'export.invoices.archivedAt',
  updatedAt: 'export.invoices.updatedAt',
} as const satisfies ExportColumns;
export const COST_EXPORT = {
  date: 'export.costs.date',
  sku: 'export.costs.sku',
  product: 'export.costs.product',
  costType: 'export.costs.costType',
  invoiceNumber: 'export.costs.invoiceNumber',
  supplier: 'export.costs.supplier',
  order: 'export.costs.order',
  line: 'export.costs.line',
  currency: 'export.costs.currency',
  documentAmount: 'export.costs.documentAmount',
  amount: 'export.costs.amount',
  perUnit: 'export.costs.perUnit',
  basis: 'export.costs.basis',
  isExcluded: 'export.costs.isExcluded',
  isProvisional: 'export.costs.isProvisional',
  recordedAt: 'export.costs.recordedAt',
} as const satisfies ExportColumns;
export const RESTATEMENT_EXPORT = {
  sku: 'export.restatements.sku',
  product: 'export.restatements.product',
  order: 'export.restatements.order',
  date: 'export.restatements.date',
  unitsBefore: 'export.restatements.unitsBefore',
  units: 'export.restatements.units',
  before: 'export.restatements.before',
  after: 'export.restatements.after',
  change: 'export.restatements.change',
  perUnitBefore: 'export.restatements.perUnitBefore',
  perUnitAfter: 'export.restatements.perUnitAfter',
  invoices: 'export.restatements.invoices',
} as const satisfies ExportColumns;
export const AUDIT_EXPORT = {
  at: 'export.audit.at',
  who: 'export.audit.who',
  action: 'export.audit.action',
  kind: 'export.audit.kind',
  thing: 'export.audit.thing',
  things: 'export.audit.things',
  changes: 'export.audit.changes',
} as const satisfies ExportColumns;
export const RECONCILIATION_EXPORT = {
  date: 'export.reconciliation.date',
  kind: 'export.reconciliation.kind',
  invoiceNumber: 'export.reconciliation.invoiceNumber',
  supplier: 'export.reconciliation.supplier',
  line: 'export.reconciliation.line',
  costType: 'export.reconciliation.costType',
  status: 'export.reconciliation.status',
  reason: 'export.reconciliation.reason',
  currency: 'export.reconciliation.currency',
  amount: 'export.reconciliation.amount',
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
