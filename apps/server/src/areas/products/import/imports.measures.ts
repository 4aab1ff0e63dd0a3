import { IMPORT_FIELDS, kindOfMeasure, UNIT_FIELD } from '@quayside/contracts/products/product-fields';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { type NumberReading, readInColumn } from '@quayside/domain/money/number-text';
import {
  convertMeasure,
  kindOfUnit,
  splitUnit,
  MEASURE_DECIMALS,
  storedUnitOf,
  UNIT_KINDS,
  type UnitKind,
  unitOfWord,
  type WrittenUnit,
} from '@quayside/domain/products/units';
import { withoutApostrophe } from '../../../tables/cells.ts';
import { readingIn } from '../../../tables/import-columns.ts';
import { isMeasureField, type MeasureField } from './imports.fields.ts';
import type { Layout } from './imports.layout.ts';
import type { ProductChanges, ProductState } from '../rows/products.state.ts';

/** Reports an error in a cell. */
export type FailCell = (column: number, value: string, reason: Text) => void;

/** A cell with a measure, or with the unit of the measures in its row. */
export interface MeasureCell {
  readonly column: number;
  readonly field: MeasureField;
  /** The cell as it is in the file, for error messages. */
  readonly raw: string;
  readonly text: string;
}

/**
 * Reads the measures of a row. All weights of a row get the same unit, as do all lengths: that in which a product can
 * store them without losing a digit, or grams and centimetres if the row mixes both systems.
 */
export function readMeasures(
  layout: Layout,
  cells: readonly MeasureCell[],
  exact: ReadonlySet<number> | undefined,
  fail: FailCell,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const kind of UNIT_KINDS) {
    const unitCell = cells.find(({ field }) => field === UNIT_FIELD[kind]);
    const named = unitCell && readUnit(kind, unitCell, fail);
    const measures = cells.filter(({ field }) => kindOfMeasure(field) === kind);
    // Without its unit, no measure of the row can be read. The cell of the unit has the error.
    if (unitCell && !named) continue;
    const inUnits = measures.flatMap((cell) => {
      const own = exact?.has(cell.column) ? undefined : splitUnit(cell.text);
      const unit = unitOf(layout, cell, kind, { ofRow: named, ofCell: own?.unit }, fail);
      const digits = unit && readDigits(layout, { ...cell, text: own?.number ?? cell.text }, unit, exact, fail);
      return digits === undefined || unit === undefined ? [] : [{ cell, digits, unit }];
    });
    const units = new Set(inUnits.map(({ unit }) => storedUnitOf(unit)));
    const [first] = units;
    const stored = units.size > 1 ? METRIC[kind] : (first ?? (named && storedUnitOf(named)));
    if (stored === undefined) continue;
    values[UNIT_FIELD[kind]] = stored;
    for (const { cell, digits, unit } of inUnits) {
      const converted = convertMeasure(digits, unit, stored);
      if (isStorable(converted)) values[cell.field] = converted;
      else fail(cell.column, withoutApostrophe(cell.raw), say('amount.too_large'));
    }
  }
  return values;
}

type Measure = Exclude<MeasureField, (typeof UNIT_FIELD)[UnitKind]>;
const measuresOfKind = (kind: UnitKind) =>
  IMPORT_FIELDS.filter((field): field is Measure => isMeasureField(field) && kindOfMeasure(field) === kind);
const MEASURES: Readonly<Record<UnitKind, readonly Measure[]>> = {
  WEIGHT: measuresOfKind('WEIGHT'),
  LENGTH: measuresOfKind('LENGTH'),
};

const METRIC = { WEIGHT: 'GR', LENGTH: 'CM' } as const;

function readUnit(kind: UnitKind, { column, raw, text }: MeasureCell, fail: FailCell): WrittenUnit | undefined {
  const unit = unitOfWord(text);
  if (unit && kindOfUnit(unit) === kind) return unit;
  fail(column, withoutApostrophe(raw), say(kind === 'WEIGHT' ? 'rows.weight_unit' : 'rows.length_unit'));
  return undefined;
}

/**
 * The unit of one measure. If the cell, its heading and the unit of its row contradict each other, none is believed.
 * What a person chose counts for cells that name no unit.
 */
