import { describe, expect, it } from 'vitest';
import { costTypeOfWords } from './cost-type-words.ts';
import { costTypeOfNewLine, costTypeOfReadLine } from './new-line.ts';

type ReadLineFacts = Parameters<typeof costTypeOfReadLine>[1];

const nothing = { costType: null, type: null, isPaired: false } as const;

describe('the cost type of a new line', () => {
  it.each([
    ['FACTORY_INVOICE', 'an invoice of goods', nothing],
    ['SHIPPING', 'an invoice whose costs belong to goods of others', { ...nothing, isPaired: true }],
    ['CUSTOMS_AND_DUTIES', 'an invoice for customs only', { ...nothing, type: 'CUSTOMS_ONLY', isPaired: true }],
    ['INSPECTIONS', 'an invoice with a cost type', { ...nothing, costType: 'INSPECTIONS', isPaired: true }],
  ] as const)('is %s on %s', (costType, _words, invoice) => expect(costTypeOfNewLine(invoice)).toBe(costType));
});

describe('the words of a line', () => {
  it.each([
    ['Ocean freight', 'SHIPPING'],
    ['Airfreight Shanghai to Heathrow', 'SHIPPING'],
    ['Terminal handling', 'SHIPPING'],
    ['THC Felixstowe', 'SHIPPING'],
    ['Documentation fee', 'SHIPPING'],
    ['Bill of lading', 'SHIPPING'],
    ['Seefracht Ningbo-Hamburg', 'SHIPPING'],
    ['海运费', 'SHIPPING'],
    ['Customs duty (deferment)', 'CUSTOMS_AND_DUTIES'],
    ['Import duty', 'CUSTOMS_AND_DUTIES'],
    ['Examination fee', 'CUSTOMS_AND_DUTIES'],
    ['Clearance of ocean freight', 'CUSTOMS_AND_DUTIES'],
    ['Zollgebühren', 'CUSTOMS_AND_DUTIES'],
    ['清关费', 'CUSTOMS_AND_DUTIES'],
    ['Cargo insurance', 'INSURANCE'],
    ['Haulage to Daventry', 'LOCAL_FREIGHT'],
    ['Inland haulage', 'LOCAL_FREIGHT'],
    ['Storage 12 days', 'STORAGE'],
    ['Pre-shipment inspection', 'INSPECTIONS'],
    ['Bank charges', 'BANK_FEES'],
    ['Colour box printing plate', undefined],
    ['Heavy-duty kettle', undefined],
    ['Contestant badge', undefined],
    ['', undefined],
    [null, undefined],
  ] as const)('%j are of %s', (name, costType) => expect(costTypeOfWords(name)).toBe(costType));
});

describe('the cost type of a line that was read', () => {
  const facts: ReadLineFacts = { ...nothing, hasGoods: false, lastCostType: null, answer: undefined };
  const of = (name: string | null, over: Partial<ReadLineFacts> = {}, hasProduct = false) => {
    const { costType, isOpen } = costTypeOfReadLine({ name, hasProduct }, { ...facts, ...over });
    return isOpen ? `${costType}?` : costType;
  };
  it('is what its words say, also against the last invoice of the supplier', () =>
    expect(of('Customs duty', { lastCostType: 'SHIPPING' })).toBe('CUSTOMS_AND_DUTIES'));
  it('is what the last invoice of the supplier had, where the words do not say it', () =>
    expect(of('Item 7', { lastCostType: 'STORAGE' })).toBe('STORAGE'));
  it('is asked where nothing decides, and then what was answered', () => {
    expect(of('Item 7')).toBe('FACTORY_INVOICE?');
    expect(of('Item 7', { answer: 'STORAGE' })).toBe('STORAGE');
    expect(of('Ocean freight', { answer: 'STORAGE' })).toBe('SHIPPING');
  });
  it('is goods beside goods, without a question', () =>
    expect(of('Colour box printing plate', { hasGoods: true })).toBe('FACTORY_INVOICE'));
  it('is never goods without a product on an invoice for the goods of others', () => {
    expect(of('Item 7', { isPaired: true, hasGoods: true, lastCostType: 'FACTORY_INVOICE' })).toBe('SHIPPING');
    expect(of('Item 7', { type: 'CUSTOMS_ONLY', lastCostType: 'FACTORY_INVOICE' })).toBe('CUSTOMS_AND_DUTIES');
  });
  it('is that of the invoice where somebody chose one, and goods for a product whatever its words', () => {
    expect(of('Ocean freight', { costType: 'OTHER' })).toBe('OTHER');
    expect(of('Freight scale', { lastCostType: 'SHIPPING' }, true)).toBe('FACTORY_INVOICE');
  });
});
