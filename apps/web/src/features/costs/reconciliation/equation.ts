import type { Reconciliation } from '@quayside/contracts/cost-reports';
import { formatAmount, parseAmount } from '@quayside/domain/money/money';

type Reconciled = Pick<
  Reconciliation['account'],
  'currency' | 'assigned' | 'unassigned' | 'excluded' | 'recoverableTax' | 'difference' | 'total'
>;
/** The parts that make up the invoices, in the order in which they are read. */
export const TERMS = ['assigned', 'unassigned', 'excluded', 'recoverableTax', 'difference'] as const;
export type Term = (typeof TERMS)[number];

const minor = (text: string, currency: string): bigint => {
  const parsed = parseAmount(text, currency);
  return parsed.ok ? parsed.value : 0n;
};

/** What the invoices are more than their parts, as worked out here; undefined where it adds up. */
export function gapOf(sums: Reconciled): string | undefined {
  const gap = TERMS.reduce((rest, term) => rest - minor(sums[term], sums.currency), minor(sums.total, sums.currency));
  return gap === 0n ? undefined : formatAmount(gap, sums.currency);
}

/** What the products hold more than is assigned; undefined where it is the same. */
export function productsGap({ products, account }: Pick<Reconciliation, 'products' | 'account'>): string | undefined {
  const gap = minor(products.landed, account.currency) - minor(account.assigned, account.currency);
  return gap === 0n ? undefined : formatAmount(gap, account.currency);
}

/** What the list below is filtered by: kind, currency, reason. */
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
/** The filter behind a figure; none for what is assigned, which is another list. */
export function filterOf(term: Term, currency: string | undefined): ItemFilter | undefined {
  const kind = KIND_OF[term];
  return kind === undefined ? undefined : { kind, ...(currency === undefined ? {} : { currency }) };
}

/** The address of the list under a filter; other filters give way, its sorting stays. */
export function withFilter(params: URLSearchParams, filter: ItemFilter): URLSearchParams {
  const next = new URLSearchParams(
    [...params].filter(([name]) => !name.startsWith('f.') && name !== 'page' && name !== 'q'),
  );
  for (const [field, value] of Object.entries(filter)) next.set(`f.${field}.in`, value);
  return next;
}
/** Is the list under exactly this filter? */
export function isFilteredBy(params: URLSearchParams, filter: ItemFilter): boolean {
  const held = [...params].filter(([name]) => name.startsWith('f.'));
  const wanted = Object.entries(filter);
  return (
    held.length === wanted.length && wanted.every(([field, value]) => params.getAll(`f.${field}.in`).join() === value)
  );
}
