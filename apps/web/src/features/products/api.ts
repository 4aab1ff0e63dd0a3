import type { BodyIn } from '@quayside/contracts/endpoint';
import { listProductGroups, listProductTags } from '@quayside/contracts/product-changes';
import {
  createProduct,
  deleteProduct,
  getProduct,
  listBrands,
  listProducts,
  type Product,
  patchProduct,
  productTotals,
  replaceProduct,
} from '@quayside/contracts/products';
import { listSuppliers } from '@quayside/contracts/suppliers';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../i18n/i18n.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { queryClient, read } from '../../lib/query-client.ts';
import { useWrite } from '../../lib/write.ts';

type ProductBody = BodyIn<typeof createProduct>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const productQuery = (id: string) => read('products', getProduct, { params: { id } });
/** Not under the topic `products`, so that an open page stays with its product when its SKU is changed elsewhere. */
const idQuery = (address: string) =>
  ({
    queryKey: ['account', 'product-id', address.toLowerCase()],
    queryFn: () => findId(address),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  }) as const;

/** The id of the product that an address names: an exact SKU is looked for first, then an id. */
async function findId(address: string): Promise<string> {
  const found = await call(listProducts, { query: { sku: address, size: 1 } });
  const id = found.content[0]?.id ?? (UUID.test(address) ? address : undefined);
  if (id === undefined)
    throw new ApiError({
      status: 404,
      code: 'not_found',
      message: t('errors:entityNotFound', { entity: t('products:entity') }),
    });
  return id;
}

/** Products deleted in this tab. Their pages are about to close, so they must not be fetched again. */
const gone = new Set<string>();

/** The product that an address names; refetched when it is changed elsewhere. */
export function useProduct(address: string) {
  const id = useQuery(idQuery(address));
  const product = useQuery({
    ...productQuery(id.data ?? ''),
    enabled: () => id.data !== undefined && !gone.has(id.data),
  });
  return id.data === undefined
    ? { data: undefined, error: id.error, refetch: id.refetch }
    : { data: product.data, error: product.error, refetch: product.refetch };
}

/** Seeds the cache with the id behind the new SKU, so that the page does not flash a skeleton after a rename. */
export const rememberAddress = (address: string, id: string) => queryClient.setQueryData(idQuery(address).queryKey, id);

/** Count and sums of all products, regardless of the filters of the table. */
export const useProductTotals = () => useQuery(read('products', productTotals, {})).data;

const suppliersQuery = () => read('suppliers', listSuppliers, { query: { size: 9999, sort: ['companyName,asc'] } });
const nameWithLocal = ({ companyName, localName }: { companyName: string; localName: string | null }) =>
  localName ? `${companyName} · ${localName}` : companyName;
/** Suppliers to choose from: all that are not archived, and the product's own even when archived. */
export function useSupplierOptions(chosen: Product['supplier'] = []) {
  const page = useQuery(suppliersQuery());
  const known = (page.data?.content ?? []).map((supplier) => ({ value: supplier.id, label: nameWithLocal(supplier) }));
  const others = chosen
    .filter((supplier) => !known.some(({ value }) => value === supplier.id))
    .map((supplier) => ({ value: supplier.id, label: nameWithLocal(supplier) }));
  return {
    options: [...known, ...others],
    isError: page.isError,
    /** The default invoice currency of a supplier. */
    currencyOf: (id: string): string | null =>
      page.data?.content.find((supplier) => supplier.id === id)?.currency ?? null,
  };
}
/** The same suppliers as options of a filter. */
export const fetchSupplierOptions = async () =>
  (await queryClient.fetchQuery(suppliersQuery())).content.map(({ id, companyName }) => ({
    value: id,
    label: companyName,
  }));
/** Brands, groups and tags that products have already, to choose from. */
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

/** Puts the product from an answer into the cache of its page, and invalidates everything else that depends on it. */
export function cacheProduct(fresh: Product): void {
  queryClient.setQueryData(productQuery(fresh.id).queryKey, fresh);
  void queryClient.invalidateQueries({
    queryKey: ['products'],
    predicate: ({ queryKey }) => queryKey[1] !== getProduct.path,
  });
}

/** Creates a product. The idempotency key makes a retry after a lost answer safe. */
export function useCreateProduct() {
  return useWrite({
    send: (body: ProductBody, key) => call(createProduct, { body, idempotencyKey: key() }),
    onSuccess: cacheProduct,
  });
}

/** Changes a product; the form shows what fails. */
export function useUpdateProduct(id: string) {
  return useWrite({
    send: (body: ProductBody) => call(replaceProduct, { params: { id }, body }),
    onSuccess: cacheProduct,
  });
}

/** Archives a product, or restores it (null). */
export function useArchiveProduct() {
  return useWrite({
    send: ({ id, archivedAt }: { id: string; archivedAt: string | null }) =>
      call(patchProduct, { params: { id }, body: { archivedAt } }),
    failure: { verb: 'update', entity: t('products:entity') },
    onSuccess: cacheProduct,
  });
}

/** Deletes a product; a refusal names what uses it and is shown by the caller. */
export function useDeleteProduct() {
  return useWrite({
    send: ({ id, version }: { id: string; version: number }) =>
      call(deleteProduct, { params: { id }, ifMatch: version }),
    onSuccess: (_, { id }) => void gone.add(id),
  });
}

/** Invalidates the lists after a delete or an import. */
export const refreshProducts = () => queryClient.invalidateQueries({ queryKey: ['products'] });
