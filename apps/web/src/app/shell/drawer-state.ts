import { app, setLayout, useAppState } from '../../lib/kept/kept-state.ts';
import { openable } from './openable.ts';

/** On a phone: whether the drawer is open over the page. */
export const phoneDrawer = openable();
/** Whether the "Add new" dialog is open. It can be opened from the drawer and from the dashboard. */
export const addNewDialog = openable();

/** On a wide screen: whether the drawer shows only icons. */
export const useDrawerMini = (): boolean => useAppState(({ layout }) => layout.isDrawerMini ?? true);
export const toggleMini = (): void => setLayout({ isDrawerMini: !(app.get().layout.isDrawerMini ?? true) });
/** The groups of the drawer that the person has expanded. */
export const useUnfolded = (): readonly string[] => useAppState(({ layout }) => layout.unfolded);
export function toggleFold(group: string): void {
  const { unfolded } = app.get().layout;
  setLayout({ unfolded: unfolded.includes(group) ? unfolded.filter((one) => one !== group) : [...unfolded, group] });
}
