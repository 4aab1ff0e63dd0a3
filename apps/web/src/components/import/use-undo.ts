import { confirm } from '../ui/confirm.tsx';
import { useT } from '../../i18n/i18n.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { useUndoImport } from './import-api.ts';
import { useImportKit } from './import-kit.ts';
import type { AnyImport } from './import-types.ts';

/** Undoes an import. Before that, a confirmation dialog explains the consequences. */
export function useUndoWithConfirm({ id, fileName, counts }: AnyImport) {
  const t = useT();
  const words = useImportKit().words(t);
  const undoing = useUndoImport();
  const undo = async () => {
    const { create, update } = counts;
    const what = [
      ...(create > 0 ? [words.deletes(create)] : []),
      ...(update > 0 ? [words.restores(update)] : []),
      words.keeps,
    ];
    const isSure = await confirm({
      title: t('imports:undo.title', { name: fileName }),
      body: what.join(' '),
      action: t('imports:undo.action'),
    });
    if (isSure)
      undoing.mutate(id, {
        onSuccess: ({ state }) => {
          if (state === 'UNDONE') toast('success', t('imports:undo.done', { name: fileName }), { scope: 'global' });
        },
      });
  };
  return { undo: () => void undo(), isBusy: undoing.isPending };
}
