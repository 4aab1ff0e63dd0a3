/** Every path of the client, in one place. Values are encoded here and nowhere else. */
const seg = (value: string) => encodeURIComponent(value);

/** The tabs of a product, in their order; the first one is the address without a tab. */
export const PRODUCT_TABS = ['overview', 'costs', 'changelog', 'variants', 'contact-details', 'product-packaging', 'case-packaging', 'bundle'] as const;
export type ProductTab = (typeof PRODUCT_TABS)[number];

export const paths = {
  home: () => '/',
  login: (redirect?: string) => (redirect && redirect !== '/' ? `/login?redirect=${seg(redirect)}` : '/login'),
  register: () => '/register',
  products: () => '/products',
  /** Products that lack something, with the columns in which it is mended. */
  productsMissing: (gap: 'WEIGHT' | 'VOLUME') => `/products?f.missing.in=${gap}&cols=${MENDING[gap]}`,
  /** What an import made or changed. */
  productsOfImport: (importId: string) => `/products?${new URLSearchParams({ 'f.import.in': importId })}`,
  /** A new product; of a parent: a variant of it. */
  productAdd: (parentId?: string) => `/products/add${parentId === undefined ? '' : `?parent=${seg(parentId)}`}`,
  /** All imports, or one. */
  productImport: (importId?: string) => `/products/import${importId === undefined ? '' : `/${seg(importId)}`}`,
  /** Products are addressed by SKU, as the documents have it; tabs below. */
  product: (sku: string, tab?: ProductTab) => `/products/${seg(sku)}${tab && tab !== 'overview' ? `/${tab}` : ''}`,
  suppliers: () => '/suppliers',
  supplierAdd: () => '/suppliers/add',
  supplier: (id: string, tab?: 'purchases') => `/suppliers/${seg(id)}${tab ? `/${tab}` : ''}`,
  invoices: () => '/invoices-purchase-orders/invoices',
  invoiceAdd: () => '/invoices/add',
  invoice: (id: string, lineId?: string) => `/invoices/${seg(id)}${lineId ? `?line=${seg(lineId)}` : ''}`,
  documents: () => '/invoices-purchase-orders/documents',
  /** A document in the panel of their list. */
  document: (id: string) => `/invoices-purchase-orders/documents?${new URLSearchParams({ open: id })}`,
  invoiceMatching: (documentId: string) => `/invoice-matching/${seg(documentId)}`,
  assignedCosts: () => '/transactions/assigned-costs',
  reconciliation: () => '/transactions/reconciliation',
  /** What changed between two days; of an invoice: what this bill changed. */
  restatements: (show: { invoice?: string; from?: string; to?: string } = {}) => `/transactions/restatements${restatementQuery(show)}`,
  notifications: () => '/notifications',
  accountSettings: () => '/account-settings',
  trialExpired: () => '/trial-expired',
} as const;

const MENDING = {
  WEIGHT: 'name.sku.weight.packagingWeight.shippingWeight.weightUnit.supplier.gaps',
  VOLUME: 'name.sku.length.width.height.dimensionUnit.supplier.gaps',
} as const;

/** The list below the totals takes its filter from the address like every list. */
function restatementQuery({ invoice, from, to }: { invoice?: string; from?: string; to?: string }): string {
  const query = new URLSearchParams({ ...(from && { from }), ...(to && { to }), ...(invoice && { 'f.invoice.in': invoice }) }).toString();
  return query && `?${query}`;
}

/** Route patterns for the router; the same words as above. */
export const routes = {
  login: '/login',
  register: '/register',
  products: '/products',
  productAdd: '/products/add',
  productImports: '/products/import',
  productImport: '/products/import/:importId',
  product: '/products/:sku',
  productTab: '/products/:sku/:tab',
  suppliers: '/suppliers',
  supplierAdd: '/suppliers/add',
  supplier: '/suppliers/:id',
  supplierPurchases: '/suppliers/:id/purchases',
  /** Leads to its invoices; purchase orders become its other child. */
  invoicesAndOrders: '/invoices-purchase-orders',
  invoices: '/invoices-purchase-orders/invoices',
  /** What a person types. */
  invoicesShort: '/invoices',
  invoiceAdd: '/invoices/add',
  invoice: '/invoices/:invoiceId',
  documents: '/invoices-purchase-orders/documents',
  invoiceMatching: '/invoice-matching/:documentId',
  transactions: '/transactions',
  assignedCosts: '/transactions/assigned-costs',
  reconciliation: '/transactions/reconciliation',
  restatements: '/transactions/restatements',
  notifications: '/notifications',
  accountSettings: '/account-settings',
  trialExpired: '/trial-expired',
} as const;

/** Follows a `redirect` of the address only inside this site, and never back to the sign-in pages. */
export function safeRedirect(target: string | null): string {
  if (!target || !target.startsWith('/') || target.startsWith('//') || target.startsWith('/\\')) return '/';
  const path = new URL(target, 'http://here').pathname;
  return path === routes.login || path.startsWith(`${routes.login}/`) || path === routes.register ? '/' : target;
}
