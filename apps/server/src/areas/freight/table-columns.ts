import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { type DayOrder, type DaysOfColumn, dayReadingOf } from '@quayside/domain/days/day-text';
import {
  ambiguityOf,
  type DecidedReading,
  type DecimalMark,
  decideReading,
  evidenceOf,
  type NumberReading,
  type NumberText,
  readInColumn,
  readNumber,
} from '@quayside/domain/money/number-text';
import type { CodeForm } from '@quayside/domain/products/code-text';
import { fieldError } from '../../http/errors.ts';
import { shown } from '../../tables/cells.ts';
import { headingTexts } from '../../tables/import-columns.ts';
import { cellText } from '../../tables/line-columns.ts';
import type { TableRow } from '../../tables/table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';

// The columns of a table of rates: which field each fills by its heading, and how its numbers are read.

/** What a heading means: the field, and what it says besides (`H`), for example a unit. */
export interface Meaning<F extends string, H> {
  readonly field: F;
  readonly hint: H;
  /** Of several columns for this field the one with the lowest rank is read. Undefined: a person has to choose. */
  readonly rank?: number;
}
/** One column of a table. `meaning` is undefined for a column that is not read. */
export interface Column<F extends string, H> {
  readonly heading: string;
  readonly meaning: Meaning<F, H> | undefined;
  /** How its numbers are read; null: it has none. */
  readonly numbers: (DecidedReading & { readonly ambiguous: string | null }) | null;
  /** How its days are read; null: it has none. */
  readonly days: DaysOfColumn | null;
}

/** How the columns of a kind of table are understood. */
export interface ColumnRules<F extends string, H> {
  readonly meaningOf: (heading: string) => Meaning<F, H> | undefined;
  /** The texts of a cell that are numbers; undefined for a column without numbers. */
  readonly numbersIn: (field: F, cell: string) => readonly string[] | undefined;
  readonly holdsDays: (field: F) => boolean;
  /** The form of the codes in a column; undefined for a column without codes. */
  readonly codeIn?: (field: F) => CodeForm | undefined;
  /** Whether several columns may fill the field. */
  readonly isRepeatable: (field: F) => boolean;
}

/** What a person chose: the decimal mark of this table, those of an earlier one of its form, and the order of days. */
interface ChosenReadings {
  readonly chosen: DecimalMark | null;
  readonly dayOrder: DayOrder | null;
  readonly remembered: readonly (DecimalMark | null)[];
}

/** Reads the headings of a table, and decides how the numbers below each are read. */
export function columnsOf<F extends string, H>(
  [header, ...all]: readonly TableRow[],
  rules: ColumnRules<F, H>,
  { chosen, remembered, dayOrder }: ChosenReadings,
): Column<F, H>[] {
  const headings = headingTexts(header?.cells ?? []);
  const rows = all.filter(({ fault }) => !fault);
  const meanings = bestOf(headings.map(rules.meaningOf));
  const columns = headings.map((heading, i): Column<F, H> => {
    const meaning = meanings[i];
    const texts = meaning && rows.flatMap((row) => writtenNumbers(row, i, meaning.field, rules));
    const days = meaning && rules.holdsDays(meaning.field) ? daysOf(rows, i, dayOrder) : null;
    if (!meaning || !texts || rules.numbersIn(meaning.field, '') === undefined)
      return { heading: shown(heading), meaning, numbers: null, days };
    const evidence = evidenceOf(texts);
    const numbers = {
      ...decideReading(evidence, { chosen, remembered: remembered[i] ?? null }),
      ambiguous: evidence.open === undefined ? null : shown(evidence.open),
    };
    return { heading: shown(heading), meaning, numbers, days };
  });
  refuseTwice(columns, rules);
  return columns;
}

/** The meanings without those for whose field another column has a lower rank. */
const bestOf = <F extends string, H>(all: readonly (Meaning<F, H> | undefined)[]): (Meaning<F, H> | undefined)[] =>
  all.map((one) => {
    const isBeaten = (other: Meaning<F, H> | undefined) =>
      other?.field === one?.field && other?.rank !== undefined && one?.rank !== undefined && other.rank < one.rank;
    return all.some(isBeaten) ? undefined : one;
  });

function daysOf(rows: readonly TableRow[], column: number, dayOrder: DayOrder | null): DaysOfColumn {
  const { reading, ambiguous } = dayReadingOf(
    rows.map((row) => cellText(row, column)),
    dayOrder,
  );
  return { reading, ambiguous: ambiguous === null ? null : shown(ambiguous) };
}

/** The numbers of a cell as they are written. Numbers of a workbook have a decimal point, so they prove nothing. */
const writtenNumbers = <F extends string, H>(
  row: TableRow,
  column: number,
  field: F,
  rules: ColumnRules<F, H>,
): readonly string[] => (row.exact?.has(column) ? [] : (rules.numbersIn(field, cellText(row, column)) ?? []));

function refuseTwice<F extends string, H>(columns: readonly Column<F, H>[], rules: ColumnRules<F, H>): void {
  for (const [i, { meaning, heading }] of columns.entries()) {
    if (!meaning || rules.isRepeatable(meaning.field)) continue;
    const other = columns.slice(0, i).find((earlier) => earlier.meaning?.field === meaning.field);
    if (other)
      throw new UnreadableTable(
        say('freight.column_twice', { field: meaning.field, one: other.heading, other: heading }),
      );
  }
}

/** How many fields the headings of a row name. */
export const knownBy =
  <F extends string, H>({ meaningOf }: ColumnRules<F, H>) =>
  (headings: readonly string[]): number =>
    new Set(headings.flatMap((heading) => meaningOf(heading)?.field ?? [])).size;

/** What the columns of a table are used for. */
export const usesOf = <F extends string, H>(
  columns: readonly Column<F, H>[],
  { codeIn, numbersIn }: ColumnRules<F, H>,
) =>
  columns.map(({ heading, meaning }) => ({
    heading,
    isUsed: meaning !== undefined,
    code: meaning && codeIn?.(meaning.field),
    isNumber: meaning !== undefined && numbersIn(meaning.field, '') !== undefined,
  }));

/** Refuses a table with a column whose numbers or days only a person can decide how to read. */
export function refuseOpenColumn<F extends string, H>(columns: readonly Column<F, H>[]): void {
  for (const { heading: column, numbers, days } of columns) {
    if (numbers?.reading === 'OPEN')
      throw fieldError('decimalMark', say('imports.number_open', { column, cell: numbers.ambiguous ?? '' }));
    if (days?.reading === 'OPEN')
      throw fieldError('dayOrder', say('imports.day_open', { column, cell: days.ambiguous ?? '' }));
  }
}

/** Reads a number of a cell. Returns the reason if it is none, or if it can be read in two ways. */
export function numberIn(text: string, isExact: boolean, reading: NumberReading): NumberText | Text {
  const read = isExact ? readNumber(text, '.') : readInColumn(text, reading);
  if (read === 'ambiguous') {
    const { whole = '', decimal = '' } = ambiguityOf(text) ?? {};
    return say('rates.ambiguous', { typed: shown(text), whole, decimal });
  }
  return read ?? say('lines.unreadable');
}

/** Whether the result of reading a cell is the reason why it could not be read. */
export const isReason = (read: object): read is Text => 'code' in read;
