import { useCallback } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import { isApiError } from '../../../lib/errors/api-error.ts';
import { toast, toastFailure } from '../../../lib/toasts/toasts.ts';
import { write } from '../../../lib/api/write.ts';
import { bodyOfItem } from '../editor/item-draft.ts';
import { useEditor } from '../editor/use-editor.ts';

/**
 * Returns a function that deletes an item and offers Undo. Returns whether the item is gone; a refusal says why, for
 * example because invoices name the item.
 */
export function useDeleteItem(): (rowKey: string) => Promise<boolean> {
  const t = useT();
  const editor = useEditor();
  return useCallback(
    async (rowKey) => {
      const position = editor.get().keys.indexOf(rowKey) + 1;
      const entity = t('purchasing:items.entity');
      try {
        const removed = await editor.removeRow(rowKey);
        if (removed)
          toast('success', t('purchasing:items.deleted', { position }), {
            onUndo: () =>
              void write(() => editor.recreate(bodyOfItem(removed), position - 1), {
                failure: { verb: 'create', entity },
              }),
          });
        return true;
      } catch (error) {
        if (isApiError(error) && error.uses.length > 0)
          toast(
            'error',
            t('purchasing:items.inUse', { position, invoices: error.uses.map(({ label }) => label).join(', ') }),
            {
              scope: 'global',
            },
          );
        else toastFailure(error, { verb: 'delete', entity });
        return false;
      }
    },
    [editor, t],
  );
}
