import { createStore, useStore } from '../../lib/store.ts';

/** Creates an open/closed state that any part of the shell can read and set. */
export function openable() {
  const isOpen = createStore(false);
  return {
    use: (): boolean => useStore(isOpen),
    set(next: boolean): void {
      if (isOpen.get() !== next) isOpen.set(next);
    },
  };
}
