import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { isEcbHeader, readEcbRows, readEcbXml, type EcbFile } from '@quayside/domain/money/ecb-file';
import { parseRate } from '@quayside/domain/money/money';
import {
  ambiguityOf,
  type DecimalMark,
  type DecidedReading,
  decideReading,
  evidenceOf,
  type NumberReading,
  readInColumn,
  readNumber,
} from '@quayside/domain/money/number-text';
import { type DayReading, dayReadingOf, readDay } from '@quayside/domain/days/day-text';
import { currencyOfWord } from '@quayside/domain/money/written-currency';
import { dayIn } from '../../tables/cell-days.ts';
import { shown, withoutApostrophe } from '../../tables/cells.ts';
import { headingTexts } from '../../tables/import-columns.ts';
import { partRows } from '../../tables/part-rows.ts';
import type { TableRow } from '../../tables/table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { type Field, FIELDS, readHeading } from './rate-headings.ts';
import type { Sent } from './rate-import.files.ts';
import type { NewRate } from './rates.queries.ts';

/** A rate of the file with the number of its row. */
export interface ReadRate extends NewRate {
  readonly row: number;
}
interface RateError {
  readonly row: number;
  readonly column: string | null;
  readonly value: string;
  readonly message: Text;
}
/** What a file or a pasted block contains. */
export interface ReadRates {
  readonly kind: 'TABLE' | 'ECB';
  readonly rates: readonly ReadRate[];
  readonly errors: readonly RateError[];
  readonly skipped: readonly string[];
  /** How the rates of a table are written. */
  readonly numbers: (DecidedReading & { readonly ambiguous: string | null }) | null;
}
/** The decimal marks that a person chose: for this table, and for an earlier one of the same form. */
interface ChosenMark {
  readonly chosen: DecimalMark | null;
  readonly remembered: DecimalMark | null;
}

type Columns = Readonly<Record<Field, number>>;

/** A heading as the choices for earlier tables are found by it. */
const wordOf = (cell: string): string => cell.trim().toLowerCase().replaceAll('_', ' ');

/** Reads what was sent, by its own content: a file of the European Central Bank, or a table of rates. */
export function readRates(sent: Sent, mark: ChosenMark): ReadRates {
  if ('xml' in sent) return ofBank(readEcbXml(sent.xml));
  const [header] = sent.rows;
  if (!header || !isEcbHeader(header.cells)) return readRows(sent.rows, mark);
  const columns = headingTexts(header.cells).map((heading) => ({ heading, isUsed: heading !== '' }));
  const { sound, problems } = partRows(sent.rows, columns);
  return withProblems(ofBank(readEcbRows(sound)), problems);
}

const withProblems = (read: ReadRates, problems: readonly RateError[]): ReadRates => ({
  ...read,
  errors: [...read.errors, ...problems].toSorted((a, b) => a.row - b.row),
});

/** What tells the form of a table of rates from others; undefined for a file of the European Central Bank. */
export function formOfRates(sent: Sent): readonly string[] | undefined {
  if ('xml' in sent) return undefined;
  const [first] = sent.rows;
  if (!first || isEcbHeader(first.cells)) return undefined;
  if (columnsByHeading(first)) return first.cells.map(wordOf);
  const columns = columnsByContent(sent.rows);
  return columns && FIELDS.map((field) => String(columns[field]));
}

function ofBank({ rates, errors, skipped }: EcbFile): ReadRates {
  return {
    kind: 'ECB',
    skipped,
    numbers: null,
    ...unique(
      rates.map((rate) => ({ ...rate, base: 'EUR' })),
      errors.map(({ row, column, value }) => ({ row, column, value: shown(value), message: say('lines.unreadable') })),
    ),
  };
}

const cellOf = ({ cells }: TableRow, column: number): string =>
  withoutApostrophe((cells[column] ?? '').replaceAll('\ufeff', '').trim()).trim();

function readRows(all: readonly TableRow[], mark: ChosenMark): ReadRates {
  const [first] = all;
  const named = first && columnsByHeading(first);
  const below = named ? all.slice(1) : all;
  const columns = named ?? columnsByContent(all);
  if (!columns) throw new UnreadableTable(say('rates.needs_columns'));
  if (below.length === 0) throw new UnreadableTable(say('table.no_rows'));
  const { sound: rows, problems: unread } = partRows(below, usesOf(first, columns));
  const written = rows.filter((row) => !row.exact?.has(columns.rate)).map((row) => cellOf(row, columns.rate));
  const evidence = evidenceOf(written);
  const decided = decideReading(evidence, mark);
  const days = dayReadingOf(
    rows.map((row) => cellOf(row, columns.day)),
    null,
  );
  const errors: RateError[] = [];
  const rates: ReadRate[] = [];
  for (const row of rows) {
    const problems: RateError[] = [];
    const rate = readRow(row, columns, { numbers: decided.reading, days: days.reading }, problems);
    if (problems.length > 0) errors.push(...problems);
    else rates.push(rate);
  }
  const numbers = { ...decided, ambiguous: evidence.open === undefined ? null : shown(evidence.open) };
  return withProblems({ kind: 'TABLE', skipped: [], numbers, ...unique(rates, errors) }, unread);
}

