import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inShort } from '../testing/in-short.ts';
import { runs } from '../testing/runs.ts';
import {
  CARTON_UNIT_SIZES,
  divideOverCartons,
  packByCase,
  sidesOf,
  volumeOfSides,
  weightOfCarton,
  type TypedSides,
} from './cartons.ts';
import { CARTON_DIMENSION_UNITS } from './option-lists.ts';
import { kg } from './testing/goods.ts';

const sides = (text: string, unit: TypedSides['unit']) => {
  const [length = null, width = null, height = null] = text.split(' × ');
  return sidesOf({ length, width, height, unit });
};
const volume = (text: string, unit: TypedSides['unit']) => {
  const known = sides(text, unit);
  return known && volumeOfSides(known);
};

describe('the volume of a carton', () => {
  it.each<[string, TypedSides['unit'], bigint | null]>([
    ['24 × 16 × 12', 'IN', 75_511_591n],
    ['2 × 1.5 × 1', 'FT', 84_950_540n],
    ['60 × 40 × 30', 'CM', 72_000_000n],
    ['600 × 400 × 300', 'MM', 72_000_000n],
    ['0.6 × 0.4 × 0.3', 'M', 72_000_000n],
    ['60 × 40 × 0', 'CM', null],
    ['60 × 40', 'CM', null],
  ])('%s %s', (text, unit, expected) => expect(volume(text, unit)).toBe(expected));

  it('has exact sides, the longest first', () => {
    expect(sides('12 × 24.000001 × 16', 'IN')).toEqual([609_600_025_400n, 406_400_000_000n, 304_800_000_000n]);
    expect(Object.keys(CARTON_UNIT_SIZES)).toEqual([...CARTON_DIMENSION_UNITS]);
    expect(() => sides('-1 × 2 × 3', 'CM')).toThrow(RangeError);
  });
});

describe('the weight of a carton', () => {
  const contents = [
    { units: 12n, weightUg: kg(1.5) },
    { units: 2n, weightUg: kg(0.25) },
  ];
  it.each([
    ['measured', { measuredUg: kg(20), tareUg: null }, contents, kg(20)],
    ['of its units and its tare', { measuredUg: null, tareUg: kg(0.8) }, contents, kg(19.3)],
    ['with a tare of 0', { measuredUg: null, tareUg: 0n }, contents, kg(18.5)],
    ['without a tare', { measuredUg: null, tareUg: null }, contents, null],
    ['of a unit without weight', { measuredUg: null, tareUg: 0n }, [{ units: 1n, weightUg: null }], null],
    ['of a unit with weight 0', { measuredUg: null, tareUg: 0n }, [{ units: 1n, weightUg: 0n }], null],
  ])('%s', (_, carton, inside, expected) => expect(weightOfCarton(carton, inside)).toBe(expected));
});

describe('packing by case', () => {
  const packed = (units: bigint, perCase: bigint) =>
    packByCase(units, perCase).map(({ count, unitsPerCarton }) => `${count} × ${unitsPerCarton}`);
  it.each([
    [1000n, 12n, ['83 × 12', '1 × 4']],
    [996n, 12n, ['83 × 12']],
    [5n, 12n, ['1 × 5']],
    [0n, 12n, []],
    [25_001n, 1n, ['10000 × 1', '10000 × 1', '5001 × 1']],
  ])('%d units at %d', (units, perCase, expected) => expect(packed(units, perCase)).toEqual(expected));

  it('of cases of nothing is a fault', () => expect(() => packed(5n, 0n)).toThrow(RangeError));

  it('packs each unit once, and every row divides evenly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 6n }), fc.bigInt({ min: 1n, max: 2000n }), (units, perCase) => {
        const rows = packByCase(units, perCase);
        expect(rows.reduce((sum, { count, unitsPerCarton }) => sum + count * unitsPerCarton, 0n)).toBe(units);
        for (const { count, unitsPerCarton } of rows)
          expect(divideOverCartons(count, [count * unitsPerCarton])).toEqual({ ok: true, value: [unitsPerCarton] });
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('the division of pack lists over cartons', () => {
  it.each<[bigint, bigint[], bigint[] | string]>([
    [83n, [996n], [12n]],
    [10n, [100n, 50n], [10n, 5n]],
    [84n, [1000n], 'packLists.0.quantity | carton.split_rest 1,000 12 83 83 4'],
    [10n, [100n, 55n], 'packLists.1.quantity | carton.split_rest 55 6 9 9 1'],
    [4n, [9n], 'packLists.0.quantity | carton.split 9 3 3 3'],
    [7n, [5n], 'packLists.0.quantity | carton.split 5 1 5 5'],
    [0n, [5n], 'count | carton.count 10000'],
    [10_001n, [10_001n], 'count | carton.count 10000'],
  ])('%d cartons of %s', (count, units, expected) => {
    const result = divideOverCartons(count, units);
    expect(result.ok ? result.value : `${result.field} | ${inShort(result.message)}`).toEqual(expected);
  });
});
