import { createStore } from '../../../lib/store.ts';
import { areaOf, type CellArea, type CellBlock, type Shown } from './cell-block.ts';

/** The selected cells; each rendered cell checks whether it is one of them. */
export function createBlockStore() {
  const block = createStore<CellBlock | undefined>(undefined);
  let area: CellArea | undefined;
  let [rows, columns]: [ReadonlySet<string>, ReadonlySet<string>] = [new Set(), new Set()];
  return {
    get: block.get,
    subscribe: block.subscribe,
    area: () => area,
    /** Selects a block among the visible cells; a single cell or undefined selects none. */
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
