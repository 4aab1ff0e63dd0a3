import type { OrderRef } from '@quayside/contracts/order-ref';
import type { T } from '../i18n/i18n.ts';

/** Names an order by its invoice and line, such as "NB-7001, line 5", because its internal number is on no document. */
export const orderName = (t: T, order: Pick<OrderRef, 'invoiceNumber' | 'linePosition'>): string =>
  t('orderName', { invoice: order.invoiceNumber, line: order.linePosition });

/** The tooltip of an order's name: its internal number. */
export const orderTip = (t: T, { number }: Pick<OrderRef, 'number'>): string => t('orderTip', { number });

/** Names a record over which costs are shared: an order by its invoice, anything else by its label. */
export const targetName = (
  t: T,
  { label, order }: { readonly label: string; readonly order: OrderRef | null },
): string => (order === null ? label : orderName(t, order));
