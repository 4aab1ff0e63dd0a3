import type { ScreenNeed } from './screen-need.ts';
import { paths } from '../lib/paths.ts';

const MARKETPLACES: ScreenNeed = { flags: [['isMarketPlacesEnabled']] };
const OLDER_REPORTS: ScreenNeed = { flags: [['isMarketPlacesEnabled', 'isSv1Enabled']] };
const PURCHASE_ORDERS: ScreenNeed = { flags: [['isPoAndInventoryEnabled']] };
const ORDERS: ScreenNeed = { management: true, flags: [['isOrdersAndShippingEnabled']] };
const BILLING: ScreenNeed = { isHiddenForLifetime: true };
export const FEE_TRACKER = { flags: [['isMarketPlacesEnabled', 'isFeeTrackerActive']] } as const satisfies ScreenNeed;

/**
 * Documented addresses whose screens are not built yet, with their access needs. The guard treats them like other
 * screens; a person who passes it sees "not found". Move an entry to `screens` when its screen is built.
 */
export const ABSENT_SCREENS: Readonly<Record<string, ScreenNeed>> = {
  '/transactions/bills': { management: true },
  '/transactions/payables': { management: true },
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
  '/orders-shipments': ORDERS,
  '/orders-shipments/orders': ORDERS,
  '/orders-shipments/shipment-plans': ORDERS,
  '/orders-shipments/cartons': ORDERS,
  '/shipment-plan/:id/send': ORDERS,
  '/user-management': { who: 'systemAdmin' },
  '/user-details/:id': { who: 'systemAdmin' },
  '/profile/billing': BILLING,
  '/profile/subscription-history': BILLING,
  '/invoices-purchase-orders/purchase-orders': PURCHASE_ORDERS,
  '/purchase-order/draft': PURCHASE_ORDERS,
  '/purchase-order/:id': PURCHASE_ORDERS,
  '/purchase-order/:id/generate': PURCHASE_ORDERS,
  '/purchase-orders/:id/send': PURCHASE_ORDERS,
};
export const isAbsent = (path: string): boolean => path in ABSENT_SCREENS;
