import { FULL_CONTAINERS } from '@quayside/contracts/freight/freight-rates';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { NumberText } from '@quayside/domain/money/number-text';
import { codeOf, mayBeIn, sharedSign, type WrittenCurrency } from '@quayside/domain/money/written-currency';
import {
  DIVISOR_UNITS,
  FREIGHT_LEVELS,
  FREIGHT_MODES,
  FREIGHT_UNITS,
  SIDE_ROUNDINGS,
} from '@quayside/domain/shipments/option-lists';
import { storable } from '../../../tables/cells.ts';
import { isReason, type ReadTable, rowReader, type RowReader } from '../../imports/public.ts';
import type { RateFields } from '../rates/freight-rates.state.ts';
import { feesIn, partsOf } from './freight-table.cells.ts';
import {
  DIVISOR_WORDS,
  FREIGHT_TABLE,
  type FreightColumn,
  type FreightHint,
  hintOf,
  UNIT_WORDS,
} from './freight-table.headings.ts';

// Reads the cells of a table of freight rates.

/** What a row says of a rate. Empty cells say nothing of a rate that they replace. */
export interface ReadRow extends Pick<RowReader<FreightColumn>, 'row' | 'problems' | 'fail' | 'failRow'> {
  readonly given: Partial<RateFields>;
  /** The name of the forwarder; null: the cell is empty; undefined: the table has no such column. */
  readonly forwarder: string | null | undefined;
  /**
   * Adds what the row must say and does not, unless the rate that it replaces has it, and prices with a sign such as $
   * that is not of the currency of the rate. Returns whether there is nothing of it.
   */
  readonly isWhole: (before: RateFields | undefined) => boolean;
  /** Adds a problem with a field of the rate, at the cell that fills it. */
  readonly failPath: (path: string, message: Text) => void;
}

const LISTS = {
  mode: FREIGHT_MODES,
  unit: FREIGHT_UNITS,
  containerType: FULL_CONTAINERS,
  divisorUnit: DIVISOR_UNITS,
  level: FREIGHT_LEVELS,
  sideRounding: SIDE_ROUNDINGS,
  sideUnit: ['CM', 'IN'],
} as const;
type ListColumn = keyof typeof LISTS;
/** Words of forwarders for values of closed lists. */
const WORDS: Readonly<Record<ListColumn, Readonly<Record<string, string>>>> = {
  mode: {
    'AIR FREIGHT': 'AIR',
    EXPRESS: 'COURIER',
    OCEAN: 'SEA',
    'SEA FREIGHT': 'SEA',
    LCL: 'SEA',
    FCL: 'SEA',
    ROAD: 'LAND',
    TRUCK: 'LAND',
    RAIL: 'LAND',
  },
  unit: Object.fromEntries(Object.entries(UNIT_WORDS).map(([word, unit]) => [word.toUpperCase(), unit])),
  containerType: {
    '20GP': '20FT',
    "20'": '20FT',
    '20DC': '20FT',
    '40GP': '40FT',
    "40'": '40FT',
    '40DC': '40FT',
    '40HQ': '40FT_HC',
    '40HC': '40FT_HC',
    '40FT HC': '40FT_HC',
    '45HQ': '45FT_HC',
    '45HC': '45FT_HC',
    '45FT HC': '45FT_HC',
  },
  divisorUnit: Object.fromEntries(Object.entries(DIVISOR_WORDS).map(([word, unit]) => [word.toUpperCase(), unit])),
  level: { PIECE: 'CARTON', BOX: 'CARTON' },
  sideRounding: { '': 'NONE', NO: 'NONE', ROUNDUP: 'UP' },
  sideUnit: { INCH: 'IN', INCHES: 'IN' },
};

const valueOf = (field: ListColumn, cell: string): string | undefined => {
  const word = cell.trim().toUpperCase().replaceAll('³', '3');
  const bare = word.replace(/\s+/g, field === 'containerType' ? '' : ' ');
  const value = WORDS[field][word] ?? WORDS[field][bare] ?? bare;
  return LISTS[field].find((one) => one === value);
};

