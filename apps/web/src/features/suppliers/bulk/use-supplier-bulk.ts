import {
  bulkEditSuppliers,
  type SupplierBulkChanges,
  type SupplierBulkEdit,
  type SupplierSelection,
} from '@quayside/contracts/suppliers/supplier-bulk-edits';
import { useBulkToast, useBulkUndo } from '../../../components/bulk/use-bulk-undo.ts';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { useWrite } from '../../../lib/api/write.ts';

export interface SupplierBulkRequest {
  readonly selection: SupplierSelection;
  readonly changes: SupplierBulkChanges;
}

/** Fetches a preview of the change. Nothing is stored. */
export function useSupplierBulkPreview() {
  return useWrite({
    send: (body: SupplierBulkRequest) => call(bulkEditSuppliers, { query: { dryRun: 'true' }, body }),
  });
}

/**
 * Changes many suppliers, then offers Undo for ten seconds. If the response was lost, a retry is safe, because it has
 * the same idempotency key.
 */
export function useSupplierBulkEdit() {
  const t = useT();
  const undo = useBulkUndo({
    entities: t('suppliers:entities'),
    undone: (count) => t('suppliers:bulk.undone', { count, formatted: formatCount(count) }),
  });
  const tell = useBulkToast(undo);
  return useWrite({
    send: (body: SupplierBulkRequest, key) =>
      call(bulkEditSuppliers, { query: { dryRun: 'false' }, body, idempotencyKey: key() }),
    onSuccess: ({ operationId, counts }: SupplierBulkEdit) => {
      const words = t('suppliers:bulk.done', { count: counts.change, formatted: formatCount(counts.change) });
      tell(words, counts.fail, operationId);
    },
  });
}
