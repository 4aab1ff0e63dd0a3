import { say } from '@quayside/contracts/texts/catalogue';
/** The web app's form for a new product has the path /products/add, so `add` cannot be a SKU. */
export const isReservedSku = (sku: string): boolean => sku.toLowerCase() === 'add';
/** The error message for a SKU that cannot be used. */
export const RESERVED_SKU = say('products.reserved_sku');
