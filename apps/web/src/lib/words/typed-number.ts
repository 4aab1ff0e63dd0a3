import { readTyped } from '@quayside/domain/money/number-text';
import { ruleText } from '@quayside/domain/refusal';
import { ruleWords } from '../../i18n/rule-words.ts';

/** Typed text as a number with a decimal point, or the reason why it cannot be one. */
export type TypedNumber = { readonly plain: string } | { readonly problem: string };

/** The problem of a number that can be read in two ways. */
export const ambiguousNumber = (
  typed: string,
  { whole, decimal }: { whole: string; decimal: string },
): TypedNumber => ({
  problem: ruleWords(ruleText('sum.ambiguous', { typed, whole, decimal })),
});

/** Reads a typed number. Text that is no number is returned as it is, so that the schema of the field refuses it. */
export function readTypedNumber(typed: string): TypedNumber {
  const text = typed.normalize('NFKC').trim();
  const read = readTyped(text);
  return read === undefined || typeof read === 'string' ? { plain: read ?? text } : ambiguousNumber(text, read);
}
