import { createStore, useStore } from '../../lib/store.ts';

/** An open/closed state that any part of the shell can set. */
export function openable() {
  const isOpen = createStore(false);
  return {
    use: (): boolean => useStore(isOpen),
    set(next: boolean): void {
      if (isOpen.get() !== next) isOpen.set(next);
    },
  };
}
