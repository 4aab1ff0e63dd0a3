import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** For each column by its id: the narrowest width, in pixels, at which none of its measured cells is cut. */
export type ColumnFit = ReadonlyMap<string, number>;

/** The attribute of the elements that are measured. Its value is the id of their column. */
export const FIT = 'data-fit';
/** The padding and the border of a cell, and one pixel because `scrollWidth` is rounded. */
const CELL_SPACE = 27;

/**
 * Measures the content of the cells that must not be cut. The cells call `onCell` when they have rendered; all calls of
 * one task lead to one measurement. A column grows and never shrinks, so that it keeps its width while a person scrolls
 * or turns pages.
 */
export function useColumnFit(wrapper: RefObject<HTMLElement | null>): { fit: ColumnFit; onCell: () => void } {
  const [fit, setFit] = useState<ColumnFit>(() => new Map());
  const isQueued = useRef(false);
  const onCell = useCallback(() => {
    if (isQueued.current) return;
    isQueued.current = true;
    queueMicrotask(() => {
      isQueued.current = false;
      setFit((now) => grown(now, wrapper.current));
    });
  }, [wrapper]);
  useEffect(() => {
    // Digits of the font of the app can be wider than those of the font that is shown until it has loaded.
    document.fonts.addEventListener('loadingdone', onCell);
    return () => document.fonts.removeEventListener('loadingdone', onCell);
  }, [onCell]);
  return { fit, onCell };
}

/** Returns the same map if no cell needs more space. */
function grown(now: ColumnFit, wrapper: HTMLElement | null): ColumnFit {
  const next = new Map(now);
  let isWider = false;
  for (const element of wrapper?.querySelectorAll(`[${FIT}]`) ?? []) {
    const id = element.getAttribute(FIT) ?? '';
    const needed = element.scrollWidth + CELL_SPACE;
    if (needed <= (next.get(id) ?? 0)) continue;
    next.set(id, needed);
    isWider = true;
  }
  return isWider ? next : now;
}
