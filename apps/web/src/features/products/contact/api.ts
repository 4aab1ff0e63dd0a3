import type { BodyIn } from '@quayside/contracts/endpoint';
import { replaceProductSuppliers } from '@quayside/contracts/products/product-suppliers';
import { call } from '../../../lib/api/call.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { cacheProduct } from '../api.ts';

/** Replaces the suppliers of a product and their terms. The form shows any errors. */
export function useReplaceSuppliers(id: string) {
  return useWrite({
    send: (body: BodyIn<typeof replaceProductSuppliers>) => call(replaceProductSuppliers, { params: { id }, body }),
    onSuccess: cacheProduct,
  });
}
