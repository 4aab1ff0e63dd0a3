/** Every path of the client, in one place. Values are encoded here and nowhere else. */
const seg = (value: string) => encodeURIComponent(value);

export const paths = {
  home: () => '/',
  login: (redirect?: string) => (redirect && redirect !== '/' ? `/login?redirect=${seg(redirect)}` : '/login'),
  register: () => '/register',
  products: () => '/products',
  productAdd: () => '/products/add',
  productImport: () => '/products/import',
  /** Products are addressed by SKU, as the documents have it; tabs below. */
  product: (sku: string, tab?: 'overview' | 'costs' | 'bundle') => `/products/${seg(sku)}${tab && tab !== 'overview' ? `/${tab}` : ''}`,
  suppliers: () => '/suppliers',
  supplierAdd: () => '/suppliers/add',
  supplier: (id: string, tab?: 'purchases') => `/suppliers/${seg(id)}${tab ? `/${tab}` : ''}`,
  invoices: () => '/invoices-purchase-orders/invoices',
  invoiceAdd: () => '/invoices/add',
  invoice: (id: string, lineId?: string) => `/invoices/${seg(id)}${lineId ? `?line=${seg(lineId)}` : ''}`,
  documents: () => '/invoices-purchase-orders/documents',
  invoiceMatching: (documentId: string) => `/invoice-matching/${seg(documentId)}`,
  assignedCosts: () => '/transactions/assigned-costs',
  reconciliation: () => '/transactions/reconciliation',
  /** What changed between two days; of an invoice: what this bill changed. */
  restatements: (show: { invoice?: string; from?: string; to?: string } = {}) => `/transactions/restatements${restatementQuery(show)}`,
  accountSettings: () => '/account-settings',
  trialExpired: () => '/trial-expired',
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
  productImport: '/products/import',
  product: '/products/:sku',
  productCosts: '/products/:sku/costs',
  productBundle: '/products/:sku/bundle',
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
  accountSettings: '/account-settings',
  trialExpired: '/trial-expired',
} as const;

/** Follows a `redirect` of the address only inside this site, and never back to the sign-in pages. */
export function safeRedirect(target: string | null): string {
  if (!target || !target.startsWith('/') || target.startsWith('//') || target.startsWith('/\\')) return '/';
  const path = new URL(target, 'http://here').pathname;
  return path === routes.login || path.startsWith(`${routes.login}/`) || path === routes.register ? '/' : target;
}
