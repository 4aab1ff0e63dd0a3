import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { loadPart } from '../lib/load-part.ts';
import { paths, PRODUCT_TABS, routes } from '../lib/paths.ts';
import { ABSENT_SCREENS } from './absent-screens.ts';
import { DashboardPage } from './pages/dashboard.page.tsx';
import { NotFoundPage } from './pages/not-found.page.tsx';
import type { ScreenNeed } from './screen-need.ts';

/** Needs of a route of the management section. Declared before the list, which uses it at module load. */
export const MANAGEMENT: ScreenNeed = { management: true };
const RESOURCES: ScreenNeed = { flags: [['isResourcesEnabled']] };

/**
 * All screens inside the shell. A feature registers its pages here; they load when first opened:
 * `screen(routes.products, () => import('../features/products/product-list.page.tsx').then((m) => m.ProductListPage),
 * MANAGEMENT)`.
 */
export const screens: readonly RouteObject[] = [
  // Not lazy: it is the first screen after sign-in.
  { path: '/', handle: { isHome: true } satisfies ScreenNeed, element: <DashboardPage /> },
  screen(routes.notifications, () =>
    import('../features/notifications/notification-list.page.tsx').then((m) => m.NotificationListPage),
  ),
  screen(routes.onboarding, () => import('../features/onboarding/onboarding.page.tsx').then((m) => m.OnboardingPage)),
  screen(routes.demoSettings, () => import('./pages/demo-settings.page.tsx').then((m) => m.DemoSettingsPage)),
  screen(routes.accountSettings, () => import('./pages/account-settings.page.tsx').then((m) => m.AccountSettingsPage), {
    who: 'admin',
  }),
  screen(routes.users, () => import('../features/people/users.page.tsx').then((m) => m.UsersPage), { who: 'admin' }),
  screen(routes.auditLog, () => import('../features/audit/audit-log.page.tsx').then((m) => m.AuditLogPage), {
    who: 'admin',
  }),
  screen(
    routes.backgroundWork,
    () => import('../features/operations/background-work.page.tsx').then((m) => m.BackgroundWorkPage),
    { who: 'systemAdmin' },
  ),
  screen(routes.profile, () => import('../features/profile/profile.page.tsx').then((m) => m.ProfilePage)),
  screen(routes.profileCompany, () => import('../features/profile/company.page.tsx').then((m) => m.CompanyPage)),
  screen(routes.profileSecurity, () => import('../features/profile/security.page.tsx').then((m) => m.SecurityPage)),
  screen(routes.notificationSettings, () =>
    import('../features/profile/notification-settings.page.tsx').then((m) => m.NotificationSettingsPage),
  ),
  screen(routes.trialExpired, () => import('./pages/trial-expired.page.tsx').then((m) => m.TrialExpiredPage), {
    evenExpired: true,
  }),
  screen(
    routes.suppliers,
    () => import('../features/suppliers/supplier-list.page.tsx').then((m) => m.SupplierListPage),
    MANAGEMENT,
  ),
  screen(
    routes.supplierAdd,
    () => import('../features/suppliers/supplier-add.page.tsx').then((m) => m.SupplierAddPage),
    MANAGEMENT,
  ),
  screen(
    routes.supplier,
    () => import('../features/suppliers/supplier-details.page.tsx').then((m) => m.SupplierDetailsPage),
    MANAGEMENT,
  ),
  screen(
    routes.supplierPurchases,
    () => import('../features/suppliers/supplier-details.page.tsx').then((m) => m.SupplierDetailsPage),
    MANAGEMENT,
  ),
  screen(routes.products, () => import('./pages/products-page.tsx').then((m) => m.ProductsPage), MANAGEMENT),
  screen(
    routes.productAdd,
    () => import('../features/products/product-add.page.tsx').then((m) => m.ProductAddPage),
    MANAGEMENT,
  ),
  screen(
    routes.productImports,
    () => import('../features/products/import/import-list.page.tsx').then((m) => m.ImportListPage),
    MANAGEMENT,
  ),
  screen(
    routes.productImport,
    () => import('../features/products/import/product-import.page.tsx').then((m) => m.ProductImportPage),
    MANAGEMENT,
  ),
  screen(
    routes.product,
    () => import('./pages/product-details-page.tsx').then((m) => m.ProductDetailsPage),
    MANAGEMENT,
  ),
  ...PRODUCT_TABS.slice(1).map((tab) =>
    screen(
      routes.productTab.replace(':tab', tab),
      () => import('./pages/product-details-page.tsx').then((m) => m.ProductDetailsPage),
      MANAGEMENT,
    ),
  ),
  screen(routes.invoices, () => import('./pages/invoices-page.tsx').then((m) => m.InvoicesPage), MANAGEMENT),
  screen(routes.invoiceAdd, () => import('./pages/invoice-add-page.tsx').then((m) => m.InvoiceAddPage), MANAGEMENT),
  screen(routes.invoice, () => import('./pages/invoice-page.tsx').then((m) => m.InvoicePage), MANAGEMENT),
  screen(routes.documents, () => import('./pages/documents-page.tsx').then((m) => m.DocumentsPage), MANAGEMENT),
  screen(
    routes.invoiceMatching,
    () => import('../features/documents/matching/matching.page.tsx').then((m) => m.MatchingPage),
    MANAGEMENT,
  ),
  screen(
    routes.assignedCosts,
    () => import('../features/costs/assigned-costs.page.tsx').then((m) => m.AssignedCostsPage),
    MANAGEMENT,
  ),
  screen(
    routes.reconciliation,
    () => import('../features/costs/reconciliation/reconciliation.page.tsx').then((m) => m.ReconciliationPage),
    MANAGEMENT,
  ),
  screen(
    routes.restatements,
    () => import('../features/costs/restatements/restatements.page.tsx').then((m) => m.RestatementsPage),
    MANAGEMENT,
  ),
  screen(routes.funding, () => import('../features/resources/resource.page.tsx').then((m) => m.FundingPage), RESOURCES),
  screen(routes.tariff, () => import('../features/resources/resource.page.tsx').then((m) => m.TariffPage), RESOURCES),
  screen(
    routes.bookkeeper,
    () => import('../features/resources/resource.page.tsx').then((m) => m.BookkeeperPage),
    RESOURCES,
  ),
  screen(
    routes.listBusiness,
    () => import('../features/resources/resource.page.tsx').then((m) => m.ListBusinessPage),
    RESOURCES,
  ),
  { path: routes.invoicesAndOrders, handle: MANAGEMENT, element: <Navigate to={paths.invoices()} replace /> },
  { path: routes.invoicesShort, handle: MANAGEMENT, element: <Navigate to={paths.invoices()} replace /> },
  { path: routes.transactions, handle: MANAGEMENT, element: <Navigate to={paths.assignedCosts()} replace /> },
  ...Object.entries(ABSENT_SCREENS).map(([path, need]) => ({ path, handle: need, element: <NotFoundPage /> })),
];

/** A lazily loaded page at a path. */
export function screen(path: string, load: () => Promise<ComponentType>, need: ScreenNeed = {}): RouteObject {
  return { path, handle: need, lazy: async () => ({ Component: await loadPart(load) }) };
}
