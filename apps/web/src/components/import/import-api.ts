import type { ImportMode } from '@quayside/contracts/imports';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { t } from '../../i18n/i18n.ts';
import type { FetchedFile } from '../../lib/api/call.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { saveBlob } from '../../lib/page/save-blob.ts';
import { useWrite } from '../../lib/api/write.ts';
import { type ImportKit, type RemapBody, useImportKit } from './import-kit.ts';
import { type AnyImport, isRunning } from './import-types.ts';

/** How often a running import is polled, in milliseconds. Polling is needed in case a live message is missed. */
const POLL_MS = 2000;
const LIST_SIZE = 20;
const ONE = 'import';

const keyOf = ({ topic }: Pick<ImportKit, 'topic'>, importId: string) => [topic, ONE, importId] as const;

/** Loads an import, and polls it while it runs. */
export function useImport(importId: string) {
  const kit = useImportKit();
  return useQuery({
    queryKey: keyOf(kit, importId),
    queryFn: ({ signal }) => kit.calls.get(importId, signal),
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? POLL_MS : false),
  });
}

/** Loads the imports of this account, newest first. */
export function useImports() {
  const { topic, calls } = useImportKit();
  return useInfiniteQuery({
    queryKey: [topic, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      calls.list({ page: pageParam, size: LIST_SIZE, sort: ['createdAt,desc'] }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ last, number }) => (last ? undefined : number + 1),
    refetchInterval: ({ state: { data } }) => (data?.pages[0]?.content.some(isRunning) ? POLL_MS : false),
  });
}

/** Loads one page of an import's rows. */
export function useImportRows(importId: string, query: Parameters<ImportKit['calls']['rows']>[1]) {
  const { topic, calls } = useImportKit();
  return useQuery({
    queryKey: [topic, 'rows', importId, query],
    queryFn: ({ signal }) => calls.rows(importId, query, signal),
    placeholderData: keepPreviousData,
  });
}

/** Caches the import from a response, so that its page can show it, and invalidates all other data about imports. */
export function cacheImport(kit: Pick<ImportKit, 'topic' | 'refreshRecords'>, fresh: AnyImport): void {
  queryClient.setQueryData(keyOf(kit, fresh.id), fresh);
  void queryClient.invalidateQueries({
    queryKey: [kit.topic],
    predicate: ({ queryKey }) => queryKey[1] !== ONE,
  });
  if (fresh.state === 'IMPORTED' || fresh.state === 'UNDONE') kit.refreshRecords();
}

/** What all changes of an import do with its answer, and with a refusal. */
function useChange() {
  const kit = useImportKit();
  return {
    kit,
    options: {
      failure: { verb: 'update', entity: t('imports:entity') } as const,
      onSuccess: (fresh: AnyImport) => cacheImport(kit, fresh),
      // The import has changed in another tab or on the server.
      onError: () => void queryClient.invalidateQueries({ queryKey: [kit.topic] }),
    },
  };
}

/** Changes the column mapping, or how the numbers of columns are read. The server then checks the file again. */
export function useRemap(importId: string) {
  const { kit, options } = useChange();
  return useWrite({ ...options, send: (body: RemapBody) => kit.calls.remap(importId, body) });
}

/**
 * Starts the import of a checked file. If the response was lost, a retry is safe, because it has the same idempotency
 * key.
 */
export function useStart(importId: string) {
  const { kit, options } = useChange();
  return useWrite({ ...options, send: (mode: ImportMode, key) => kit.calls.start(importId, mode, key()) });
}

export function useCancel(importId: string) {
  const { kit, options } = useChange();
  return useWrite({ ...options, send: () => kit.calls.cancel(importId) });
}

/** Undoes an import. */
export function useUndoImport() {
  const { kit, options } = useChange();
  return useWrite({ ...options, send: (importId: string) => kit.calls.undo(importId) });
}

const save = ({ blob, name }: FetchedFile): void => saveBlob(blob, name);

/** Downloads the example file. */
export function useTemplateDownload() {
  const { calls } = useImportKit();
  return useWrite({
    send: async () => save(await calls.template()),
    failure: { verb: 'get', entity: t('imports:templateEntity') },
  });
}

/**
 * Downloads a file with the rows that have errors, and the reason for each error. People correct this file and upload
 * it again.
 */
export function useErrorFileDownload(importId: string) {
  const { calls } = useImportKit();
  return useWrite({
    send: async () => save(await calls.errorFile(importId)),
    failure: { verb: 'get', entity: t('imports:errorFileEntity') },
  });
}
