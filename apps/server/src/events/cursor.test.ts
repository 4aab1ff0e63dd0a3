import { describe, expect, it } from 'vitest';
import { contains, MAX_LISTED, parseCursor, parseSnapshot, toCursor } from './cursor.ts';

describe('the cursor of a position in the outbox', () => {
  const seen = parseSnapshot('90:105:90,101');

  it('parses back to the same position', () => {
    expect(parseCursor(toCursor({ seen }))).toEqual({ latest: 105n, seen, partly: undefined });
    const partly = { tx: 101n, row: 7n };
    const back = parseCursor(toCursor({ seen, partly }));
    expect(back?.partly).toEqual(partly);
    expect(back?.seen.running.toSorted()).toEqual([101n, 90n]);
  });

  it('contains the transactions that its snapshot contains', () => {
    expect([89n, 90n, 91n, 101n, 104n, 105n].filter((tx) => contains(seen, tx))).toEqual([89n, 91n, 104n]);
  });

  it('counts everything from the oldest running transaction on as unread when too many are running to list', () => {
    const running = Array.from({ length: MAX_LISTED + 1 }, (_, i) => 200n + BigInt(i));
    const parsed = parseCursor(toCursor({ seen: { next: 400n, running } }));
    expect(parsed).toEqual({ latest: 400n, seen: { next: 200n, running: [] }, partly: undefined });
  });

  it.each(['', 'nonsense', '1000-20', '1-2-3', '1-2-3-x', `1-2-3-4${'-1'.repeat(MAX_LISTED + 1)}`])(
    'cannot be read from %j: no cursor, or one of an earlier release',
    (text) => {
      expect(parseCursor(text)).toBeUndefined();
    },
  );
});
