import { describe, expect, it } from 'vitest';
import { arrivalOf, checkReceiptDay } from './receipts.ts';

const LOST = { id: 'lost', kind: 'LOST', units: 2n } as const;
const SHORT = { id: 'short', kind: 'SHORT', units: 3n } as const;
const expected = { units: 100n, surplus: 0n, missing: 10n, decisions: [LOST, SHORT], toleranceHundredths: 200 };

describe('what arrives (stock §1)', () => {
  it('is first what was expected, then what was decided as missing, the latest first, then surplus', () => {
    expect(arrivalOf(expected, 4n, null)).toMatchObject({ ok: true, value: { found: [], surplus: 0n } });
    expect(arrivalOf(expected, 10n, null)).toMatchObject({ ok: true, value: { found: [], surplus: 0n } });
    expect(arrivalOf(expected, 14n, null)).toEqual({
      ok: true,
      value: { found: [LOST, { ...SHORT, units: 2n }], surplus: 0n },
    });
    expect(arrivalOf(expected, 16n, null)).toEqual({ ok: true, value: { found: [LOST, SHORT], surplus: 1n } });
  });

  it('beyond what was packed needs a reason above the tolerance, of which an earlier surplus is a part', () => {
    const full = { ...expected, missing: 0n, decisions: [] };
    expect(arrivalOf(full, 2n, null)).toMatchObject({ ok: true, value: { surplus: 2n } });
    expect(arrivalOf(full, 3n, null)).toMatchObject({ ok: false, field: 'quantity' });
    expect(arrivalOf({ ...full, surplus: 1n }, 2n, null)).toMatchObject({ ok: false, field: 'quantity' });
    expect(arrivalOf(full, 3n, 'They gave us three')).toMatchObject({ ok: true, value: { surplus: 3n } });
  });
});

it('a receipt is of a day from the departure until today', () => {
  const [today, plan] = ['2026-03-10', { hasLeft: true, shippedOn: '2026-03-01' }];
  expect(checkReceiptDay('2026-03-10', today, plan).ok).toBe(true);
  expect(checkReceiptDay('2026-03-01', today, plan).ok).toBe(true);
  expect(checkReceiptDay('2026-03-11', today, null)).toMatchObject({ ok: false, field: 'day' });
  expect(checkReceiptDay('2026-02-28', today, plan)).toMatchObject({ ok: false, field: 'day' });
  expect(checkReceiptDay('2026-02-28', today, null).ok).toBe(true);
  expect(checkReceiptDay('2026-03-10', today, { hasLeft: false, shippedOn: null })).toMatchObject({
    ...{ ok: false, field: 'packListId' },
  });
});
