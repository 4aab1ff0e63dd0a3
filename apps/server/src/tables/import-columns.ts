import { createHash } from 'node:crypto';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import {
  type DecidedReading,
  type DecimalMark,
  decideReading,
  noEvidence,
  type NumberReading,
} from '@quayside/domain/money/number-text';
import { csvCell, MAX_COLUMNS, shown, storable } from './cells.ts';
import type { FileRow, OpenTable } from './open-table.ts';
import { UnreadableTable } from './unreadable.ts';

// What the imports of all areas do with the columns of a file: they read its headings, remember the choices of a person
// for files with the same headings, and decide how the numbers of a column are read.

/**
 * The heading of the column in an error file that explains the errors of a row. Imports ignore this column, even when
 * they compare headers.
 */
const ERROR_COLUMN = 'Import error';
const isErrorColumn = (name: string) => name.toLowerCase() === ERROR_COLUMN.toLowerCase();

/** The text of headings, without a byte order mark. */
export const headingTexts = (cells: readonly string[]): string[] =>
  cells.map((name) => storable(name.replaceAll('\ufeff', '').trim()));

/** A heading without case, spaces and punctuation, by which a field is recognised. */
export const plainHeading = (name: string): string => name.toLowerCase().replace(/[\s_.\ufeff-]+/g, '');

/** The headings of a table. Throws if the table has too many columns. */
export function headerNames(table: OpenTable): string[] {
  const names = headingTexts(table.header.cells);
  if (names.length > MAX_COLUMNS)
    throw new UnreadableTable(say('imports.max_columns', { columns: names.length, max: MAX_COLUMNS }));
  return names;
}

/** A hash that is the same for all files with the same headings. */
export const headerHash = (names: readonly string[]): string =>
  createHash('sha256')
    .update(
      names
        .filter((name) => !isErrorColumn(name))
        .map((name) => name.toLowerCase())
        .join('\0'),
    )
    .digest('hex');

/**
 * Finds the field for each heading. Each of the ways is tried for all headings before the next one; a field that an
 * earlier way has found is not assigned again.
 */
export function guessFields<Field extends string>(
  names: readonly string[],
  ways: readonly ((name: string) => Field | undefined)[],
): (Field | null)[] {
  const fields = names.map((): Field | null => null);
  const taken = new Set<Field>();
  for (const fieldOf of ways) {
    const before = new Set(taken);
    for (const [i, name] of names.entries()) {
      const field = fields[i] === null ? fieldOf(name) : undefined;
      if (field === undefined || before.has(field)) continue;
      fields[i] = field;
      taken.add(field);
    }
  }
  return fields;
}

/** Expands a stored choice for each column to the columns of a table that also has the error column. */
export function expand<T>(names: readonly string[], stored: readonly (T | null)[]): (T | null)[] {
  if (stored.length === names.length) return [...stored];
  let i = 0;
  return names.map((name) => (isErrorColumn(name) ? null : (stored[i++] ?? null)));
}

/** A choice for each column as it is stored, without the error column. */
export const remember = <T>(names: readonly string[], chosen: readonly (T | null)[]): (T | null)[] =>
  chosen.filter((_, i) => !isErrorColumn(names[i] ?? ''));

/** The question which of these columns fills a field, because their headings all name it. */
export const columnsForOne = (names: readonly string[]): Text =>
  say('imports.same_field', { columns: shown(names.join(', ')) });

/** The kind of a file that is no report of another program. */
export const kindOfTable = ({ isWorkbook, delimiter }: OpenTable): 'XLSX' | 'TSV' | 'CSV' =>
  isWorkbook ? 'XLSX' : delimiter === '\t' ? 'TSV' : 'CSV';

/** How the numbers of a column are read. */
export interface ColumnNumbers extends DecidedReading {
  /** The first cell that can be read in two ways. */
  readonly ambiguous: string | null;
}
/** The decimal mark of each column of a table; null where a person chose none. */
export type Marks = readonly (DecimalMark | null)[];
/** The decimal marks that a person chose: one for the whole file, or one for each column. */
export type ChosenMarks = DecimalMark | Marks | null;
export interface Marking {
  readonly chosen: ChosenMarks;
  /** What a person chose for earlier files with these headings. It counts only where the cells do not decide. */
  readonly remembered: Marks;
}

/** Decides how the numbers of each column are read; null for columns without numbers. */
export function numbersOf<Field extends string>(
  { marks }: OpenTable,
  fields: readonly (Field | null)[],
  isNumber: (field: Field) => boolean,
  { chosen, remembered }: Marking,
): (ColumnNumbers | null)[] {
  return fields.map((field, i) => {
    if (field === null || !isNumber(field)) return null;
    const evidence = marks[i] ?? noEvidence();
    const mark = typeof chosen === 'string' ? chosen : (chosen?.[i] ?? null);
    return {
      ...decideReading(evidence, { chosen: mark, remembered: remembered[i] ?? null }),
      ambiguous: evidence.open === undefined ? null : shown(evidence.open),
    };
  });
}

