import { inverseRate, parseRate } from '@quayside/domain/money/money';
import { ruleWords } from '../../../i18n/rule-words.ts';
import { roundDecimal } from '../../../lib/format.ts';

/** `account`: account currency for 1 of the document's, as stored. `document`: the inverse, as banks quote CNY. */
export type RateDirection = 'account' | 'document';
export interface RateDraft {
  readonly text: string;
  readonly direction: RateDirection;
}

const SHOWN_DECIMALS = 6;
/** Decimals of a stored rate. */
const STORED_DECIMALS = 12;

/** At least 4 and at most 6 decimals, without further trailing zeros: 9.320000000 is 9.32, shown as 9.3200. */
export const shownRate = (text: string): string => roundDecimal(text, SHOWN_DECIMALS).replace(/0{1,2}$/, '');

/** The inverse of a rate; undefined when it is not a rate. */
export function invertRate(text: string): string | undefined {
  const rate = parseRate(text.replace(',', '.'));
  return rate.ok ? inverseRate(rate.value).text : undefined;
}

/** The direction that is easier to read: the one above 1. */
export function naturalDirection(stored: string | null): RateDirection {
  if (stored === null) return 'document';
  return /^0*\.|^0+$/.test(stored) || stored.startsWith('0.') ? 'document' : 'account';
}

/** Formats a stored rate in a direction, for editing. */
export function rateText(stored: string | null, direction: RateDirection): string {
  if (stored === null) return '';
  if (direction === 'account') return stored;
  const inverse = invertRate(stored);
  return inverse === undefined ? '' : shownRate(inverse).replace(/\.?0+$/, '');
}

/** Parses a typed rate for storage; inverts it when it was typed in the other direction. Null: the field is empty. */
export function storedRate(draft: RateDraft): { value: string | null } | { problem: string } {
  const text = draft.text.trim().replace(',', '.');
  if (text === '') return { value: null };
  const rate = parseRate(text);
  if (!rate.ok) return { problem: ruleWords(rate.message) };
  return {
    value:
      draft.direction === 'account'
        ? rate.value.text
        : roundDecimal(inverseRate(rate.value).text, STORED_DECIMALS).replace(/\.?0+$/, ''),
  };
}
