import type { Reconciliation } from '@quayside/contracts/costs/cost-reports';
import { formatAmount, minorOfText } from '@quayside/domain/money/money';

type Reconciled = Pick<
  Reconciliation['account'],
  'currency' | 'assigned' | 'unassigned' | 'excluded' | 'recoverableTax' | 'difference' | 'total'
>;
/** The parts that add up to the invoice totals, in display order. */
export const TERMS = ['assigned', 'unassigned', 'excluded', 'recoverableTax', 'difference'] as const;
export type Term = (typeof TERMS)[number];

const minor = (text: string, currency: string): bigint => minorOfText(text, currency) ?? 0n;

/** The invoice totals less the sum of their parts, recalculated in the browser; undefined if they are equal. */
export function gapOf(sums: Reconciled): string | undefined {
  const gap = TERMS.reduce((rest, term) => rest - minor(sums[term], sums.currency), minor(sums.total, sums.currency));
  return gap === 0n ? undefined : formatAmount(gap, sums.currency);
}

/** The sum of all products less the assigned costs; undefined if they are equal. */
export function productsGap({ products, account }: Pick<Reconciliation, 'products' | 'account'>): string | undefined {
  const gap = minor(products.landed, account.currency) - minor(account.assigned, account.currency);
  return gap === 0n ? undefined : formatAmount(gap, account.currency);
}

/** The filter of the list below the equations: kind, currency and reason. */
export interface ItemFilter {
  readonly kind?: string;
  readonly currency?: string;
  readonly reason?: string;
}
const KIND_OF: Readonly<Partial<Record<Term, string>>> = {
  unassigned: 'UNASSIGNED',
  excluded: 'EXCLUDED',
  recoverableTax: 'TAX',
  difference: 'DIFFERENCE',
};
/** The filter that a click on a figure sets. Undefined for assigned costs, because these are listed on another page. */
export function filterOf(term: Term, currency: string | undefined): ItemFilter | undefined {
  const kind = KIND_OF[term];
  return kind === undefined ? undefined : { kind, ...(currency === undefined ? {} : { currency }) };
}

/**
 * The URL parameters of the page with this filter. The filter replaces the previous filters and the search of the list.
 * Sorting is kept.
 */
export function withFilter(params: URLSearchParams, filter: ItemFilter): URLSearchParams {
  const next = new URLSearchParams(
    [...params].filter(([name]) => !name.startsWith('f.') && name !== 'page' && name !== 'q'),
  );
  for (const [field, value] of Object.entries(filter)) next.set(`f.${field}.in`, value);
  return next;
}
/** Whether the list has exactly this filter. */
export function isFilteredBy(params: URLSearchParams, filter: ItemFilter): boolean {
  const held = [...params].filter(([name]) => name.startsWith('f.'));
  const wanted = Object.entries(filter);
  return (
    held.length === wanted.length && wanted.every(([field, value]) => params.getAll(`f.${field}.in`).join() === value)
  );
}