/** Which columns of a table are read. */
const usesOf = (first: TableRow | undefined, columns: Columns) =>
  headingTexts(first?.cells ?? []).map((heading, i) => ({
    heading,
    isUsed: FIELDS.some((field) => columns[field] === i),
  }));

/** The columns that the first row names; undefined if it does not name all four. */
function columnsByHeading(first: TableRow): Columns | undefined {
  const fields = first.cells.map((cell) => readHeading(cell)?.field);
  return complete((field) => fields.indexOf(field));
}

const SAMPLE = 50;
/** The columns of a table without headings: the day, the two currencies in their order, and then the rate. */
function columnsByContent(all: readonly TableRow[]): Columns | undefined {
  const rows = all.slice(0, SAMPLE);
  const width = Math.max(0, ...rows.map((row) => row.cells.length));
  const where = (test: (cell: string) => boolean) =>
    Array.from({ length: width }, (_, i) => i).filter((i) => {
      const cells = rows.map((row) => cellOf(row, i)).filter((cell) => cell !== '');
      return cells.length > 0 && cells.filter(test).length * 2 > cells.length;
    });
  const [day = -1] = where((cell) => readDay(cell) !== undefined);
  const [base = -1, quote = -1] = where((cell) => currencyOfWord(cell) !== undefined);
  const [rate = -1] = where((cell) => readInColumn(cell, 'EACH') !== undefined).filter((i) => i !== day);
  return complete((field) => ({ day, base, quote, rate })[field]);
}

function complete(find: (field: Field) => number): Columns | undefined {
  const columns = { day: find('day'), base: find('base'), quote: find('quote'), rate: find('rate') };
  return Object.values(columns).every((at) => at >= 0) ? columns : undefined;
}

interface Readings {
  readonly numbers: NumberReading;
  readonly days: DayReading;
}

function readRow(row: TableRow, columns: Columns, { numbers, days }: Readings, problems: RateError[]): ReadRate {
  const fail = (field: Field, message: Text) => {
    problems.push({ row: row.row, column: field, value: shown(cellOf(row, columns[field])), message });
    return '';
  };
  const code = (field: 'base' | 'quote') =>
    currencyOfWord(cellOf(row, columns[field])) ?? fail(field, say('rates.currency'));
  const read = dayIn(cellOf(row, columns.day), days, false);
  const day = 'code' in read ? fail('day', read) : read.day;
  const [base, quote] = [code('base'), code('quote')];
  if (base !== '' && base === quote) fail('quote', say('rates.same_currency'));
  return { row: row.row, day, base, quote, rate: rateOf(row, columns.rate, numbers, fail) };
}

function rateOf(
  row: TableRow,
  column: number,
  reading: NumberReading,
  fail: (field: Field, message: Text) => string,
): string {
  const text = cellOf(row, column);
  const isExact = row.exact?.has(column) === true;
  const read = isExact ? readNumber(text, '.') : readInColumn(text, reading);
  if (read === 'ambiguous') {
    const { whole = '', decimal = '' } = ambiguityOf(text) ?? {};
    return fail('rate', say('rates.ambiguous', { typed: shown(text), whole, decimal }));
  }
  // A currency beside the rate could contradict the columns, so it is not read.
  if (!read || read.written !== null) return fail('rate', say('rate.form'));
  const rate = parseRate(read.plain);
  return rate.ok ? rate.value.text : fail('rate', rate.message);
}

/** Refuses the second rate of a pair for the same day, in either direction. */
function unique(
  rates: readonly ReadRate[],
  errors: readonly RateError[],
): { readonly rates: readonly ReadRate[]; readonly errors: readonly RateError[] } {
  const seen = new Map<string, number>();
  const twice: RateError[] = [];
  const kept = rates.filter(({ row, day, base, quote }) => {
    const key = `${day} ${base < quote ? base : quote} ${base < quote ? quote : base}`;
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, row);
    else
      twice.push({
        row,
        column: null,
        value: `${base}/${quote} ${day}`,
        message: say('rates.same_row', { row: earlier }),
      });
    return earlier === undefined;
  });
  return { rates: kept, errors: [...errors, ...twice].toSorted((a, b) => a.row - b.row) };
}
