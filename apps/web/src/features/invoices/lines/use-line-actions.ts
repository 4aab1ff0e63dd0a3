import { useCallback } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import { isApiError } from '../../../lib/errors/api-error.ts';
import { toast, toastFailure } from '../../../lib/toasts/toasts.ts';
import { write } from '../../../lib/api/write.ts';
import { useEditor } from '../editor/use-editor.ts';
import { bodyOfLine } from '../editor/line-body.ts';

/**
 * Returns a function that deletes a line and offers Undo. If deleting is not allowed, the function shows the reason.
 */
export function useDeleteLine(): (rowKey: string) => Promise<boolean> {
  const t = useT();
  const editor = useEditor();
  return useCallback(
    async (rowKey) => {
      const { rows, keys } = editor.get();
      const row = rows.get(rowKey);
      if (!row) return false;
      if (row.stored?.order) {
        toast('info', t('invoices:lines.hasOrder'), { scope: 'global' });
        return false;
      }
      const position = keys.indexOf(rowKey) + 1;
      try {
        const removed = await editor.removeRow(rowKey);
        if (removed)
          toast('success', t('invoices:lines.deleted', { position }), {
            onUndo: () =>
              void write(() => editor.recreate(bodyOfLine(removed)), {
                failure: { verb: 'create', entity: t('invoices:entity') },
              }),
          });
        return true;
      } catch (error) {
        if (isApiError(error) && error.code === 'not_found') editor.dropRow(rowKey);
        else toastFailure(error, { verb: 'delete', entity: t('invoices:entity') });
        return false;
      }
    },
    [editor, t],
  );
}
