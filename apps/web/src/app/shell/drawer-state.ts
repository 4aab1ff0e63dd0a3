import { app, setLayout, useAppState } from '../../lib/state.ts';
import { openable } from './openable.ts';

/** Phones: the drawer lies over the page, or is away. */
export const phoneDrawer = openable();
/** The dialog of what can be added; the drawer and the dashboard open it. */
export const addNewDialog = openable();

/** Wide screens: full or mini. */
export const useDrawerMini = (): boolean => useAppState(({ layout }) => layout.isDrawerMini);
export const toggleMini = (): void => setLayout({ isDrawerMini: !app.get().layout.isDrawerMini });
/** The groups that the person opened. */
export const useUnfolded = (): readonly string[] => useAppState(({ layout }) => layout.unfolded);
export function toggleFold(group: string): void {
  const { unfolded } = app.get().layout;
  setLayout({ unfolded: unfolded.includes(group) ? unfolded.filter((one) => one !== group) : [...unfolded, group] });
}
