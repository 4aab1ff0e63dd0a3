import { isEcbHeader } from '@quayside/domain/money/ecb-file';
import { headingReader } from '@quayside/domain/trade/headings';

// The headings of a table of exchange rates.

export const FIELDS = ['day', 'base', 'quote', 'rate'] as const;
export type Field = (typeof FIELDS)[number];

/** "Pair" is not here: "EUR/USD" does not say in which direction it is meant. */
export const readHeading = headingReader<Field>({
  day: { trade: ['day'], own: 'rate date' },
  base: { own: 'from | base | from currency | base currency | source currency | von | 从' },
  quote: { own: 'to | quote | to currency | quote currency | target currency | counter currency | nach | 到' },
  rate: { own: 'rate | exchange rate | fx rate | kurs | wechselkurs | taux | cambio | 汇率 | 為替レート' },
});

/** How many fields the headings of a row name. A file of the European Central Bank has its headings first. */
export const countKnown = (cells: readonly string[]): number =>
  isEcbHeader(cells) ? cells.length : new Set(cells.flatMap((cell) => readHeading(cell)?.field ?? [])).size;
