import type { Explain, ExplainEntry } from '@quayside/contracts/costs';
import { describe, expect, it } from 'vitest';
import { measureFigure } from '../../lib/measure.ts';
import { conversionText, recompute, recomputeEntry, shareText } from './recompute.ts';

const invoice = { id: 'i1', number: 'MOF-88214', date: '2026-10-09', status: 'OPEN' as const, currency: 'USD', supplierName: 'Meridian', hasDocument: false };
const freight: ExplainEntry = {
  id: 'e1',
  invoice,
  line: { id: 'l1', position: 1, name: 'Sea freight' },
  costType: 'SHIPPING',
  basis: 'CHARGEABLE_WEIGHT',
  isBasisFallback: false,
  measure: 'VOLUME',
  chargeableMethod: 'SEA',
  weight: '6480000000',
  weightTotal: '15000000000',
  lineDocumentAmount: '3480.00',
  rate: { value: '0.764525862', date: '2026-10-09', source: 'manual' },
  lineAmount: '2660.55',
  exactAmount: '1149.35760000',
  roundingUnit: 1,
  amount: '1149.36',
  documentAmount: '1503.36',
  perUnit: '0.9578',
  isProvisional: false,
  isExcluded: false,
  recordedAt: '2026-10-09T10:00:00Z',
};
const factory: ExplainEntry = {
  ...freight,
  id: 'e2',
  invoice: { ...invoice, id: 'i2', number: 'HS-26-1042', currency: 'GBP' },
  costType: 'FACTORY_INVOICE',
  basis: 'OWN_ORDER',
  measure: 'UNITS',
  chargeableMethod: null,
  weight: '1200',
  weightTotal: '1200',
  lineDocumentAmount: '7547.36',
  rate: null,
  lineAmount: '7547.36',
  exactAmount: '7547.36000000',
  roundingUnit: 0,
  amount: '7547.36',
  documentAmount: '7547.36',
  perUnit: '6.289467',
};
const parts = { unassigned: '0.00', excluded: '0.00', recoverableTax: '0.00', difference: '0.00', addsUp: true };
const explain: Explain = {
  product: { id: 'p1', sku: 'HP-KTL-17', name: 'Kettle' },
  currency: 'GBP',
  units: 1200,
  factory: '7547.36',
  inbound: '1149.36',
  landed: '8696.72',
  factoryPerUnit: '6.289467',
  inboundPerUnit: '0.9578',
  landedPerUnit: '7.247267',
  byCategory: [
    { costType: 'FACTORY_INVOICE', amount: '7547.36', perUnit: '6.289467' },
    { costType: 'SHIPPING', amount: '1149.36', perUnit: '0.9578' },
  ],
  isProvisional: false,
  layers: [
    {
      id: 'o1',
      number: 'SO-1',
      date: '2026-10-12',
      units: 1200,
      invoice: { id: 'i2', number: 'HS-26-1042' },
      factory: '7547.36',
      inbound: '1149.36',
      landed: '8696.72',
      perUnit: '7.247267',
      unitWeightGrams: null,
      unitVolumeCm3: null,
      entries: [factory, freight],
      history: [],
    },
  ],
  layerless: { amount: '0.00', entries: [], history: [] },
  documents: [
    { id: 'i1', number: 'MOF-88214', currency: 'USD', assigned: '3480.00', total: '3480.00', ...parts },
    { id: 'i2', number: 'HS-26-1042', currency: 'GBP', assigned: '7547.36', total: '7547.36', ...parts },
  ],
  replays: true,
};

describe('working a unit cost out again', () => {
  it('finds nothing where all is right', () => expect(recompute(explain)).toEqual([]));
  it('finds a cent that is missing in an entry, and everything above it', () => {
    const wrong = { ...explain, layers: explain.layers.map((layer) => ({ ...layer, entries: [factory, { ...freight, amount: '1149.35' }] })) };
    expect(recompute(wrong)).toEqual([
      { at: 'e1', expected: '1149.36', found: '1149.35' },
      { at: 'o1', expected: '8696.71', found: '8696.72' },
      { at: 'o1', expected: '7.247258', found: '7.247267' },
    ]);
  });
  it('finds a rounding unit that was not told, a wrong rate, a wrong division, and a document that does not add up', () => {
    expect(recomputeEntry({ ...freight, roundingUnit: 0 }, 'GBP')).toEqual({ at: 'e1', expected: '1149.35', found: '1149.36' });
    expect(recomputeEntry({ ...freight, rate: { value: '0.75', date: null, source: 'manual' } }, 'GBP')).toMatchObject({
      expected: '2610.00',
      found: '2660.55',
    });
    expect(recompute({ ...explain, landedPerUnit: '7.25' })).toEqual([{ at: 'total', expected: '7.247267', found: '7.25' }]);
    expect(
      recompute({ ...explain, documents: [{ id: 'i1', number: 'x', currency: 'USD', assigned: '3480.00', total: '3480.00', ...parts, unassigned: '0.01' }] }),
    ).toEqual([{ at: 'i1', expected: '3480.01', found: '3480.00' }]);
  });
  it('leaves excluded entries out of the sums, and works negative lines out like positive ones', () => {
    const credited = { ...freight, lineDocumentAmount: '-3480.00', lineAmount: '-2660.55', roundingUnit: -1, amount: '-1149.36' };
    expect(recomputeEntry(credited, 'GBP')).toBeUndefined();
    const left = {
      ...explain,
      inbound: '0.00',
      landed: '7547.36',
      landedPerUnit: '6.289467',
      byCategory: explain.byCategory.slice(0, 1),
      layers: explain.layers.map((layer) => ({ ...layer, landed: '7547.36', perUnit: '6.289467', entries: [factory, { ...freight, isExcluded: true }] })),
    };
    expect(recompute(left)).toEqual([]);
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
    expect(conversionText({ ...freight, lineDocumentAmount: '58867.20', lineAmount: '6316.45', rate: { value: '0.1073', date: null, source: 'manual' } })).toBe(
      '58,867.20 × 0.1073 = 6,316.45056',
    );
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
  ] as const)('%s of %s is %s', (weight, measure, figure) => expect(measureFigure(weight, measure, style)).toBe(figure));
});
