import { say, type Text, type TextCode } from '@quayside/contracts/texts/catalogue';
import { LANGUAGES } from '@quayside/contracts/texts/languages';
import { wordsOf } from '@quayside/contracts/texts/words';
import { type DayOrder, type DaysOfColumn, dayReadingOf } from '@quayside/domain/days/day-text';
import { type DecidedReading, type DecimalMark, decideReading, evidenceOf } from '@quayside/domain/money/number-text';
import type { CodeForm } from '@quayside/domain/products/code-text';
import { type FieldHeadings, headingReader, type HeadingHit } from '@quayside/domain/trade/headings';
import { fieldError } from '../../http/errors.ts';
import { shown } from '../../tables/cells.ts';
import { headingTexts, plainHeading } from '../../tables/import-columns.ts';
import { cellText } from '../../tables/line-columns.ts';
import type { TableRow } from '../../tables/table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import type { FormKind, ReadingChoices } from '../../remembered/table-choices.ts';

// The description of the columns of a table, and what follows from it: which field each column fills, and how its
// numbers and days are read.

/** A field that a column can fill, with the headings by which it is known. */
interface FieldSpec extends FieldHeadings {
  /** What its cells are; TEXT if absent. CODE, HS_CODE: codes that a spreadsheet may have spoilt. */
  readonly cell?: 'TEXT' | 'NUMBER' | 'DAY' | 'CURRENCY' | 'COUNTRY' | CodeForm;
  /** The most characters of a text. */
  readonly max?: number;
  /** Of several columns all are read, or the one with the most exact heading. Absent: two columns are refused. */
  readonly several?: 'ALL' | 'BEST';
}
interface TableSpec<F extends string> {
  readonly form: FormKind;
  readonly fields: Readonly<Record<F, FieldSpec>>;
  /** The words of the fields: headings of their export, by which they are known as well, and named if they lack. */
  readonly words: Readonly<Partial<Record<F, TextCode>>>;
  /** The fields of which a table must have columns. Of several in one entry, one is enough. */
  readonly needs: readonly (readonly F[])[];
  /** Finds the field of a heading that says more than words, for example a unit. `known` finds it by its words. */
  readonly fieldOf?: (heading: string, known: FieldOfWord<F>) => F | undefined;
  /** The numbers of a cell without what stands beside them. Absent: the cell as it is. */
  readonly numbersIn?: (field: F, cell: string) => readonly string[];
  /** Whether a field is read in a table with these headings. */
  readonly isRead?: (field: F, headings: readonly string[]) => boolean;
  /** The field of each column of a table without headings; undefined if they cannot be told. */
  readonly withoutHeadings?: (rows: readonly TableRow[]) => readonly (F | null)[] | undefined;
  /** Why a table cannot be read whose columns cannot be told; absent: its headings lack what is needed. */
  readonly lacking?: Text;
  /** Where errors of cells name fields instead of headings: in rows that could be read, or in all rows. */
  readonly namesFields?: 'READ_ROWS' | 'ALL_ROWS';
}
export type FieldOfWord<F extends string> = (heading: string, how?: 'EXACT') => F | undefined;

/** A kind of table whose headings can be read. */
export interface TableKind<F extends string> extends TableSpec<F> {
  readonly hitOf: (heading: string) => HeadingHit<F> | undefined;
  readonly fieldOfWord: FieldOfWord<F>;
  /** How many fields the headings of a row name. */
  readonly countKnown: (headings: readonly string[]) => number;
}
/** One column of a table. */
export interface Column<F extends string> {
  readonly heading: string;
  /** The field that it fills; null: it is not read. */
  readonly field: F | null;
  /** How its numbers are read; null: it has none. */
  readonly numbers: (DecidedReading & { readonly ambiguous: string | null }) | null;
  /** How its days are read; null: it has none. */
  readonly days: DaysOfColumn | null;
}
/** What a person chose for all columns of this table. */
export interface Chosen {
  readonly decimalMark?: DecimalMark | undefined;
  readonly dayOrder?: DayOrder | undefined;
}

