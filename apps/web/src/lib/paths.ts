const seg = (value: string) => encodeURIComponent(value);

/** The tabs of a product, in display order. The first tab adds no segment to the path. */
export const PRODUCT_TABS = [
  'overview',
  'costs',
  'stock',
  'changelog',
  'variants',
  'contact-details',
  'product-packaging',
  'case-packaging',
  'bundle',
] as const;
export type ProductTab = (typeof PRODUCT_TABS)[number];

/** The tabs of the person's profile, in display order. The first tab adds no segment to the path. */
export const PROFILE_TABS = ['profile', 'company', 'security', 'notification-settings'] as const;
type ProfileTab = (typeof PROFILE_TABS)[number];

/**
 * The paths that several features, the kit or the app link to. A path that only one feature links to is a constant of
 * that feature. Parameters are URL-encoded here.
 */
export const paths = {
  home: () => '/',
  login: (redirect?: string) => (redirect && redirect !== '/' ? `/login?redirect=${seg(redirect)}` : '/login'),
  /** The page that requests a password reset. */
  loginReset: () => '/login/reset',
  register: () => '/register',
  /** The local mailbox, or one of its mails. It exists only on an installation without a mail server. */
  mailbox: (mailId?: string) => `/mailbox${mailId === undefined ? '' : `?mail=${seg(mailId)}`}`,
  products: () => '/products',
  /** The products that lack a measure, with the columns in which the measure can be entered. */
  productsMissing: (gap: 'WEIGHT' | 'VOLUME') => `/products?f.missing.in=${gap}&cols=${MENDING[gap]}`,
  /** The products that an import created or changed. */
  productsOfImport: (importId: string) => `/products?${new URLSearchParams({ 'f.import.in': importId })}`,
  /** The form to add a product. With a parent, the product is a variant of that parent. */
  productAdd: (parentId?: string) => `/products/add${parentId === undefined ? '' : `?parent=${seg(parentId)}`}`,
  /** The list of imports, or one import. */
  productImport: (importId?: string) => `/products/import${importId === undefined ? '' : `/${seg(importId)}`}`,
  /** The page of a product, or one of its tabs. As documented, the product is identified by its SKU. */
  product: (sku: string, tab?: ProductTab) => `/products/${seg(sku)}${tab && tab !== 'overview' ? `/${tab}` : ''}`,
  suppliers: () => '/suppliers',
  supplierAdd: () => '/suppliers/add',
  /** The list of imports of suppliers, or one import. */
  supplierImport: (importId?: string) => `/suppliers/import${importId === undefined ? '' : `/${seg(importId)}`}`,
  /** A tab of a supplier: without one, the form with its details, whose path is the documented one. */
  supplier: (id: string, tab?: 'overview' | 'statement') => `/suppliers/${seg(id)}${tab ? `/${tab}` : ''}`,
  invoices: () => '/invoices-purchase-orders/invoices',
  invoiceAdd: () => '/invoices/add',
  /** The form for a new invoice that starts from a purchase order. */
  invoiceOfPurchaseOrder: (orderId: string) => `/invoices/add?order=${seg(orderId)}`,
  /** The form for a new invoice that is paired with a shipment plan. With a supplier, the form starts with that one. */
  invoiceOfShipmentPlan: (planId: string, supplierId?: string) =>
    `/invoices/add?plan=${seg(planId)}${supplierId === undefined ? '' : `&supplier=${seg(supplierId)}`}`,
  invoice: (id: string, lineId?: string) => `/invoices/${seg(id)}${lineId ? `?line=${seg(lineId)}` : ''}`,
  documents: () => '/invoices-purchase-orders/documents',
  /** The list of documents with one document open. */
  document: (id: string) => `/invoices-purchase-orders/documents?open=${seg(id)}`,
  invoiceMatching: (documentId: string) => `/invoice-matching/${seg(documentId)}`,
  purchaseOrders: () => '/invoices-purchase-orders/purchase-orders',
  /** The form for a new purchase order. With a supplier, the form starts with that supplier. */
  purchaseOrderDraft: (supplierId?: string) =>
    `/purchase-order/draft${supplierId === undefined ? '' : `?supplier=${seg(supplierId)}`}`,
  purchaseOrder: (id: string) => `/purchase-order/${seg(id)}`,
  purchaseOrderGenerate: (id: string) => `/purchase-order/${seg(id)}/generate`,
  /** Plural, as in the source documents. */
  purchaseOrderSend: (id: string) => `/purchase-orders/${seg(id)}/send`,
  /** The purchase orders of a supplier. */
  purchaseOrdersOf: (supplierId: string) =>
    `/invoices-purchase-orders/purchase-orders?${new URLSearchParams({ 'f.supplier.in': supplierId })}`,
  /** The list of orders, or one of them in its panel. */
  orders: (orderId?: string) => `/orders-shipments/orders${orderId === undefined ? '' : `?order=${seg(orderId)}`}`,
  order: (id: string) => `/orders-shipments/orders/${seg(id)}`,
  /** The list of carton rows, or one of them in its panel. */
  cartons: (cartonId?: string) =>
    `/orders-shipments/cartons${cartonId === undefined ? '' : `?carton=${seg(cartonId)}`}`,
  shipmentPlans: () => '/orders-shipments/shipment-plans',
  shipmentPlan: (id: string) => `/orders-shipments/shipment-plans/${seg(id)}`,
  /** Singular, as in the source documents. */
  shipmentPlanSend: (id: string) => `/shipment-plan/${seg(id)}/send`,
  /** The list of freight rates, or one of them in its panel. */
  freightRates: (rateId?: string) =>
    `/orders-shipments/freight-rates${rateId === undefined ? '' : `?rate=${seg(rateId)}`}`,
  /** The list of duty rates, or one of them in its panel. */
  dutyRates: (rateId?: string) => `/orders-shipments/duty-rates${rateId === undefined ? '' : `?duty=${seg(rateId)}`}`,
  /** The tab of an invoice with its payments. */
  invoicePayments: (id: string) => `/invoices/${seg(id)}?tab=schedule`,
  bills: () => '/transactions/bills',
  payables: () => '/transactions/payables',
  cashCalendar: () => '/transactions/calendar',
  /** The payables, paid ones too, that contain a text such as a reference. */
  payablesOf: (text: string) => `/transactions/payables?${new URLSearchParams({ q: text })}`,
  /** The credits of suppliers, or one of them in its panel. */
  credits: (creditId?: string) => `/transactions/credits${creditId === undefined ? '' : `?credit=${seg(creditId)}`}`,
  exchangeDifferences: () => '/transactions/exchange-differences',
  accountCodes: () => '/account-codes',
  exchangePolicy: () => '/exchange-policy',
  assignedCosts: () => '/transactions/assigned-costs',
  reconciliation: () => '/transactions/reconciliation',
  /** The cost changes between two days, or the changes that one invoice caused. */
  restatements: (show: { invoice?: string; from?: string; to?: string } = {}) =>
    `/transactions/restatements${restatementQuery(show)}`,
  exchangeRates: () => '/exchange-rates',
  notifications: () => '/notifications',
  onboarding: () => '/onboarding',
  demoSettings: () => '/demo/settings',
  accountSettings: () => '/account-settings',
  /** The members of the account, or one of them. */
  users: (personId?: string) => `/users${personId === undefined ? '' : `?person=${seg(personId)}`}`,
  /** The audit log of the account. */
  auditLog: () => '/audit-log',
  /** The background work of the installation, which only system admins see. */
  backgroundWork: () => '/background-work',
  /** The page that an invitation link opens for a person who cannot sign in yet. */
  invitation: (userId: string, accountId: string, token: string, action: string) =>
    `/login/verify/invite/${seg(userId)}/${seg(accountId)}/${seg(token)}/${seg(action)}`,
  /**
   * The page that an invitation link opens for a person with a password. They answer the invitation after signing in.
   */
  invitationOfUser: (userId: string, accountId: string, action: string) =>
    `/login/verify/invite/user/${seg(userId)}/${seg(accountId)}/${seg(action)}`,
  /** The settings of the signed-in person, or one of their tabs. */
  profile: (tab?: ProfileTab) => `/profile${tab && tab !== 'profile' ? `/${tab}` : ''}`,
  trialExpired: () => '/trial-expired',
  /**
   * The home screen of an account without the management section. The source documents call it feeTrackerPro (G-072 in
   * the decisions).
   */
  feeTracker: () => '/fee-tracker-pro',
  funding: () => '/funding',
  tariff: () => '/smart-tariff-classifications',
  /** Capitalized as in the source documents. The router ignores case. */
  bookkeeper: () => '/find-a-Bookkeeper',
  listBusiness: () => '/list-my-business',
} as const;

