import type { ChangelogEntry } from '@quayside/contracts/products/product-changelog';
import type { Product } from '@quayside/contracts/products/products';
import { confirm } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { hasCode } from '../../../lib/errors/api-error.ts';
import { toast, toastFailure } from '../../../lib/toasts/toasts.ts';
import { fieldWord } from '../product-words.ts';
import { newestChange, useRevert } from './api.ts';

/**
 * Reverts a change and offers Undo. If the field has been changed again in the meantime, asks for confirmation first.
 */
export function usePutBack(product: Product, onWritten: (version: number) => void) {
  const t = useT();
  const revert = useRevert(product.id);
  const failed = (error: unknown) => toastFailure(error, { verb: 'update', entity: t('products:entity') });

  const send = async (entry: ChangelogEntry, overwrite: boolean): Promise<void> => {
    const field = fieldWord(entry.field, t);
    const fresh = await revert.mutateAsync({ entryId: entry.id, overwrite });
    onWritten(fresh.version);
    // The revert has its own entry in the changelog. Undo reverts that entry.
    const made = await newestChange(product.id, entry.field).catch(() => undefined);
    const done = t('products:changelog.done', { field });
    if (made === undefined || made.id === entry.id || !made.canRevert) return void toast('success', done);
    toast('success', done, {
      onUndo: () =>
        void revert
          .mutateAsync({ entryId: made.id, overwrite: false })
          .then(
            (again) => (onWritten(again.version), toast('success', t('products:changelog.undone', { field }))),
            failed,
          ),
    });
  };
  const putBack = async (entry: ChangelogEntry): Promise<void> => {
    try {
      await send(entry, false);
    } catch (error) {
      if (!hasCode(error, 'products.changed_since')) return failed(error);
      const isSure = await confirm({
        title: t('products:changelog.sinceTitle', { field: fieldWord(entry.field, t) }),
        body: t('products:changelog.sinceBody'),
        action: t('products:changelog.sinceAction'),
      });
      if (isSure) await send(entry, true).catch(failed);
    }
  };
  return {
    putBack: (entry: ChangelogEntry) => void putBack(entry),
    busyId: revert.isPending ? revert.variables.entryId : undefined,
  };
}
