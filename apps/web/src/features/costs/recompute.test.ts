import type { ExplainEntry } from '@quayside/contracts/costs';
import { describe, expect, it } from 'vitest';
import { measureFigure } from '../../lib/measure.ts';
import { bundleProblem, conversionText, creditShares, recompute, recomputeEntry, shareText } from './recompute.ts';
import { explain, factory, freight, parts } from './testing/an-explanation.ts';

describe('working a unit cost out again', () => {
  it('finds nothing where all is right', () => expect(recompute(explain)).toEqual([]));
  it('finds a cent that is missing in an entry, and everything above it', () => {
    const wrong = {
      ...explain,
      layers: explain.layers.map((order) => ({ ...order, entries: [factory, { ...freight, amount: '1149.35' }] })),
    };
    expect(recompute(wrong)).toEqual([
      { at: 'e1', expected: '1149.36', found: '1149.35' },
      { at: 'o1', expected: '8696.71', found: '8696.72' },
      { at: 'o1', expected: '7.247258', found: '7.247267' },
    ]);
  });
  it('finds a rounding unit that was not told, a wrong rate, a wrong division, and a document that does not add up', () => {
    expect(recomputeEntry({ ...freight, roundingUnit: 0 }, 'GBP')).toEqual({
      at: 'e1',
      expected: '1149.35',
      found: '1149.36',
    });
    expect(recomputeEntry({ ...freight, rate: { value: '0.75', date: null, source: 'manual' } }, 'GBP')).toMatchObject({
      expected: '2610.00',
      found: '2660.55',
    });
    expect(recompute({ ...explain, landedPerUnit: '7.25' })).toEqual([
      { at: 'total', expected: '7.247267', found: '7.25' },
    ]);
    expect(
      recompute({
        ...explain,
        documents: [
          {
            id: 'i1',
            number: 'x',
            currency: 'USD',
            assigned: '3480.00',
            total: '3480.00',
            ...parts,
            unassigned: '0.01',
          },
        ],
      }),
    ).toEqual([{ at: 'i1', expected: '3480.01', found: '3480.00' }]);
  });
  it('leaves excluded entries out of the sums, and works negative lines out like positive ones', () => {
    const credited = {
      ...freight,
      lineDocumentAmount: '-3480.00',
      lineAmount: '-2660.55',
      roundingUnit: -1,
      amount: '-1149.36',
    };
    expect(recomputeEntry(credited, 'GBP')).toBeUndefined();
    const left = {
      ...explain,
      inbound: '0.00',
      landed: '7547.36',
      landedPerUnit: '6.289467',
      byCategory: explain.byCategory.slice(0, 1),
      layers: explain.layers.map((order) => ({
        ...order,
        landed: '7547.36',
        perUnit: '6.289467',
        entries: [factory, { ...freight, isExcluded: true }],
      })),
    };
    expect(recompute(left)).toEqual([]);
  });
});

describe('working a credit out again', () => {
  // 870.00 of 3,480.00 USD come back: the share is that of what is left, less what was left before.
  const credit: ExplainEntry = {
    ...freight,
    lineDocumentAmount: '-870.00',
    lineAmount: '-665.14',
    creditOf: {
      invoice: { id: 'i1', number: 'MOF-88214' },
      line: { id: 'l1', position: 1 },
      before: { document: '3480.00', account: '2660.55' },
      after: { document: '2610.00', account: '1995.41' },
    },
    exactAmount: '-287.34048000',
    roundingUnit: 0,
    amount: '-287.34',
  };
  const moved = (creditOf: Partial<NonNullable<ExplainEntry['creditOf']>>): ExplainEntry => ({
    ...credit,
    creditOf: credit.creditOf && { ...credit.creditOf, ...creditOf },
  });

  it('finds nothing where all is right, and shows both workings-out', () => {
    expect(recomputeEntry(credit, 'GBP')).toBeUndefined();
    expect(credit.creditOf && creditShares(credit, credit.creditOf, 'GBP')).toEqual({
      before: '1149.35',
      after: '862.01',
    });
  });
  it('finds what is left not adding up, in either currency', () => {
    expect(recomputeEntry(moved({ after: { document: '2611.00', account: '1995.41' } }), 'GBP')).toEqual({
      at: 'e1',
      expected: '2610.00',
      found: '2611.00',
    });
    expect(recomputeEntry(moved({ after: { document: '2610.00', account: '1995.40' } }), 'GBP')).toEqual({
      at: 'e1',
      expected: '1995.41',
      found: '1995.40',
    });
  });
  it('finds what was left not being converted with the rate, a wrong unit, and a wrong share', () => {
    const cheap = moved({
      before: { document: '3480.00', account: '2600.00' },
      after: { document: '2610.00', account: '1934.86' },
    });
    expect(recomputeEntry(cheap, 'GBP')).toEqual({ at: 'e1', expected: '2660.55', found: '2600.00' });
    expect(recomputeEntry({ ...credit, roundingUnit: 1 }, 'GBP')).toMatchObject({ expected: '-287.33' });
    expect(recomputeEntry({ ...credit, amount: '-287.00' }, 'GBP')).toMatchObject({ expected: '-287.34' });
  });
  it('leaves nothing of a line credited in full', () => {
    const all = {
      ...moved({ after: { document: '0.00', account: '0.00' } }),
      lineDocumentAmount: '-3480.00',
      lineAmount: '-2660.55',
      roundingUnit: -1,
      amount: '-1149.36',
    };
    expect(recomputeEntry(all, 'GBP')).toBeUndefined();
  });
});