interface Numbered {
  readonly names: readonly string[];
  readonly numbers?: readonly (ColumnNumbers | null)[];
}

/** How the numbers of a column are read. */
export const readingIn = ({ numbers }: Pick<Numbered, 'numbers'>, column: number): NumberReading =>
  numbers?.[column]?.reading ?? 'EACH';

/** The decimal marks that a person chose for columns whose numbers can be read in two ways. */
export const openMarks = ({ names, numbers }: Numbered, chosen: Marks): Marks =>
  names.map((_, i) => ((numbers?.[i]?.ambiguous ?? null) === null ? null : (chosen[i] ?? null)));

/** Adds what a person chose now for columns to what was chosen for earlier tables. */
export const mergeChoices = <T>(chosen: readonly (T | null)[], earlier: readonly (T | null)[] = []): (T | null)[] =>
  Array.from({ length: Math.max(chosen.length, earlier.length) }, (_, i) => chosen[i] ?? earlier[i] ?? null);

/** The first column whose reading only a person can decide; -1 if there is none. */
export const openColumn = ({ numbers }: Pick<Numbered, 'numbers'>): number =>
  numbers?.findIndex((column) => column?.reading === 'OPEN') ?? -1;

/** The error message for a column of numbers that can be read in two ways. */
export const numberOpen = ({ names, numbers }: Numbered, column: number): Text =>
  say('imports.number_open', {
    column: shown(names[column] || String(column + 1)),
    cell: numbers?.[column]?.ambiguous ?? '',
  });

/**
 * Reports what is wrong with a row as a whole: a faulty quote, or the number of its cells. `needed`: how many a
 * complete row must have.
 */
export function checkRowLength(
  { names, delimiter, needed }: { names: readonly string[]; delimiter: string; needed: number },
  { cells, unfinished, fault }: FileRow,
  fail: (column: number, value: string, reason: Text) => void,
): void {
  if (fault) return fail(fault.column, cells[fault.column] ?? '', fault.reason);
  if (unfinished !== undefined && cells.length < Math.min(unfinished, needed))
    fail(cells.length, cells.at(-1) ?? '', say('rows.cut_off', { cells: cells.length, columns: names.length }));
  if (cells.length <= names.length) return;
  const extra = cells.findIndex((cell, i) => i >= names.length && cell.trim() !== '');
  if (extra >= 0)
    fail(extra, cells[extra] ?? '', say('rows.cells', { cells: cells.length, columns: names.length, delimiter }));
}

const SAMPLES = 3;
const MAX_SAMPLE = 60;
const SAMPLED_ROWS = 1000;

/** The first non-empty values of each column, as examples for the person who assigns the columns. */
export async function samplesOf(table: OpenTable, columns: number): Promise<string[][]> {
  const samples = Array.from({ length: columns }, (): string[] => []);
  let looked = 0;
  for await (const rows of table.rows()) {
    for (const { cells, fault } of rows) {
      looked += 1;
      if (fault) continue;
      for (const [i, found] of samples.entries()) {
        const text = (cells[i] ?? '').trim();
        if (text !== '' && found.length < SAMPLES) found.push(text.slice(0, MAX_SAMPLE));
      }
    }
    if (looked > SAMPLED_ROWS || samples.every((found) => found.length === SAMPLES)) break;
  }
  return samples;
}

/**
 * Creates a file of the invalid rows, with their original cells and a first column that explains each error. A person
 * can correct the file and import it: the import ignores the first column. The file has the delimiter of the original,
 * with which the person's spreadsheet program opens it. `reasonsOf` returns the reasons of the invalid ones among some
 * rows, by row number.
 */
export async function errorFileOf(
  { names, delimiter }: { names: readonly string[]; delimiter: string },
  table: Pick<OpenTable, 'rows'> | undefined,
  reasonsOf: (rows: readonly FileRow[]) => Promise<ReadonlyMap<number, string>>,
): Promise<Buffer> {
  const separator = delimiter === ';' ? ';' : ',';
  // The error column exists already if this file is a corrected error file that has failed again.
  const kept = (cells: readonly string[]) => (names[0] === ERROR_COLUMN ? cells.slice(1) : cells);
  const line = (cells: readonly string[]) => `${cells.map(csvCell).join(separator)}\r\n`;
  const parts = [Buffer.from(`\ufeff${line([ERROR_COLUMN, ...kept(names)])}`)];
  for await (const rows of table?.rows() ?? []) {
    const reasons = await reasonsOf(rows);
    const wrong = rows.filter((r) => reasons.has(r.row));
    if (wrong.length > 0)
      parts.push(Buffer.from(wrong.map((r) => line([reasons.get(r.row) ?? '', ...kept(r.cells)])).join('')));
  }
  return Buffer.concat(parts);
}
/** The name of the error file of a file. */
export const errorFileName = (fileName: string): string => `${fileName.replace(/\.\w{1,5}$/, '')}-errors.csv`;
