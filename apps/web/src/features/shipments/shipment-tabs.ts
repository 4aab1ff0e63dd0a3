import type { PageTab } from '../../components/ui/page-frame.tsx';
import type { T } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';

/** The tabs that link the lists of orders, shipment plans and cartons with each other. */
export const shipmentTabs = (t: T): readonly PageTab[] => [
  { label: t('shipments:orders.title'), to: paths.orders() },
  { label: t('shipments:plans.title'), to: paths.shipmentPlans() },
  { label: t('shipments:cartons.title'), to: paths.cartons() },
];