describe('working a bundle out again', () => {
  const part = (sku: string, quantity: number, landedPerUnit: string | null) => ({
    product: { id: sku, sku, name: sku },
    quantity,
    isBundle: false,
    landedPerUnit,
    amount: null,
  });
  it('adds its parts, each shown figure being off by half a millionth a unit at most', () => {
    expect(
      bundleProblem({ landedPerUnit: '17.4645', parts: [part('A', 2, '7.7325'), part('B', 1, '1.9995')] }),
    ).toBeUndefined();
    expect(bundleProblem({ landedPerUnit: '1.000000', parts: [part('A', 3, '0.333333')] })).toBeUndefined();
    expect(bundleProblem({ landedPerUnit: '17.47', parts: [part('A', 2, '7.7325'), part('B', 1, '1.9995')] })).toEqual({
      at: 'bundle',
      expected: '17.464500',
      found: '17.47',
    });
    expect(recompute({ ...explain, bundle: { landedPerUnit: '9', parts: [part('A', 1, '8')] } })).toMatchObject([
      { at: 'bundle' },
    ]);
  });
  it('is not known while a part is not', () => {
    expect(bundleProblem({ landedPerUnit: null, parts: [part('A', 2, '7.7325'), part('B', 1, null)] })).toBeUndefined();
    expect(bundleProblem({ landedPerUnit: '15.465', parts: [part('A', 2, '7.7325'), part('B', 1, null)] })).toEqual({
      at: 'bundle',
      expected: '–',
      found: '15.465',
    });
  });
});

describe('a share in words', () => {
  it.each([
    ['6480', '15000', '0.432', '54 ÷ 125', '43.20'],
    ['1', '3', '1 ÷ 3', '1 ÷ 3', '33.3333'],
    ['5', '5', '1', '1', '100.00'],
    ['0', '7', '0', '0', '0.00'],
  ])('%s of %s is %s', (weight, whole, factor, fraction, percent) => {
    expect(shareText(weight, whole)).toEqual({ factor, fraction, percent });
  });
  it('shows how the line was converted', () => {
    expect(
      conversionText({
        ...freight,
        lineDocumentAmount: '58867.20',
        lineAmount: '6316.45',
        rate: { value: '0.1073', date: null, source: 'manual' },
      }),
    ).toBe('58,867.20 × 0.1073 = 6,316.45056');
    expect(conversionText(factory)).toBeUndefined();
  });
});

describe('a measure in figures', () => {
  const style = { accountCurrency: 'GBP', currency: 'CNY' };
  it.each([
    ['864000000000', 'GROSS_WEIGHT', '864.000'],
    ['6480000000', 'VOLUME', '6.480'],
    ['1234567', 'VOLUME', '0.001234567'],
    ['1200', 'UNITS', '1,200'],
    ['754736', 'FACTORY_AMOUNT', '7,547.36'],
    ['30000', 'AMOUNT', '300.00'],
    ['1', 'EQUAL', '1'],
  ] as const)('%s of %s is %s', (weight, measure, figure) =>
    expect(measureFigure(weight, measure, style)).toBe(figure),
  );
});
