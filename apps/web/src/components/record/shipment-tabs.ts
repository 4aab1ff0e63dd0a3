import type { T } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import type { PageTab } from '../ui/page-frame.tsx';

/** The lists of what has arrived (`receipts`), of what did not (`missing`), and of how far each line has come. */
export const receivedPath = (list: 'missing' | 'receipts' | 'five-quantities'): string =>
  `/orders-shipments/received/${list}`;

/** The tabs that link the lists about shipping with each other: orders, plans, cartons, and what moving goods costs. */
export const shipmentTabs = (t: T): readonly PageTab[] => [
  { label: t('shipments:orders.title'), to: paths.orders() },
  { label: t('shipments:plans.title'), to: paths.shipmentPlans() },
  { label: t('shipments:cartons.title'), to: paths.cartons() },
  { label: t('shipments:stock.title'), to: paths.stock() },
  { label: t('shipments:stock.counts.title'), to: paths.stockCounts() },
  { label: t('shipments:five.title'), to: receivedPath('five-quantities') },
  { label: t('shipments:receiving.receipts.title'), to: receivedPath('receipts') },
  { label: t('shipments:receiving.missing.title'), to: receivedPath('missing') },
  { label: t('freight:rates.title'), to: paths.freightRates() },
  { label: t('freight:duty.title'), to: paths.dutyRates() },
];
