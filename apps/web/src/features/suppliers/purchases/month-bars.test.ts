import { describe, expect, it } from 'vitest';
import { barsOf } from './month-bars.ts';

const month = (name: string, net: string) => ({ month: name, net });

describe('bars of months', () => {
  it('are as tall as their share of the largest, whichever way it goes', () => {
    expect(barsOf([month('2026-09', '50.00'), month('2026-10', '-200.00'), month('2026-11', '0.00')])).toEqual([
      { month: '2026-09', net: '50.00', share: 25, isBelow: false },
      { month: '2026-10', net: '-200.00', share: 100, isBelow: true },
      { month: '2026-11', net: '0.00', share: 0, isBelow: false },
    ]);
  });

  it('are flat where nothing was bought, also in a currency without decimals', () => {
    expect(barsOf([month('2026-11', '0')])).toEqual([{ month: '2026-11', net: '0', share: 0, isBelow: false }]);
  });
});