/** The fields that a rate cannot be without, in the order in which they are missed. */
const NEEDED = ['name', 'mode', 'currency', 'unit', 'breaks'] as const;

interface SignAt {
  readonly column: number;
  readonly sign: WrittenCurrency;
}
interface BreakCell {
  readonly from: string;
  readonly price: string;
  /** Whether the heading says where the break begins. Such columns may be in any order. */
  readonly isOwnColumn: boolean;
  readonly column: number;
}

/** Reads the rows of a table. Nothing is guessed: what cannot be read is a problem of its cell. */
export function readFreightRows({ rows, columns }: ReadTable<FreightColumn>): ReadRow[] {
  const readerOf = rowReader(FREIGHT_TABLE, columns);
  const used = columns.flatMap(({ field, heading }, column) =>
    field === null || field === 'forwarder' ? [] : [{ field, heading, column, hint: hintOf(heading) }],
  );
  return rows.map((row) => readRow(readerOf(row), used));
}

function readRow(read: RowReader<FreightColumn>, used: readonly (CellPlace & { heading: string })[]): ReadRow {
  const given: Record<string, unknown> = {};
  const breaks: BreakCell[] = [];
  const signs: SignAt[] = [];
  for (const { heading, ...place } of used) {
    const { column } = place;
    const cell = read.textAt(column);
    const found = cell === '' ? undefined : readCell(read, place, cell);
    if (!found) continue;
    if (isReason(found)) {
      read.failAt(column, found);
      continue;
    }
    for (const [name, value] of Object.entries(found.given)) {
      if (!(name in given) || given[name] === value) given[name] = value;
      else read.failAt(column, say('freight.heading_differs', { heading, value: String(value) }));
    }
    breaks.push(...(found.breaks ?? []).map((one) => ({ ...one, column })));
    if (found.sign) signs.push({ column, sign: found.sign });
  }
  const sorted = breaks.every(({ isOwnColumn }) => isOwnColumn)
    ? breaks.toSorted((a, b) => Number(a.from) - Number(b.from))
    : breaks;
  if (sorted.length > 0) given['breaks'] = sorted.map(({ from, price }) => ({ from, price }));
  if (given['unit'] === undefined && given['containerType'] !== undefined) given['unit'] = 'CONTAINER';
  const { row, problems, fail, failRow } = read;
  return {
    ...{ row, problems, fail, failRow },
    given: given as Partial<RateFields>,
    forwarder: read.has('forwarder') ? read.text('forwarder') || null : undefined,
    failPath(path, message) {
      const [field = '', index] = path.split('.');
      const own = field === 'breaks' && index !== undefined ? sorted[Number(index)]?.column : undefined;
      if (own === undefined) fail(columnOf(field), message);
      else read.failAt(own, message);
    },
    isWhole(before) {
      const known = problems.length;
      for (const field of NEEDED)
        if (given[field] === undefined && before?.[field] === undefined)
          fail(field, read.has(field) ? say('field.required') : say('freight.row_lacks', { field }));
      const currency = given['currency'] ?? before?.currency;
      for (const { column, sign } of signs)
        if (typeof currency === 'string' && !mayBeIn(sign, currency))
          read.failAt(column, say('freight.other_currency', { sign: sign.name, currency }));
      return problems.length === known;
    },
  };
}

const FIELDS = Object.keys(FREIGHT_TABLE.fields) as FreightColumn[];
const columnOf = (field: string): FreightColumn | null => FIELDS.find((one) => one === field) ?? null;

/** What a cell says, with what its heading says besides. */
interface ReadCell {
  readonly given: Readonly<Record<string, unknown>>;
  /** A sign of several currencies beside a price. */
  readonly sign?: WrittenCurrency | undefined;
  readonly breaks?: readonly Omit<BreakCell, 'column'>[];
}
interface CellPlace {
  readonly field: FreightColumn;
  readonly column: number;
  readonly hint: FreightHint;
}