/** Makes a kind of table of its description. */
export function defineTable<F extends string>(spec: TableSpec<F>): TableKind<F> {
  const read = headingReader(spec.fields);
  const names = Object.keys(spec.fields) as F[];
  const wordsIn = (code: TextCode | undefined) =>
    code === undefined ? [] : LANGUAGES.map((language) => wordsOf({ code }, language));
  const byWord = new Map(
    names.flatMap((field) =>
      [field, ...wordsIn(spec.words[field])].map((word): [string, F] => [plainHeading(word), field]),
    ),
  );
  const fieldOfWord: FieldOfWord<F> = (heading, how) => byWord.get(plainHeading(heading)) ?? read(heading, how)?.field;
  const hitOf = (heading: string) => {
    const field = spec.fieldOf ? spec.fieldOf(heading, fieldOfWord) : fieldOfWord(heading);
    const hit = field === undefined ? undefined : read(heading);
    return field && { field, rank: hit?.field === field ? hit.rank : 0 };
  };
  const countKnown = (headings: readonly string[]) =>
    new Set(headings.flatMap((heading) => hitOf(heading.trim())?.field ?? [])).size;
  return { ...spec, hitOf, fieldOfWord, countKnown };
}

/** Which field each column fills, and which rows are below the headings. */
interface Fields<F extends string> {
  readonly headings: readonly string[];
  readonly fields: readonly (F | null)[];
  readonly below: readonly TableRow[];
  /** What tells the form of the table from others. */
  readonly form: readonly (string | null)[];
}

/**
 * Finds the columns of a table by its headings, or by its content. Throws if it lacks some, has two for one field, or
 * has no rows.
 */
export function fieldsOf<F extends string>(kind: TableKind<F>, rows: readonly TableRow[]): Fields<F> {
  const [header, ...below] = rows;
  const headings = headingTexts(header?.cells ?? []);
  const named = fieldsByHeading(kind, headings);
  const lacks = kind.needs.filter((group) => !group.some((field) => named.includes(field)));
  const told = lacks.length > 0 ? kind.withoutHeadings?.(rows) : undefined;
  if (lacks.length > 0 && !told) throw new UnreadableTable(kind.lacking ?? lackingOf(kind, lacks));
  const found = told
    ? { headings: told.map((field) => field ?? ''), fields: told, below: rows, form: told }
    : { headings, fields: named, below, form: (header?.cells ?? []).map((cell) => cell.trim().toLowerCase()) };
  if (found.below.length === 0) throw new UnreadableTable(say('table.no_rows'));
  return found;
}

const lackingOf = <F extends string>({ words }: TableSpec<F>, lacks: readonly (readonly F[])[]): Text => {
  const textsOf = (group: readonly F[]) =>
    group.map((field): Text => ({ code: words[field] ?? 'imports.unnamed_column' }));
  const columns = lacks.map((group) => {
    const [one, other] = textsOf(group);
    return one && other ? say('imports.either_column', { one, other }) : (one ?? say('imports.unnamed_column'));
  });
  return say('imports.needs_columns', { columns });
};

function fieldsByHeading<F extends string>(kind: TableKind<F>, headings: readonly string[]): (F | null)[] {
  const hits = headings.map((heading) => {
    const hit = kind.hitOf(heading);
    return hit && kind.isRead?.(hit.field, headings) === false ? undefined : hit;
  });
  return hits.map((hit, i) => {
    if (!hit) return null;
    const { several } = kind.fields[hit.field];
    if (several === 'ALL') return hit.field;
    const others = hits.map((other, j) => (j !== i && other?.field === hit.field ? other : undefined));
    if (several === 'BEST' && others.some((other) => other && other.rank < hit.rank)) return null;
    const twin = others.findIndex((other) => other && (several !== 'BEST' || other.rank === hit.rank));
    if (twin >= 0) throw new UnreadableTable(twiceIn(kind, hit.field, [headings[i], headings[twin]]));
    return hit.field;
  });
}

