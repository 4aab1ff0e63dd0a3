import type { Cell } from './line-draft.ts';

const FIGURES: ReadonlySet<string> = new Set(['quantity', 'price', 'amount', 'tax', 'total', 'rate']);

/**
 * Whether a typed figure is obviously not complete: "12.", "120*", "(3+4". It is not saved while its field has the
 * focus, so that nobody sees a value that was never meant.
 */
export function isUnfinished(field: Cell | 'total' | 'rate', text: unknown): boolean {
  if (!FIGURES.has(field) || typeof text !== 'string') return false;
  const typed = text.trim();
  return /[.,+\-*/×÷(\u2212]$/.test(typed) || typed.split('(').length > typed.split(')').length;
}
