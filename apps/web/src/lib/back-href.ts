import { createStore, useStore } from './store.ts';

/** The last address of each list with its filters, so that a breadcrumb returns to the same view. */
const lastSearch = createStore<ReadonlyMap<string, string>>(new Map());

export function rememberListAddress(pathname: string, search: string): void {
  const known = lastSearch.get();
  if (known.get(pathname) !== search) lastSearch.set(new Map(known).set(pathname, search));
}

/** Filters name rows of one account, so they are useless in another. */
export const clearListAddresses = (): void => lastSearch.set(new Map());

/** The list's last address in this tab. */
export const useBackHref = (to: string): string => useStore(lastSearch, (known) => `${to}${known.get(to) ?? ''}`);
