import { FREIGHT_RATE_EXPORT } from '@quayside/contracts/exports';
import { isCurrency } from '@quayside/domain/money/currencies';
import type { DivisorUnit, FreightUnit } from '@quayside/domain/shipments/option-lists';
import { defineTable, type FieldOfWord } from '../../imports/public.ts';
import type { RATE_LOG_FIELDS } from '../rates/freight-rates.state.ts';
import { numbersInCell } from './freight-table.cells.ts';

// The headings of tables of freight rates. They can name units, currencies and breaks: `Price (USD/kg)`, `+45`.

/** A field that a column of a table of freight rates fills: every field of a rate. */
export type FreightColumn = (typeof RATE_LOG_FIELDS)[number];
/** What a heading says besides its field. `from`: the price of a break is in this column. */
export interface FreightHint {
  readonly unit?: FreightUnit;
  readonly currency?: string;
  readonly divisorUnit?: DivisorUnit;
  readonly from?: string;
}

/** The words of units, each with the unit that it means. */
export const UNIT_WORDS: Readonly<Record<string, FreightUnit>> = {
  kg: 'KG',
  kgs: 'KG',
  kilo: 'KG',
  kilogram: 'KG',
  kilograms: 'KG',
  cbm: 'WM',
  m3: 'WM',
  'm³': 'WM',
  wm: 'WM',
  'w/m': 'WM',
  rt: 'WM',
  container: 'CONTAINER',
  containers: 'CONTAINER',
  box: 'CONTAINER',
};
/** The units of divisors as tariffs write them. */
export const DIVISOR_WORDS: Readonly<Record<string, DivisorUnit>> = {
  'cm3/kg': 'CM3_PER_KG',
  'in3/kg': 'IN3_PER_KG',
  'in3/lb': 'IN3_PER_LB',
  'kg/m3': 'KG_PER_M3',
  'kg/cbm': 'KG_PER_M3',
};
const DIVISOR = /\b(cm3\/kg|in3\/kg|in3\/lb|kg\/m3|kg\/cbm)/;

const BREAK = /^(?:\+|>=?|≥|from|ab)?(\d{1,9}(?:[.,]\d{1,3})?)\+?(kgs?|cbm|m3)?\+?$/;
const BELOW = /^(?:-|<|upto|under|bis)\d{1,9}(kgs?|cbm|m3)?$/;

/** The break whose prices are in a column: `+45`, `45 kg+`, `<45`, or `N` for the normal price below all breaks. */
function breakOf(heading: string): FreightHint | undefined {
  const bare = heading
    .toLowerCase()
    .replaceAll('³', '3')
    .replace(/[\s()[\]]/g, '');
  if (bare === 'n' || bare === 'normal') return { from: '0' };
  const below = BELOW.exec(bare);
  if (below) return { from: '0', ...unitHint(below[1]) };
  const from = BREAK.exec(bare);
  // A bare number says nothing: it can be a year.
  if (!from || /^\d+$/.test(bare)) return undefined;
  return { from: (from[1] ?? '').replace(',', '.'), ...unitHint(from[2]) };
}

const unitHint = (word: string | undefined): FreightHint => {
  const unit = word === undefined ? undefined : UNIT_WORDS[word];
  return unit === undefined ? {} : { unit };
};

/** What a heading means; undefined if the column is not read. */
function meaningOf(
  heading: string,
  fieldOfWord: FieldOfWord<FreightColumn>,
): { readonly field: FreightColumn; readonly hint: FreightHint } | undefined {
  const exact = fieldOfWord(heading, 'EXACT');
  if (exact) return { field: exact, hint: {} };
  const ofBreak = breakOf(heading);
  if (ofBreak) return { field: 'breaks', hint: ofBreak };
  const { word, hint, hasPer } = withoutUnits(heading);
  if (word === '') return hasPer && (hint.unit || hint.currency) ? { field: 'breaks', hint } : undefined;
  const field = fieldOfWord(word);
  if (field === undefined) return undefined;
  // A least quantity has a unit, a least charge a currency.
  if (field === 'minimum' && hint.currency !== undefined) return { field: 'leastCharge', hint };
  if (field === 'leastCharge' && hint.unit !== undefined && hint.currency === undefined)
    return { field: 'minimum', hint };
  return { field, hint };
}

