import type { Completeness } from '@quayside/contracts/products/product-completeness';

/** The missing measures that can be entered directly in the table. */
const MENDED_GAPS = ['WEIGHT', 'VOLUME'] as const;
export type MendedGap = (typeof MENDED_GAPS)[number];

/** The missing measure by which the list is filtered. Undefined unless the URL names exactly one. */
export function gapInUrl(params: URLSearchParams): MendedGap | undefined {
  const asked = params.getAll('f.missing.in');
  return asked.length === 1 ? MENDED_GAPS.find((gap) => gap === asked[0]) : undefined;
}

export interface GapCount {
  readonly gap: MendedGap;
  readonly products: number;
  readonly invoices: number;
}
/**
 * The measures that at least one product lacks, each with its number of products and of blocked invoices. The measure
 * that blocks the most invoices comes first.
 */
export function gapCounts({ gaps }: Completeness): GapCount[] {
  return MENDED_GAPS.flatMap((gap): GapCount[] => {
    const found = gaps.find((one) => one.gap === gap);
    return found && found.products > 0
      ? [{ gap, products: found.products, invoices: found.blockedInvoices.length }]
      : [];
  }).sort((a, b) => b.invoices - a.invoices);
}
