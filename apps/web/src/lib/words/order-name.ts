import type { OrderRef } from '@quayside/contracts/order-ref';
import type { T } from '../../i18n/i18n.ts';

/** Names an order by its invoice and line, such as "NB-7001, line 5", because its internal number is on no document. */
export const orderName = (t: T, order: Pick<OrderRef, 'invoiceNumber' | 'linePosition'>): string =>
  t('orderName', { invoice: order.invoiceNumber, line: order.linePosition });

/** The tooltip of an order's name: its internal number. */
export const orderTip = (t: T, { number }: Pick<OrderRef, 'number'>): string => t('orderTip', { number });

interface Target {
  readonly type: string;
  readonly label: string;
  readonly order: OrderRef | null;
}
/**
 * Names a record over which costs are shared: an order by its invoice, a pack list by its number and its order,
 * anything else by its label.
 */
export const targetName = (t: T, { type, label, order }: Target): string => {
  if (order === null) return label;
  return type === 'PACK_LIST' ? `${label} · ${orderName(t, order)}` : orderName(t, order);
};
