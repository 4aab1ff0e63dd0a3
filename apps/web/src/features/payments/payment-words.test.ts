import { describe, expect, it } from 'vitest';
import { t } from '../../i18n/i18n.ts';
import '../../i18n/part-texts.ts';
import { paidRateWords } from './paid-rate.ts';
import { awayWords, placeWords, happenedWords, ruleWords } from './payment-words.ts';
import { excessOf } from './pay/pay-form.ts';
import { sumBuckets } from './payables/sum-buckets.ts';
import { aPayment } from './testing/a-payment.ts';

describe('an instalment in words', () => {
  it.each([
    [{ event: 'INVOICE', months: 0, days: 0, monthEnd: null, isPinned: false }, 'Invoice date'],
    [{ event: 'SHIPPING', months: 0, days: -7, monthEnd: null, isPinned: false }, 'Shipping − 7 d'],
    [{ event: 'ARRIVAL', months: 0, days: 30, monthEnd: 'BEFORE', isPinned: false }, 'Arrival, month end + 30 d'],
    [{ event: 'ARRIVAL', months: 0, days: 30, monthEnd: 'BEFORE', isPinned: true }, 'Fixed day'],
    [{ event: 'ARRIVAL', months: 0, days: 30, monthEnd: 'AFTER', isPinned: false }, 'Arrival + 30 d, then month end'],
    [{ event: 'ARRIVAL', months: 0, days: 0, monthEnd: 'AFTER', isPinned: false }, 'Arrival, month end'],
    [{ event: 'ARRIVAL', months: 2, days: 0, monthEnd: null, isPinned: false }, 'Arrival + 2 mo'],
    [{ event: 'ARRIVAL', months: 2, days: -7, monthEnd: 'BEFORE', isPinned: false }, 'Arrival + 2 mo, month end − 7 d'],
    [{ event: null, months: 0, days: 0, monthEnd: null, isPinned: false }, 'No terms agreed'],
    [{ event: null, months: 0, days: 0, monthEnd: null, isPinned: true }, 'Fixed day'],
  ] as const)('%j is %s', (rule, words) => expect(ruleWords(t, rule)).toBe(words));

  it('says what has happened of the goods, once that is certain', () => {
    expect(happenedWords(t, { event: 'DELIVERY', eventDay: '2020-03-03' })).toBe('delivered 3 Mar 2020');
    expect(happenedWords(t, { event: 'DELIVERY', eventDay: null })).toBeUndefined();
    expect(happenedWords(t, { event: 'INVOICE', eventDay: '2020-03-03' })).toBeUndefined();
  });

  it('names its place and its share', () => {
    expect(placeWords(t, { position: 1, count: 3, percent: '33.33', isRest: false })).toBe('1 of 3 · 33.33\u2009%');
    expect(placeWords(t, { position: 1, count: 1, percent: null, isRest: false })).toBe('1 of 1');
    expect(placeWords(t, { position: 3, count: 3, percent: null, isRest: true })).toBe('3 of 3 · rest');
  });

  it.each([
    [{ dueDate: '2026-11-23', isOverdue: false, daysLate: 0, status: 'UNPAID' }, 'in 3 d'],
    [{ dueDate: '2026-11-20', isOverdue: false, daysLate: 0, status: 'UNPAID' }, 'today'],
    [{ dueDate: '2026-10-19', isOverdue: true, daysLate: 32, status: 'UNPAID' }, '32 d late'],
    [{ dueDate: '2026-10-19', isOverdue: false, daysLate: 0, status: 'PAID' }, undefined],
    [{ dueDate: null, isOverdue: false, daysLate: 0, status: 'UNPAID' }, undefined],
  ] as const)('%j is %s', (payment, words) => expect(awayWords(t, payment, '2026-11-20')).toBe(words));
});

it('a rate that was paid is shown in the direction of the rate beside it', () => {
  const pair = { document: 'CNY', account: 'GBP' };
  expect(paidRateWords('0.1075268817', pair)).toBe('9.3000 CNY per GBP');
  expect(paidRateWords('0.1083333333', pair, '0.1075')).toBe('0.1083 GBP per CNY');
  expect(paidRateWords('1.25', { document: 'EUR', account: 'USD' })).toBe('1.2500 USD per EUR');
});

it('the excess is what is typed beyond what is open, in the decimals of the currency', () => {
  expect(excessOf(aPayment(), '3045')).toBe('45.00');
  expect(excessOf(aPayment(), '3000.00')).toBeUndefined();
  expect(excessOf(aPayment({ currency: 'JPY', open: '50003' }), '50010')).toBe('7');
});

it('buckets are summed by currency and in the currency of the account', () => {
  const bucket = (name: 'LATE_OVER_30' | 'NO_DAY', open: string, account: string) => ({
    ...{ bucket: name, count: 1, owed: [{ currency: 'CNY', count: 1, open }] },
    ...{ accountCurrency: 'GBP', openInAccountCurrency: account, withoutRate: 0 },
  });
  expect(sumBuckets([bucket('LATE_OVER_30', '0.10', '1.00'), bucket('NO_DAY', '0.20', '3.00')])).toMatchObject({
    count: 2,
    open: '4.00',
    overdue: '1.00',
    currencies: [{ currency: 'CNY', amount: '0.30' }],
    parts: [{ permille: 250 }, { permille: 750 }],
  });
});
