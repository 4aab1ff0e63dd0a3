import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { kept } from './persist.ts';
import { session } from './session-store.ts';

/** Who does not want to see the reminder of their unverified address until they sign in again. */
const storage = kept('verify-hidden', 1, z.string());
let hiddenFor = storage.read();
const listeners = new Set<() => void>();
const keep = (userId: string | undefined) => {
  hiddenFor = userId;
  if (userId === undefined) storage.clear();
  else storage.write(userId);
  for (const listener of listeners) listener();
};
session.subscribe(() => {
  if (hiddenFor !== undefined && session.get()?.userId !== hiddenFor) keep(undefined);
});

/** Puts the reminder away until the next sign-in. */
export const hideVerifyReminder = (userId: string): void => keep(userId);

/** Is it put away for this person? */
export function useVerifyHidden(userId: string): boolean {
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return useSyncExternalStore(subscribe, () => hiddenFor === userId);
}
