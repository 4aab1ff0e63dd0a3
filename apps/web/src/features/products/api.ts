import type { BodyIn } from '@quayside/contracts/endpoint';
import { listProductGroups, listProductTags } from '@quayside/contracts/products/product-tags';
import {
  createProduct,
  deleteProduct,
  getProduct,
  patchProduct,
  type Product,
  replaceProduct,
} from '@quayside/contracts/products/products';
import { listBrands } from '@quayside/contracts/products/product-options';
import { listProducts, productTotals } from '@quayside/contracts/products/product-lists';
import type { Supplier } from '@quayside/contracts/suppliers/suppliers';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../i18n/i18n.ts';
import { ApiError } from '../../lib/errors/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { queryClient, read } from '../../lib/api/query-client.ts';
import { supplierOption, useSuppliers } from '../../lib/supplier-options.ts';
import { useWrite } from '../../lib/api/write.ts';

type ProductBody = BodyIn<typeof createProduct>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const productQuery = (id: string) => read('products', getProduct, { params: { id } });
/**
 * The query key does not begin with the topic `products`, so live messages do not refetch it. An open page therefore
 * keeps its product when somebody else changes the SKU.
 */
const idQuery = (skuOrId: string) =>
  ({
    queryKey: ['account', 'product-id', skuOrId.toLowerCase()],
    queryFn: () => findId(skuOrId),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  }) as const;

/** Finds the id of the product that a URL names by SKU or by id. A product with exactly this SKU takes precedence. */
async function findId(skuOrId: string): Promise<string> {
  const found = await call(listProducts, { query: { sku: skuOrId, size: 1 } });
  const id = found.content[0]?.id ?? (UUID.test(skuOrId) ? skuOrId : undefined);
  if (id === undefined)
    throw new ApiError({
      status: 404,
      code: 'not_found',
      message: t('errors:entityNotFound', { entity: t('products:entity') }),
    });
  return id;
}

/** Products that were deleted in this tab. Their pages are about to close and must not fetch them again. */
const gone = new Set<string>();

/** The product that a URL names by SKU or by id. It is refetched when somebody changes the product. */
export function useProduct(skuOrId: string) {
  const id = useQuery(idQuery(skuOrId));
  const product = useQuery({
    ...productQuery(id.data ?? ''),
    enabled: () => id.data !== undefined && !gone.has(id.data),
  });
  return id.data === undefined
    ? { data: undefined, error: id.error, refetch: id.refetch }
    : { data: product.data, error: product.error, refetch: product.refetch };
}

/** Caches the product's id under the new SKU, so that the page does not flash a skeleton after a rename. */
export const cacheProductId = (skuOrId: string, id: string) => queryClient.setQueryData(idQuery(skuOrId).queryKey, id);

/** The number and the totals of all products, regardless of the filters of the list. */
export const useProductTotals = () => useQuery(read('products', productTotals, {})).data;

/**
 * The suppliers to choose from: those that are not archived, and the current suppliers of the product even if they are
 * archived. They are loaded only if they are needed.
 */
export function useSupplierOptions(chosen: Product['supplier'] = [], isNeeded = true) {
  const suppliers = useSuppliers(isNeeded);
  const known = (suppliers.data ?? []).map(supplierOption);
  const others = chosen.filter(({ id }) => !known.some(({ value }) => value === id)).map(supplierOption);
  return {
    options: [...known, ...others],
    isError: suppliers.isError,
    /** The default invoice currency of a supplier. */
    currencyOf: (id: string): string | null => suppliers.data?.find((supplier) => supplier.id === id)?.currency ?? null,
  };
}
/** The suppliers with these ids, with their addresses. Archived ones are left out. */
export function useSuppliersOf(ids: readonly string[]): Supplier[] {
  const { data } = useSuppliers();
  return ids.flatMap((id) => data?.find((supplier) => supplier.id === id) ?? []);
}
/** The brands, groups and tags in use, as suggestions. */
export function useSuggestions() {
  const labels = (options: readonly { readonly label: string }[] | undefined) =>
    (options ?? []).map(({ label }) => label);
  return {
    brands: labels(useQuery(read('products', listBrands, {})).data),
    groups: labels(useQuery(read('products', listProductGroups, {})).data),
    tags: labels(useQuery(read('products', listProductTags, {})).data),
  };
}
export const fetchBrands = () => queryClient.fetchQuery(read('products', listBrands, {}));

/** Caches the product from a response, so that its page can show it. */
export function cacheProduct(fresh: Product): void {
  queryClient.setQueryData(productQuery(fresh.id).queryKey, fresh);
}

/** Creates a product. If the response was lost, a retry is safe, because it has the same idempotency key. */
export function useCreateProduct() {
  return useWrite({
    send: (body: ProductBody, key) => call(createProduct, { body, idempotencyKey: key() }),
    onSuccess: cacheProduct,
  });
}

/** Updates a product. The form shows any errors. */
export function useUpdateProduct(id: string) {
  return useWrite({
    send: (body: BodyIn<typeof replaceProduct>) => call(replaceProduct, { params: { id }, body }),
    onSuccess: cacheProduct,
  });
}

/** Archives a product, or restores it when `archivedAt` is null. */
export function useArchiveProduct() {
  return useWrite({
    send: ({ id, archivedAt }: { id: string; archivedAt: string | null }) =>
      call(patchProduct, { params: { id }, body: { archivedAt } }),
    failure: { verb: 'update', entity: t('products:entity') },
    onSuccess: cacheProduct,
  });
}

/** Deletes a product. If the product is in use, the call fails, and the caller shows the records that use it. */
export function useDeleteProduct() {
  return useWrite({
    send: ({ id, version }: { id: string; version: number }) =>
      call(deleteProduct, { params: { id }, ifMatch: version }),
    onSuccess: (_, { id }) => void gone.add(id),
  });
}

/** Invalidates all data about products, for example after an import. */
export const refreshProducts = () => queryClient.invalidateQueries({ queryKey: ['products'] });
