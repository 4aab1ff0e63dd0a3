import type { ExplainEntry } from '@quayside/contracts/costs/costs';
import { describe, expect, it } from 'vitest';
import {
  bundleProblem,
  conversionSteps,
  creditShares,
  recompute,
  recomputeEntry,
  percentText,
  shareInView,
} from './recompute.ts';
import { lotProblems, workOutLots } from './recompute-lots.ts';
import { explain, factory, freight, parts } from '../testing/an-explanation.ts';

describe('recalculating a unit cost', () => {
  it('finds nothing if everything is correct', () => expect(recompute(explain)).toEqual([]));
  it('finds a missing cent in an entry, and all sums that contain it', () => {
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
  it('finds an unmarked rounding unit, a wrong rate, a wrong division, and a document that does not add up', () => {
    expect(recomputeEntry({ ...freight, roundingUnit: 0 }, 'GBP')).toEqual({
      at: 'e1',
      expected: '1149.35',
      found: '1149.36',
    });
    expect(
      recomputeEntry({ ...freight, rate: { value: '0.75', typed: null, date: null, source: 'manual' } }, 'GBP'),
    ).toMatchObject({
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
  it('leaves excluded entries out of the sums, and recalculates negative lines like positive ones', () => {
    const credited = {
      ...freight,
      lineDocumentAmount: '-3480.00',
      lineAmount: '-2660.55',
      exactAmount: '-1149.35760000',
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

describe('recalculating a line with tax', () => {
  const taxed: ExplainEntry = {
    ...freight,
    rate: { value: '0.7', typed: null, date: null, source: 'manual' },
    lineDocumentAmount: '0.10',
    lineAmount: '0.08',
    lineTax: { document: '0.05', account: '0.04' },
    weight: '1',
    weightTotal: '1',
    exactAmount: '0.08000000',
    roundingUnit: 0,
    amount: '0.08',
  };
  it('converts the net amount and the tax separately', () => {
    expect(recomputeEntry(taxed, 'GBP')).toBeUndefined();
    expect(recomputeEntry({ ...taxed, lineTax: null }, 'GBP')).toEqual({ at: 'e1', expected: '0.07', found: '0.08' });
    expect(recomputeEntry({ ...taxed, lineTax: { document: '0.05', account: '0.03' } }, 'GBP')).toMatchObject({
      expected: '0.04',
      found: '0.05',
    });
  });
});

describe('recalculating a credit', () => {
  // A credit of 870.00 on a line of 3,480.00 USD. The order's share of the credit is its share of the amount after the
  // credit, less its share of the amount before the credit.
  const credit: ExplainEntry = {
    ...freight,
    lineDocumentAmount: '-870.00',
    lineAmount: '-665.14',
    creditOf: {
      invoice: { id: 'i1', number: 'MOF-88214' },
      line: { id: 'l1', position: 1 },
      before: { document: '3480.00', account: '2660.55', tax: null },
      after: { document: '2610.00', account: '1995.41', tax: null },
    },
    exactAmount: '-287.34048000',
    roundingUnit: 0,
    amount: '-287.34',
  };
  const moved = (creditOf: Partial<NonNullable<ExplainEntry['creditOf']>>): ExplainEntry => ({
    ...credit,
    creditOf: credit.creditOf && { ...credit.creditOf, ...creditOf },
  });

  it('finds nothing if everything is correct, and shows both calculations', () => {
    expect(recomputeEntry(credit, 'GBP')).toBeUndefined();
    expect(credit.creditOf && creditShares(credit, credit.creditOf, 'GBP')).toEqual({
      before: '1149.35',
      after: '862.01',
    });
  });
  it('finds that the remaining amount does not add up, in either currency', () => {
    expect(recomputeEntry(moved({ after: { document: '2611.00', account: '1995.41', tax: null } }), 'GBP')).toEqual({
      at: 'e1',
      expected: '2610.00',
      found: '2611.00',
    });
    expect(recomputeEntry(moved({ after: { document: '2610.00', account: '1995.40', tax: null } }), 'GBP')).toEqual({
      at: 'e1',
      expected: '1995.41',
      found: '1995.40',
    });
  });
  it('finds that the remaining amount was not converted at the rate, a wrong unit, and a wrong share', () => {
    const cheap = moved({
      before: { document: '3480.00', account: '2600.00', tax: null },
      after: { document: '2610.00', account: '1934.86', tax: null },
    });
    expect(recomputeEntry(cheap, 'GBP')).toEqual({ at: 'e1', expected: '2660.55', found: '2600.00' });
    expect(recomputeEntry({ ...credit, roundingUnit: 1 }, 'GBP')).toMatchObject({ expected: '-287.33' });
    expect(recomputeEntry({ ...credit, amount: '-287.00' }, 'GBP')).toMatchObject({ expected: '-287.34' });
  });
  it('leaves nothing of a line that is credited in full', () => {
    const all = {
      ...moved({ after: { document: '0.00', account: '0.00', tax: null } }),
      lineDocumentAmount: '-3480.00',
      lineAmount: '-2660.55',
      exactAmount: '-1149.35760000',
      roundingUnit: -1,
      amount: '-1149.36',
    };
    expect(recomputeEntry(all, 'GBP')).toBeUndefined();
  });
});

describe('recalculating pack lists', () => {
  // stock §2: 10,500.01 as a whole, PL-0001 with 600 units and 1,440.00 of its own, PL-0002 with 400 and 310.00.
  const own = (id: string, costType: ExplainEntry['costType'], amount: string, packList: string | null) => ({
    ...factory,
    id,
    costType,
    amount,
    packList: packList === null ? null : { id: packList, number: packList, plan: null },
  });
  const lot = (units: number, landed: string, goods: string, inbound: string, perUnit: string | null) => ({
    units,
    factory: goods,
    inbound,
    landed,
    perUnit,
    unknownCost: null,
  });
  const [layer] = explain.layers as [(typeof explain.layers)[number]];
  const order = {
    ...layer,
    units: 1000,
    entries: [
      own('e1', 'FACTORY_INVOICE', '10000.00', null),
      own('e2', 'INSPECTIONS', '500.01', null),
      own('e3', 'SHIPPING', '1440.00', 'p1'),
      own('e4', 'SHIPPING', '310.00', 'p2'),
    ],
    packLists: [
      { id: 'p1', number: 'PL-0001', plan: null, stock: null, ...lot(600, '7740.00', '6000.00', '1740.00', '12.9000') },
      {
        id: 'p2',
        number: 'PL-0002',
        plan: null,
        stock: null,
        ...lot(400, '4510.01', '4000.00', '510.01', '11.275025'),
      },
    ],
    unpacked: lot(0, '0.00', '0.00', '0.00', null),
  };
  it('finds nothing if their own costs and their parts add up, and shows both', () => {
    expect(lotProblems(order, 'GBP')).toEqual([]);
    expect(workOutLots(order, 'GBP')).toMatchObject({
      whole: '10500.01',
      lots: [
        { id: 'p1', own: '1440.00', part: '6300.00', from: 1, to: 600 },
        { id: 'p2', own: '310.00', part: '4200.01', from: 601, to: 1000 },
        { id: null, part: '0.00' },
      ],
    });
  });
  it('finds a cent that a pack list lacks, and one that is not packed', () => {
    const packLists = [order.packLists[0], { ...order.packLists[1], landed: '4510.00' }] as typeof order.packLists;
    expect(lotProblems({ ...order, packLists }, 'GBP')).toEqual([{ at: 'p2', expected: '4510.01', found: '4510.00' }]);
    expect(lotProblems({ ...order, unpacked: lot(0, '0.01', '0.00', '0.00', null) }, 'GBP')).toEqual([
      { at: 'o1', expected: '0.00', found: '0.01' },
    ]);
  });
  it('of an earlier day takes a part that is rounded either way, and finds one that is two cents off', () => {
    const [, sea] = order.packLists as [unknown, (typeof order.packLists)[number]];
    const arrived = { ...order, landed: '12250.01', factory: '10000.00', packLists: [sea] };
    const known = { ...arrived, unpacked: lot(600, '7740.00', '6000.00', '1740.00', '12.9000') };
    expect(lotProblems(known, 'GBP', true)).toEqual([]);
    expect(workOutLots(known, 'GBP', true)?.lots).toMatchObject([
      { id: 'p2', own: '310.00', part: '4200.01', from: null },
      { id: null, part: '7740.00', figures: { units: 600 } },
    ]);
    const off = { ...sea, ...lot(400, '4510.03', '4000.00', '510.03', '11.275075') };
    expect(lotProblems({ ...known, packLists: [off] }, 'GBP', true)[0]).toMatchObject({ at: 'p2', found: '510.03' });
    const less = { ...known, unpacked: lot(600, '7739.99', '6000.00', '1739.99', '12.899983') };
    expect(lotProblems(less, 'GBP', true)).toMatchObject([{ at: 'o1', found: '1739.99' }]);
  });
  it('leaves an excluded cost out, and has nothing to say while nothing is packed', () => {
    const entries = order.entries.map((entry) => (entry.id === 'e3' ? { ...entry, isExcluded: true } : entry));
    expect(workOutLots({ ...order, entries }, 'GBP')?.lots[0]).toMatchObject({ own: '0.00' });
    expect(workOutLots({ ...order, packLists: [], unpacked: null }, 'GBP')).toBeUndefined();
  });
});

describe('recalculating a bundle', () => {
  const part = (sku: string, quantity: number, landedPerUnit: string | null) => ({
    product: { id: sku, sku, name: sku },
    quantity,
    isBundle: false,
    landedPerUnit,
    amount: null,
  });
  it('adds its parts; each displayed figure may be off by half a millionth per unit', () => {
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
  it('has no result while the cost of a part is unknown', () => {
    expect(bundleProblem({ landedPerUnit: null, parts: [part('A', 2, '7.7325'), part('B', 1, null)] })).toBeUndefined();
    expect(bundleProblem({ landedPerUnit: '15.465', parts: [part('A', 2, '7.7325'), part('B', 1, null)] })).toEqual({
      at: 'bundle',
      expected: '–',
      found: '15.465',
    });
  });
});

describe('a share', () => {
  it.each([
    ['6480', '15000', '43.20'],
    ['1', '3', '33.3333'],
    ['5', '5', '100.00'],
    ['0', '7', '0.00'],
  ])('%s of %s is %s per cent', (weight, whole, percent) => {
    expect(percentText(weight, whole)).toBe(percent);
  });
  it('is calculated from measures in the unit and with the decimals in view', () => {
    expect(shareInView(freight, 'GBP')).toEqual({ part: '6.480', whole: '15.000' });
    const typed = { ...freight, measure: 'AMOUNT' as const, weight: '30000', weightTotal: '348000' };
    expect(shareInView(typed, 'GBP')).toEqual({ part: '300.00', whole: '3480.00' });
  });
  it('is converted by dividing by the rate as it was typed, if this gives the same cent', () => {
    const at = (value: string) => ({ ...freight, rate: { value, typed: null, date: null, source: 'manual' as const } });
    const line = { document: '58867.20', account: '6316.22', tax: null };
    expect(conversionSteps(at('0.1072961373'), line, 'GBP')).toEqual([
      { kind: 'whole', text: '58,867.20 ÷ 9.32 = 6,316.223175', account: '6316.22' },
    ]);
    const large = { document: '999999999999.01', account: '107296137299.89', tax: null };
    expect(conversionSteps(at('0.1072961373'), large, 'GBP')).toMatchObject([
      { text: '999,999,999,999.01 × 0.1072961373 = 107,296,137,299.893776824073' },
    ]);
  });
  it('shows how the line was converted, with the net amount and the tax separately', () => {
    const at = (value: string) => ({ ...freight, rate: { value, typed: null, date: null, source: 'manual' as const } });
    expect(conversionSteps(at('0.1073'), { document: '58867.20', account: '6316.45', tax: null }, 'GBP')).toEqual([
      { kind: 'whole', text: '58,867.20 × 0.1073 = 6,316.45056', account: '6316.45' },
    ]);
    const both = { document: '0.10', account: '0.08', tax: { document: '0.05', account: '0.04' } };
    expect(conversionSteps(at('0.7'), both, 'GBP')).toEqual([
      { kind: 'net', text: '0.05 × 0.7 = 0.035', account: '0.04' },
      { kind: 'tax', text: '0.05 × 0.7 = 0.035', account: '0.04' },
    ]);
    expect(conversionSteps(factory, { document: '1.00', account: '1.00', tax: null }, 'GBP')).toEqual([]);
  });
});
