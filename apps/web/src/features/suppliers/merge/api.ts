import type { QueryIn } from '@quayside/contracts/endpoint';
import { findSupplierDuplicates, mergeSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { read } from '../../../lib/api/query-client.ts';
import { takeBack } from '../../../lib/api/undo.ts';
import { useWrite } from '../../../lib/api/write.ts';

type Described = QueryIn<typeof findSupplierDuplicates>;
/** The ids of the supplier that stays and of the supplier that is deleted. */
export interface MergeOf {
  readonly keepId: string;
  readonly goneId: string;
}

/**
 * Finds suppliers that may be the same company as the given one. The previous result is shown until the new one
 * arrives.
 */
export const useDuplicates = (described: Described, isOn: boolean) =>
  useQuery({
    ...read('suppliers', findSupplierDuplicates, { query: described }),
    enabled: isOn,
    placeholderData: keepPreviousData,
  });

/** Previews a merge: which records are moved, and which empty fields are filled. */
export const useMergePreview = ({ keepId, goneId }: MergeOf) =>
  useQuery({
    queryKey: ['suppliers', 'merge-preview', keepId, goneId] as const,
    queryFn: ({ signal }) =>
      call(mergeSuppliers, { params: { id: keepId }, query: { dryRun: 'true' }, body: { supplierId: goneId }, signal }),
    staleTime: 0,
  });

/**
 * Merges two suppliers. If the response was lost, a retry is safe, because it has the same idempotency key. */
export function useMerge() {
  return useWrite({
    send: ({ keepId, goneId }: MergeOf, key) =>
      call(mergeSuppliers, {
        params: { id: keepId },
        body: { supplierId: goneId },
        idempotencyKey: key(),
      }),
    failure: { verb: 'update', entity: t('suppliers:entity') },
  });
}

/** Undoes a merge. */
export const useUndoMerge = () =>
  useWrite({
    send: takeBack,
    failure: { verb: 'update', entity: t('suppliers:entity') },
  });
