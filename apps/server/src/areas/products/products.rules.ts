/** A word that the address of the form takes: /products/add. */
export const isReservedSku = (sku: string): boolean => sku.toLowerCase() === 'add';
/** Said where somebody tries it. */
export const RESERVED_SKU = 'This word cannot be a SKU';
