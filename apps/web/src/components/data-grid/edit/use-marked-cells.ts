import { type RefObject, useEffect } from 'react';
import type { BlockStore } from './block-store.ts';
import { cellAt } from './cell-tools.ts';

/**
 * Highlights the cells of the block by setting DOM attributes, without AG Grid. Cells then need not re-render when the
 * block changes or rows scroll into view.
 */
export function useMarkedCells(block: BlockStore | undefined, wrapper: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    if (!block || !wrapper.current) return;
    const root = wrapper.current;
    let marked: Element[] = [];
    const paint = () => {
      for (const cell of marked) {
        cell.removeAttribute('data-marked');
        cell.removeAttribute('aria-selected');
      }
      marked = block.get()
        ? [...root.querySelectorAll('.ag-row[row-id] .ag-cell[col-id]')].filter((cell) => isMarked(block, cell))
        : [];
      for (const cell of marked) {
        cell.setAttribute('data-marked', '');
        cell.setAttribute('aria-selected', 'true');
      }
    };
    const onDrawn = () => {
      if (block.get()) requestAnimationFrame(paint);
    };
    // Paint again in the next frame, because AG Grid may not have rendered all rows of the block yet.
    const stop = block.subscribe(() => (paint(), onDrawn()));
    root.addEventListener('scroll', onDrawn, { capture: true, passive: true });
    return () => {
      stop();
      root.removeEventListener('scroll', onDrawn, { capture: true });
    };
  }, [block, wrapper]);
}

function isMarked(block: BlockStore, element: Element): boolean {
  const cell = cellAt(element);
  return cell !== undefined && block.has(cell.rowId, cell.columnId);
}
