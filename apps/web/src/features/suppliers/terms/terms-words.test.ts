import { describe, expect, it } from 'vitest';
import { t } from '../../../i18n/i18n.ts';
import { leadTimeRows, termRows } from '../supplier-values.ts';
import { leadTimesInWords, termsInWords } from './terms-words.ts';

describe('payment terms as text', () => {
  it.each([
    [[], ''],
    [
      [
        { percent: '30', event: 'ORDER', months: 0, days: 0, monthEnd: null },
        { percent: '70', event: 'BEFORE_SHIPPING', months: 0, days: 0, monthEnd: null },
      ],
      '30 % with the order, 70 % before shipping',
    ],
    [[{ percent: '100', event: 'INVOICE', months: 0, days: 30, monthEnd: null }], '100 % 30 days after the invoice'],
    [[{ percent: '33.33', event: 'ARRIVAL', months: 0, days: 1, monthEnd: null }], '33.33 % 1 day after arrival'],
    [[{ percent: '100', event: 'DELIVERY', months: 0, days: -14, monthEnd: null }], '100 % 14 days before delivery'],
    [
      [{ percent: '100', event: 'INVOICE', months: 0, days: 30, monthEnd: 'BEFORE' }],
      '100 % 30 days after the invoice, from the end of the month',
    ],
    [
      [{ percent: '100', event: 'INVOICE', months: 0, days: 30, monthEnd: 'AFTER' }],
      '100 % 30 days after the invoice, then to the end of the month',
    ],
    [[{ percent: '100', event: 'INVOICE', months: 1, days: 0, monthEnd: null }], '100 % 1 month after the invoice'],
    [
      [{ percent: '100', event: 'INVOICE', months: 2, days: 0, monthEnd: 'BEFORE' }],
      '100 % 2 months after the invoice, at the end of the month',
    ],
    [
      [{ percent: '100', event: 'INVOICE', months: 2, days: 10, monthEnd: 'BEFORE' }],
      '100 % 2 months after the invoice + 10 days, the days from the end of the month',
    ],
    [
      [{ percent: '100', event: 'ARRIVAL', months: 2, days: -1, monthEnd: 'AFTER' }],
      '100 % 2 months after arrival − 1 day, then to the end of the month',
    ],
  ] as const)('%j is %j', (terms, words) => {
    expect(termsInWords(t, terms)).toBe(words);
  });
});

describe('lead times as text', () => {
  it('include only known ones, with their sum', () => {
    const sea = { shippingMethod: 'SEA', production: 30, transit: 35, checkIn: 5 } as const;
    expect(leadTimesInWords(t, leadTimeRows([sea]))).toBe('Sea: 70 days');
    expect(leadTimesInWords(t, leadTimeRows([]))).toBe('');
  });
});

describe('rows of the form', () => {
  it('are one for each shipping method, in a fixed order', () => {
    expect(leadTimeRows([{ shippingMethod: 'SEA', production: 1, transit: null, checkIn: 0 }])).toEqual([
      { shippingMethod: 'AIR', production: null, transit: null, checkIn: null },
      { shippingMethod: 'SEA', production: 1, transit: null, checkIn: 0 },
      { shippingMethod: 'LAND', production: null, transit: null, checkIn: null },
    ]);
  });

  it('are equal for equal terms', () => {
    const stored = JSON.parse('{"days":0,"event":"ORDER","monthEnd":null,"months":0,"percent":"100"}');
    expect(JSON.stringify(termRows([stored]))).toBe(
      JSON.stringify(termRows([{ percent: '100', event: 'ORDER', months: 0, days: 0, monthEnd: null }])),
    );
  });
});
