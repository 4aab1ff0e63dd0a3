import { pageStore, useStore } from '../../lib/store.ts';

/** Creates an open/closed state that any part of the shell can read and set. */
export function openable() {
  const isOpen = pageStore(false);
  return {
    use: (): boolean => useStore(isOpen),
    set(next: boolean): void {
      if (isOpen.get() !== next) isOpen.set(next);
    },
  };
}
