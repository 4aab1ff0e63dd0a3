import type { Completeness } from '@quayside/contracts/product-changes';

/** The gaps that can be filled in the table itself. */
const MENDED_GAPS = ['WEIGHT', 'VOLUME'] as const;
export type MendedGap = (typeof MENDED_GAPS)[number];

/** The gap that the filter in the address names, if it names exactly one. */
export function gapInAddress(params: URLSearchParams): MendedGap | undefined {
  const asked = params.getAll('f.missing.in');
  return asked.length === 1 ? MENDED_GAPS.find((gap) => gap === asked[0]) : undefined;
}

export interface GapCount {
  readonly gap: MendedGap;
  readonly products: number;
  readonly invoices: number;
}
/** The gaps that at least one product has. Gaps that block invoices come first. */
export function gapCounts({ gaps }: Completeness): GapCount[] {
  return MENDED_GAPS.flatMap((gap): GapCount[] => {
    const found = gaps.find((one) => one.gap === gap);
    return found && found.products > 0
      ? [{ gap, products: found.products, invoices: found.blockedInvoices.length }]
      : [];
  }).sort((a, b) => b.invoices - a.invoices);
}