/** Takes the units and the currency out of a heading. */
function withoutUnits(heading: string): { word: string; hint: FreightHint; hasPer: boolean } {
  const lower = heading.replaceAll('³', '3');
  const divisor = DIVISOR.exec(lower.toLowerCase())?.[1];
  const rest = divisor === undefined ? lower : lower.replace(new RegExp(divisor.replace('/', '\\/'), 'i'), ' ');
  const hasPer = /\bper\b|\/|\bin\b|[([]/i.test(rest);
  const hint: { -readonly [K in keyof FreightHint]: FreightHint[K] } = {};
  if (divisor !== undefined && DIVISOR_WORDS[divisor]) hint.divisorUnit = DIVISOR_WORDS[divisor];
  const words = rest
    .replace(/w\/m/gi, ' wm ')
    .split(/[\s()[\],/_]+/)
    .filter((token) => {
      const unit = UNIT_WORDS[token.toLowerCase()];
      if (unit !== undefined) hint.unit = unit;
      if (/^[A-Z]{3}$/.test(token) && isCurrency(token)) hint.currency = token;
      return token !== '' && unit === undefined && token !== hint.currency && !/^(per|in)$/i.test(token);
    });
  return { word: words.join(' '), hint, hasPer };
}

export const FREIGHT_TABLE = defineTable<FreightColumn>({
  form: 'FREIGHT_RATES',
  words: FREIGHT_RATE_EXPORT,
  needs: [['name'], ['breaks']],
  fields: {
    name: { own: 'rate name | service | tariff | lane | name', max: 200 },
    forwarder: { trade: ['forwarder', 'supplierName'] },
    mode: { trade: ['shippingMethod'], own: 'mode | method | transport mode' },
    fromCountry: {
      trade: ['countryOfOrigin'],
      own: 'from | from country | origin | von | 起运国',
      cell: 'COUNTRY',
    },
    toCountry: { trade: ['destination'], cell: 'COUNTRY' },
    currency: { trade: ['currency'], cell: 'CURRENCY' },
    unit: { own: 'unit | charged by | uom' },
    breaks: {
      trade: ['unitPrice'],
      own: 'price | rate | freight | prices | breaks | price and breaks | preis | prix | precio | prezzo | 价格 | 运费',
      cell: 'NUMBER',
      several: 'ALL',
    },
    containerType: { own: 'container type | container | equipment | 柜型' },
    divisor: { own: 'volumetric divisor | divisor | dim factor | dim divisor', cell: 'NUMBER' },
    divisorUnit: { own: 'unit of the divisor | divisor unit' },
    level: { own: 'rated by | level' },
    sideRounding: { own: 'rounding of sides | side rounding' },
    sideUnit: { own: 'unit of sides | side unit' },
    minimum: {
      own: 'least quantity | minimum quantity | minimum weight | minimum | min quantity | min weight',
      cell: 'NUMBER',
    },
    step: { own: 'step | rounded up to | rounding', cell: 'NUMBER' },
    leastCharge: { own: 'least charge | minimum charge | min charge | min | m', cell: 'NUMBER' },
    fees: { own: 'fees | fixed fees | surcharges', cell: 'NUMBER' },
    transitDays: { own: 'transit days | transit time | transit | days | 时效' },
    validFrom: { trade: ['validFrom'], cell: 'DAY' },
    validTo: { trade: ['validTo'], cell: 'DAY' },
    notes: { trade: ['note'], max: 2000 },
  },
  fieldOf: (heading, fieldOfWord) => meaningOf(heading, fieldOfWord)?.field,
  numbersIn: numbersInCell,
});

/** What the heading of a column says besides its field. */
export const hintOf = (heading: string): FreightHint => meaningOf(heading, FREIGHT_TABLE.fieldOfWord)?.hint ?? {};
