import { app, setLayout, useAppState } from '../../lib/kept-state.ts';
import { openable } from './openable.ts';

/** Phones: whether the drawer is open over the page. */
export const phoneDrawer = openable();
/** The Add new dialog; the drawer and the dashboard open it. */
export const addNewDialog = openable();

/** Wide screens: full or mini. */
export const useDrawerMini = (): boolean => useAppState(({ layout }) => layout.isDrawerMini);
export const toggleMini = (): void => setLayout({ isDrawerMini: !app.get().layout.isDrawerMini });
/** The expanded groups. */
export const useUnfolded = (): readonly string[] => useAppState(({ layout }) => layout.unfolded);
export function toggleFold(group: string): void {
  const { unfolded } = app.get().layout;
  setLayout({ unfolded: unfolded.includes(group) ? unfolded.filter((one) => one !== group) : [...unfolded, group] });
}
