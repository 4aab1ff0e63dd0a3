import type { DaysOfColumn } from '@quayside/domain/days/day-text';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { NumberText } from '@quayside/domain/money/number-text';
import {
  codeOf,
  currencyOfWord,
  mayBeIn,
  sharedSign,
  type WrittenCurrency,
} from '@quayside/domain/money/written-currency';
import { countryOfWord } from '@quayside/domain/products/countries';
import { FULL_CONTAINERS } from '@quayside/contracts/freight-rates';
import {
  DIVISOR_UNITS,
  FREIGHT_LEVELS,
  FREIGHT_MODES,
  FREIGHT_UNITS,
  SIDE_ROUNDINGS,
} from '@quayside/domain/shipments/option-lists';
import { dayIn } from '../../tables/cell-days.ts';
import { shown, storable } from '../../tables/cells.ts';
import { readingIn } from '../../tables/import-columns.ts';
import { cellText } from '../../tables/line-columns.ts';
import { listWords } from '../../tables/lists.ts';
import type { TableRow } from '../../tables/table.ts';
import type { RateFields } from './freight-rates.state.ts';
import { DIVISOR_WORDS, type FreightColumn, type FreightHint, UNIT_WORDS } from './freight-table.headings.ts';
import { type Column, isReason, numberIn } from './table-columns.ts';
import type { CellProblem } from './table-import.ts';

// Reads the cells of a table of freight rates.

type FreightColumns = readonly Column<FreightColumn, FreightHint>[];

/** What a row says of a rate. Empty cells say nothing of a rate that they replace. */
export interface ReadRow {
  readonly row: number;
  readonly given: Partial<RateFields>;
  /** The name of the forwarder; null: the cell is empty; undefined: the table has no such column. */
  readonly forwarder: string | null | undefined;
  readonly problems: readonly CellProblem[];
  /**
   * What the row must say and does not, unless the rate that it replaces has it, and prices with a sign such as $ that
   * is not of the currency of the rate.
   */
  readonly problemsWith: (before: RateFields | undefined) => readonly CellProblem[];
  /** A problem with a field of the rate, at the cell that fills it. */
  readonly problemAt: (field: string, message: Text) => CellProblem;
}

const NUMBER_COLUMNS: ReadonlySet<FreightColumn> = new Set([
  'breaks',
  'divisor',
  'minimum',
  'step',
  'leastCharge',
  'fees',
]);
/** The numbers of a cell, without units. A cell of breaks or fees has several. */
export function numbersInCell(field: FreightColumn, cell: string): readonly string[] | undefined {
  if (!NUMBER_COLUMNS.has(field)) return undefined;
  if (field === 'fees') return feesIn(cell).map(({ amount }) => amount);
  return field === 'breaks' ? partsOf(cell).flat() : [withoutUnit(cell)];
}

const UNIT_BEHIND = /\s*(?:\/\s*)?(?:kgs?|cbm|m3|m³|w\/m|rt)\.?$/i;
const withoutUnit = (text: string): string => text.replace(UNIT_BEHIND, '').trim();

/** The parts of a cell of breaks: each is a price, or a beginning and a price. */
const partsOf = (cell: string): string[][] =>
  cell
    .split(/[;|\n]/)
    .map((part) => part.split(/[:=]/).map((text) => withoutUnit(text.trim().replace(/^[+≥>]=?/, ''))))
    .filter((part) => part.some((text) => text !== ''));

const feesIn = (cell: string): { name: string; amount: string }[] =>
  listWords(cell, ';|').map((word) => {
    const at = word.lastIndexOf(':');
    return { name: word.slice(0, Math.max(at, 0)).trim(), amount: word.slice(at + 1).trim() };
  });

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

