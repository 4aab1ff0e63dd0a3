import { inverseRate, parseRate, storedInverse, typedRate } from '@quayside/domain/money/money';
import { ruleWords } from '../../../i18n/rule-words.ts';
import { plainRate } from '../../../lib/shown-rate.ts';

/**
 * The direction of a rate. With `account`, it is the amount in account currency for 1 unit of the invoice's currency,
 * as rates are stored. `document` is the inverse.
 */
export type RateDirection = 'account' | 'document';
export interface RateDraft {
  readonly text: string;
  readonly direction: RateDirection;
}

/** The inverse of a rate. Undefined when the text is not a rate. */
export function invertRate(text: string): string | undefined {
  const rate = parseRate(text.replace(',', '.'));
  return rate.ok ? inverseRate(rate.value).text : undefined;
}

/** The direction in which a stored rate was typed. `document` when there is no rate. */
export function typedDirection(stored: string | null): RateDirection {
  const rate = stored === null ? undefined : parseRate(stored);
  return rate?.ok && !typedRate(rate.value).isInverse ? 'account' : 'document';
}

/** A stored rate in the given direction, as text for editing. */
export function rateText(stored: string | null, direction: RateDirection): string {
  if (stored === null) return '';
  if (direction === 'account') return stored;
  const inverse = invertRate(stored);
  return inverse === undefined ? '' : plainRate(inverse);
}

/**
 * Parses a typed rate, and converts it to the direction in which rates are stored. The value is null when the field is
 * empty.
 */
export function storedRate(draft: RateDraft): { value: string | null } | { problem: string } {
  const text = draft.text.trim().replace(',', '.');
  if (text === '') return { value: null };
  const rate = parseRate(text);
  if (!rate.ok) return { problem: ruleWords(rate.message) };
  return {
    value: draft.direction === 'account' ? rate.value.text : storedInverse(rate.value),
  };
}
