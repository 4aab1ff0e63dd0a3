import { inverseRate, parseRate, storedInverse, typedRate } from '@quayside/domain/money/money';
import type { RatePer } from '@quayside/domain/lists';
import { ruleWords } from '../../i18n/rule-words.ts';
import { plainRate } from './shown-rate.ts';

/**
 * The direction of a rate. With `account`, it is the amount in account currency for 1 unit of the invoice's currency,
 * as rates are stored. `document` is the inverse.
 */
export type RateDirection = 'account' | 'document';
export interface RateDraft {
  readonly text: string;
  readonly direction: RateDirection;
}

/** A rate that was typed, or the proposed one that a person has accepted. */
export interface ProposedRateDraft extends RateDraft {
  readonly proposed?: { readonly rate: string; readonly day: string };
}

/** The inverse of a rate. Undefined when the text is not a rate. */
export function invertRate(text: string): string | undefined {
  const rate = parseRate(text.replace(',', '.'));
  return rate.ok ? inverseRate(rate.value).text : undefined;
}

/** A rate as the server stores it: its value, and how it was typed if that is known. */
interface StoredRate {
  readonly rate: string | null;
  readonly rateTyped: TypedRate | null;
}

/** The direction in which a stored rate was typed. `document` when there is no rate. */
export function typedDirection({ rate: stored, rateTyped }: StoredRate): RateDirection {
  if (rateTyped) return DIRECTION[rateTyped.per];
  const rate = stored === null ? undefined : parseRate(stored);
  return rate?.ok && !typedRate(rate.value).isInverse ? 'account' : 'document';
}

/** A stored rate in the given direction, as text for editing: the figure as typed, if it was typed so. */
export function rateText({ rate: stored, rateTyped }: StoredRate, direction: RateDirection): string {
  if (stored === null) return '';
  if (rateTyped && DIRECTION[rateTyped.per] === direction) return rateTyped.rate;
  if (direction === 'account') return stored;
  const inverse = invertRate(stored);
  return inverse === undefined ? '' : plainRate(inverse);
}

/** A typed rate as the API takes it: the figure, and the currency of which it prices 1 unit. */
export interface TypedRate {
  readonly rate: string;
  readonly per: RatePer;
}
const PER = { account: 'DOCUMENT', document: 'ACCOUNT' } as const satisfies Record<RateDirection, RatePer>;
const DIRECTION = { DOCUMENT: 'account', ACCOUNT: 'document' } as const satisfies Record<RatePer, RateDirection>;

/** Parses a typed rate. The value is null when the field is empty. */
export function typedRateOf(draft: RateDraft): { value: TypedRate | null } | { problem: string } {
  const text = draft.text.trim().replace(',', '.');
  if (text === '') return { value: null };
  const rate = parseRate(text);
  return rate.ok
    ? { value: { rate: rate.value.text, per: PER[draft.direction] } }
    : { problem: ruleWords(rate.message) };
}

/** A typed rate in the direction in which rates are stored. The value is null when the field is empty. */
export function storedRate(draft: RateDraft): { value: string | null } | { problem: string } {
  const read = typedRateOf(draft);
  if ('problem' in read || read.value === null) return 'problem' in read ? read : { value: null };
  const rate = parseRate(read.value.rate);
  if (!rate.ok) return { problem: ruleWords(rate.message) };
  return { value: read.value.per === 'DOCUMENT' ? rate.value.text : storedInverse(rate.value) };
}

interface RateBody {
  readonly rate?: string | null;
  readonly rateDate?: string;
  readonly rateSource?: 'manual' | 'feed';
}
/** The fields of a request with which a typed or accepted rate is stored; none if it is the stored one. */
export function rateBody(draft: ProposedRateDraft, stored: string | null): RateBody | { readonly problem: string } {
  if (draft.proposed) return { rate: draft.proposed.rate, rateDate: draft.proposed.day, rateSource: 'feed' };
  const read = storedRate(draft);
  if ('problem' in read) return read;
  return read.value === stored ? {} : { rate: read.value, rateSource: 'manual' };
}
