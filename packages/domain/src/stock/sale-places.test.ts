import { describe, expect, it } from 'vitest';
import { fulfilmentOfReport, placeOfSale, type SalePlaceRule, sourceOfSale, withRule } from './sale-places.ts';

const place = (fulfilment: string, channel: string, day = '2026-11-10', rules: readonly SalePlaceRule[] = []) =>
  placeOfSale(sourceOfSale({ fulfilment: fulfilmentOfReport(fulfilment), channel }), day, rules);

describe('the place that a sale leaves (stock §6)', () => {
  it.each([
    ['Merchant', 'AMAZON_UK', 'WAREHOUSE'],
    [' MFN ', 'Non-Amazon US', 'WAREHOUSE'],
    ['Amazon', 'AMAZON_UK', 'AMAZON_UK'],
    ['', 'AMAZON_DE', 'AMAZON_DE'],
    ['Amazon', 'Non-Amazon', null],
    ['Amazon', 'Amazon.com.be', null],
    ['Amazon', '', null],
  ])('shipped by %s, sold on %s: %s', (fulfilment, channel, expected) => {
    expect(place(fulfilment, channel)).toBe(expected);
  });

  it('a sales channel that is not known is known again without regard to case', () => {
    const source = (channel: string) => sourceOfSale({ fulfilment: 'AMAZON', channel });
    expect(source('Amazon.com.be ')).toEqual(source('amazon.com.BE'));
    expect(source('Amazon.ie')).not.toEqual(source('Amazon.eg'));
  });

  it('a choice holds from its day on, and ends the later ones', () => {
    const march = withRule([], { fromDay: '2026-03-01', place: 'AMAZON_DE' });
    const may = withRule(march, { fromDay: '2026-05-01', place: 'AMAZON_FR' });
    const on = (day: string, rules: readonly SalePlaceRule[]) => place('Amazon', 'AMAZON_IT', day, rules);
    expect(['2026-02-28', '2026-03-01', '2026-04-30', '2026-05-01'].map((day) => on(day, may))).toEqual([
      'AMAZON_IT',
      'AMAZON_DE',
      'AMAZON_DE',
      'AMAZON_FR',
    ]);
    const april = withRule(may, { fromDay: '2026-04-01', place: null });
    expect(['2026-03-31', '2026-04-01', '2026-06-01'].map((day) => on(day, april))).toEqual([
      'AMAZON_DE',
      'AMAZON_IT',
      'AMAZON_IT',
    ]);
    expect(withRule(april, { fromDay: null, place: 'AMAZON_ES' })).toEqual([{ fromDay: null, place: 'AMAZON_ES' }]);
    expect(withRule(april, { fromDay: null, place: null })).toEqual([]);
  });
});
