/**
 * The maximum number of characters that the SKU of a variant takes from the SKU of its product. The rest of its length
 * is for "-V" and a number.
 */
const STEM = 90;

/** Creates SKUs for variants of a product: `<sku>-V<n>`, counting from a number. */
export const variantSkus = (sku: string, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${sku.slice(0, STEM)}-V${from + i}`);