function readCell(read: RowReader<FreightColumn>, place: CellPlace, cell: string): ReadCell | Text {
  const { field, column, hint } = place;
  if (field in LISTS) {
    const value = valueOf(field as ListColumn, cell);
    return value === undefined
      ? say('rows.one_of', { values: LISTS[field as ListColumn].join(', ') })
      : { given: { [field]: value } };
  }
  const { from: _, ...hinted } = hint;
  if (field === 'breaks') return readBreaks(read, place, cell);
  if (field === 'fees') return readFees(read, place, cell);
  if (field === 'transitDays') {
    const days = /^(\d{1,3})(?:\.0+)?(?:\s*d(?:ays?)?)?$/i.exec(cell)?.[1];
    if (days === undefined || Number(days) > MOST_DAYS) return say('freight.transit_days');
    return { given: { ...hinted, [field]: Number(days) } };
  }
  if (FREIGHT_TABLE.fields[field].cell !== 'NUMBER') {
    const value = read.valueAt(column);
    return isReason(value) ? value : { given: { ...hinted, [field]: value } };
  }
  const [text = cell] = FREIGHT_TABLE.numbersIn?.(field, cell) ?? [];
  const number = read.numberAt(column, text);
  if (isReason(number)) return number;
  const given = { ...hinted, ...currencyOf(number), [field]: number.plain };
  return { given, sign: sharedSign(number.written) };
}
const MOST_DAYS = 365;
const MOST_FEE_NAME = 100;
const MOST_FEES = 20;
const MOST_BREAKS = 50;

const currencyOf = ({ written }: NumberText) => {
  const currency = codeOf(written);
  return currency === null ? {} : { currency };
};

function readBreaks(read: RowReader<FreightColumn>, { column, hint }: CellPlace, cell: string): ReadCell | Text {
  const { from: beginning, ...hinted } = hint;
  const parts = partsOf(cell);
  if (parts.length === 0 || parts.length > MOST_BREAKS || parts.some(({ length }) => length > 2))
    return say('freight.breaks_form');
  // The heading says where the break begins, or the cell does.
  if (beginning !== undefined && parts.some(({ length }) => length > 1)) return say('freight.breaks_form');
  const given: Record<string, unknown> = { ...hinted };
  const breaks: Omit<BreakCell, 'column'>[] = [];
  let sign: WrittenCurrency | undefined;
  for (const part of parts) {
    const [text = '', own] = part.toReversed();
    const price = read.numberAt(column, text);
    const from = own === undefined ? { plain: beginning ?? '0' } : read.numberAt(column, own);
    if (isReason(price)) return price;
    if (isReason(from)) return from;
    Object.assign(given, currencyOf(price));
    sign ??= sharedSign(price.written);
    breaks.push({ from: from.plain, price: price.plain, isOwnColumn: beginning !== undefined });
  }
  return { given, breaks, sign };
}

function readFees(read: RowReader<FreightColumn>, { column, hint }: CellPlace, cell: string): ReadCell | Text {
  const { from: _, ...hinted } = hint;
  const fees: { name: string; amount: string }[] = [];
  const given: Record<string, unknown> = { ...hinted };
  let sign: WrittenCurrency | undefined;
  for (const { name, amount } of feesIn(cell)) {
    const number = read.numberAt(column, amount);
    if (isReason(number) || name === '') return say('freight.fees_form');
    if (name.length > MOST_FEE_NAME) return say('field.max_length', { max: MOST_FEE_NAME });
    Object.assign(given, currencyOf(number));
    sign ??= sharedSign(number.written);
    fees.push({ name: storable(name), amount: number.plain });
  }
  if (fees.length > MOST_FEES) return say('freight.fees_form');
  return { given: { ...given, fees }, sign };
}