const MENDING = {
  WEIGHT: 'name.sku.weight.packagingWeight.shippingWeight.weightUnit.supplier.gaps',
  VOLUME: 'name.sku.length.width.height.dimensionUnit.supplier.gaps',
} as const;

/** The query string of the restatements. The list on this page reads its filters from the URL, as all lists do. */
function restatementQuery({ invoice, from, to }: { invoice?: string; from?: string; to?: string }): string {
  const query = new URLSearchParams({
    ...(from && { from }),
    ...(to && { to }),
    ...(invoice && { 'f.invoice.in': invoice }),
  }).toString();
  return query && `?${query}`;
}

/** The route patterns of the screens outside the shell. The other patterns are in `<area>.feature.ts` and in `app/`. */
export const routes = {
  login: '/login',
  loginReset: '/login/reset',
  /** The pages that mailed links open. */
  loginNewPassword: '/login/new-password/:userId/:verificationToken',
  loginVerify: '/login/verify/:userId/:verificationToken',
  loginNewAddress: '/login/new-address/:userId/:verificationToken',
  /** The page on which a person with a password answers an invitation. */
  loginInvitation: '/login/:userId/:accountId/:invitationAction',
  verifyUserInvitation: '/login/verify/invite/user/:userId/:accountId/:invitationAction',
  register: '/register',
  /** The page that an unsubscribe link opens. */
  unsubscribe: '/unsubscribe/:token',
  mailbox: '/mailbox',
  invitation: '/login/verify/invite/:userId/:accountId/:verificationToken/:invitationAction',
  /** Paths in mails of earlier versions. */
  invitationOld: ['/invite/*', '/login/invite/*'],
} as const;

