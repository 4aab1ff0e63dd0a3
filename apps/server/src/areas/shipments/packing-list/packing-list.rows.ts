import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { isSumLabel } from '@quayside/domain/invoices/line-headings';
import { formatQuantity, parseQuantity, pow10, QUANTITY_DECIMALS, roundDiv } from '@quayside/domain/money/money';
import { kindOfUnit, splitUnit } from '@quayside/domain/products/units';
import type { CartonDimensionUnit } from '@quayside/domain/shipments/option-lists';
import { type CartonNumbers, readCartonNumbers, splitSides } from '@quayside/domain/shipments/packing-list-cells';
import type { PackingListField } from '@quayside/domain/shipments/packing-list-headings';
import { MAX_CELL, shown } from '../../../tables/cells.ts';
import { cellText } from '../../../tables/line-columns.ts';
import { splitUnitWord } from '@quayside/domain/stock/unit-words';
import type { TableRow } from '../../../tables/table.ts';
import { cellsOf } from '../../imports/public.ts';
import { type CartonWeightUnit, volumeMm3Of } from '../rows/carton-measures.ts';
import { type PackingLayout, type PackingUnit, readDigits, splitFeet, unitOfCell } from './packing-list.layout.ts';

// Reads the cells of a packing list, each row by itself.

/** What is wrong with a cell, or with a row (`column` null). */
export interface CellError {
  readonly column: PackingListField | null;
  readonly value: string;
  readonly message: Text;
}
export interface TypedWeight {
  /** A decimal text with up to 4 decimals, as carton rows store it. */
  readonly value: string;
  readonly unit: CartonWeightUnit;
}
export interface CartonSides {
  readonly length: string;
  readonly width: string;
  readonly height: string;
  readonly unit: CartonDimensionUnit;
}
/** A row that names cartons. Null: the cell is empty, or cannot be read and has an error. */
export interface PackingRow {
  readonly row: number;
  readonly cells: ReadonlyMap<PackingListField, string>;
  readonly numbers: CartonNumbers | null;
  readonly cartons: bigint | null;
  readonly unitsPerCarton: bigint | null;
  readonly units: bigint | null;
  readonly cartonWeight: TypedWeight | null;
  readonly totalWeight: TypedWeight | null;
  readonly sides: CartonSides | null;
  readonly marks: string | null;
  readonly errors: CellError[];
}

export const MAX_UNITS = 999_999_999;
const MAX_MARKS = 500;
export const MEASURE_DECIMALS = 4;

const SAYS_CARTONS = ['sku', 'cartons', 'units', 'unitsPerCarton'] as const;
/** A sum, also with its unit in the same cell: "TOTAL: 84 CTNS". */
const isSum = (text: string): boolean =>
  isSumLabel(text) || /^(?:grand |sub-?)?total\b|^(?:合计|总计|小计)/i.test(text.trim());

/**
 * Whether a row names no cartons: a sum below them, a signature, or the headings again on the next page. What is in the
 * column of codes decides first, because a product may be called "Total".
 */
export function isBesideCartons(row: TableRow, layout: PackingLayout, isKnownCode: (text: string) => boolean): boolean {
  const cells = cellsOf(row, layout);
  const code = cells.get('sku');
  if (code !== undefined && isKnownCode(code)) return false;
  if (row.cells.some((cell) => isSum(cell))) return true;
  if (!SAYS_CARTONS.some((field) => cells.has(field))) return true;
  const { headings } = layout;
  return headings !== undefined && headings.every((name, at) => cellText(row, at) === name);
}

