import { describe, expect, it } from 'vitest';
import { aLine } from '../testing/an-invoice.ts';
import { isBlock, tsvOf } from './clipboard.ts';

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
  const word = () => 'Factory';
  it('has one row per line and tabs between cells', () =>
    expect(tsvOf([aLine(), aLine({ product: null, name: 'Plate', quantity: '1.500000' })], word)).toBe(
      'KTL\tKettle\tFactory\t100\t58.905\t5890.50\t0.00\n\tPlate\tFactory\t1.5\t58.905\t5890.50\t0.00',
    ));
  it('has the further columns that the table shows', () =>
    expect(
      tsvOf([aLine({ account: '5010', internalReference: null })], word, ['account', 'internalReference']),
    ).toMatch(/\t0\.00\t5010\t$/));
  it('quotes tabs and line breaks and escapes formulas', () => {
    expect(tsvOf([aLine({ name: 'Box "A"\nlid' })], word)).toContain('\t"Box ""A""\nlid"\t');
    expect(tsvOf([aLine({ name: '=HYPERLINK(1)' })], word)).toContain("\t'=HYPERLINK(1)\t");
    expect(tsvOf([aLine({ amount: '-30.00' })], word)).toContain('\t-30.00\t');
  });
});
