import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import type { FeatureRedirect, FeatureScreen } from '../lib/feature.ts';
import { loadPart } from '../lib/page/load-part.ts';
import type { ScreenNeed } from '../lib/screen-need.ts';
import { ABSENT_SCREENS } from './absent-screens.ts';
import { FEATURES } from './features.ts';
import { JOINED_SCREENS } from './joined-screens.ts';
import { DashboardPage } from './pages/dashboard.page.tsx';
import { NotFoundPage } from './pages/not-found.page.tsx';

/** All screens inside the shell. The screens of a feature are declared in its `<area>.feature.ts`. */
export const screens: readonly RouteObject[] = [
  // The dashboard is not lazy, because it is the first screen after sign-in.
  { path: '/', handle: { isHome: true } satisfies ScreenNeed, element: <DashboardPage /> },
  screen('/demo/settings', () => import('./pages/demo-settings.page.tsx').then((m) => m.DemoSettingsPage)),
  screen('/account-settings', () => import('./pages/account-settings.page.tsx').then((m) => m.AccountSettingsPage), {
    who: 'admin',
  }),
  screen('/trial-expired', () => import('./pages/trial-expired.page.tsx').then((m) => m.TrialExpiredPage), {
    evenExpired: true,
  }),
  ...[...FEATURES.flatMap(({ screens: own = [] }) => own), ...JOINED_SCREENS].map(routeOf),
  ...Object.entries(ABSENT_SCREENS).map(([path, need]) => ({ path, handle: need, element: <NotFoundPage /> })),
];

/** Creates the route of a page that is loaded lazily. */
export function screen(path: string, load: () => Promise<ComponentType>, need: ScreenNeed = {}): RouteObject {
  return { path, handle: need, lazy: async () => ({ Component: await loadPart(load) }) };
}

function routeOf(one: FeatureScreen | FeatureRedirect): RouteObject {
  if ('load' in one) return screen(one.path, one.load, one.need);
  return { path: one.path, handle: one.need ?? {}, element: <Navigate to={one.redirectTo} replace /> };
}
