import { describe, expect, it } from 'vitest';
import { barsOf } from './month-bars.ts';

const month = (name: string, net: string) => ({ month: name, net });

describe('bars of months', () => {
  it('share the height from the lowest to the highest value, with a zero line between', () => {
    expect(barsOf([month('2026-09', '50.00'), month('2026-10', '-100.00'), month('2026-11', '300.00')])).toEqual({
      bars: [
        { month: '2026-09', net: '50.00', share: 13, isBelow: false },
        { month: '2026-10', net: '-100.00', share: 25, isBelow: true },
        { month: '2026-11', net: '300.00', share: 75, isBelow: false },
      ],
      below: 25,
    });
  });

  it('use the whole height if no value is negative', () => {
    expect(barsOf([month('2026-10', '1.00'), month('2026-11', '4.00')])).toMatchObject({
      bars: [{ share: 25 }, { share: 100 }],
      below: 0,
    });
  });

  it('are flat if nothing was bought, even in a currency without decimals', () => {
    expect(barsOf([month('2026-11', '0')])).toEqual({
      bars: [{ month: '2026-11', net: '0', share: 0, isBelow: false }],
      below: 0,
    });
  });
});
