import { describe, expect, it } from 'vitest';
import { blankHeader, type HeaderFacts, mergeHeader } from './invoice-header.ts';

const FACTS: HeaderFacts = { accountCurrency: 'GBP', status: 'WORKING', kind: 'INVOICE', lineCount: 0 };
const blank = blankHeader('s', 'CNY', '2026-11-20');
const rated = { ...blank, rate: '0.11', rateDate: '2026-11-20', rateSource: 'feed' as const };

describe('the rate of a header', () => {
  it.each([
    [
      'is of the invoice’s day when only it is typed',
      blank,
      { rate: '0.11' },
      { rate: '0.11', rateDate: '2026-11-20', rateSource: 'manual' },
    ],
    [
      'is of the day that is typed with it',
      blank,
      { rate: '0.11', rateDate: '2026-11-18' },
      { rateDate: '2026-11-18' },
    ],
    [
      'takes the day that was typed before',
      { ...blank, rateDate: '2026-11-18' },
      { rate: '0.11' },
      { rateDate: '2026-11-18' },
    ],
    [
      'follows the invoice’s day as long as it has that day',
      { ...rated, rateSource: 'manual' as const },
      { date: '2026-10-01' },
      { rate: '0.11', rateDate: '2026-10-01', rateSource: 'manual' },
    ],
    [
      'keeps its day when it was accepted from the exchange rates',
      rated,
      { date: '2026-10-01' },
      { rate: '0.11', rateDate: '2026-11-20', rateSource: 'feed' },
    ],
    [
      'keeps a day of its own',
      { ...rated, rateDate: '2026-11-18' },
      { date: '2026-10-01' },
      { rateDate: '2026-11-18' },
    ],
    [
      'goes back to the invoice’s day when its own is cleared',
      { ...rated, rateDate: '2026-11-18' },
      { rateDate: null },
      { rateDate: '2026-11-20' },
    ],
    ['stays as it came when the same is typed again', rated, { rate: '0.11' }, { rateSource: 'feed' }],
    ['is manual when a person corrects it', rated, { rate: '0.12' }, { rate: '0.12', rateSource: 'manual' }],
    ['is cleared with its day and source', rated, { rate: null }, { rate: null, rateDate: null, rateSource: null }],
    [
      'is cleared together with its currency',
      rated,
      { currency: 'USD' },
      { rate: null, rateDate: null, rateSource: null },
    ],
    [
      'takes the invoice’s day again in a new currency',
      { ...rated, rateDate: '2026-11-18' },
      { currency: 'USD', rate: '0.79' },
      { rate: '0.79', rateDate: '2026-11-20', rateSource: 'manual' },
    ],
    [
      'is absent in the account’s currency, even if 1 is typed',
      rated,
      { currency: 'GBP', rate: '1.00', rateDate: '2026-11-18' },
      { rate: null, rateDate: null, rateSource: null },
    ],
  ])('%s', (_, current, patch, expected) => {
    const { fields, errors } = mergeHeader(current, patch, FACTS);
    expect(errors).toEqual([]);
    expect(fields).toMatchObject(expected);
  });
});

describe('a change of currency', () => {
  const typed = { ...blank, totalMinor: 1000n };
  it('preserves a typed total when both currencies have the same decimals', () => {
    expect(mergeHeader(typed, { currency: 'USD' }, FACTS)).toMatchObject({ errors: [], fields: { totalMinor: 1000n } });
  });
  it('requires a new total when the decimals differ', () => {
    expect(mergeHeader(typed, { currency: 'KWD' }, FACTS).errors).toMatchObject([{ field: 'currency' }]);
    expect(mergeHeader(typed, { currency: 'KWD', total: '10.001' }, FACTS)).toMatchObject({
      errors: [],
      fields: { totalMinor: 10_001n },
    });
    expect(mergeHeader(blank, { currency: 'KWD' }, { ...FACTS, lineCount: 1 }).errors).toMatchObject([
      { field: 'currency' },
    ]);
  });
});
