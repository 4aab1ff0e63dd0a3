/** How many characters of a SKU its variants start with, which leaves room for "-V" and a number. */
const STEM = 90;

/** Creates SKUs for variants of a product: `<sku>-V<n>`, counting from a number. */
export const variantSkus = (sku: string, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${sku.slice(0, STEM)}-V${from + i}`);
