import type { FiveQuantitiesLine, LineDifference } from '@quayside/contracts/stock/five-quantities';
import type { T } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';

/** The quantities in their order, each but the first with the difference to the one before. */
export const STEPS = ['ordered', 'invoiced', 'packed', 'shipped', 'received'] as const;

/** "10 not invoiced", or "3 more received than shipped". */
export function differenceWords(t: T, { difference, quantity }: LineDifference): string {
  const formatted = formatCount(Math.abs(quantity));
  return quantity < 0
    ? t(`shipments:five.over.${difference}`, { formatted })
    : t(`shipments:five.of.${difference}`, { formatted });
}

/** What to do about a difference that needs somebody. */
export const nextWords = (t: T, { difference, openQuantity }: LineDifference): string =>
  openQuantity < 0 ? t('shipments:five.nextSurplus') : t(`shipments:five.nextOf.${difference}`);

/** The differences of a line that need somebody, in the order of their steps. */
export const openOf = ({ differences }: FiveQuantitiesLine): readonly LineDifference[] =>
  differences.filter(({ openQuantity }) => openQuantity !== 0);

/** The purchase order or the order of a line. */
export const lineName = (t: T, { purchaseOrder, orders }: FiveQuantitiesLine): string =>
  purchaseOrder?.number ?? t('shipments:five.orderLine', { number: orders[0]?.number ?? '' });
