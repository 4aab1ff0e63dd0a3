import type { Completeness } from '@quayside/contracts/product-changes';

/** What can be mended in the table itself. */
export const MENDED_GAPS = ['WEIGHT', 'VOLUME'] as const;
export type MendedGap = (typeof MENDED_GAPS)[number];

/** Which gap the address asks for, when it is the only thing missing that it names. */
export function gapInAddress(params: URLSearchParams): MendedGap | undefined {
  const asked = params.getAll('f.missing.in');
  return asked.length === 1 ? MENDED_GAPS.find((gap) => gap === asked[0]) : undefined;
}

export interface GapCount {
  readonly gap: MendedGap;
  readonly products: number;
  readonly invoices: number;
}
/** Gaps that some product has, those first that hold invoices up. */
export function gapCounts({ gaps }: Completeness): GapCount[] {
  return MENDED_GAPS.flatMap((gap): GapCount[] => {
    const found = gaps.find((one) => one.gap === gap);
    return found && found.products > 0
      ? [{ gap, products: found.products, invoices: found.blockedInvoices.length }]
      : [];
  }).sort((a, b) => b.invoices - a.invoices);
}
