import type { BodyIn } from '@quayside/contracts/endpoint';
import { replaceProductSuppliers } from '@quayside/contracts/product-changes';
import { call } from '../../../lib/call.ts';
import { useWrite } from '../../../lib/write.ts';
import { cacheProduct } from '../api.ts';

/** Replaces the suppliers of a product with their terms; the form shows errors. */
export function useReplaceSuppliers(id: string) {
  return useWrite({
    send: (body: BodyIn<typeof replaceProductSuppliers>) => call(replaceProductSuppliers, { params: { id }, body }),
    onSuccess: cacheProduct,
  });
}
