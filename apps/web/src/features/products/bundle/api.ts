import { type Bundle, getProductBundle, replaceProductBundle } from '@quayside/contracts/products/product-bundles';
import { useQuery } from '@tanstack/react-query';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { call } from '../../../lib/api/call.ts';
import { queryClient, read } from '../../../lib/api/query-client.ts';
import { useWrite } from '../../../lib/api/write.ts';

const bundleQuery = (id: string) => read('products', getProductBundle, { params: { id } });
/** The parts of a bundle. They are refetched when product data changes. */
export const useBundle = (id: string) => useQuery(bundleQuery(id));

/** Replaces the parts of a bundle. The form shows any errors. */
export function useReplaceBundle(id: string) {
  return useWrite({
    send: (body: BodyIn<typeof replaceProductBundle>) => call(replaceProductBundle, { params: { id }, body }),
    onSuccess: (fresh: Bundle) => queryClient.setQueryData(bundleQuery(id).queryKey, fresh),
  });
}
