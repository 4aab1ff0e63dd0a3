import { say } from '@quayside/contracts/texts/catalogue';
/** The path /products/add is the form, so `add` cannot be a SKU. */
export const isReservedSku = (sku: string): boolean => sku.toLowerCase() === 'add';
/** The error for that SKU. */
export const RESERVED_SKU = say('products.reserved_sku');
