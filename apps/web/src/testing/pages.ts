import type { Page } from '@quayside/contracts/paging';

/** The response of a list call with all of these rows on one page. */
export const aPage = <T>(content: readonly T[], over: Partial<Page<T>> = {}): Page<T> => ({
  content: [...content],
  totalElements: content.length,
  totalPages: content.length > 0 ? 1 : 0,
  number: 0,
  size: 50,
  first: true,
  last: true,
  totalIsCapped: false,
  ...over,
});