/** Reads a row of a table. Nothing is guessed: what cannot be read is a problem of its cell. */
export function readRow(row: TableRow, columns: FreightColumns): ReadRow {
  const problems: CellProblem[] = [];
  const given: Record<string, unknown> = {};
  const at = (i: number, message: Text): CellProblem => ({
    row: row.row,
    column: columns[i]?.heading ?? null,
    value: shown(cellText(row, i)),
    message,
  });
  const breaks: BreakCell[] = [];
  const signs: { readonly column: number; readonly sign: WrittenCurrency }[] = [];
  let forwarder: string | null | undefined;
  for (const [i, { meaning }] of columns.entries()) {
    if (!meaning) continue;
    const cell = cellText(row, i);
    const { field, hint } = meaning;
    if (field === 'forwarder') forwarder = cell === '' ? null : cell;
    if (cell === '' || field === 'forwarder') continue;
    const isExact = row.exact?.has(i) === true;
    const read = readCell(field, cell, {
      isExact,
      reading: readingIn({ numbers: columns.map((c) => c.numbers) }, i),
      days: columns[i]?.days,
      hint,
    });
    if (isReason(read)) problems.push(at(i, read));
    else {
      for (const [name, value] of Object.entries(read.given)) {
        if (name in given && given[name] !== value)
          problems.push(
            at(i, say('freight.heading_differs', { heading: columns[i]?.heading ?? '', value: String(value) })),
          );
        else given[name] = value;
      }
      breaks.push(...read.breaks.map((one) => ({ ...one, column: i })));
      if (read.sign) signs.push({ column: i, sign: read.sign });
    }
  }
  const sorted = breaks.every(({ isOwnColumn }) => isOwnColumn)
    ? breaks.toSorted((a, b) => Number(a.from) - Number(b.from))
    : breaks;
  if (sorted.length > 0) given['breaks'] = sorted.map(({ from, price }) => ({ from, price }));
  if (given['unit'] === undefined && given['containerType'] !== undefined) given['unit'] = 'CONTAINER';
  const cellOf = (field: string): number => columns.findIndex(({ meaning }) => meaning?.field === field);
  const problemAt = (path: string, message: Text): CellProblem => {
    const [field = '', index] = path.split('.');
    const own = field === 'breaks' && index !== undefined ? (sorted[Number(index)]?.column ?? -1) : cellOf(field);
    return own === -1 ? { row: row.row, column: null, value: '', message } : at(own, message);
  };
  return {
    row: row.row,
    given: given as Partial<RateFields>,
    forwarder,
    problems,
    problemsWith: (before) => [
      ...NEEDED.filter((field) => given[field] === undefined && before?.[field] === undefined).map((field) =>
        cellOf(field) === -1
          ? { row: row.row, column: null, value: '', message: say('freight.row_lacks', { field }) }
          : problemAt(field, say('field.required')),
      ),
      ...signs.flatMap(({ column, sign }) => {
        const currency = given['currency'] ?? before?.currency;
        const isOther = typeof currency === 'string' && !mayBeIn(sign, currency);
        return isOther ? at(column, say('freight.other_currency', { sign: sign.name, currency })) : [];
      }),
    ],
    problemAt,
  };
}

interface BreakCell {
  readonly from: string;
  readonly price: string;
  /** Whether the heading says where the break begins. Such columns may be in any order. */
  readonly isOwnColumn: boolean;
  readonly column: number;
}
interface ReadCell {
  readonly given: Readonly<Record<string, unknown>>;
  /** A sign of several currencies beside a price. */
  readonly sign?: WrittenCurrency | undefined;
  readonly breaks: readonly Omit<BreakCell, 'column'>[];
}
interface Cell {
  readonly isExact: boolean;
  readonly reading: Parameters<typeof numberIn>[2];
  readonly days: DaysOfColumn | null | undefined;
  readonly hint: FreightHint;
}

