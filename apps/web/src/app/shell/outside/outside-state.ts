import { useSyncExternalStore } from 'react';

/** Something that is open or not, and can be opened from anywhere in the shell. */
function openable() {
  let isOpen = false;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    use: (): boolean => useSyncExternalStore(subscribe, () => isOpen),
    set(next: boolean): void {
      isOpen = next;
      for (const listener of listeners) listener();
    },
  };
}

/** The dialog Report An Issue. */
export const reportDialog = openable();
/** The panel of the support chat. */
export const chatPanel = openable();
