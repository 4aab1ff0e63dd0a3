import type { DimensionUnit, WeightUnit } from '../lists.ts';
import { formatQuantity, pow10, QUANTITY_DECIMALS, roundDiv } from '../money/money.ts';

/** The units in which people write weights. Products store weights in GR or OZ. */
export const WRITTEN_WEIGHT_UNITS = ['GR', 'KG', 'OZ', 'LB'] as const;
/** The units in which people write lengths. Products store lengths in CM or IN. */
export const WRITTEN_LENGTH_UNITS = ['CM', 'MM', 'M', 'IN'] as const;
export const WRITTEN_UNITS = [...WRITTEN_WEIGHT_UNITS, ...WRITTEN_LENGTH_UNITS] as const;
export type WrittenUnit = (typeof WRITTEN_UNITS)[number];
export const UNIT_KINDS = ['WEIGHT', 'LENGTH'] as const;
export type UnitKind = (typeof UNIT_KINDS)[number];
export type StoredUnit = WeightUnit | DimensionUnit;

/** The size of each unit: weights in nanograms, lengths in micrometres. All of them are exact. */
export const UNIT_SIZES: Readonly<Record<WrittenUnit, bigint>> = {
  GR: 1_000_000_000n,
  KG: 1_000_000_000_000n,
  OZ: 28_349_523_125n,
  LB: 453_592_370_000n,
  CM: 10_000n,
  MM: 1_000n,
  M: 1_000_000n,
  IN: 25_400n,
};

const STORED_AS: Readonly<Record<WrittenUnit, StoredUnit>> = {
  GR: 'GR',
  KG: 'GR',
  OZ: 'OZ',
  LB: 'OZ',
  CM: 'CM',
  MM: 'CM',
  M: 'CM',
  IN: 'IN',
};

/** The unit in which a product stores measures that are written in this unit. No digit is lost between the two. */
export const storedUnitOf = (unit: WrittenUnit): StoredUnit => STORED_AS[unit];

const WEIGHTS: ReadonlySet<string> = new Set(WRITTEN_WEIGHT_UNITS);
export const kindOfUnit = (unit: WrittenUnit): UnitKind => (WEIGHTS.has(unit) ? 'WEIGHT' : 'LENGTH');

/** Measures are stored with this many decimals. */
export const MEASURE_DECIMALS = 4;

/**
 * Converts a measure, written as digits with a decimal point, to another unit of the same kind. If the result needs
 * more decimals than are stored, it is rounded once, half away from zero.
 */
export function convertMeasure(digits: string, from: WrittenUnit, to: WrittenUnit): string {
  if (from === to) return digits;
  const [whole = '', decimals = ''] = digits.split('.');
  const written = BigInt(whole + decimals) * UNIT_SIZES[from];
  const stored = roundDiv(written * pow10(MEASURE_DECIMALS), UNIT_SIZES[to] * pow10(decimals.length));
  return formatQuantity(stored * pow10(QUANTITY_DECIMALS - MEASURE_DECIMALS));
}

/** The words for each unit, in lower case. A German Pfund is missing, because it is 500 g and no pound. */
const WORDS: Readonly<Record<WrittenUnit, string>> = {
  GR: 'g gr gm gms gram grams gramm gramme grammes 克',
  KG: 'kg kgs kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes 千克 公斤',
  OZ: 'oz ounce ounces unze unzen 盎司',
  LB: 'lb lbs pound pounds 磅',
  CM: 'cm cms centimetre centimetres centimeter centimeters zentimeter 厘米 公分',
  MM: 'mm mms millimetre millimetres millimeter millimeters 毫米',
  M: 'm metre metres meter meters 米',
  // NFKC writes ″ as two signs.
  IN: 'in ins inch inches zoll " ′′ 英寸',
};
const BY_WORD: ReadonlyMap<string, WrittenUnit> = new Map(
  WRITTEN_UNITS.flatMap((unit) => WORDS[unit].split(' ').map((word): [string, WrittenUnit] => [word, unit])),
);
/** Words that mean a unit only at the end of a heading: `Length in`, `Weight g`. */
const ONLY_AT_END: ReadonlySet<string> = new Set(['in', 'ins', 'g', 'm', 'gr', 'gm']);

/** Text editors write inches as closing quotes. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[”“„]|''|’’/gu, '"');

/** The unit that a cell names; undefined if it names none that is known. */
export const unitOfWord = (text: string): WrittenUnit | undefined => BY_WORD.get(plain(text).replace(/\.$/, ''));

