import { useSyncExternalStore } from 'react';

/** The last address of each list with its filters, so that a breadcrumb leads back to the same view. */
const lastSearch = new Map<string, string>();
const listeners = new Set<() => void>();

export function rememberListAddress(pathname: string, search: string): void {
  if (lastSearch.get(pathname) === search) return;
  lastSearch.set(pathname, search);
  for (const listener of listeners) listener();
}

/** Filters of one account mean nothing in another. */
export function forgetListAddresses(): void {
  lastSearch.clear();
  for (const listener of listeners) listener();
}

/** The list's address as it was left in this tab. */
export function useBackHref(to: string): string {
  return useSyncExternalStore(
    (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    () => `${to}${lastSearch.get(to) ?? ''}`,
  );
}
