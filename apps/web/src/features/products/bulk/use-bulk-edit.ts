import {
  type BulkChanges,
  type BulkEdit,
  bulkEditProducts,
  type ProductSelection,
} from '@quayside/contracts/product-bulk-edits';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/format.ts';
import { call } from '../../../lib/call.ts';
import { toast } from '../../../lib/toasts.ts';
import { takeBack } from '../../../lib/undo.ts';
import { useWrite } from '../../../lib/write.ts';
import { refreshProducts } from '../api.ts';

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
  const undo = useBulkUndo();
  return useWrite({
    send: (body: BulkRequest, key) =>
      call(bulkEditProducts, { query: { dryRun: 'false' }, body, idempotencyKey: key() }),
    onSuccess: ({ operationId, counts }: BulkEdit) => {
      void refreshProducts();
      const words = t('products:bulk.done', { count: counts.change, formatted: formatCount(counts.change) });
      const failed =
        counts.fail > 0
          ? ` ${t('products:bulk.doneFailed', { count: counts.fail, formatted: formatCount(counts.fail) })}`
          : '';
      toast(
        'success',
        words + failed,
        operationId === null ? { scope: 'global' } : { onUndo: () => undo(operationId) },
      );
    },
  });
}

/** Undoes a bulk change, and reports the products that could not be changed back. */
function useBulkUndo() {
  const t = useT();
  const undo = useWrite({
    send: takeBack,
    failure: { verb: 'update', entity: t('products:entities') },
    onSuccess: ({ restored, keptCount, kept }) => {
      void refreshProducts();
      const words = t('products:bulk.undone', { count: restored, formatted: formatCount(restored) });
      if (keptCount === 0) return toast('success', words, { scope: 'global' });
      const names = kept
        .slice(0, 3)
        .map(({ label, reason }) => t(`products:bulk.keptReason.${reason}`, { name: label }));
      const values = { count: keptCount, formatted: formatCount(keptCount), names: names.join(', ') };
      return toast('info', `${words} ${t('products:bulk.kept', values)}`, { scope: 'global' });
    },
  });
  return (operationId: string) => undo.mutate(operationId);
}
