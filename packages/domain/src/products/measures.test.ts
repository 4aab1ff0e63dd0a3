import { describe, expect, it } from 'vitest';
import { type CasePackaging, lengthAndGirth, unitVolumeMm3, unitWeightUg } from './measures.ts';

const weights = { weight: null, packagingWeight: null, shippingWeight: null, weightUnit: 'GR' as const };
const sides = { length: '30', width: '20', height: '10', dimensionUnit: 'CM' as const };
const aCase: CasePackaging = { weight: '12500', unitsPerCase: 24, length: '60', width: '40', height: '40' };

describe('unitWeightUg', () => {
  it.each([
    ['is the weight alone when nothing else is known', { ...weights, weight: '420' }, 420_000_000n],
    ['adds weight and packaging', { ...weights, weight: '420', packagingWeight: '30.5' }, 450_500_000n],
    [
      'uses the shipping weight before both',
      { ...weights, weight: '420', packagingWeight: '30', shippingWeight: '500' },
      500_000_000n,
    ],
    ['ignores a shipping weight of 0', { ...weights, weight: '420', shippingWeight: '0' }, 420_000_000n],
    ['is unknown when only the packaging has a weight', { ...weights, packagingWeight: '30' }, null],
    ['is unknown for a weight of 0, even with packaging', { ...weights, weight: '0', packagingWeight: '30' }, null],
    ['is unknown when no weight is known', weights, null],
    [
      'rounds an ounce of 28.349523125 g to the microgram',
      { ...weights, weight: '1', weightUnit: 'OZ' as const },
      28_349_523n,
    ],
    [
      'adds ounces before rounding',
      { ...weights, weight: '1', packagingWeight: '3', weightUnit: 'OZ' as const },
      113_398_093n,
    ],
    [
      'uses a complete case first: 12,500 g / 24 = 520.833333 g',
      { ...weights, shippingWeight: '500', casePackaging: aCase },
      520_833_333n,
    ],
    [
      'ignores a case without units',
      { ...weights, shippingWeight: '500', casePackaging: { ...aCase, unitsPerCase: null } },
      500_000_000n,
    ],
    [
      'ignores a case without a side',
      { ...weights, shippingWeight: '500', casePackaging: { ...aCase, height: '0' } },
      500_000_000n,
    ],
    [
      'ignores a case without a weight',
      { ...weights, shippingWeight: '500', casePackaging: { ...aCase, weight: null } },
      500_000_000n,
    ],
    [
      'uses the shipping weight when there is no case',
      { ...weights, shippingWeight: '500', casePackaging: null },
      500_000_000n,
    ],
  ])('%s', (_reason, product, expected) => {
    expect(unitWeightUg(product)).toBe(expected);
  });
});

describe('unitVolumeMm3', () => {
  it.each([
    ['multiplies 30 x 20 x 10 cm', sides, 6_000_000n],
    [
      'rounds a cubic inch of 16.387064 cm3 once',
      { length: '1', width: '1', height: '1', dimensionUnit: 'IN' as const },
      16_387n,
    ],
    [
      'keeps fractions of centimetres exact: 0.5 x 0.5 x 0.5 cm',
      { ...sides, length: '0.5', width: '0.5', height: '0.5' },
      125n,
    ],
    ['is unknown when a side is missing', { ...sides, height: null }, null],
    ['is unknown for a side of 0', { ...sides, height: '0' }, null],
    ['is unknown when it would round to 0', { ...sides, length: '0.0001', width: '0.0001', height: '0.0001' }, null],
    ['uses a complete case first: 96,000 cm3 / 24', { ...sides, casePackaging: aCase }, 4_000_000n],
    ['uses a complete case when the unit has no sides', { ...sides, length: null, casePackaging: aCase }, 4_000_000n],
    ['ignores an incomplete case', { ...sides, casePackaging: { ...aCase, unitsPerCase: 0 } }, 6_000_000n],
  ])('%s', (_reason, product, expected) => {
    expect(unitVolumeMm3(product)).toBe(expected);
  });
});

describe('lengthAndGirth', () => {
  it.each([
    ['30', '20', '10', '90', '30 + 2 x (20 + 10)'],
    ['10', '30', '20', '90', 'the longest side is the length, whatever it is called'],
    ['10.5', '1.25', '0.5', '14', '10.5 + 2 x 1.75'],
    ['5', '5', '5', '25', 'a cube'],
  ])('%s x %s x %s is %s: %s', (length, width, height, expected) => {
    expect(lengthAndGirth({ length, width, height })).toBe(expected);
  });

  it('is unknown when a side is missing', () => {
    expect(lengthAndGirth({ length: '1', width: null, height: '1' })).toBe(null);
  });
});

it.each(['-1', 'heavy', ''])('throws for the invalid stored measure "%s"', (text) => {
  expect(() => unitWeightUg({ ...weights, weight: text })).toThrow('Not a measure');
});
