import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { paths, routes } from '../lib/paths.ts';
import type { ScreenNeed } from './route-decision.ts';

/**
 * Every screen inside the shell. A feature registers its pages here, loaded when they are first opened:
 * `screen(routes.products, () => import('../features/products/product-list.page.tsx').then((m) => m.ProductListPage), MANAGEMENT)`.
 */
export const screens: readonly RouteObject[] = [
  screen('/', () => import('./pages/dashboard.page.tsx').then((m) => m.DashboardPage)),
  screen(routes.accountSettings, () => import('./pages/account-settings.page.tsx').then((m) => m.AccountSettingsPage), { who: 'admin' }),
  screen(routes.trialExpired, () => import('./pages/trial-expired.page.tsx').then((m) => m.TrialExpiredPage), { evenExpired: true }),
  { path: routes.invoicesAndOrders, element: <Navigate to={paths.invoices()} replace /> },
  { path: routes.invoicesAndOrdersList, element: <Navigate to={paths.invoices()} replace /> },
  { path: routes.transactions, element: <Navigate to={paths.assignedCosts()} replace /> },
];

/** What a route of the management section says of itself. */
export const MANAGEMENT: ScreenNeed = { management: true };

/** A lazily loaded page at a path. */
export function screen(path: string, load: () => Promise<ComponentType>, need: ScreenNeed = {}): RouteObject {
  return { path, handle: need, lazy: async () => ({ Component: await load() }) };
}
