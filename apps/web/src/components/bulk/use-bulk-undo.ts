import { useT } from '../../i18n/i18n.ts';
import { formatCount } from '../../lib/words/format.ts';
import { tellUndone } from '../../lib/toasts/tell-undone.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { takeBack } from '../../lib/api/undo.ts';
import { useWrite } from '../../lib/api/write.ts';

interface UndoWords {
  /** The name of the records in the plural, for failures. */
  readonly entities: string;
  /** "3 products are as they were." */
  readonly undone: (count: number) => string;
}

/** Undoes a bulk change, and reports the records that could not be changed back. */
export function useBulkUndo({ entities, undone }: UndoWords) {
  const t = useT();
  const undo = useWrite({
    send: takeBack,
    failure: { verb: 'update', entity: entities },
    onSuccess: (result) =>
      tellUndone(result, {
        undone: ({ count }) => undone(count),
        stay: (values) => t('bulk:kept', values),
        reason: (reason, values) => t(`bulk:keptReason.${reason}`, values),
      }),
  });
  return (operationId: string) => undo.mutate(operationId);
}

/** Reports a bulk change with a button that undoes it. `operationId` is null if nothing can be undone. */
export function useBulkToast(undo: (operationId: string) => void) {
  const t = useT();
  return (done: string, failed: number, operationId: string | null) => {
    const words =
      failed > 0 ? `${done} ${t('bulk:doneFailed', { count: failed, formatted: formatCount(failed) })}` : done;
    toast('success', words, operationId === null ? { scope: 'global' } : { onUndo: () => undo(operationId) });
  };
}
