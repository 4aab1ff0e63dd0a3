import { createStore } from '../../../lib/store.ts';
import { areaOf, type CellArea, type CellBlock, type Shown } from './cell-block.ts';

/** Creates a store of the selected block of cells. `has` tells whether a cell is in the block. */
export function createBlockStore() {
  const block = createStore<CellBlock | undefined>(undefined);
  let area: CellArea | undefined;
  let [rows, columns]: [ReadonlySet<string>, ReadonlySet<string>] = [new Set(), new Set()];
  return {
    get: block.get,
    subscribe: block.subscribe,
    area: () => area,
    /** Selects a block of visible cells. A single cell or undefined clears the selection. */
    set: (next: CellBlock | undefined, shown: Shown) => {
      const isOne =
        next !== undefined && next.anchor.rowId === next.head.rowId && next.anchor.columnId === next.head.columnId;
      const marked = isOne ? undefined : next;
      area = marked && areaOf(marked, shown);
      [rows, columns] = [new Set(area?.rowIds), new Set(area?.columnIds)];
      block.set(marked);
    },
    has: (rowId: string, columnId: string) => rows.has(rowId) && columns.has(columnId),
  };
}
export type BlockStore = ReturnType<typeof createBlockStore>;
