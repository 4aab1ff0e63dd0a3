import { getNewVariant, listProductVariants } from '@quayside/contracts/products/product-variants';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../lib/api/query-client.ts';

/** Loads the variants of a product with their unit costs. */
export const useVariants = (productId: string) =>
  useQuery(read('products', listProductVariants, { params: { productId } }));

/**
 * Loads the draft of a new variant. The draft is loaded only once, so that the form does not change while somebody
 * types.
 */
export const useNewVariant = (productId: string | null) =>
  useQuery({
    ...read('account', getNewVariant, { params: { productId: productId ?? '' } }),
    enabled: productId !== null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
