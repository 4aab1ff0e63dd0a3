import type { EndpointSpec } from './endpoint.ts';
import * as modules from './modules.ts';

const isEndpoint = (v: unknown): v is EndpointSpec =>
  typeof v === 'object' && v !== null && 'method' in v && 'path' in v && 'access' in v;

/** Files whose calls share one heading in the OpenAPI document. */
const SHOWN_WITH: Readonly<Record<string, string>> = {
  allocationPreview: 'invoices',
  invoiceDocuments: 'invoices',
  invoiceLineImports: 'invoices',
  invoiceLines: 'invoices',
  invoiceMoves: 'invoices',
  productBulkEdits: 'product-changes',
  productBundles: 'products',
  productChangelog: 'product-changes',
  productCompleteness: 'product-changes',
  productLists: 'products',
  productNotifications: 'product-changes',
  productOptions: 'products',
  productPictures: 'product-changes',
  productSuppliers: 'product-changes',
  productTags: 'product-changes',
  productVariants: 'product-changes',
  purchaseOrderItems: 'purchase-orders',
  purchaseOrderPdf: 'purchase-orders',
  sentMails: 'documents',
};
/** Converts a module name to an area: `ownSettings` becomes `own-settings`. */
const areaOf = (name: string): string =>
  SHOWN_WITH[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Every call with its area. The OpenAPI document and the tests that cover all calls iterate over this list. */
export const ENDPOINTS: readonly (EndpointSpec & { area: string })[] = Object.entries(modules).flatMap(
  ([name, module]) =>
    Object.values(module)
      .filter(isEndpoint)
      .map((spec) => ({ ...spec, area: areaOf(name) })),
);
