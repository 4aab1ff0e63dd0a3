import { pageStore, useStore } from '../store.ts';

/** The last query string of each list, so that a breadcrumb returns to the same filters. */
const lastSearch = pageStore<ReadonlyMap<string, string>>(new Map());

export function rememberListAddress(pathname: string, search: string): void {
  const known = lastSearch.get();
  if (known.get(pathname) !== search) lastSearch.set(new Map(known).set(pathname, search));
}

/** Called when the account changes, because the filters in a query string refer to rows of one account. */
export const clearListUrls = (): void => lastSearch.set(new Map());

/** The URL of a list, including the query string that the list had last in this tab. */
export const useBackHref = (to: string): string => useStore(lastSearch, (known) => `${to}${known.get(to) ?? ''}`);
