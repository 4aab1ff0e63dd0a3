import { describe, expect, it } from 'vitest';
import {
  bars,
  chipsOf,
  lastMonth,
  readDays,
  sinceBill,
  thisMonth,
  toggled,
  toneOf,
  writeDays,
} from './restatement-days.ts';

const at = (address: string) => new URLSearchParams(address);

describe('the two days', () => {
  it('of this month, the last, and since a bill', () => {
    expect(thisMonth('2026-03-15')).toEqual({ from: '2026-02-28', to: '2026-03-15' });
    expect(lastMonth('2026-03-15')).toEqual({ from: '2026-01-31', to: '2026-02-28' });
    expect(lastMonth('2026-01-01')).toEqual({ from: '2025-11-30', to: '2025-12-31' });
    expect(sinceBill('2026-03-01', '2026-03-15')).toEqual({ from: '2026-02-28', to: '2026-03-15' });
  });
  it.each([
    ['', undefined, { from: '2026-10-31', to: '2026-11-20' }],
    ['to=2026-09-10', undefined, { from: '2026-08-31', to: '2026-09-10' }],
    ['from=2026-11-19&to=2026-11-01', undefined, { from: '2026-11-01', to: '2026-11-19' }],
    ['from=nonsense', undefined, { from: '2026-10-31', to: '2026-11-20' }],
    ['f.invoice.in=i1', '2026-07-04', { from: '2026-07-03', to: '2026-11-20' }],
    ['f.invoice.in=i1&from=2026-10-01', '2026-07-04', { from: '2026-10-01', to: '2026-11-20' }],
  ])('?%s with a bill of %s', (address, added, days) =>
    expect(readDays(at(address), '2026-11-20', added)).toEqual(days),
  );
  it('are written beside the filter, and the list begins anew', () =>
    expect(writeDays(at('f.month.in=2026-07&page=3'), { from: '2026-10-01', to: '2026-10-31' }).toString()).toBe(
      'f.month.in=2026-07&from=2026-10-01&to=2026-10-31',
    ));
});

describe('the filter of the sums', () => {
  it('is that of the list', () => {
    expect(chipsOf(at('f.invoice.in=i1&f.invoice.in=i2&f.month.in=2026-07&q=x'))).toEqual([
      { field: 'invoice', op: 'in', values: ['i1', 'i2'] },
      { field: 'month', op: 'in', values: ['2026-07'] },
    ]);
  });
  it('leaves the field out whose choices are shown', () =>
    expect(chipsOf(at('f.invoice.in=i1&f.month.in=2026-07'), 'month')).toEqual([
      { field: 'invoice', op: 'in', values: ['i1'] },
    ]));
  it('takes a choice, and lets it go by the same press', () => {
    const chosen = toggled(at('page=2&from=2026-10-01'), 'month', '2026-07');
    expect(chosen.toString()).toBe('from=2026-10-01&f.month.in=2026-07');
    expect(toggled(chosen, 'month', '2026-07').toString()).toBe('from=2026-10-01');
    expect(toggled(chosen, 'month', '2026-08').toString()).toBe('from=2026-10-01&f.month.in=2026-08');
  });
});

describe('bars', () => {
  it('are measured by the tallest, up or down; what is there is seen', () => {
    expect(bars(['100.00', '-50.00', '0.00', '0.01'])).toEqual([
      { up: 100, down: 0 },
      { up: 0, down: 50 },
      { up: 0, down: 0 },
      { up: 2, down: 0 },
    ]);
    expect(bars([])).toEqual([]);
  });
  it('have a tone beside their sign', () =>
    expect(['1.00', '-1.00', '0.00'].map(toneOf)).toEqual(['up', 'down', undefined]));
});
