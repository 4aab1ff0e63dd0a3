import type { BodyIn, QueryIn } from '@quayside/contracts/endpoint';
import {
  cancelProductImport,
  getProductCsvTemplate,
  getProductImport,
  getProductImportErrorFile,
  type ImportState,
  listProductImportRows,
  listProductImports,
  type ProductImport,
  remapProductImport,
  startProductImport,
  undoProductImport,
} from '@quayside/contracts/product-imports';
import { createSupplier } from '@quayside/contracts/suppliers';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/i18n.ts';
import { call, callFile, type FetchedFile } from '../../../lib/call.ts';
import { formatInstant } from '../../../lib/format.ts';
import { queryClient, read } from '../../../lib/query-client.ts';
import { saveBlob } from '../../../lib/save-blob.ts';
import { useWrite } from '../../../lib/write.ts';
import { refreshProducts } from '../api.ts';

/** How often a running import is polled, in milliseconds. Polling is needed in case a live message is missed. */
const POLL_MS = 2000;
const LIST_SIZE = 20;

const RUNNING: ReadonlySet<ImportState> = new Set(['PENDING', 'CHECKING', 'IMPORTING', 'UNDOING']);
export const isRunning = ({ state }: Pick<ProductImport, 'state'>): boolean => RUNNING.has(state);

const importQuery = (importId: string) => read('imports', getProductImport, { params: { importId } });
/** Loads an import, and polls it while it runs. */
export const useImport = (importId: string) =>
  useQuery({
    ...importQuery(importId),
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? POLL_MS : false),
  });

/** Loads the imports of this account, newest first. */
export const useImports = () =>
  useInfiniteQuery({
    queryKey: ['imports', listProductImports.path, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listProductImports, { query: { page: pageParam, size: LIST_SIZE, sort: ['createdAt,desc'] }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ last, number }) => (last ? undefined : number + 1),
    refetchInterval: ({ state: { data } }) => (data?.pages[0]?.content.some(isRunning) ? POLL_MS : false),
  });

const MOST_OPTIONS = 100;
/** Loads the imports that created or changed products, as options of a filter. */
export const fetchImportOptions = async () => {
  const filter = JSON.stringify([{ field: 'state', op: 'in', values: ['IMPORTED', 'UNDONE'] }]);
  const { content } = await queryClient.fetchQuery(
    read('imports', listProductImports, { query: { size: MOST_OPTIONS, sort: ['createdAt,desc'], filter } }),
  );
  return content.map(({ id, fileName, createdAt }) => ({
    value: id,
    label: `${fileName}, ${formatInstant(createdAt)}`,
  }));
};

/** Loads one page of an import's rows. */
export const useImportRows = (importId: string, query: QueryIn<typeof listProductImportRows>) =>
  useQuery({
    ...read('imports', listProductImportRows, { params: { importId }, query }),
    placeholderData: keepPreviousData,
  });

/** Caches the import from a response, so that its page can show it, and invalidates all other data about imports. */
export function cacheImport(fresh: ProductImport): void {
  queryClient.setQueryData(importQuery(fresh.id).queryKey, fresh);
  void queryClient.invalidateQueries({
    queryKey: ['imports'],
    predicate: ({ queryKey }) => queryKey[1] !== getProductImport.path,
  });
  if (fresh.state === 'IMPORTED' || fresh.state === 'UNDONE') void refreshProducts();
}
/** Refetches imports after a refused request, because the import has changed in another tab or on the server. */
const readAgain = () => void queryClient.invalidateQueries({ queryKey: ['imports'] });
const failure = () => ({ verb: 'update', entity: t('products:import.entity') }) as const;

/** Changes the column mapping, or how the numbers of columns are read. The server then checks the file again. */
export function useRemap(importId: string) {
  return useWrite({
    send: (body: BodyIn<typeof remapProductImport>) => call(remapProductImport, { params: { importId }, body }),
    failure: failure(),
    onSuccess: cacheImport,
    onError: readAgain,
  });
}

/**
 * Starts the import of a checked file. If the response was lost, a retry is safe, because it has the same idempotency
 * key.
 */
export function useStart(importId: string) {
  return useWrite({
    send: (mode: ProductImport['mode'], key) =>
      call(startProductImport, { params: { importId }, body: { mode }, idempotencyKey: key() }),
    failure: failure(),
    onSuccess: cacheImport,
    onError: readAgain,
  });
}

export function useCancel(importId: string) {
  return useWrite({
    send: () => call(cancelProductImport, { params: { importId } }),
    failure: failure(),
    onSuccess: cacheImport,
    onError: readAgain,
  });
}

/** Creates suppliers one by one. If one is refused, those before it exist, and the next check no longer misses them. */
export function useCreateSuppliers() {
  return useWrite({
    send: async ({ names, currency }: { readonly names: readonly string[]; readonly currency: string }) => {
      for (const companyName of names)
        await call(createSupplier, { body: { companyName, currency }, idempotencyKey: crypto.randomUUID() });
    },
    failure: { verb: 'create', entity: t('products:import.suppliersEntity') },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['suppliers'] }),
  });
}

/** Undoes an import. */
export function useUndoImport() {
  return useWrite({
    send: (importId: string) => call(undoProductImport, { params: { importId } }),
    failure: failure(),
    onSuccess: cacheImport,
    onError: readAgain,
  });
}

const save = ({ blob, name }: FetchedFile): void => saveBlob(blob, name);

/** Downloads the CSV template. */
export function useTemplateDownload() {
  return useWrite({
    send: async () => save(await callFile(getProductCsvTemplate, {})),
    failure: { verb: 'get', entity: t('products:import.templateEntity') },
  });
}

/**
 * Downloads a file with the rows that have errors, and the reason for each error. People correct this file and upload
 * it again.
 */
export function useErrorFileDownload(importId: string) {
  return useWrite({
    send: async () => save(await callFile(getProductImportErrorFile, { params: { importId } })),
    failure: { verb: 'get', entity: t('products:import.errorFileEntity') },
  });
}