/**
 * Converts an invitation path of an earlier version to the current path (G-033 in the decisions). `rest` is the part of
 * the path after /invite or /login/invite. Undefined when there is no such path.
 */
export function invitationOf(rest: string): string | undefined {
  const parts = rest.split('/').filter((part) => part !== '');
  const [first = '', second = '', third = '', fourth = ''] = parts;
  if (parts.length === 3) return `/login/${seg(first)}/${seg(second)}/${seg(third)}`;
  if (parts.length !== 4) return undefined;
  return first === 'user'
    ? paths.invitationOfUser(second, third, fourth)
    : paths.invitation(first, second, third, fourth);
}
/** The path prefixes in mails of earlier versions, each with the current prefix. */
export const LEGACY: Readonly<Record<string, string>> = {
  '/newPassword': '/login/new-password',
  '/new-password': '/login/new-password',
  '/verify': '/login/verify',
};

/** The path in the `redirect` parameter, if it is safe: it must be within this site, and not be a sign-in page. */
export function safeRedirect(target: string | null): string {
  if (!target || !target.startsWith('/') || target.startsWith('//') || target.startsWith('/\\')) return '/';
  const path = new URL(target, 'http://here').pathname;
  return path === routes.login || path.startsWith(`${routes.login}/`) || path === routes.register ? '/' : target;
}
