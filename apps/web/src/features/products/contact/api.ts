import type { BodyIn } from '@quayside/contracts/endpoint';
import { replaceProductSuppliers } from '@quayside/contracts/product-changes';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { keepProduct } from '../api.ts';

/** Replaces the suppliers of a product with their terms; the form shows errors. */
export function useReplaceSuppliers(id: string) {
  return useMutation({
    mutationFn: (body: BodyIn<typeof replaceProductSuppliers>) =>
      call(replaceProductSuppliers, { params: { id }, body }),
    meta: { quiet: true },
    onSuccess: keepProduct,
  });
}
