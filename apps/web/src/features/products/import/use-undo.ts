import type { ProductImport } from '@quayside/contracts/product-imports';
import { confirm } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/format.ts';
import { toast } from '../../../lib/toasts.ts';
import { useUndoImport } from './api.ts';

/** Undoes an import. Before that, a confirmation dialog explains the consequences. */
export function useUndoWithConfirm({ id, fileName, counts }: ProductImport) {
  const t = useT();
  const undoing = useUndoImport();
  const undo = async () => {
    const { create, update } = counts;
    const what = [
      ...(create > 0 ? [t('products:import.undo.deletes', { count: create, formatted: formatCount(create) })] : []),
      ...(update > 0 ? [t('products:import.undo.restores', { count: update, formatted: formatCount(update) })] : []),
      t('products:import.undo.keeps'),
    ];
    const isSure = await confirm({
      title: t('products:import.undo.title', { name: fileName }),
      body: what.join(' '),
      action: t('products:import.undo.action'),
    });
    if (isSure)
      undoing.mutate(id, {
        onSuccess: ({ state }) => {
          if (state === 'UNDONE')
            toast('success', t('products:import.undo.done', { name: fileName }), { scope: 'global' });
        },
      });
  };
  return { undo: () => void undo(), isBusy: undoing.isPending };
}