function readCell(field: FreightColumn, cell: string, about: Cell): ReadCell | Text {
  const { hint } = about;
  const hinted = {
    ...(hint.unit && { unit: hint.unit }),
    ...(hint.currency && { currency: hint.currency }),
    ...(hint.divisorUnit && { divisorUnit: hint.divisorUnit }),
  };
  const one = (value: unknown): ReadCell => ({ given: { ...hinted, [field]: value }, breaks: [] });
  if (field in LISTS) {
    const value = valueOf(field as ListColumn, cell);
    return value === undefined
      ? say('rows.one_of', { values: LISTS[field as ListColumn].join(', ') })
      : { given: { [field]: value }, breaks: [] };
  }
  switch (field) {
    case 'breaks':
      return readBreaks(cell, about, hinted);
    case 'fees':
      return readFees(cell, about, hinted);
    case 'fromCountry':
    case 'toCountry': {
      const country = countryOfWord(cell);
      return country === undefined ? say('rows.country') : one(country);
    }
    case 'currency': {
      const code = currencyOfWord(cell);
      return code === undefined ? say('rates.currency') : one(code);
    }
    case 'validFrom':
    case 'validTo': {
      const read = dayIn(cell, about.days?.reading);
      return isReason(read) ? read : one(read.day);
    }
    case 'transitDays': {
      const days = /^(\d{1,3})(?:\.0+)?(?:\s*d(?:ays?)?)?$/i.exec(cell)?.[1];
      return days === undefined || Number(days) > MOST_DAYS ? say('freight.transit_days') : one(Number(days));
    }
    case 'divisor':
    case 'minimum':
    case 'step':
    case 'leastCharge': {
      const read = numberIn(withoutUnit(cell), about.isExact, about.reading);
      if (isReason(read)) return read;
      return {
        given: { ...hinted, ...currencyOf(read), [field]: read.plain },
        breaks: [],
        sign: sharedSign(read.written),
      };
    }
    default: {
      const max = field === 'notes' ? MOST_NOTES : MOST_NAME;
      return cell.length > max ? say('field.max_length', { max }) : one(storable(cell));
    }
  }
}
const MOST_DAYS = 365;
const MOST_NAME = 200;
const MOST_NOTES = 2000;
const MOST_FEE_NAME = 100;
const MOST_FEES = 20;
const MOST_BREAKS = 50;

const currencyOf = ({ written }: NumberText) => {
  const currency = codeOf(written);
  return currency === null ? {} : { currency };
};

function readBreaks(cell: string, { isExact, reading, hint }: Cell, hinted: object): ReadCell | Text {
  const parts = partsOf(cell);
  if (parts.length === 0 || parts.length > MOST_BREAKS || parts.some(({ length }) => length > 2))
    return say('freight.breaks_form');
  // The heading says where the break begins, or the cell does.
  if (hint.from !== undefined && parts.some(({ length }) => length > 1)) return say('freight.breaks_form');
  const given: Record<string, unknown> = { ...hinted };
  const breaks: Omit<BreakCell, 'column'>[] = [];
  let sign: WrittenCurrency | undefined;
  for (const part of parts) {
    const [price = '', from] = part.toReversed();
    const [read, begin] = [
      numberIn(price, isExact, reading),
      numberIn(from ?? hint.from ?? '0', from === undefined, reading),
    ];
    if (isReason(read)) return read;
    if (isReason(begin)) return begin;
    Object.assign(given, currencyOf(read));
    sign ??= sharedSign(read.written);
    breaks.push({ from: begin.plain, price: read.plain, isOwnColumn: hint.from !== undefined });
  }
  return { given, breaks, sign };
}

function readFees(cell: string, { isExact, reading }: Cell, hinted: object): ReadCell | Text {
  const fees: { name: string; amount: string }[] = [];
  const given: Record<string, unknown> = { ...hinted };
  let sign: WrittenCurrency | undefined;
  for (const { name, amount } of feesIn(cell)) {
    const read = numberIn(amount, isExact, reading);
    if (isReason(read) || name === '') return say('freight.fees_form');
    if (name.length > MOST_FEE_NAME) return say('field.max_length', { max: MOST_FEE_NAME });
    Object.assign(given, currencyOf(read));
    sign ??= sharedSign(read.written);
    fees.push({ name: storable(name), amount: read.plain });
  }
  if (fees.length > MOST_FEES) return say('freight.fees_form');
  return { given: { ...given, fees }, breaks: [], sign };
}
