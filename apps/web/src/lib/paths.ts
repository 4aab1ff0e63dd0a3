const seg = (value: string) => encodeURIComponent(value);

/** The tabs of a product, in order. The first tab has no segment in the address. */
export const PRODUCT_TABS = [
  'overview',
  'costs',
  'changelog',
  'variants',
  'contact-details',
  'product-packaging',
  'case-packaging',
  'bundle',
] as const;
export type ProductTab = (typeof PRODUCT_TABS)[number];

/** The tabs of the own profile, in order. The first tab has no segment in the address. */
export const PROFILE_TABS = ['profile', 'company', 'security', 'notification-settings'] as const;
type ProfileTab = (typeof PROFILE_TABS)[number];

/**
 * The addresses to which more than one feature links, or the kit or the app. An address to which one feature alone
 * links is a constant of that feature. Values are URL-encoded here.
 */
export const paths = {
  home: () => '/',
  login: (redirect?: string) => (redirect && redirect !== '/' ? `/login?redirect=${seg(redirect)}` : '/login'),
  /** The page to request a password reset. */
  loginReset: () => '/login/reset',
  register: () => '/register',
  /** The local mailbox: all mails that would have been sent, or one of them. Exists only without a mail server. */
  mailbox: (mailId?: string) => `/mailbox${mailId === undefined ? '' : `?mail=${seg(mailId)}`}`,
  products: () => '/products',
  /** Products that lack a value, with the columns in which to enter it. */
  productsMissing: (gap: 'WEIGHT' | 'VOLUME') => `/products?f.missing.in=${gap}&cols=${MENDING[gap]}`,
  /** Products that an import created or changed. */
  productsOfImport: (importId: string) => `/products?${new URLSearchParams({ 'f.import.in': importId })}`,
  /** Adds a product; with a parent SKU, a variant of it. */
  productAdd: (parentId?: string) => `/products/add${parentId === undefined ? '' : `?parent=${seg(parentId)}`}`,
  /** The list of imports, or one import. */
  productImport: (importId?: string) => `/products/import${importId === undefined ? '' : `/${seg(importId)}`}`,
  /** Products are addressed by SKU, as documented; tabs below. */
  product: (sku: string, tab?: ProductTab) => `/products/${seg(sku)}${tab && tab !== 'overview' ? `/${tab}` : ''}`,
  suppliers: () => '/suppliers',
  supplierAdd: () => '/suppliers/add',
  supplier: (id: string, tab?: 'purchases') => `/suppliers/${seg(id)}${tab ? `/${tab}` : ''}`,
  invoices: () => '/invoices-purchase-orders/invoices',
  invoiceAdd: () => '/invoices/add',
  invoice: (id: string, lineId?: string) => `/invoices/${seg(id)}${lineId ? `?line=${seg(lineId)}` : ''}`,
  documents: () => '/invoices-purchase-orders/documents',
  /** The list with one document open. */
  document: (id: string) => `/invoices-purchase-orders/documents?open=${seg(id)}`,
  invoiceMatching: (documentId: string) => `/invoice-matching/${seg(documentId)}`,
  assignedCosts: () => '/transactions/assigned-costs',
  reconciliation: () => '/transactions/reconciliation',
  /** Cost changes between two days, or the changes that one invoice made. */
  restatements: (show: { invoice?: string; from?: string; to?: string } = {}) =>
    `/transactions/restatements${restatementQuery(show)}`,
  notifications: () => '/notifications',
  onboarding: () => '/onboarding',
  demoSettings: () => '/demo/settings',
  accountSettings: () => '/account-settings',
  /** Members of the account, or one of them. */
  users: (personId?: string) => `/users${personId === undefined ? '' : `?person=${seg(personId)}`}`,
  /** The audit log of the account. */
  auditLog: () => '/audit-log',
  /** The background work of the installation, for system admins. */
  backgroundWork: () => '/background-work',
  /** The link of an invitation for a person who cannot sign in yet. */
  invitation: (userId: string, accountId: string, token: string, action: string) =>
    `/login/verify/invite/${seg(userId)}/${seg(accountId)}/${seg(token)}/${seg(action)}`,
  /** The same for a person who has a password: they answer after signing in. */
  invitationOfUser: (userId: string, accountId: string, action: string) =>
    `/login/verify/invite/user/${seg(userId)}/${seg(accountId)}/${seg(action)}`,
  /** The person's own settings; tabs below. */
  profile: (tab?: ProfileTab) => `/profile${tab && tab !== 'profile' ? `/${tab}` : ''}`,
  trialExpired: () => '/trial-expired',
  /** Home of an account without the management section; the documents call it feeTrackerPro (G-072). */
  feeTracker: () => '/fee-tracker-pro',
  funding: () => '/funding',
  tariff: () => '/smart-tariff-classifications',
  /** Spelt as documented; the router ignores case. */
  bookkeeper: () => '/find-a-Bookkeeper',
  listBusiness: () => '/list-my-business',
} as const;

const MENDING = {
  WEIGHT: 'name.sku.weight.packagingWeight.shippingWeight.weightUnit.supplier.gaps',
  VOLUME: 'name.sku.length.width.height.dimensionUnit.supplier.gaps',
} as const;

/** The list below the totals takes its filter from the address, as all lists do. */
function restatementQuery({ invoice, from, to }: { invoice?: string; from?: string; to?: string }): string {
  const query = new URLSearchParams({
    ...(from && { from }),
    ...(to && { to }),
    ...(invoice && { 'f.invoice.in': invoice }),
  }).toString();
  return query && `?${query}`;
}

/** Route patterns of the screens without the shell. The others are in `<area>.feature.ts` and in `app/`. */
export const routes = {
  login: '/login',
  loginReset: '/login/reset',
  /** The target pages of mailed links. */
  loginNewPassword: '/login/new-password/:userId/:verificationToken',
  loginVerify: '/login/verify/:userId/:verificationToken',
  loginNewAddress: '/login/new-address/:userId/:verificationToken',
  /** Answers an invitation of a person who has a password already. */
  loginInvitation: '/login/:userId/:accountId/:invitationAction',
  verifyUserInvitation: '/login/verify/invite/user/:userId/:accountId/:invitationAction',
  register: '/register',
  /** The target of unsubscribe links. */
  unsubscribe: '/unsubscribe/:token',
  mailbox: '/mailbox',
  invitation: '/login/verify/invite/:userId/:accountId/:verificationToken/:invitationAction',
  /** Addresses in mails of earlier versions. */
  invitationOld: ['/invite/*', '/login/invite/*'],
} as const;

/**
 * The current address for the rest of an address that once began with /invite or /login/invite (G-033). Undefined when
 * there is none.
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
/** Prefixes of mailed addresses in earlier versions, with the current prefixes. */
export const LEGACY: Readonly<Record<string, string>> = {
  '/newPassword': '/login/new-password',
  '/new-password': '/login/new-password',
  '/verify': '/login/verify',
};

/** Follows the `redirect` parameter only within this site, and never back to the sign-in pages. */
export function safeRedirect(target: string | null): string {
  if (!target || !target.startsWith('/') || target.startsWith('//') || target.startsWith('/\\')) return '/';
  const path = new URL(target, 'http://here').pathname;
  return path === routes.login || path.startsWith(`${routes.login}/`) || path === routes.register ? '/' : target;
}
