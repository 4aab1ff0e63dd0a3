import { type RefCallback, useCallback } from 'react';

/** The heights of the bars at the bottom of the window that are shown now. */
const heights = new Map<Element, number>();

function settle(): void {
  const root = document.documentElement.style;
  if (heights.size === 0) root.removeProperty('--q-bottom-bar');
  else root.setProperty('--q-bottom-bar', `${Math.max(...heights.values())}px`);
}

/**
 * A ref for a bar at the bottom of the window. Toasts stand above it, so that they cover no figures or buttons. `above`
 * is the height of what stands on top of the bar and must not be covered either.
 */
export const useBelowToasts = <E extends Element>(above = 0): RefCallback<E> =>
  useCallback(
    (bar: E) => {
      const observer = new ResizeObserver(([entry]) => {
        heights.set(bar, above + (entry?.borderBoxSize[0]?.blockSize ?? 0));
        settle();
      });
      observer.observe(bar);
      return () => {
        observer.disconnect();
        heights.delete(bar);
        settle();
      };
    },
    [above],
  );
