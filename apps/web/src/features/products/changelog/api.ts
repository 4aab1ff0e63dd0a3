import {
  type ChangelogEntry,
  getProductChangelog,
  listChangelogSources,
  revertProductChange,
} from '@quayside/contracts/products/product-changelog';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { read } from '../../../lib/api/query-client.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { cacheProduct } from '../api.ts';
import { type ChangelogFilter, queryOf } from './changelog-filter.ts';

const SIZE = 50;

/** Loads the changes of a product, newest first. Further pages are loaded while somebody scrolls. */
export function useChangelog(productId: string, filter: ChangelogFilter) {
  return useInfiniteQuery({
    queryKey: ['products', getProductChangelog.path, { productId, filter }],
    queryFn: ({ pageParam, signal }) =>
      call(getProductChangelog, { params: { productId }, query: queryOf(filter, pageParam, SIZE), signal }),
    initialPageParam: 0,
    getNextPageParam: ({ last, number }) => (last ? undefined : number + 1),
    placeholderData: keepPreviousData,
  });
}

export const useChangelogSources = () =>
  useQuery({ ...read('account', listChangelogSources, {}), staleTime: Number.POSITIVE_INFINITY });

/** Loads the newest change of a field. */
export async function newestChange(productId: string, field: string): Promise<ChangelogEntry | undefined> {
  const page = await call(getProductChangelog, {
    params: { productId },
    query: queryOf({ search: '', source: null, field }, 0, 1),
  });
  return page.content[0];
}

/**
 * Reverts a change. If the field has been changed again in the meantime, the server refuses, unless `overwrite` is set.
 */
export function useRevert(productId: string) {
  return useWrite({
    send: ({ entryId, overwrite }: { entryId: string; overwrite: boolean }) =>
      call(revertProductChange, { params: { productId, entryId }, body: { overwrite } }),
    onSuccess: cacheProduct,
  });
}