/** Reads a row that names cartons. */
export function readPackingRow(row: TableRow, layout: PackingLayout): PackingRow {
  const cells = cellsOf(row, layout);
  const errors: CellError[] = [];
  const fail = (column: PackingListField | null, message: Text, value?: string): null => {
    errors.push({ column, value: shown(value ?? (column ? (cells.get(column) ?? '') : '')), message });
    return null;
  };
  const reader: Reader = { row, layout, cells, fail };
  const long = row.cells.find((cell) => cell.length > MAX_CELL);
  if (long !== undefined) fail(null, say('cell.too_long'), long);
  const width = layout.headings?.length ?? row.cells.length;
  const extra = row.cells.find((cell, at) => at >= Math.max(width, layout.columns.length) && cell.trim() !== '');
  if (extra !== undefined)
    fail(null, say('lines.cells', { cells: row.cells.length, width, delimiter: layout.delimiter }), extra);
  const numbered = cells.get('cartonNumbers');
  const numbers =
    numbered === undefined
      ? null
      : (readCartonNumbers(numbered) ?? fail('cartonNumbers', say('packing_list.backwards')));
  return {
    row: row.row,
    cells,
    numbers,
    cartons: readWhole(reader, 'cartons'),
    unitsPerCarton: readWhole(reader, 'unitsPerCarton'),
    units: readWhole(reader, 'units'),
    cartonWeight: readWeight(reader, 'cartonWeight'),
    totalWeight: readWeight(reader, 'totalWeight'),
    sides: cells.has('sides') ? readSidesCell(reader) : readThreeSides(reader),
    marks: readMarks(reader),
    errors,
  };
}

interface Reader {
  readonly row: TableRow;
  readonly layout: PackingLayout;
  readonly cells: ReadonlyMap<PackingListField, string>;
  readonly fail: (column: PackingListField | null, message: Text, value?: string) => null;
}

function readMarks({ cells, fail }: Reader): string | null {
  const marks = cells.get('marks');
  if (marks === undefined) return null;
  if (marks.length > MAX_MARKS) return fail('marks', say('field.max_length', { max: MAX_MARKS }));
  return marks.includes('\0') || !marks.isWellFormed() ? fail('marks', say('field.not_storable')) : marks;
}

function readWhole({ row, layout, cells, fail }: Reader, field: PackingListField): bigint | null {
  const text = cells.get(field);
  if (text === undefined) return null;
  const number = field === 'cartons' ? splitUnitWord(text).number : singleUnits(text);
  if (typeof number !== 'string') return fail(field, number);
  const digits = readDigits(layout, row, layout.columns.indexOf(field), number);
  if (typeof digits !== 'string')
    return fail(field, digits.code === 'lines.unreadable' ? say('packing_list.whole', { max: MAX_WORDS }) : digits);
  const whole = /^0*(\d{1,9})(?:\.0+)?$/.exec(digits)?.[1];
  return whole === undefined || BigInt(whole) < 1n
    ? fail(field, say('packing_list.whole', { max: MAX_WORDS }))
    : BigInt(whole);
}
const MAX_WORDS = MAX_UNITS.toLocaleString('en');

/** The number of a measure in its unit; null with an error, or without one if the unit of its column is open. */
function readMeasure(
  reader: Reader,
  field: PackingListField,
  text: string,
  unitOfRow: PackingUnit | undefined,
): { readonly value: string; readonly unit: PackingUnit } | null {
  const { row, layout, fail } = reader;
  const at = layout.columns.indexOf(field);
  const column = layout.units[at];
  if (!column) return null;
  const isExact = row.exact?.has(at) === true;
  const feet = splitFeet(text);
  const own = isExact ? undefined : feet === undefined ? splitUnit(text) : { number: feet, unit: 'FT' as const };
  const isKind = (unit: PackingUnit) => (unit === 'FT' ? 'LENGTH' : kindOfUnit(unit)) === column.kind;
  if (own && !isKind(own.unit))
    return fail(field, say(column.kind === 'WEIGHT' ? 'rows.weight_unit' : 'rows.length_unit'));
  const [unit, other] = new Set([own?.unit, unitOfRow, column.unit].filter((one) => one !== undefined && one !== null));
  if (other) return fail(field, say('rows.cell_unit'));
  const digits = readDigits(layout, row, at, own?.number ?? text);
  if (typeof digits !== 'string')
    return fail(field, digits.code === 'lines.unreadable' ? say('carton.above_zero') : digits);
  const value = storable(digits, isExact);
  if (value === null) return fail(field, say('carton.above_zero'));
  if (unit !== undefined) return { value, unit };
  // The question about the column is asked once, not in each row.
  return column.isOpen ? null : fail(field, say('rows.needs_unit'));
}

