import { useSyncExternalStore } from 'react';
import { app, setLayout, useAppState } from '../../lib/state.ts';

let isOpen = false;
let isAdding = false;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Wide screens: full or mini. */
export const useDrawerMini = (): boolean => useAppState(({ layout }) => layout.isDrawerMini);
/** Phones: open over the page, or away. */
export const useDrawerOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen);
export const toggleMini = (): void => setLayout({ isDrawerMini: !app.get().layout.isDrawerMini });
/** The groups that the person opened. */
export const useUnfolded = (): readonly string[] => useAppState(({ layout }) => layout.unfolded);
export function toggleFold(group: string): void {
  const { unfolded } = app.get().layout;
  setLayout({ unfolded: unfolded.includes(group) ? unfolded.filter((one) => one !== group) : [...unfolded, group] });
}
export function setDrawerOpen(next: boolean): void {
  if (isOpen === next) return;
  isOpen = next;
  tell();
}
/** The dialog of what can be added; the drawer and the dashboard open it. */
export const useAddNewOpen = (): boolean => useSyncExternalStore(subscribe, () => isAdding);
export function setAddNewOpen(next: boolean): void {
  if (isAdding === next) return;
  isAdding = next;
  tell();
}
