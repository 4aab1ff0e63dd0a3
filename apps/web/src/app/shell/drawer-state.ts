import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { kept } from '../../lib/persist.ts';

const storage = kept('drawer', 1, z.object({ isMini: z.boolean(), unfolded: z.array(z.string()).optional() }));
/** It starts as a row of icons, as the documents say; then as the person left it. */
let isMini = storage.read()?.isMini ?? true;
let unfolded: readonly string[] = storage.read()?.unfolded ?? [];
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

function keep(): void {
  storage.write({ isMini, unfolded: [...unfolded] });
  tell();
}
/** Wide screens: full or mini. */
export const useDrawerMini = (): boolean => useSyncExternalStore(subscribe, () => isMini);
/** Phones: open over the page, or away. */
export const useDrawerOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen);
export function toggleMini(): void {
  isMini = !isMini;
  keep();
}
/** The groups that the person opened. */
export const useUnfolded = (): readonly string[] => useSyncExternalStore(subscribe, () => unfolded);
export function toggleFold(group: string): void {
  unfolded = unfolded.includes(group) ? unfolded.filter((one) => one !== group) : [...unfolded, group];
  keep();
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