function unitOf(
  { units, names }: Layout,
  { column, raw }: MeasureCell,
  kind: UnitKind,
  { ofRow, ofCell }: { readonly ofRow: WrittenUnit | undefined; readonly ofCell: WrittenUnit | undefined },
  fail: FailCell,
): WrittenUnit | undefined {
  const own = units?.[column];
  // An import that an earlier release began reads its measures as that release did.
  if (!own) return ofRow ?? METRIC[kind];
  const differs = (reason: Text) => (fail(column, withoutApostrophe(raw), reason), undefined);
  if (ofCell && kindOfUnit(ofCell) !== kind)
    return differs(say(kind === 'WEIGHT' ? 'rows.weight_unit' : 'rows.length_unit'));
  const told = own.from === 'CHOSEN' ? [ofCell ?? own.unit] : [ofCell, ofRow, own.unit];
  const [unit, other] = new Set(told.filter((one) => one !== undefined && one !== null));
  if (other) return differs(ofCell ? say('rows.cell_unit') : say('rows.units_differ', { column: names[column] ?? '' }));
  if (unit === undefined) fail(column, withoutApostrophe(raw), say('rows.needs_unit'));
  return unit;
}

/** More digits than any measure has. */
const MAX_DIGITS = /^\d{1,12}(\.\d{1,12})?$/;
const isStorable = (digits: string) => /^\d{1,7}(\.\d{1,4})?$/.test(digits);

/** Whether a row gives a measure, and not only the unit of measures. */
export const hasMeasure = (values: ProductChanges): boolean =>
  UNIT_KINDS.some((kind) => MEASURES[kind].some((field) => values[field] !== undefined));

/** The first measure of a row that has more digits than are stored, because it was converted. */
export const unstorableMeasure = (values: ProductChanges): MeasureField | undefined =>
  UNIT_KINDS.flatMap((kind) => MEASURES[kind]).find((field) => {
    const value = values[field];
    return value !== undefined && value !== null && !isStorable(value);
  });

/** The digits of a measure with a decimal point; undefined, with an error, if the cell is no number or has too many. */
function readDigits(
  layout: Layout,
  { column, raw, text }: MeasureCell,
  unit: WrittenUnit,
  exact: ReadonlySet<number> | undefined,
  fail: FailCell,
): string | undefined {
  const digits = plainDigits(text, exact?.has(column) ? 'POINT' : readingIn(layout, column));
  // What is not converted is stored as it is written, so it may have no more decimals than are stored.
  const isConverted = storedUnitOf(unit) !== unit;
  const isTooFine = !isConverted && (digits.split('.')[1] ?? '').length > MEASURE_DECIMALS;
  if (MAX_DIGITS.test(digits) && !isTooFine) return digits;
  fail(column, withoutApostrophe(raw), say('measure.number'));
  return undefined;
}

/** The digits of a number with a decimal point, or the text itself if it is not written as its column is read. */
function plainDigits(text: string, reading: NumberReading): string {
  // Most measures are written like this. They need no closer look.
  if (/^\d+$/.test(text) || (reading === 'POINT' && /^\d+\.\d+$/.test(text))) return text;
  const read = readInColumn(text, reading);
  return typeof read === 'object' && read.written === null ? read.plain : text;
}

/**
 * Converts the measures of a row to the units of the product that it changes, because all weights of a product are in
 * one unit, and so are all lengths. If the row gives all measures that the product has, the product takes the units of
 * the row instead, so that nothing is rounded.
 */
export function inUnitsOfProduct(values: ProductChanges, before: ProductState): ProductChanges {
  let converted = values;
  for (const kind of UNIT_KINDS) {
    const unitField = UNIT_FIELD[kind];
    const [from, to] = [values[unitField], before[unitField]];
    const given = MEASURES[kind].filter((field) => values[field] !== undefined);
    const isReplaced = MEASURES[kind].every((field) => before[field] === null || values[field] !== undefined);
    if (from === undefined || from === to || given.length === 0 || isReplaced) continue;
    converted = {
      ...converted,
      ...Object.fromEntries(given.map((field) => [field, convertMeasure(String(values[field]), from, to)])),
      [unitField]: to,
    };
  }
  return converted;
}

/** The unit of a field of a product; null if the field is no measure. */
export function unitOfField(state: ProductState, field: string): ProductState['weightUnit' | 'dimensionUnit'] | null {
  const kind = kindOfMeasure(field);
  return kind === undefined ? null : state[UNIT_FIELD[kind]];
}
