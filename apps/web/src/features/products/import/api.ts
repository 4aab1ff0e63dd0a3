import type { QueryIn } from '@quayside/contracts/endpoint';
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
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/i18n.ts';
import { call, callFile, type FetchedFile } from '../../../lib/call.ts';
import { formatInstant } from '../../../lib/format.ts';
import { queryClient, read } from '../../../lib/query-client.ts';
import { saveBlob } from '../../../lib/save-blob.ts';
import { useWrite } from '../../../lib/write.ts';
import { refreshProducts } from '../api.ts';

/** The polling interval, in case a live message is missed. */
const POLL_MS = 2000;
const LIST_SIZE = 20;

const RUNNING: ReadonlySet<ImportState> = new Set(['PENDING', 'CHECKING', 'IMPORTING']);
export const isRunning = ({ state }: Pick<ProductImport, 'state'>): boolean => RUNNING.has(state);

const importQuery = (importId: string) => read('imports', getProductImport, { params: { importId } });
/** One import; polled while it runs. */
export const useImport = (importId: string) =>
  useQuery({
    ...importQuery(importId),
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? POLL_MS : false),
  });

/** Imports of this account, newest first. */
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
/** Imports that created or changed products, as options of a filter. */
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

/** One page of the rows of an import. */
export const useImportRows = (importId: string, query: QueryIn<typeof listProductImportRows>) =>
  useQuery({
    ...read('imports', listProductImportRows, { params: { importId }, query }),
    placeholderData: keepPreviousData,
  });

/** Puts the import from an answer into the cache of its page. */
export function cacheImport(fresh: ProductImport): void {
  queryClient.setQueryData(importQuery(fresh.id).queryKey, fresh);
  void queryClient.invalidateQueries({
    queryKey: ['imports'],
    predicate: ({ queryKey }) => queryKey[1] !== getProductImport.path,
  });
  if (fresh.state === 'IMPORTED' || fresh.state === 'UNDONE') void refreshProducts();
}
/** The import has moved on in another tab or on its own, so what the screen shows is stale. */
const readAgain = () => void queryClient.invalidateQueries({ queryKey: ['imports'] });
const failure = () => ({ verb: 'update', entity: t('products:import.entity') }) as const;

/** Changes the column mapping; the server then checks the file again. */
export function useRemap(importId: string) {
  return useWrite({
    send: (fields: (string | null)[]) => call(remapProductImport, { params: { importId }, body: { fields } }),
    failure: failure(),
    onSuccess: cacheImport,
    onError: readAgain,
  });
}

/** Imports a checked file. The idempotency key makes a retry after a lost answer safe. */
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

/** Downloads the rows with errors and their reasons, for correction. */
export function useErrorFileDownload(importId: string) {
  return useWrite({
    send: async () => save(await callFile(getProductImportErrorFile, { params: { importId } })),
    failure: { verb: 'get', entity: t('products:import.errorFileEntity') },
  });
}