/** A measure with at most 4 decimals. A spreadsheet stores more of what it computed, which is rounded once. */
function storable(digits: string, isExact: boolean): string | null {
  const parsed = parseQuantity(isExact ? digits.slice(0, 40).replace(/(\.\d{6})\d+$/, '$1') : digits);
  if (!parsed.ok || parsed.value <= 0n) return null;
  const step = pow10(QUANTITY_DECIMALS - MEASURE_DECIMALS);
  if (!isExact && parsed.value % step !== 0n) return null;
  const rounded = formatQuantity(roundDiv(parsed.value, step) * step);
  return /^\d{1,7}(\.\d{1,4})?$/.test(rounded) && rounded !== '0' ? rounded : null;
}

function unitInRow({ cells, fail }: Reader, field: 'weightUnit' | 'dimensionUnit'): PackingUnit | undefined | null {
  const text = cells.get(field);
  if (text === undefined) return undefined;
  const unit = unitOfCell(text);
  const kind = field === 'weightUnit' ? 'WEIGHT' : 'LENGTH';
  if (unit && (unit === 'FT' ? 'LENGTH' : kindOfUnit(unit)) === kind) return unit;
  return fail(field, say(kind === 'WEIGHT' ? 'rows.weight_unit' : 'rows.length_unit'));
}

function readWeight(reader: Reader, field: 'cartonWeight' | 'totalWeight'): TypedWeight | null {
  const text = reader.cells.get(field);
  if (text === undefined) return null;
  const unitOfRow = unitInRow(reader, 'weightUnit');
  const read = unitOfRow === null ? null : readMeasure(reader, field, text, unitOfRow);
  return read && { value: read.value, unit: read.unit as CartonWeightUnit };
}

/** Three sides in one cell. A unit after the last one counts for all three. */
function readSidesCell(reader: Reader): CartonSides | null {
  const { cells, fail } = reader;
  const parts = splitSides(cells.get('sides') ?? '');
  if (!parts) return fail('sides', say('packing_list.sides'));
  const last = splitFeet(parts[2]) === undefined ? splitUnit(parts[2])?.unit : 'FT';
  const unitOfRow = unitInRow(reader, 'dimensionUnit');
  if (unitOfRow === null) return null;
  const bare = parts.map((part) =>
    splitUnit(part) || splitFeet(part) || last === undefined ? part : `${part} ${last}`,
  );
  const measures = bare.map((part) => readMeasure(reader, 'sides', part, unitOfRow));
  return sidesIn(reader, 'sides', measures);
}

function readThreeSides(reader: Reader): CartonSides | null {
  const { cells, fail } = reader;
  const fields = (['length', 'width', 'height'] as const).filter((field) => cells.has(field));
  const [first] = fields;
  if (first === undefined) return null;
  if (fields.length < 3) return fail(first, say('packing_list.all_sides'));
  const unitOfRow = unitInRow(reader, 'dimensionUnit');
  if (unitOfRow === null) return null;
  const measures = fields.map((field) => readMeasure(reader, field, cells.get(field) ?? '', unitOfRow));
  return sidesIn(reader, first, measures);
}

const MOST_STORED = 2n ** 63n - 1n;
function sidesIn(
  { fail }: Reader,
  column: PackingListField,
  measures: readonly ({ readonly value: string; readonly unit: PackingUnit } | null)[],
): CartonSides | null {
  const [length, width, height] = measures;
  if (!length || !width || !height) return null;
  const sides = {
    length: length.value,
    width: width.value,
    height: height.value,
    unit: length.unit as CartonDimensionUnit,
  };
  return (volumeMm3Of(sides) ?? 0n) > MOST_STORED ? fail(column, say('http.number_too_large')) : sides;
}

/** A quantity without its word for one piece; the reason if its word counts several pieces. */
function singleUnits(text: string): string | Text {
  const { number, word, kind } = splitUnitWord(text);
  return kind === 'PACK' ? say('quantity.packs', { word: word ?? '' }) : number;
}
