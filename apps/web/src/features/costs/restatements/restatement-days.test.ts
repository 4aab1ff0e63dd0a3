import { describe, expect, it } from 'vitest';
import {
  bars,
  chipsOf,
  lastMonth,
  readDays,
  sinceInvoice,
  thisMonth,
  toggled,
  toneOf,
  writeDays,
} from './restatement-days.ts';

const at = (query: string) => new URLSearchParams(query);

describe('the two days of a comparison', () => {
  it('are this month, last month, or since an invoice was added', () => {
    expect(thisMonth('2026-03-15')).toEqual({ from: '2026-02-28', to: '2026-03-15' });
    expect(lastMonth('2026-03-15')).toEqual({ from: '2026-01-31', to: '2026-02-28' });
    expect(lastMonth('2026-01-01')).toEqual({ from: '2025-11-30', to: '2025-12-31' });
    expect(sinceInvoice('2026-03-01', '2026-03-15')).toEqual({ from: '2026-02-28', to: '2026-03-15' });
  });
  it.each([
    ['', undefined, { from: '2026-10-31', to: '2026-11-20' }],
    ['to=2026-09-10', undefined, { from: '2026-08-31', to: '2026-09-10' }],
    ['from=2026-11-19&to=2026-11-01', undefined, { from: '2026-11-01', to: '2026-11-19' }],
    ['from=nonsense', undefined, { from: '2026-10-31', to: '2026-11-20' }],
    ['f.invoice.in=i1', '2026-07-04', { from: '2026-07-03', to: '2026-11-20' }],
    ['f.invoice.in=i1&from=2026-10-01', '2026-07-04', { from: '2026-10-01', to: '2026-11-20' }],
  ])('?%s with an invoice added on %s', (query, added, days) =>
    expect(readDays(at(query), '2026-11-20', added)).toEqual(days),
  );
  it('are written to the URL beside the filter, and the list returns to its first page', () =>
    expect(writeDays(at('f.month.in=2026-07&page=3'), { from: '2026-10-01', to: '2026-10-31' }).toString()).toBe(
      'f.month.in=2026-07&from=2026-10-01&to=2026-10-31',
    ));
});

describe('the filter of the sums', () => {
  it('equals the filter of the list', () => {
    expect(chipsOf(at('f.invoice.in=i1&f.invoice.in=i2&f.month.in=2026-07&q=x'))).toEqual([
      { field: 'invoice', op: 'in', values: ['i1', 'i2'] },
      { field: 'month', op: 'in', values: ['2026-07'] },
    ]);
  });
  it('omits the field whose options are shown', () =>
    expect(chipsOf(at('f.invoice.in=i1&f.month.in=2026-07'), 'month')).toEqual([
      { field: 'invoice', op: 'in', values: ['i1'] },
    ]));
  it('is set with a click, and removed with a second click', () => {
    const chosen = toggled(at('page=2&from=2026-10-01'), 'month', '2026-07');
    expect(chosen.toString()).toBe('from=2026-10-01&f.month.in=2026-07');
    expect(toggled(chosen, 'month', '2026-07').toString()).toBe('from=2026-10-01');
    expect(toggled(chosen, 'month', '2026-08').toString()).toBe('from=2026-10-01&f.month.in=2026-08');
  });
});

describe('bars', () => {
  it('are relative to the tallest one, up or down; small changes stay visible', () => {
    expect(bars(['100.00', '-50.00', '0.00', '0.01'])).toEqual([
      { up: 100, down: 0 },
      { up: 0, down: 50 },
      { up: 0, down: 0 },
      { up: 2, down: 0 },
    ]);
    expect(bars([])).toEqual([]);
  });
  it('have a tone in addition to their sign', () =>
    expect(['1.00', '-1.00', '0.00'].map(toneOf)).toEqual(['up', 'down', undefined]));
});
