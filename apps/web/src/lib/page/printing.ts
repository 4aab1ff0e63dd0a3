import { flushSync } from 'react-dom';
import { replaceFieldsForPrint } from '../words/paper-texts.ts';
import { pageStore, useStore } from '../store.ts';

const SCHEME = 'data-mantine-color-scheme';

const isPrinting = pageStore(false);
let schemeBefore: string | null = null;
let takeAway: (() => void) | undefined;

/**
 * Switches the page to its print layout or back. Print uses the light scheme and contains parts that the screen does
 * not show. The change is flushed to the DOM immediately, before the browser takes its snapshot.
 */
function setPrinting(next: boolean): void {
  if (isPrinting.get() === next) return;
  const root = document.documentElement;
  if (next) {
    schemeBefore = root.getAttribute(SCHEME);
    root.setAttribute(SCHEME, 'light');
  } else if (schemeBefore !== null) root.setAttribute(SCHEME, schemeBefore);
  flushSync(() => isPrinting.set(next));
  takeAway?.();
  takeAway = next ? replaceFieldsForPrint() : undefined;
}

/** Prepares the page whenever it is printed. Must be called once per page load. */
export function watchPrinting(): void {
  window.addEventListener('beforeprint', () => setPrinting(true));
  window.addEventListener('afterprint', () => setPrinting(false));
  window.matchMedia('print').addEventListener('change', ({ matches }) => setPrinting(matches));
}

/** True while the page is being printed. */
export const usePrinting = (): boolean => useStore(isPrinting);
