import { getPurchaseOrder, listInvoicePurchaseOrderSummaries } from '@quayside/contracts/purchasing/purchase-orders';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import type { T } from '../../../i18n/i18n.ts';
import { formatDay, formatMoney, formatQuantity } from '../../../lib/words/format.ts';
import { read } from '../../../lib/api/query-client.ts';

export type OpenOrder = ResponseOf<typeof listInvoicePurchaseOrderSummaries>[number];
export type OrderItem = ResponseOf<typeof getPurchaseOrder>['items'][number];

/** The open purchase orders of which something is left to be invoiced, newest first. */
export const useOpenOrders = (isOn = true) =>
  useQuery({
    ...read('purchase-orders', listInvoicePurchaseOrderSummaries, {
      query: { purchaseOrderStatuses: ['OPEN'], includePaired: 'false' },
    }),
    enabled: isOn,
  });

/** The items of one purchase order. */
export const useOrderItems = (orderId: string | undefined) =>
  useQuery({
    ...read('purchase-orders', getPurchaseOrder, { params: { id: orderId ?? '' } }),
    enabled: orderId !== undefined,
    select: (order) => order.items,
  });

/** What is left of a purchase order: "CNY 8,400.00 of 12,000.00 left, 12 Jul 2026". */
export function leftWords(t: T, order: OpenOrder): string {
  const words = t('invoices:fromOrder.left', {
    left: formatMoney(order.left, order.currency, { as: 'code', zero: 'figure' }),
    total: formatMoney(order.total, order.currency, { as: 'bare', zero: 'figure' }),
  });
  return order.orderDate === null ? words : `${words}, ${formatDay(order.orderDate)}`;
}

/** The name of an item: its position, SKU and words. */
export const itemLabel = (item: OrderItem): string =>
  `${item.position}. ${[item.sku, item.name ?? item.product?.name].filter(Boolean).join(' ')}`;

/** What is left of an item: "400 of 1,000 left at 2.705". */
export const itemLeft = (t: T, item: OrderItem): string =>
  t('invoices:fromOrder.itemLeft', {
    left: formatQuantity(item.leftQuantity, 'figure'),
    quantity: formatQuantity(item.quantity, 'figure'),
    price: item.unitPrice,
  });
