import { isDay } from '../days/days.ts';
import { isCurrency } from './currencies.ts';
import { parseRate } from './money.ts';

/** A rate of the European Central Bank: `rate` units of `quote` for 1 euro. */
interface EcbRate {
  /** The number of the row or of the element in the file, from 1. */
  readonly row: number;
  readonly day: string;
  readonly quote: string;
  readonly rate: string;
}
/** What a file of the European Central Bank contains. */
export interface EcbFile {
  readonly rates: readonly EcbRate[];
  /** Cells that are neither a rate nor empty. */
  readonly errors: readonly { readonly row: number; readonly column: string; readonly value: string }[];
  /** Currencies that no longer exist, such as the Estonian kroon. Their rates are left out. */
  readonly skipped: readonly string[];
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** Parses the day of a row: 2026-10-23, or 23 October 2026 as the daily file writes it. */
export function readEcbDay(text: string): string | undefined {
  if (isDay(text)) return text;
  const [, date = '', name = '', year = ''] = /^(\d{1,2}) ([A-Za-z]+) (\d{4})$/.exec(text) ?? [];
  const month = MONTHS.findIndex((known) => known.startsWith(name.toLowerCase()) && name.length >= 3) + 1;
  const day = `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

const isCode = (text: string): boolean => /^[A-Z]{3}$/.test(text);

/** Whether the headings are those of the bank's CSV files: Date, then a currency in each column. */
export function isEcbHeader(cells: readonly string[]): boolean {
  const [first = '', ...rest] = cells.map((cell) => cell.replaceAll('\ufeff', '').trim());
  const named = rest.filter((cell) => cell !== '');
  return first.toLowerCase() === 'date' && named.length > 0 && named.every(isCode);
}

/** Collects the rates of a file, whatever its form. */
class Collected {
  readonly rates: EcbRate[] = [];
  readonly errors: { row: number; column: string; value: string }[] = [];
  readonly skipped = new Set<string>();

  add(row: number, day: string, quote: string, rate: string): void {
    // On some days a currency has no rate: the bank writes N/A. Rows end with a comma, so their last cell is empty.
    if (rate === '' || rate.toUpperCase() === 'N/A') return;
    if (!isCurrency(quote)) this.skipped.add(quote);
    else if (!parseRate(rate).ok) this.errors.push({ row, column: quote, value: rate });
    else this.rates.push({ row, day, quote, rate });
  }

  result = (): EcbFile => ({ rates: this.rates, errors: this.errors, skipped: [...this.skipped].toSorted() });
}

/** Parses the rows of the bank's CSV file, the headings first. */
export function readEcbRows(all: readonly { readonly row: number; readonly cells: readonly string[] }[]): EcbFile {
  const found = new Collected();
  const [header, ...rows] = all;
  const quotes = (header?.cells ?? []).map((cell) => cell.trim());
  for (const { row, cells } of rows) {
    const day = readEcbDay((cells[0] ?? '').trim());
    if (day === undefined) {
      found.errors.push({ row, column: quotes[0] ?? '', value: cells[0] ?? '' });
      continue;
    }
    for (const [i, quote] of quotes.entries())
      if (i > 0 && quote !== '') found.add(row, day, quote, (cells[i] ?? '').trim());
  }
  return found.result();
}

/** Whether the text is the bank's XML file. */
export const isEcbXml = (text: string): boolean => /^\s*<[^]{0,600}?eurofxref/.test(text.replace('\ufeff', ''));

const CUBE = /<Cube\b([^<>]*)>/g;
const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(tag)
    ?.slice(1)
    .find((value) => value !== undefined);

/**
 * Parses the bank's XML file: a Cube for each day, and within it a Cube for each currency. Nothing else in the file is
 * interpreted, and no entity is resolved.
 */
export function readEcbXml(text: string): EcbFile {
  const found = new Collected();
  let day: string | undefined;
  let count = 0;
  for (const [, tag = ''] of text.matchAll(CUBE)) {
    const time = attribute(tag, 'time');
    count += 1;
    if (time !== undefined) {
      day = isDay(time) ? time : undefined;
      if (day === undefined) found.errors.push({ row: count, column: 'time', value: time });
      continue;
    }
    const quote = attribute(tag, 'currency');
    if (quote !== undefined && day !== undefined) found.add(count, day, quote, attribute(tag, 'rate') ?? '');
  }
  return found.result();
}
