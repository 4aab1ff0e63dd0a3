import {
  type BulkChanges,
  type BulkEdit,
  bulkEditProducts,
  type ProductSelection,
} from '@quayside/contracts/products/product-bulk-edits';
import { useBulkToast, useBulkUndo } from '../../../components/bulk/use-bulk-undo.ts';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { call } from '../../../lib/api/call.ts';
import { useWrite } from '../../../lib/api/write.ts';

export interface BulkRequest {
  readonly selection: ProductSelection;
  readonly changes: BulkChanges;
}

/** Fetches a preview of the change. Nothing is stored. */
export function useBulkPreview() {
  return useWrite({
    send: (body: BulkRequest) => call(bulkEditProducts, { query: { dryRun: 'true' }, body }),
  });
}

/**
 * Changes many products, then offers Undo for ten seconds. If the response was lost, a retry is safe, because it has
 * the same idempotency key.
 */
export function useBulkEdit() {
  const t = useT();
  const undo = useBulkUndo({
    entities: t('products:entities'),
    undone: (count) => t('products:bulk.undone', { count, formatted: formatCount(count) }),
  });
  const tell = useBulkToast(undo);
  return useWrite({
    send: (body: BulkRequest, key) =>
      call(bulkEditProducts, { query: { dryRun: 'false' }, body, idempotencyKey: key() }),
    onSuccess: ({ operationId, counts }: BulkEdit) => {
      const words = t('products:bulk.done', { count: counts.change, formatted: formatCount(counts.change) });
      tell(words, counts.fail, operationId);
    },
  });
}
