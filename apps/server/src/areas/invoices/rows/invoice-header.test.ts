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
      'is stored for 1 unit of its currency, and as it was typed in the other direction',
      blank,
      { rateTyped: { rate: '9.3200', per: 'ACCOUNT' as const } },
      { rate: '0.1072961373', rateTyped: '9.3200', rateTypedPer: 'ACCOUNT', rateSource: 'manual' },
    ],
    [
      'has the direction in which it is sent',
      blank,
      { rate: '0.1073' },
      { rate: '0.1073', rateTyped: '0.1073', rateTypedPer: 'DOCUMENT' },
    ],
    [
      'keeps its direction when a client sends the stored rate back',
      { ...rated, rateTyped: '9.0909', rateTypedPer: 'ACCOUNT' as const },
      { rate: '0.11' },
      { rate: '0.11', rateTyped: '9.0909', rateTypedPer: 'ACCOUNT', rateSource: 'feed' },
    ],
    [
      'loses its direction with its currency',
      { ...rated, rateTyped: '0.11', rateTypedPer: 'DOCUMENT' as const },
      { currency: 'USD' },
      { rate: null, rateTyped: null, rateTypedPer: null },
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

it('is refused when it is sent in both directions', () =>
  expect(mergeHeader(blank, { rate: '0.11', rateTyped: { rate: '9.09', per: 'ACCOUNT' } }, FACTS).errors).toMatchObject(
    [{ field: 'rateTyped' }],
  ));

describe('the date and the currency of a header', () => {
  it('are defaults until somebody chooses them', () => {
    const of = (patch: Parameters<typeof mergeHeader>[1]) => {
      const { isDateDefault, isCurrencyDefault } = mergeHeader(blank, patch, FACTS).fields;
      return [isDateDefault, isCurrencyDefault];
    };
    expect(of({ total: '1.00' })).toEqual([true, true]);
    expect(of({ date: '2026-11-20' })).toEqual([false, true]);
    expect(of({ unixDate: 1_795_132_800 })).toEqual([false, true]);
    expect(of({ currency: 'CNY' })).toEqual([true, false]);
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
