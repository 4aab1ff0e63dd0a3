import { describe, expect, it } from 'vitest';
import { delayOf } from './delay.ts';

const plan = { estimatedShipDate: '2026-12-28', eta: '2027-01-25', estimatedDeliveryDate: '2027-01-30' };

describe('the delay of a plan', () => {
  it('moves the days of arrival and delivery by as many days', () => {
    expect(delayOf(plan, '2027-01-06')).toEqual({
      days: 9,
      moved: { eta: '2027-02-03', estimatedDeliveryDate: '2027-02-08' },
    });
    expect(delayOf({ ...plan, eta: null }, '2026-12-29')).toEqual({
      days: 1,
      moved: { estimatedDeliveryDate: '2027-01-31' },
    });
  });
  it('is none on time, early, without ETD, without a day that could move, and while the day is being typed', () => {
    for (const left of ['2026-12-28', '2026-12-20', '', '2027-02-30']) expect(delayOf(plan, left)).toBeUndefined();
    expect(delayOf({ ...plan, estimatedShipDate: null }, '2027-01-06')).toBeUndefined();
    expect(delayOf({ ...plan, eta: null, estimatedDeliveryDate: null }, '2027-01-06')).toBeUndefined();
  });
});
