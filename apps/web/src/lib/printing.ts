import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { standInForFields } from './paper-texts.ts';

const SCHEME = 'data-mantine-color-scheme';

let isPrinting = false;
let schemeBefore: string | null = null;
let takeAway: (() => void) | undefined;
const listeners = new Set<() => void>();

/** Paper is light whatever the screen is; what is only for paper is drawn before the browser takes its picture. */
function setPrinting(next: boolean): void {
  if (isPrinting === next) return;
  isPrinting = next;
  const root = document.documentElement;
  if (next) {
    schemeBefore = root.getAttribute(SCHEME);
    root.setAttribute(SCHEME, 'light');
  } else if (schemeBefore !== null) root.setAttribute(SCHEME, schemeBefore);
  flushSync(() => {
    for (const listener of listeners) listener();
  });
  takeAway?.();
  takeAway = next ? standInForFields() : undefined;
}

/** Once per page load. */
export function watchPrinting(): void {
  window.addEventListener('beforeprint', () => setPrinting(true));
  window.addEventListener('afterprint', () => setPrinting(false));
  window.matchMedia('print').addEventListener('change', ({ matches }) => setPrinting(matches));
}

/** True while the page is on its way to paper. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(
    (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    () => isPrinting,
  );
