import { SALES_CHANNELS } from '../lists.ts';

/** Where stock can be: the account's own warehouse, or the warehouse of a sales channel (stock §1). */
export const PLACES = ['WAREHOUSE', ...SALES_CHANNELS] as const;
export type Place = (typeof PLACES)[number];

/** Whether a text is the code of a place. */
export const isPlace = (text: string): text is Place => PLACES.some((place) => place === text);

/** The place that a word of a file means: `Amazon UK`, `amazon_uk`, `warehouse`; undefined if it means none. */
export function placeOfWord(word: string): Place | undefined {
  const code = word
    .trim()
    .toUpperCase()
    .replace(/[^A-Z]+/g, '_');
  return isPlace(code) ? code : undefined;
}