const WITH_UNIT = /^([-+\u2212\d.,'’\s]*\d[.,]?)\s*([^\d\s.,]+\.?)$/u;
/** The longest text that is read as a number with its unit. */
const MAX_WITH_UNIT = 40;

/**
 * Splits a number from the unit that is written after it: `1.5 kg`, `250g`, `12"`. Undefined if the text is not a
 * number with a known unit.
 */
export function splitUnit(text: string): { readonly number: string; readonly unit: WrittenUnit } | undefined {
  // Most cells are words, or numbers without a unit. This test finds them without a regular expression.
  const last = text.charCodeAt(text.length - 1);
  if (text.length > MAX_WITH_UNIT || (last >= 48 && last <= 57) || !/\p{Nd}/u.test(text)) return undefined;
  const pounds = inOunces(text);
  if (pounds !== undefined) return { number: pounds, unit: 'OZ' };
  const [, number = '', word = ''] = WITH_UNIT.exec(text.normalize('NFKC').trim()) ?? [];
  const unit = word === '' ? undefined : unitOfWord(word);
  return unit && { number: number.trim(), unit };
}

const POUNDS_AND_OUNCES =
  /^(\d{1,6})\s*(?:lbs?|pounds?)\.?,?\s*(?:and\s+)?(\d{1,2})(?:([.,])(\d{1,4}))?\s*(?:oz|ounces?)\.?$/i;
/** A weight in pounds and ounces as ounces: `2 lbs 4 oz` is 36. It keeps the decimal mark of the ounces. */
function inOunces(text: string): string | undefined {
  const [, pounds, ounces = '', mark = '', decimals = ''] = POUNDS_AND_OUNCES.exec(text.trim()) ?? [];
  return pounds === undefined ? undefined : `${Number(pounds) * 16 + Number(ounces)}${mark}${decimals}`;
}

/** Splits a heading into words, also `weightKg` and `weight_kg`. */
const wordsOf = (heading: string): string[] =>
  plain(heading.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}"′]+/u)
    .filter((word) => word !== '');

const BRACKETS = /[([{<（【［]([^)\]}>）】］]*)[)\]}>）】］]/gu;

/** The only unit of this kind that the words name; undefined if they name none, or two. */
function onlyUnit(words: readonly string[], kind: UnitKind): WrittenUnit | undefined {
  const found = new Set(
    words.flatMap((word, i) => {
      const unit = BY_WORD.get(word);
      const counts = unit !== undefined && kindOfUnit(unit) === kind;
      return counts && (i === words.length - 1 || !ONLY_AT_END.has(word)) ? [unit] : [];
    }),
  );
  const [unit] = found;
  return found.size === 1 ? unit : undefined;
}

/**
 * The unit that a heading names: `Weight (kg)`, `length_mm`, `Width in inches`. Undefined if it names none of this
 * kind, or two, as `Weight (kg/lb)` does. A unit in brackets takes precedence over other words.
 */
export function unitInHeading(heading: string, kind: UnitKind): WrittenUnit | undefined {
  const inBrackets = [...heading.matchAll(BRACKETS)].map((match) => wordsOf(match[1] ?? ''));
  const named = inBrackets.filter((words) =>
    words.some((word) => {
      const unit = BY_WORD.get(word);
      return unit !== undefined && kindOfUnit(unit) === kind;
    }),
  );
  if (named.length > 0) return named.length === 1 ? onlyUnit(named[0] ?? [], kind) : undefined;
  return onlyUnit(wordsOf(heading.replace(BRACKETS, ' ')), kind);
}

/** A heading without the unit that it names: `Weight` for `Weight (kg)` and for `Weight in kg`. */
export function headingWithoutUnit(heading: string): string {
  const isUnits = (text: string) => {
    const words = wordsOf(text);
    return words.length > 0 && words.every((word) => BY_WORD.has(word));
  };
  const bare = heading.replace(BRACKETS, (whole, inside: string) => (isUnits(inside) ? ' ' : whole)).trim();
  if (bare !== heading.trim()) return bare;
  const words = wordsOf(heading);
  const kept = words.slice(0, -1);
  if (kept.length === 0 || !BY_WORD.has(words.at(-1) ?? '')) return heading;
  return (kept.length > 1 && kept.at(-1) === 'in' ? kept.slice(0, -1) : kept).join(' ');
}

/**
 * How the unit of a column is known: the heading names it, another column names it in each row, each cell names its own
 * (`1.5 kg`), a person chose it, or it is open, because nothing names it.
 */
export const UNIT_SOURCES = ['HEADING', 'UNIT_COLUMN', 'CELLS', 'CHOSEN', 'OPEN'] as const;
export interface ColumnUnit {
  readonly kind: UnitKind;
  /** Null if the rows name it, or nothing does. */
  readonly unit: WrittenUnit | null;
  readonly from: (typeof UNIT_SOURCES)[number];
}

/** Whether cells of a column are numbers with their unit, and whether some are numbers without one. */
export interface UnitEvidence {
  hasUnit: boolean;
  hasBare: boolean;
}

/**
 * Decides the unit of a column of measures. A choice for this column overrides its heading; a choice for the whole file
 * (`fallback`) counts only where nothing in the file names the unit. A cell that names its unit needs neither.
 */
export function unitOfColumn(
  heading: string,
  kind: UnitKind,
  {
    chosen = null,
    hasUnitColumn,
    cells,
    fallback = null,
  }: {
    readonly chosen?: WrittenUnit | null;
    readonly hasUnitColumn: boolean;
    readonly cells?: UnitEvidence | undefined;
    readonly fallback?: WrittenUnit | null;
  },
): ColumnUnit {
  if (chosen !== null && kindOfUnit(chosen) === kind) return { kind, unit: chosen, from: 'CHOSEN' };
  const named = unitInHeading(heading, kind);
  if (named) return { kind, unit: named, from: 'HEADING' };
  if (hasUnitColumn) return { kind, unit: null, from: 'UNIT_COLUMN' };
  if (cells?.hasUnit && !cells.hasBare) return { kind, unit: null, from: 'CELLS' };
  return { kind, unit: fallback, from: fallback === null ? 'OPEN' : 'CHOSEN' };
}
