import { say } from '@quayside/contracts/texts/catalogue';
import { readDay } from '@quayside/domain/days/day-text';
import { isEcbHeader, readEcbRows, readEcbXml, type EcbFile } from '@quayside/domain/money/ecb-file';
import { parseRate } from '@quayside/domain/money/money';
import { readInColumn } from '@quayside/domain/money/number-text';
import { currencyOfWord } from '@quayside/domain/money/written-currency';
import { shown } from '../../tables/cells.ts';
import { headingTexts } from '../../tables/import-columns.ts';
import { cellText } from '../../tables/line-columns.ts';
import { type CellProblem, partRows } from '../../tables/part-rows.ts';
import type { TableRow } from '../../tables/table.ts';
import { defineTable, type ReadTable, rowReader, type RowReader } from '../imports/public.ts';
import type { NewRate } from './rates.queries.ts';

// Reads a table of exchange rates, or a file of the European Central Bank.

/** A rate of the file with the number of its row. */
export interface ReadRate extends NewRate {
  readonly row: number;
}
/** What was sent: the text of an XML file, or rows of cells. */
export type SentRates = { readonly xml: string } | { readonly rows: readonly TableRow[] };
/** What a file or a pasted block contains. */
export interface ReadRates {
  readonly kind: 'TABLE' | 'ECB';
  readonly rates: readonly ReadRate[];
  readonly problems: readonly CellProblem[];
  readonly skipped: readonly string[];
}

const FIELDS = ['day', 'base', 'quote', 'rate'] as const;
export type RateField = (typeof FIELDS)[number];

/** "Pair" is not here: "EUR/USD" does not say in which direction it is meant. */
export const RATE_TABLE = defineTable<RateField>({
  form: 'RATES',
  words: {},
  needs: FIELDS.map((field) => [field]),
  lacking: say('rates.needs_columns'),
  fields: {
    day: { trade: ['day'], own: 'rate date', cell: 'DAY' },
    base: {
      own: 'from | base | from currency | base currency | source currency | von | 从',
      cell: 'CURRENCY',
    },
    quote: {
      own: 'to | quote | to currency | quote currency | target currency | counter currency | nach | 到',
      cell: 'CURRENCY',
    },
    rate: {
      own: 'rate | exchange rate | fx rate | kurs | wechselkurs | taux | cambio | 汇率 | 為替レート',
      cell: 'NUMBER',
    },
  },
  withoutHeadings: fieldsByContent,
  namesFields: 'READ_ROWS',
});

/** How many fields the headings of a row name. A file of the European Central Bank has its headings first. */
export const countKnown = (cells: readonly string[]): number =>
  isEcbHeader(cells) ? cells.length : RATE_TABLE.countKnown(cells);

/** The rates of a file of the European Central Bank; undefined if it is another table. */
export function ratesOfBank(sent: SentRates): ReadRates | undefined {
  if ('xml' in sent) return ofBank(readEcbXml(sent.xml), []);
  const [header] = sent.rows;
  if (!header || !isEcbHeader(header.cells)) return undefined;
  const columns = headingTexts(header.cells).map((heading) => ({ heading, isUsed: heading !== '' }));
  const { sound, problems } = partRows(sent.rows, columns);
  return ofBank(readEcbRows(sound), problems);
}

function ofBank({ rates, errors, skipped }: EcbFile, unread: readonly CellProblem[]): ReadRates {
  const wrong = errors.map(
    ({ row, column, value }): CellProblem => ({
      ...{ row, column, value: shown(value), message: say('lines.unreadable') },
    }),
  );
  const { once, twice } = unique(rates.map((rate) => ({ ...rate, base: 'EUR' })));
  return { kind: 'ECB', skipped, rates: once, problems: [...unread, ...wrong, ...twice].toSorted(byRow) };
}
const byRow = (a: CellProblem, b: CellProblem) => a.row - b.row;

/** Reads the rows of a table of rates. */
export function readRates({ rows, columns }: ReadTable<RateField>): ReadRates {
  const read = rows.map(rowReader(RATE_TABLE, columns));
  const { once, twice } = unique(read.flatMap((row) => readRate(row) ?? []));
  return { kind: 'TABLE', skipped: [], rates: once, problems: [...read.flatMap((row) => row.problems), ...twice] };
}

const SAMPLE = 50;
/** The columns of a table without headings: the day, the two currencies in their order, and then the rate. */
function fieldsByContent(all: readonly TableRow[]): (RateField | null)[] | undefined {
  const rows = all.slice(0, SAMPLE);
  const width = Math.max(0, ...rows.map((row) => row.cells.length));
  const columns = Array.from({ length: width }, (_, i) => i);
  const where = (test: (cell: string) => boolean) =>
    columns.filter((i) => {
      const cells = rows.map((row) => cellText(row, i)).filter((cell) => cell !== '');
      return cells.length > 0 && cells.filter(test).length * 2 > cells.length;
    });
  const [day] = where((cell) => readDay(cell) !== undefined);
  const [base, quote] = where((cell) => currencyOfWord(cell) !== undefined);
  const [rate] = where((cell) => readInColumn(cell, 'EACH') !== undefined).filter((i) => i !== day);
  const places = { day, base, quote, rate };
  if (FIELDS.some((field) => places[field] === undefined)) return undefined;
  return columns.map((i) => FIELDS.find((field) => places[field] === i) ?? null);
}

function readRate(read: RowReader<RateField>): ReadRate | undefined {
  const day = read.text('day') === '' ? read.fail('day', say('rates.day')) : read.value('day');
  const [base, quote] = [currencyIn(read, 'base'), currencyIn(read, 'quote')];
  if (base !== undefined && base === quote) read.fail('quote', say('rates.same_currency'));
  const rate = rateIn(read);
  const isWhole = day !== undefined && base !== undefined && quote !== undefined && rate !== undefined;
  return isWhole && read.problems.length === 0 ? { row: read.row, day, base, quote, rate } : undefined;
}

const currencyIn = (read: RowReader<RateField>, field: 'base' | 'quote'): string | undefined =>
  read.text(field) === '' ? read.fail(field, say('rates.currency')) : read.value(field);

function rateIn(read: RowReader<RateField>): string | undefined {
  const text = read.text('rate');
  const number = read.number('rate', text, say('rate.form'));
  // A currency beside the rate could contradict the columns, so it is not read.
  if (text === '' || (number && number.written !== null)) return read.fail('rate', say('rate.form'));
  if (!number) return undefined;
  const rate = parseRate(number.plain);
  return rate.ok ? rate.value.text : read.fail('rate', rate.message);
}

/** Refuses the second rate of a pair for the same day, in either direction. */
function unique(rates: readonly ReadRate[]): { readonly once: ReadRate[]; readonly twice: CellProblem[] } {
  const seen = new Map<string, number>();
  const twice: CellProblem[] = [];
  const once = rates.filter(({ row, day, base, quote }) => {
    const earlier = seen.get(keyOf(day, base, quote));
    const value = `${base}/${quote} ${day}`;
    if (earlier === undefined) seen.set(keyOf(day, base, quote), row);
    else twice.push({ row, column: null, value, message: say('rates.same_row', { row: earlier }) });
    return earlier === undefined;
  });
  return { once, twice };
}
const keyOf = (day: string, ...pair: readonly string[]) => `${day} ${pair.toSorted().join(' ')}`;
