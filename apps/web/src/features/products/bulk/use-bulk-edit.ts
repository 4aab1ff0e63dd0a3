import {
  type BulkChanges,
  type BulkEdit,
  bulkEditProducts,
  type ProductSelection,
} from '@quayside/contracts/product-changes';
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

/** Changes many products; a retry after a lost answer is idempotent. Afterwards offers Undo for ten seconds. */
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

/** Undoes an operation and reports which products were left as they are. */
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
      return toast(
        'info',
        `${words} ${t('products:bulk.kept', { count: keptCount, formatted: formatCount(keptCount), names: names.join(', ') })}`,
        {
          scope: 'global',
        },
      );
    },
  });
  return (operationId: string) => undo.mutate(operationId);
}
