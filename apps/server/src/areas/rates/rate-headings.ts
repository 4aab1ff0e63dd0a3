import { isEcbHeader } from '@quayside/domain/money/ecb-file';

// The headings of a table of exchange rates.

export const FIELDS = ['day', 'base', 'quote', 'rate'] as const;
export type Field = (typeof FIELDS)[number];

/** The words of headings, in lower case. `pair` is not here: "EUR/USD" does not say in which direction it is meant. */
export const HEADINGS: Readonly<Record<Field, readonly string[]>> = {
  day: ['day', 'date', 'datum', 'rate date', '日期'],
  base: ['from', 'base', 'from currency', 'base currency', 'source currency', 'von', '从'],
  quote: ['to', 'quote', 'to currency', 'quote currency', 'target currency', 'counter currency', 'nach', '到'],
  rate: ['rate', 'exchange rate', 'fx rate', 'kurs', '汇率'],
};
/** A heading without case and underscores. */
export const wordOf = (cell: string): string => cell.trim().toLowerCase().replaceAll('_', ' ');

/** How many fields the headings of a row name. A file of the European Central Bank has its headings first. */
export const countKnown = (cells: readonly string[]): number =>
  isEcbHeader(cells)
    ? cells.length
    : FIELDS.filter((field) => cells.some((cell) => HEADINGS[field].includes(wordOf(cell)))).length;
