import { useSyncExternalStore } from 'react';

/** Something that is open or not, and can be opened from anywhere in the shell. */
export function openable() {
  let isOpen = false;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    use: (): boolean => useSyncExternalStore(subscribe, () => isOpen),
    set(next: boolean): void {
      if (isOpen === next) return;
      isOpen = next;
      for (const listener of listeners) listener();
    },
  };
}
