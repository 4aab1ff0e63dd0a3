import { paths } from '../lib/paths.ts';
import type { ScreenNeed } from '../lib/screen-need.ts';
import { FEATURES } from './features.ts';

const MARKETPLACES: ScreenNeed = { flags: [['isMarketPlacesEnabled']] };
const OLDER_REPORTS: ScreenNeed = { flags: [['isMarketPlacesEnabled', 'isSv1Enabled']] };
const BILLING: ScreenNeed = { isHiddenForLifetime: true };
export const FEE_TRACKER = { flags: [['isMarketPlacesEnabled', 'isFeeTrackerActive']] } as const satisfies ScreenNeed;

/**
 * The paths that the specification documents and that had no screen when this list was written, each with the access
 * that its screen will require.
 */
const DOCUMENTED: Readonly<Record<string, ScreenNeed>> = {
  '/integrations': { who: 'admin' },
  '/integrations/default': { who: 'admin' },
  '/integrations/connected': { who: 'admin' },
  '/integrations/applications': { who: 'admin' },
  '/integrations/amazon/redirect': { who: 'admin' },
  '/integrations/:integrationId/redirect': { who: 'admin' },
  '/analytics': MARKETPLACES,
  [paths.feeTracker()]: FEE_TRACKER,
  '/marketplace-overview': OLDER_REPORTS,
  '/service-fees': OLDER_REPORTS,
  '/product-sales': OLDER_REPORTS,
  '/product-profitability': OLDER_REPORTS,
  '/product-order-metrics': OLDER_REPORTS,
  '/user-management': { who: 'systemAdmin' },
  '/user-details/:id': { who: 'systemAdmin' },
  '/profile/billing': BILLING,
  '/profile/subscription-history': BILLING,
};

const built = new Set(FEATURES.flatMap(({ screens = [] }) => screens.map(({ path }) => path)));
/**
 * The documented paths for which no feature has a screen yet. The guard checks access to these paths as to any other
 * screen; a person with access sees "not found".
 */
export const ABSENT_SCREENS: Readonly<Record<string, ScreenNeed>> = Object.fromEntries(
  Object.entries(DOCUMENTED).filter(([path]) => !built.has(path)),
);
export const isAbsent = (path: string): boolean => path in ABSENT_SCREENS;
