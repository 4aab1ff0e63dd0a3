import { PACKING_UNITS, type PackingList } from '@quayside/contracts/shipments/packing-lists';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import {
  type DecimalMark,
  type DecidedReading,
  decideReading,
  evidenceOf,
  type NumberReading,
  readInColumn,
  readNumber,
} from '@quayside/domain/money/number-text';
import { splitUnit, type UnitKind, unitOfColumn, unitOfWord, type WrittenUnit } from '@quayside/domain/products/units';
import { splitSides } from '@quayside/domain/shipments/packing-list-cells';
import {
  columnsByHeading,
  PACKING_LIST_FIELDS,
  type PackingListField,
} from '@quayside/domain/shipments/packing-list-headings';
import { shown } from '../../../tables/cells.ts';
import { cellText } from '../../../tables/line-columns.ts';
import { splitUnitWord } from '@quayside/domain/stock/unit-words';
import type { TableRow } from '../../../tables/table.ts';
import type { PackingTable } from './packing-list.files.ts';

// Which field each column of a packing list holds, how its numbers are read, and in which unit its measures are.

export type PackingUnit = (typeof PACKING_UNITS)[number];
interface ColumnNumbers extends DecidedReading {
  /** The first cell that can be read in two ways. */
  readonly ambiguous: string | null;
}
interface ColumnUnit {
  readonly kind: UnitKind;
  /** Null if the rows name it, or nothing does. */
  readonly unit: PackingUnit | null;
  /** Nothing names it, so a person has to choose it. */
  readonly isOpen: boolean;
}
export interface PackingLayout extends PackingTable {
  readonly mapping: PackingList['mapping'];
  readonly columns: readonly (PackingListField | null)[];
  readonly numbers: readonly (ColumnNumbers | null)[];
  readonly units: readonly (ColumnUnit | null)[];
  /** Columns with a weight of which nobody said yet whether it is of one carton or of all. */
  readonly openWeights: readonly number[];
}
/** What a person chose for each column. */
export interface Choices {
  readonly columns?: readonly (PackingListField | null)[] | undefined;
  readonly decimalMarks?: readonly (DecimalMark | null)[] | undefined;
  readonly units?: readonly (PackingUnit | null)[] | undefined;
}

const WHOLE: ReadonlySet<PackingListField | null> = new Set(['cartons', 'units', 'unitsPerCarton']);
const LENGTHS: ReadonlySet<PackingListField | null> = new Set(['sides', 'length', 'width', 'height']);
const kindOf = (field: PackingListField | null): UnitKind | undefined =>
  field === 'cartonWeight' || field === 'totalWeight' ? 'WEIGHT' : LENGTHS.has(field) ? 'LENGTH' : undefined;

/** Choices of an earlier list as they were stored; what this release does not know is left out. */
export function choicesOf(stored: Readonly<Record<string, unknown>>): Choices {
  const list = <T extends string>(name: string, known: readonly T[]): (T | null)[] | undefined => {
    const values = stored[name];
    return Array.isArray(values) ? values.map((value) => known.find((one) => one === value) ?? null) : undefined;
  };
  return {
    columns: list('columns', PACKING_LIST_FIELDS),
    decimalMarks: list('decimalMarks', ['.', ',']),
    units: list('units', PACKING_UNITS),
  };
}

/** Decides how a packing list is read: as a person chose, now or for an earlier one, or as headings and cells say. */
export function layoutOf(
  table: PackingTable,
  chosen: Choices,
  remembered: Choices,
  isKnownCode: (text: string) => boolean,
): PackingLayout {
  const width = table.rows.reduce((most, { cells }) => Math.max(most, cells.length), table.headings?.length ?? 0);
  const names = Array.from({ length: width }, (_, at) => table.headings?.[at] ?? '');
  const found = columnsByHeading(names);
  const taken = chosen.columns ?? remembered.columns;
  const columns = taken
    ? Array.from({ length: width }, (_, at) => taken[at] ?? null)
    : withCodes(found.columns, table.rows, isKnownCode);
  return {
    ...table,
    mapping: chosen.columns ? 'CHOSEN' : remembered.columns ? 'REMEMBERED' : 'GUESSED',
    columns,
    openWeights: taken ? [] : found.openWeights,
    numbers: columns.map((field, at) =>
      numbersOf(table.rows, at, field, {
        chosen: chosen.decimalMarks?.[at] ?? null,
        remembered: remembered.decimalMarks?.[at] ?? null,
      }),
    ),
    units: columns.map((field, at) => {
      const choice = { chosen: chosen.units?.[at] ?? null, remembered: remembered.units?.[at] ?? null };
      return unitsOf(table.rows, { at, field, heading: names[at] ?? '' }, columns, choice);
    }),
  };
}

const SAMPLED = 100;
const HALF = 0.5;
/** Where no heading names the codes, they are in the column of which at least half of the cells are codes. */
function withCodes(
  columns: readonly (PackingListField | null)[],
  rows: readonly TableRow[],
  isKnownCode: (text: string) => boolean,
): (PackingListField | null)[] {
  if (columns.includes('sku')) return [...columns];
  const shares = columns.map((field, at) => {
    const texts = rows
      .slice(0, SAMPLED)
      .map((row) => cellText(row, at))
      .filter((text) => text !== '');
    return field === null && texts.length > 0 ? texts.filter(isKnownCode).length / texts.length : 0;
  });
  const best = shares.indexOf(Math.max(...shares));
  return columns.map((field, at) => (at === best && (shares[at] ?? 0) >= HALF ? 'sku' : field));
}

