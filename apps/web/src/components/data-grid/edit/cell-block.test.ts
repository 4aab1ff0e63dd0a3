import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areaOf, moved, type Shown } from './cell-block.ts';

const SHOWN: Shown = { rowIds: ['r1', 'r2', 'r3', 'r4'], columnIds: ['a', 'b', 'c'] };
const cell = fc.record({ rowId: fc.constantFrom(...SHOWN.rowIds), columnId: fc.constantFrom(...SHOWN.columnIds) });

it('a block is the same from either corner, and includes both', () => {
  fc.assert(
    fc.property(cell, cell, (anchor, head) => {
      const area = areaOf({ anchor, head }, SHOWN);
      expect(area).toEqual(areaOf({ anchor: head, head: anchor }, SHOWN));
      expect(area?.rowIds).toContain(head.rowId);
      expect(area?.columnIds).toContain(anchor.columnId);
    }),
  );
});

it('a block stops at the border, extends to the edge, and ends when a corner leaves the table', () => {
  expect(moved({ rowId: 'r1', columnId: 'a' }, 'up', SHOWN)).toEqual({ rowId: 'r1', columnId: 'a' });
  expect(moved({ rowId: 'r1', columnId: 'a' }, 'down', SHOWN, true)).toEqual({ rowId: 'r4', columnId: 'a' });
  expect(moved({ rowId: 'r2', columnId: 'b' }, 'right', SHOWN)).toEqual({ rowId: 'r2', columnId: 'c' });
  expect(
    areaOf({ anchor: { rowId: 'gone', columnId: 'a' }, head: { rowId: 'r1', columnId: 'a' } }, SHOWN),
  ).toBeUndefined();
});
