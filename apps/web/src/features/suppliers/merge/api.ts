import type { QueryIn } from '@quayside/contracts/endpoint';
import { findSupplierDuplicates, mergeSuppliers } from '@quayside/contracts/suppliers';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/call.ts';
import { queryClient, read } from '../../../lib/query-client.ts';
import { takeBack } from '../../../lib/undo.ts';
import { useWrite } from '../../../lib/write.ts';

export type Described = QueryIn<typeof findSupplierDuplicates>;
/** Which one stays and which one goes. */
export interface MergeOf {
  readonly keepId: string;
  readonly goneId: string;
}

/** Suppliers that may be the company that is described; what was found before stays until the answer is there. */
export const useDuplicates = (described: Described, isOn: boolean) =>
  useQuery({
    ...read('suppliers', findSupplierDuplicates, { query: described }),
    enabled: isOn,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** What a merge would move and fill. */
export const useMergePreview = ({ keepId, goneId }: MergeOf) =>
  useQuery({
    queryKey: ['suppliers', 'merge-preview', keepId, goneId] as const,
    queryFn: ({ signal }) =>
      call(mergeSuppliers, { params: { id: keepId }, query: { dryRun: 'true' }, body: { supplierId: goneId }, signal }),
    staleTime: 0,
  });

/** Everything that shows a supplier's name. */
export const refreshAll = () =>
  Promise.all(
    (['suppliers', 'invoices', 'products', 'costs'] as const).map((topic) =>
      queryClient.invalidateQueries({ queryKey: [topic] }),
    ),
  );

/**
 * Merges two suppliers; sent again after a lost answer, it is done once. The caller refreshes once the page of the one
 * that went is left.
 */
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

/** Takes a merge back. */
export const useUndoMerge = () =>
  useWrite({
    send: takeBack,
    failure: { verb: 'update', entity: t('suppliers:entity') },
  });
