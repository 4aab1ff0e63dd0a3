import type { CellRef } from './cell-edit.ts';

/** The visible rows and columns, in display order. */
export interface Shown {
  readonly rowIds: readonly string[];
  readonly columnIds: readonly string[];
}
/** A rectangle of cells. `anchor` is the corner where the selection started, and `head` is the opposite corner. */
export interface CellBlock {
  readonly anchor: CellRef;
  readonly head: CellRef;
}
export interface CellArea {
  readonly rowIds: readonly string[];
  readonly columnIds: readonly string[];
}
export type Direction = 'up' | 'down' | 'left' | 'right';

const between = (list: readonly string[], a: string, b: string): readonly string[] => {
  const [from, to] = [list.indexOf(a), list.indexOf(b)];
  return from < 0 || to < 0 ? [] : list.slice(Math.min(from, to), Math.max(from, to) + 1);
};

/** The rows and columns of a block. Undefined when one of its corners is no longer visible. */
export function areaOf({ anchor, head }: CellBlock, shown: Shown): CellArea | undefined {
  const rowIds = between(shown.rowIds, anchor.rowId, head.rowId);
  const columnIds = between(shown.columnIds, anchor.columnId, head.columnId);
  return rowIds.length > 0 && columnIds.length > 0 ? { rowIds, columnIds } : undefined;
}

/**
 * The next cell in a direction or, with `isToEdge`, the last cell in that direction. At the edge of the table, the cell
 * itself.
 */
export function moved(cell: CellRef, direction: Direction, shown: Shown, isToEdge = false): CellRef {
  const step = (list: readonly string[], id: string, by: 1 | -1): string => {
    const at = list.indexOf(id);
    if (at < 0) return id;
    return (isToEdge ? list.at(by === 1 ? -1 : 0) : list[at + by]) ?? id;
  };
  if (direction === 'up' || direction === 'down')
    return { ...cell, rowId: step(shown.rowIds, cell.rowId, direction === 'down' ? 1 : -1) };
  return { ...cell, columnId: step(shown.columnIds, cell.columnId, direction === 'right' ? 1 : -1) };
}
