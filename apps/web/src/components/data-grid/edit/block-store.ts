import { areaOf, type CellArea, type CellBlock, type Shown } from './cell-block.ts';

/** The cells that are marked now; each cell on screen asks whether it is one of them. */
export function createBlockStore() {
  let block: CellBlock | undefined;
  let area: CellArea | undefined;
  let [rows, columns]: [ReadonlySet<string>, ReadonlySet<string>] = [new Set(), new Set()];
  const listeners = new Set<() => void>();
  return {
    get: () => block,
    area: () => area,
    /** Marks a block among the cells shown; nothing, or one cell, marks none. */
    set: (next: CellBlock | undefined, shown: Shown) => {
      const isOne = next !== undefined && next.anchor.rowId === next.head.rowId && next.anchor.columnId === next.head.columnId;
      block = isOne ? undefined : next;
      area = block && areaOf(block, shown);
      [rows, columns] = [new Set(area?.rowIds), new Set(area?.columnIds)];
      for (const listener of listeners) listener();
    },
    has: (rowId: string, columnId: string) => rows.has(rowId) && columns.has(columnId),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
export type BlockStore = ReturnType<typeof createBlockStore>;
