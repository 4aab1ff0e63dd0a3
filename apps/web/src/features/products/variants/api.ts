import { getNewVariant, listProductVariants } from '@quayside/contracts/product-changes';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../lib/query-client.ts';

/** The variants of a product with their unit costs. */
export const useVariants = (productId: string) =>
  useQuery(read('products', listProductVariants, { params: { productId } }));

/** A draft of a variant. Fetched once, so that the form does not change while somebody types. */
export const useNewVariant = (productId: string | null) =>
  useQuery({
    ...read('account', getNewVariant, { params: { productId: productId ?? '' } }),
    enabled: productId !== null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
