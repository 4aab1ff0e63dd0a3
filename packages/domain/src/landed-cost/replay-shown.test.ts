import { expect, it } from 'vitest';
import { replayShown } from './replay-shown.ts';

/** 1,500,000,000.00 USD at 12,345: more digits than an amount may be typed with. */
const entry = {
  invoice: { currency: 'USD' },
  lineDocumentAmount: '1500000000.00',
  lineAmount: '18517500000000.00',
  lineTax: null,
  rate: { value: '12345' },
  weight: '1',
  weightTotal: '1',
  exactAmount: '18517500000000.00000000',
  roundingUnit: 0,
  creditOf: null,
  amount: '18517500000000.00',
};

it('follows amounts that are longer than an amount may be typed', () => {
  expect(replayShown(entry, 'GBP')).toBeUndefined();
  expect(replayShown({ ...entry, amount: '18517500000000.01' }, 'GBP')).toEqual({
    expected: '18517500000000.00',
    found: '18517500000000.01',
  });
});

it('names a figure that is no amount, and does not throw', () => {
  expect(replayShown({ ...entry, lineAmount: 'a lot' }, 'GBP')).toEqual({ expected: 'GBP', found: 'a lot' });
});
