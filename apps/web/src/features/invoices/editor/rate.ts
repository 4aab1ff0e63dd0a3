import { inverseRate, parseRate } from '@quayside/domain/money/money';
import { roundDecimal } from '../../../lib/format.ts';

/** `account`: account currency for 1 of the document's, as it is stored. `document`: the other way round, as banks quote CNY. */
export type RateDirection = 'account' | 'document';
export interface RateDraft {
  readonly text: string;
  readonly direction: RateDirection;
}

const SHOWN_DECIMALS = 6;
/** Decimals that a stored rate may have. */
const STORED_DECIMALS = 12;

/** At least 4 and at most 6 decimals, without zeros beyond: 9.320000000 is 9.32, shown as 9.3200. */
export const shownRate = (text: string): string => roundDecimal(text, SHOWN_DECIMALS).replace(/0{1,2}$/, '');

/** A rate turned round; undefined when it is no rate. */
export function invertRate(text: string): string | undefined {
  const rate = parseRate(text.replace(',', '.'));
  return rate.ok ? inverseRate(rate.value).text : undefined;
}

/** The direction that reads better: the one above 1. */
export function naturalDirection(stored: string | null): RateDirection {
  if (stored === null) return 'document';
  return /^0*\.|^0+$/.test(stored) || stored.startsWith('0.') ? 'document' : 'account';
}

/** A stored rate in a direction, as a text to edit. */
export function rateText(stored: string | null, direction: RateDirection): string {
  if (stored === null) return '';
  if (direction === 'account') return stored;
  const inverse = invertRate(stored);
  return inverse === undefined ? '' : shownRate(inverse).replace(/\.?0+$/, '');
}

/** What was typed, as it is stored: converted only where it was typed the other way round. Null: emptied. */
export function storedRate(draft: RateDraft): { value: string | null } | { problem: string } {
  const text = draft.text.trim().replace(',', '.');
  if (text === '') return { value: null };
  const rate = parseRate(text);
  if (!rate.ok) return { problem: rate.message };
  return { value: draft.direction === 'account' ? rate.value.text : roundDecimal(inverseRate(rate.value).text, STORED_DECIMALS).replace(/\.?0+$/, '') };
}
