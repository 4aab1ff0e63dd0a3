import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { ambiguityOf } from '@quayside/domain/money/number-text';
import { describe, expect, it } from 'vitest';
import type { ExtraColumn } from '../lines/columns.ts';
import { aLine } from '../testing/an-invoice.ts';
import { isBlock, readBlock, tsvOf, writeLines } from './clipboard.ts';

describe('what is pasted', () => {
  it.each([
    ['1,008', 'amount', false],
    ['Colour box\n', 'name', false],
    ['KTL\t100\t58.90', 'product', true],
    ['KTL\t100', 'name', true],
    ['100\n200\n300', 'quantity', true],
    ['100\r\n200', undefined, true],
    ['Pour-over kettle\nmatt black', 'name', false],
    ['KTL\n', 'product', false],
  ] as const)('%j into %s is a block: %s', (text, cell, expected) => expect(isBlock(text, cell)).toBe(expected));
});

describe('what is copied', () => {
  const copied = (lines: readonly InvoiceLine[], extra?: readonly ExtraColumn[]) =>
    tsvOf({ lines, costTypeWord: () => 'Factory', ...(extra && { extra }) });
  it('has one row per line and tabs between cells', () =>
    expect(copied([aLine({ unitPrice: '58.90' }), aLine({ product: null, name: 'Plate', quantity: '1.500000' })])).toBe(
      'KTL\tKettle\tFactory\t100\t58.90\t5890.50\t0.00\n\tPlate\tFactory\t1.5\t58.9050\t5890.50\t0.00',
    ));
  it('has the further columns that the table shows', () =>
    expect(copied([aLine({ account: '5010', internalReference: null })], ['account', 'internalReference'])).toMatch(
      /\t0\.00\t5010\t$/,
    ));
  it('quotes tabs and line breaks and escapes formulas', () => {
    expect(copied([aLine({ name: 'Box "A"\nlid' })])).toContain('\t"Box ""A""\nlid"\t');
    expect(copied([aLine({ name: '=HYPERLINK(1)' })])).toContain("\t'=HYPERLINK(1)\t");
    expect(copied([aLine({ amount: '-30.00' })])).toContain('\t-30.00\t');
  });
  it.each([
    { quantity: '1.250000', unitPrice: '0.125', amount: '0.156' },
    { quantity: '1.500000', unitPrice: '1234.567', amount: '12.345' },
  ])('has no number that can be read in two ways: %j', (over) => {
    const cells = copied([aLine(over)]).split('\t');
    expect(cells.map((cell) => ambiguityOf(cell))).toEqual(cells.map(() => undefined));
  });
  it('is recognised with its columns when it is pasted, and nothing else is', () => {
    const data = new Map<string, string>();
    const clipboard = { setData: (type: string, text: string) => void data.set(type, text) };
    writeLines(clipboard, { lines: [aLine()], costTypeWord: () => 'Factory', extra: ['account'] });
    const read = () => readBlock({ getData: (type: string) => data.get(type) ?? '' } as unknown as DataTransfer);
    expect(read().columns).toEqual([
      ...['sku', 'name', 'costType', 'quantity', 'unitPrice', 'amount', 'taxAmount', 'account'],
    ]);
    data.set('application/x-quayside-lines', 'sku,__proto__');
    expect(read()).toEqual({ text: data.get('text/plain') });
    data.delete('application/x-quayside-lines');
    expect(read().columns).toBeUndefined();
  });
});
