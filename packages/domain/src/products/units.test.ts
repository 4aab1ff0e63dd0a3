import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import {
  convertMeasure,
  headingWithoutUnit,
  kindOfUnit,
  storedUnitOf,
  UNIT_SIZES,
  unitInHeading,
  splitUnit,
  unitOfWord,
  WRITTEN_UNITS,
} from './units.ts';

/** A measure as the product stores it: up to seven digits and four decimals, in ten-thousandths. */
const stored = fc.bigInt({ min: 0n, max: 99_999_999_999n });
const textOf = (tenThousandths: bigint) => {
  const digits = tenThousandths.toString().padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
};
const tenThousandthsOf = (text: string) => {
  const [whole = '', decimals = ''] = text.split('.');
  return BigInt(whole + decimals.padEnd(4, '0'));
};
const pair = fc
  .tuple(fc.constantFrom(...WRITTEN_UNITS), fc.constantFrom(...WRITTEN_UNITS))
  .filter(([from, to]) => kindOfUnit(from) === kindOfUnit(to));

describe('a measure', () => {
  it.each([
    ['1.5', 'KG', 'GR', '1500'],
    ['3.645', 'KG', 'GR', '3645'],
    ['0.0123456', 'KG', 'GR', '12.3456'],
    ['2.5', 'LB', 'OZ', '40'],
    ['2.5', 'LB', 'GR', '1133.9809'],
    ['1', 'OZ', 'GR', '28.3495'],
    ['453.59237', 'GR', 'LB', '1'],
    ['1234.5', 'MM', 'CM', '123.45'],
    ['1.2', 'M', 'CM', '120'],
    ['10', 'IN', 'CM', '25.4'],
    ['2.54', 'CM', 'IN', '1'],
    ['007.5', 'CM', 'CM', '007.5'],
  ] as const)('of %s %s is %s %s', (digits, from, to, expected) => {
    expect(convertMeasure(digits, from, to)).toBe(expected);
  });

  it('that is converted there and back differs by less than the last stored digit of the coarser unit', () => {
    fc.assert(
      fc.property(stored, pair, (measure, [from, to]) => {
        const there = convertMeasure(textOf(measure), from, to);
        const back = tenThousandthsOf(convertMeasure(there, to, from));
        const off = back > measure ? back - measure : measure - back;
        const larger = UNIT_SIZES[from] > UNIT_SIZES[to] ? UNIT_SIZES[from] : UNIT_SIZES[to];
        expect(off * UNIT_SIZES[from]).toBeLessThanOrEqual(larger);
      }),
      { numRuns: runs(500) },
    );
  });

  it('keeps every stored digit in the unit in which products store it', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 10n }), fc.constantFrom(...WRITTEN_UNITS), (whole, from) => {
        const to = storedUnitOf(from);
        // Three decimals of a kilogram or metre, and one of a millimetre, are always exact.
        const digits = `${whole / 10n}.${whole % 10n}`;
        const converted = tenThousandthsOf(convertMeasure(digits, from, to));
        expect(converted * UNIT_SIZES[to]).toBe(whole * 1000n * UNIT_SIZES[from]);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('the unit of a heading', () => {
  it.each([
    ['Gewicht (kg)', 'WEIGHT', 'KG'],
    ['Shipping weight (kg)', 'WEIGHT', 'KG'],
    ['Weight [lbs]', 'WEIGHT', 'LB'],
    ['重量（千克）', 'WEIGHT', 'KG'],
    ['weight_kg', 'WEIGHT', 'KG'],
    ['weightKg', 'WEIGHT', 'KG'],
    ['Weight in kg', 'WEIGHT', 'KG'],
    ['Weight g', 'WEIGHT', 'GR'],
    ['Weight kg net', 'WEIGHT', 'KG'],
    ['Gewicht/kg', 'WEIGHT', 'KG'],
    ['Weight (kg/lb)', 'WEIGHT', undefined],
    ['Weight', 'WEIGHT', undefined],
    ['Weight (cm)', 'WEIGHT', undefined],
    ['Grade g weight', 'WEIGHT', undefined],
    ['Length in', 'LENGTH', 'IN'],
    ['Length (in)', 'LENGTH', 'IN'],
    ['Length (in cm)', 'LENGTH', 'CM'],
    ['Length in cm', 'LENGTH', 'CM'],
    ['Length in inches', 'LENGTH', 'IN'],
    ['Length in stock', 'LENGTH', undefined],
    ['Höhe [mm]', 'LENGTH', 'MM'],
    ['Width (m)', 'LENGTH', 'M'],
    ['Length (cm) (in)', 'LENGTH', undefined],
  ] as const)('%s, as a %s, is %s', (heading, kind, unit) => {
    expect(unitInHeading(heading, kind)).toBe(unit);
  });

  it.each([
    ['Shipping weight (kg)', 'Shipping weight'],
    ['Length in cm', 'length'],
    ['weight_kg', 'weight'],
    ['Length in', 'length'],
    ['Weight (net)', 'Weight (net)'],
    ['kg', 'kg'],
  ])('is not part of the name: %s is %s', (heading, name) => {
    expect(headingWithoutUnit(heading)).toBe(name);
  });
});

it.each([
  ['kg', 'KG'],
  ['Lbs.', 'LB'],
  ['OUNCES', 'OZ'],
  ['GR', 'GR'],
  ['厘米', 'CM'],
  ['″', 'IN'],
  ['stone', undefined],
])('the unit %s in a cell is %s', (text, unit) => {
  expect(unitOfWord(text)).toBe(unit);
});

it.each([
  ['1.5 kg', '1.5', 'KG'],
  ['250g', '250', 'GR'],
  ['1.250,5 mm', '1.250,5', 'MM'],
  ['12″', '12', 'IN'],
  ['24”', '24', 'IN'],
  ["24''", '24', 'IN'],
  ["1'250 lbs.", "1'250", 'LB'],
  ['２．５ kg', '2.5', 'KG'],
  ['2,5 公斤', '2,5', 'KG'],
  ['2 lbs 4 oz', '36', 'OZ'],
  ['2lb. 4.5oz.', '36.5', 'OZ'],
  ['1 pound and 2,5 ounces', '18,5', 'OZ'],
])('%s is %s %s', (text, number, unit) => expect(splitUnit(text)).toEqual({ number, unit }));

it.each(['1.5', 'kg', '', 'Cable 2 m', '2 x 3 m', '3 USD', 'M8', '1.5 lb 4 oz', `${'1'.repeat(50)} kg`])(
  '%s is no number with a unit',
  (text) => expect(splitUnit(text)).toBeUndefined(),
);
