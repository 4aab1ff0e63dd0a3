import { ORDER_KINDS } from '@quayside/contracts/shipments/orders';
import { paths } from '../../../lib/paths.ts';

/** What the tab of orders lists. Opening stock is what an order would be without an invoice. */
export const SHOWN_KINDS = [...ORDER_KINDS, 'OPENING'] as const;
export type ShownKind = (typeof SHOWN_KINDS)[number];

/** The tab of orders with those of this kind, or with one of them in its panel. */
export const ordersOfKind = (kind: ShownKind, orderId?: string): string =>
  kind === 'SUPPLIER'
    ? paths.orders(orderId)
    : `${paths.orders()}?${new URLSearchParams({ kind, ...(orderId !== undefined && { order: orderId }) })}`;

/** The form to add a product with this SKU. */
export const productWithSkuPath = (sku: string): string => `${paths.productAdd()}?${new URLSearchParams({ sku })}`;
