import { SALES_CHANNELS, type SalesChannel } from '../lists.ts';
import type { Place } from './places.ts';

// The place that a sale leaves (stock §6): who shipped it decides, then where it was sold.

/** Who shipped a sale: the marketplace from its own stock, or the account. */
export const FULFILMENTS = ['AMAZON', 'MERCHANT'] as const;
export type Fulfilment = (typeof FULFILMENTS)[number];

const OWN_WORDS: ReadonlySet<string> = new Set([
  'merchant',
  'mfn',
  'seller',
  'default',
  'merchant fulfilled',
  'seller fulfilled',
  'fulfilled by merchant',
  'fulfilled by seller',
]);

/** Who shipped, as the report names it. A report without a word means the marketplace. */
export const fulfilmentOfReport = (text: string): Fulfilment =>
  OWN_WORDS.has(text.trim().toLowerCase()) ? 'MERCHANT' : 'AMAZON';

/** What a choice of a place is for: own shipping, orders of other shops that the marketplace ships, a sales channel. */
export const SALE_SOURCES = ['OWN', 'MULTI_CHANNEL', 'CHANNEL'] as const;
type SourceKind = (typeof SALE_SOURCES)[number];

/** What decides about the place of a sale. `channel` is empty unless the sales channel decides. */
export interface SaleSource {
  readonly kind: SourceKind;
  readonly channel: string;
}

/** Whether a report names orders of other shops. */
export const isMultiChannel = (channel: string): boolean => channel.trim().toLowerCase().startsWith('non-amazon');

/** The sales channel if it is one of the list, else undefined. */
export const knownChannel = (channel: string): SalesChannel | undefined =>
  SALES_CHANNELS.find((known) => known === channel);

/** By what a sales channel is known again: its code, or what was typed, without regard to case. */
const keyOfChannel = (channel: string): string => knownChannel(channel) ?? channel.trim().toLowerCase();

/** What decides about the place of a sale. */
export function sourceOfSale({
  fulfilment,
  channel,
}: {
  readonly fulfilment: Fulfilment;
  readonly channel: string;
}): SaleSource {
  if (fulfilment === 'MERCHANT') return { kind: 'OWN', channel: '' };
  if (isMultiChannel(channel)) return { kind: 'MULTI_CHANNEL', channel: '' };
  return { kind: 'CHANNEL', channel: keyOfChannel(channel) };
}

/** A choice that holds from a day on; without a day it holds for all days. `place` null: the usual place again. */
export interface SalePlaceRule {
  readonly fromDay: string | null;
  readonly place: Place | null;
}

/** The place where nothing is chosen; null: somebody has to choose. */
function usualPlace({ kind, channel }: SaleSource): Place | null {
  if (kind === 'OWN') return 'WAREHOUSE';
  return kind === 'MULTI_CHANNEL' ? null : (knownChannel(channel) ?? null);
}

/** The place that a sale of a day leaves, by the choices for its source; null: somebody has to choose. */
export function placeOfSale(source: SaleSource, day: string, rules: readonly SalePlaceRule[]): Place | null {
  let last: SalePlaceRule | undefined;
  for (const rule of rules)
    if ((rule.fromDay ?? '') <= day && (!last || (last.fromDay ?? '') <= (rule.fromDay ?? ''))) last = rule;
  return last?.place ?? usualPlace(source);
}

/** The choices once a new one is made: it ends those of its first day and later. */
export const withRule = (rules: readonly SalePlaceRule[], { fromDay, place }: SalePlaceRule): SalePlaceRule[] => {
  const kept = fromDay === null ? [] : rules.filter((rule) => (rule.fromDay ?? '') < fromDay);
  return place === null && kept.length === 0 ? [] : [...kept, { fromDay, place }];
};
