// The paths of stock, which the first screen does not need.

/** The stock of products. */
export const stockPath = (): string => '/orders-shipments/stock';

/** Counts; with a product, all that moved of its stock. */
export const countsPath = (productId?: string): string =>
  `/orders-shipments/stock/counts${productId === undefined ? '' : `?f.product.in=${productId}`}`;

/** How what leaves stock is valued. */
export const stockMethodPath = (): string => '/orders-shipments/stock/method';
