/** Characters of a SKU that its variants begin with: room for "-V" and a number stays. */
const STEM = 90;

/** SKUs for variants of a product, `<sku>-V<n>` from a number on. */
export const variantSkus = (sku: string, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${sku.slice(0, STEM)}-V${from + i}`);