/** The numbers in a cell, without their units. */
const numbersIn = (text: string, field: PackingListField): string[] => {
  if (WHOLE.has(field)) return [splitUnitWord(text).number];
  const parts = field === 'sides' ? (splitSides(text) ?? []) : [text];
  return parts.map((part) => splitUnit(part)?.number ?? splitFeet(part) ?? part);
};
/** Feet are no unit of products, so cells with them are split here. */
export const splitFeet = (text: string): string | undefined =>
  text.length > MAX_MEASURE ? undefined : /^([\d.,\s]+?)\s*(?:ft|feet|foot)\.?$/i.exec(text.trim())?.[1];
const MAX_MEASURE = 40;

function numbersOf(
  rows: readonly TableRow[],
  at: number,
  field: PackingListField | null,
  choice: { readonly chosen: DecimalMark | null; readonly remembered: DecimalMark | null },
): ColumnNumbers | null {
  if (field === null || (!WHOLE.has(field) && kindOf(field) === undefined)) return null;
  const texts = rows
    .filter((row) => row.exact?.has(at) !== true)
    .flatMap((row) => (cellText(row, at) === '' ? [] : numbersIn(cellText(row, at), field)));
  const evidence = evidenceOf(texts);
  const decided = decideReading(evidence, choice);
  const ambiguous = evidence.open === undefined ? null : shown(evidence.open);
  const isProven = WHOLE.has(field) && decided.reading === 'OPEN';
  return { ...decided, ...(isProven && { reading: wholeReading(texts) }), ambiguous };
}

/** Cartons and units are whole, so a mark with which one of them is not whole is no decimal mark. */
function wholeReading(texts: readonly string[]): NumberReading {
  const isWhole = (mark: DecimalMark) =>
    texts.every((text) => {
      const read = readNumber(text, mark);
      return read === undefined || /^\d+(?:\.0+)?$/.test(read.plain);
    });
  const [point, comma] = [isWhole('.'), isWhole(',')];
  return point === comma ? 'OPEN' : point ? 'POINT' : 'COMMA';
}

function unitsOf(
  rows: readonly TableRow[],
  { at, field, heading }: { readonly at: number; readonly field: PackingListField | null; readonly heading: string },
  columns: readonly (PackingListField | null)[],
  { chosen, remembered }: { readonly chosen: PackingUnit | null; readonly remembered: PackingUnit | null },
): ColumnUnit | null {
  const kind = kindOf(field);
  if (kind === undefined) return null;
  if (kind === 'LENGTH' && (chosen === 'FT' || (chosen === null && /\b(?:ft|feet|foot)\b|英尺/i.test(heading))))
    return { kind, unit: 'FT', isOpen: false };
  const texts = rows.map((row) => cellText(row, at)).filter((text) => text !== '');
  const hasUnit = (text: string) => {
    const part = field === 'sides' ? (splitSides(text)?.[2] ?? text) : text;
    return splitUnit(part) !== undefined || splitFeet(part) !== undefined;
  };
  const found = unitOfColumn(heading, kind, {
    chosen: writtenUnit(chosen),
    hasUnitColumn: columns.includes(kind === 'WEIGHT' ? 'weightUnit' : 'dimensionUnit'),
    cells: { hasUnit: texts.some(hasUnit), hasBare: texts.some((text) => !hasUnit(text)) },
    fallback: writtenUnit(remembered),
  });
  if (found.from === 'OPEN' && kind === 'LENGTH' && remembered === 'FT') return { kind, unit: 'FT', isOpen: false };
  // A column without cells needs no unit.
  return { kind, unit: found.unit, isOpen: found.from === 'OPEN' && texts.length > 0 };
}
const writtenUnit = (unit: PackingUnit | null): WrittenUnit | null => (unit === 'FT' ? null : unit);

/** The unit that a cell names; feet are known for cartons only. */
export const unitOfCell = (text: string): PackingUnit | undefined =>
  /^(?:ft|feet|foot)\.?$/i.test(text.trim()) ? 'FT' : unitOfWord(text);

const nameOf = ({ headings }: PackingLayout, at: number): string => shown(headings?.[at] ?? '') || String(at + 1);

/** The question about a column that only a person can answer; null if there is none. */
export function questionOf(layout: PackingLayout, at: number): Text | null {
  const [numbers, unit] = [layout.numbers[at], layout.units[at]];
  if (numbers?.reading === 'OPEN')
    return say('imports.number_open', { column: nameOf(layout, at), cell: numbers.ambiguous ?? '' });
  if (unit?.isOpen) return say('imports.unit_open', { column: nameOf(layout, at) });
  return layout.openWeights.includes(at) ? say('packing_list.weight_of') : null;
}

/** Why the list cannot be read yet: a column is missing; null if all are there. */
export function missingOf({ columns }: PackingLayout): Text | null {
  const has = (...fields: PackingListField[]) => fields.some((field) => columns.includes(field));
  const hasCartons = has('cartons', 'cartonNumbers') || (has('units') && has('unitsPerCarton'));
  return has('sku') && has('units', 'unitsPerCarton') && hasCartons ? null : say('packing_list.needs_columns');
}

/** Reads a number as its column is read: digits with a decimal point; a text says why it cannot be read. */
export function readDigits(layout: PackingLayout, row: TableRow, at: number, text: string): string | Text {
  const isExact = row.exact?.has(at) === true;
  const reading = layout.numbers[at]?.reading ?? 'PLAIN';
  const read = isExact ? readNumber(text, '.') : readInColumn(text, reading);
  if (read === 'ambiguous') return questionOf(layout, at) ?? say('lines.unreadable');
  return read === undefined || read.written !== null ? say('lines.unreadable') : read.plain;
}
