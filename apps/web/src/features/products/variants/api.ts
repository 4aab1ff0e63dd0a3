import { getNewVariant, listProductVariants } from '@quayside/contracts/product-changes';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../lib/query-client.ts';

/** The variants of a product with what a unit of each costs. */
export const useVariants = (productId: string) =>
  useQuery(read('products', listProductVariants, { params: { productId } }));

/** A variant that is not stored yet. Read once: what is being typed upon it must not change under the hands. */
export const useNewVariant = (productId: string | null) =>
  useQuery({
    ...read('account', getNewVariant, { params: { productId: productId ?? '' } }),
    enabled: productId !== null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
