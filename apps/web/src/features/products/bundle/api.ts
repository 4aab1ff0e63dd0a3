import { type Bundle, getProductBundle, listProducts, replaceProductBundle } from '@quayside/contracts/products';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { call } from '../../../lib/call.ts';
import { queryClient, read } from '../../../lib/query-client.ts';

const bundleQuery = (id: string) => read('products', getProductBundle, { params: { id } });
/** What a product is made of; follows the costs of its parts. */
export const useBundle = (id: string) => useQuery(bundleQuery(id));

/** Says what a bundle is made of; the form shows what fails. */
export function useReplaceBundle(id: string) {
  return useMutation({
    mutationFn: (body: BodyIn<typeof replaceProductBundle>) => call(replaceProductBundle, { params: { id }, body }),
    meta: { quiet: true },
    onSuccess: (fresh: Bundle) => {
      queryClient.setQueryData(bundleQuery(id).queryKey, fresh);
      // Its own unit cost moved, and those of the bundles that hold it; what was explained is of before.
      void queryClient.invalidateQueries({
        queryKey: ['products'],
        predicate: ({ queryKey }) => queryKey[1] !== getProductBundle.path,
      });
      void queryClient.invalidateQueries({ queryKey: ['costs'] });
    },
  });
}

const MOST_FOUND = 20;
/** Products that a text finds, for the choice of a part. */
export const usePartOptions = (search: string, isWanted: boolean) =>
  useQuery({
    ...read('products', listProducts, {
      query: { ...(search.trim() ? { search: search.trim() } : {}), size: MOST_FOUND, sort: ['sku,asc'] },
    }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