const twiceIn = <F extends string>(
  { words }: TableSpec<F>,
  field: F,
  [one = '', other = '']: readonly (string | undefined)[],
): Text => {
  const code = words[field];
  return say('imports.two_columns', { field: code ? { code } : field, one: shown(one), other: shown(other) });
};

/** Decides how each column is read: as a person chose, now or for an earlier table, or as its cells show. */
export const columnsOf = <F extends string>(
  kind: TableKind<F>,
  { headings, fields, below }: Fields<F>,
  { decimalMark = null, dayOrder = null }: { readonly [K in keyof Chosen]: Chosen[K] | null },
  earlier: ReadingChoices,
): Column<F>[] => {
  const rows = below.filter(({ fault }) => !fault);
  return headings.map((heading, i): Column<F> => {
    const field = fields[i] ?? null;
    const cell = field === null ? undefined : kind.fields[field].cell;
    const numbers =
      field !== null && cell === 'NUMBER'
        ? numbersOf(kind, rows, { field, column: i }, { chosen: decimalMark, remembered: markAt(earlier, i) })
        : null;
    const days = cell === 'DAY' ? daysOf(rows, i, dayOrder, earlier.dayOrders[i] ?? null) : null;
    return { heading: shown(heading), field, numbers, days };
  });
};

/** The mark that was chosen for a column. Of a table of rates, earlier releases remembered it without its place. */
const markAt = ({ decimalMarks: marks }: ReadingChoices, column: number): DecimalMark | null =>
  marks[marks.length === 1 ? 0 : column] ?? null;

function numbersOf<F extends string>(
  { numbersIn }: TableKind<F>,
  rows: readonly TableRow[],
  { field, column }: { readonly field: F; readonly column: number },
  choice: Parameters<typeof decideReading>[1],
): Column<F>['numbers'] {
  // Numbers of a workbook have a decimal point, so they prove nothing.
  const written = rows.filter((row) => !row.exact?.has(column)).map((row) => cellText(row, column));
  const evidence = evidenceOf(numbersIn ? written.flatMap((cell) => numbersIn(field, cell)) : written);
  return {
    ...decideReading(evidence, choice),
    ambiguous: evidence.open === undefined ? null : shown(evidence.open),
  };
}

function daysOf(
  rows: readonly TableRow[],
  column: number,
  chosen: DayOrder | null,
  remembered: DayOrder | null,
): DaysOfColumn {
  const cells = rows.map((row) => cellText(row, column));
  const days = dayReadingOf(cells, chosen, remembered);
  return { ...days, ambiguous: days.ambiguous === null ? null : shown(days.ambiguous) };
}

/** What a person chose for the columns that can be read in two ways, to be remembered. */
export const choicesFor = <F extends string>(
  columns: readonly Column<F>[],
  { decimalMark = null, dayOrder = null }: { readonly [K in keyof Chosen]: Chosen[K] | null },
): ReadingChoices => ({
  decimalMarks: columns.map(({ numbers }) => (numbers?.ambiguous ? decimalMark : null)),
  dayOrders: columns.map(({ days }) => (days?.ambiguous ? dayOrder : null)),
});

/** Refuses a table with a column whose numbers or days only a person can decide how to read. */
export function refuseOpenColumn<F extends string>(columns: readonly Column<F>[]): void {
  for (const { heading: column, numbers, days } of columns) {
    if (numbers?.reading === 'OPEN')
      throw fieldError('decimalMark', say('imports.number_open', { column, cell: numbers.ambiguous ?? '' }));
    if (days?.reading === 'OPEN')
      throw fieldError('dayOrder', say('imports.day_open', { column, cell: days.ambiguous ?? '' }));
  }
}
