import { describe, expect, it } from 'vitest';
import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { isOvertaken, settled } from '../../../lib/editing/draft-editor/part.ts';
import { aLine } from '../testing/an-invoice.ts';
import {
  amountOfPrice,
  bodyOfDraft,
  isBlankDraft,
  type LineDraft,
  problemIn,
  storedText,
  withCell,
} from './line-draft.ts';
import { lineKind } from './line-kind.ts';

const kind = lineKind('CNY');
const rowOf = (stored: InvoiceLine, draft: LineDraft) => ({ key: '1', stored, draft, errors: {}, refused: {} });

describe('a price makes the amount', () => {
  it.each([
    ['58.905', '100', 'CNY', '5890.50'],
    ['1/3', '3', 'GBP', '1.00'],
    ['0.005', '1', 'GBP', '0.01'],
    ['-0.005', '1', 'GBP', '-0.01'],
    ['1.5', '3', 'JPY', '5'],
    ['2*3', '0.5', 'GBP', '3.00'],
  ])('%s × %s %s is %s', (price, quantity, currency, amount) => {
    expect(amountOfPrice(price, quantity, currency)).toBe(amount);
  });
  it.each([
    ['', '3'],
    ['5', ''],
    ['5', '0'],
    ['x', '3'],
    ['5', '-2'],
  ])('%j × %j is still unknown', (price, quantity) => {
    expect(amountOfPrice(price, quantity, 'GBP')).toBeUndefined();
  });
});

describe('typing in a cell', () => {
  it('keeps a price without computing an amount until there is a quantity', () => {
    const priced = withCell({}, null, 'price', '58.905', 'CNY');
    expect(priced.amount).toBeUndefined();
    expect(withCell(priced, null, 'quantity', '100', 'CNY').amount).toBe('5890.50');
  });
  it('discards a typed price when an amount is typed', () => {
    const priced = withCell(withCell({}, null, 'quantity', '2', 'GBP'), null, 'price', '3', 'GBP');
    expect(withCell(priced, null, 'amount', '7', 'GBP')).toEqual({ quantity: '2', amount: '7' });
  });
  it('keeps the amount when the quantity of a stored line changes', () => {
    expect(withCell({}, aLine(), 'quantity', '500', 'CNY')).toEqual({ quantity: '500' });
  });
  it('fills the name of the product only into an empty cell', () => {
    const product = { id: 'p', sku: 'S', name: 'Lamp' };
    expect(withCell({}, null, 'product', product, 'GBP').name).toBe('Lamp');
    expect(withCell({ name: 'Our lamp' }, null, 'product', product, 'GBP').name).toBe('Our lamp');
    expect(withCell({}, aLine(), 'product', product, 'GBP').name).toBeUndefined();
  });
});

describe('what is sent', () => {
  it('is only the difference, with sums replaced by their results', () => {
    expect(bodyOfDraft({ amount: '120*0.85+14', quantity: '100', name: 'Kettle ' }, aLine(), 'CNY')).toEqual({
      body: { amount: '116.00' },
      problems: {},
    });
  });
  it('drops duty as the basis of a line that becomes freight or insurance', () => {
    const duty = aLine({ product: null, costType: 'CUSTOMS_AND_DUTIES', basis: 'DUTY' });
    expect(bodyOfDraft({ costType: 'INSURANCE' }, duty, 'CNY').body).toEqual({ costType: 'INSURANCE', basis: null });
    expect(bodyOfDraft({ costType: 'STORAGE' }, duty, 'CNY').body).toEqual({ costType: 'STORAGE' });
  });
  it('omits invalid cells, and reports them', () => {
    const { body, problems } = bodyOfDraft({ amount: '1.234', quantity: '7', tax: '12*' }, aLine(), 'CNY');
    expect(body).toEqual({ quantity: '7' });
    expect(problems.amount).toBe('CNY has 2 decimals');
    expect(problems.tax).toBeDefined();
  });
  it('never contains a refused value again', () => {
    expect(bodyOfDraft({ quantity: '100.5', name: 'New' }, aLine(), 'CNY', { quantity: '100.5' }).body).toEqual({
      name: 'New',
    });
    expect(bodyOfDraft({ quantity: '101' }, aLine(), 'CNY', { quantity: '100.5' }).body).toEqual({ quantity: '101' });
  });
  it('clears a value when its cell is empty', () => {
    expect(bodyOfDraft({ amount: '', quantity: ' ', product: null }, aLine(), 'CNY').body).toEqual({
      amount: '0.00',
      quantity: '0',
      productId: null,
    });
  });
});

describe('after saving', () => {
  const stored = aLine({ quantity: '7', version: 2 });
  it('drops values that are now stored', () =>
    expect(settled(kind, rowOf(stored, { quantity: '7.0', name: 'Kettle' }), undefined)).toEqual({}));
  it('keeps the text of the focused cell, and values that differ', () => {
    expect(settled(kind, rowOf(stored, { quantity: '7', amount: '5890.5', tax: '3' }), 'amount')).toEqual({
      amount: '5890.5',
      tax: '3',
    });
  });
  it('keeps a price while there is no quantity', () =>
    expect(settled(kind, rowOf(aLine({ quantity: '0' }), { price: '4' }), undefined)).toEqual({ price: '4' }));
});

describe('a change by somebody else', () => {
  it('is a conflict if the same cell has unsaved input', () => {
    expect(isOvertaken(kind, rowOf(aLine(), { quantity: '603' }), aLine({ quantity: '601', version: 2 }))).toBe(true);
  });
  it.each([
    ['another cell', { name: 'Mine' }, { quantity: '601' }],
    ['the same value', { quantity: '601' }, { quantity: '601' }],
  ])('is no conflict for %s', (_, draft, theirs) =>
    expect(isOvertaken(kind, rowOf(aLine(), draft), aLine({ ...theirs, version: 2 }))).toBe(false),
  );
});

describe('the text of a cell', () => {
  it('is empty for zero, and has no superfluous zeros', () => {
    const empty = aLine({ quantity: '0', amount: '0.00', unitPrice: null });
    expect([
      storedText(empty, 'quantity'),
      storedText(empty, 'price'),
      storedText(empty, 'amount'),
      storedText(empty, 'tax'),
    ]).toEqual(['', '', '', '']);
    expect(storedText(aLine({ unitPrice: '58.900000' }), 'price')).toBe('58.90');
    expect(storedText(aLine({ quantity: '100.500000' }), 'quantity')).toBe('100.5');
  });
  it('is validated according to the kind of cell', () => {
    expect(problemIn('quantity', '-1', 'GBP')).toBe('A quantity is 0 or more');
    expect(problemIn('quantity', '1,008', 'GBP')).toMatch(/two ways/);
    expect(problemIn('price', 'abc', 'GBP')).toBeDefined();
    expect(problemIn('name', '', 'GBP')).toBeUndefined();
  });
  it('is blank if the line has only spaces', () => {
    expect(isBlankDraft({ name: ' ', costType: 'OTHER', product: null })).toBe(true);
    expect(isBlankDraft({ price: '1' })).toBe(false);
  });
});
