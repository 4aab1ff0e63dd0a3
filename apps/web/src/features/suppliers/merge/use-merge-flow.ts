import type { Supplier } from '@quayside/contracts/suppliers/suppliers';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { isGoneNow } from '../api.ts';
import { type MergeOf, useMerge, useUndoMerge } from './api.ts';
import type { Party } from './merge-dialog.tsx';

const NAMED = 5;

/**
 * Opens the merge dialog, merges, and offers Undo. `onWritten` is called with the stored supplier if the given supplier
 * is the one that stays.
 */
export function useMergeFlow(supplier: Supplier, onWritten: (fresh: Supplier) => void) {
  const t = useT();
  const navigate = useNavigate();
  const [other, setOther] = useState<Party>();
  const merging = useMerge();
  const undoing = useUndoMerge();

  const takeBack = (operationId: string, gone: Party) =>
    undoing.mutate(operationId, {
      onSuccess: ({ keptCount, kept }) => {
        isGoneNow(gone.id, false);
        const labels = kept
          .slice(0, NAMED)
          .map((row) => row.label)
          .join(', ');
        const words =
          keptCount > 0
            ? t('suppliers:merge.undoneKept', { name: gone.companyName, count: keptCount, labels })
            : t('suppliers:merge.undone', { name: gone.companyName });
        toast(keptCount > 0 ? 'info' : 'success', words, { scope: keptCount > 0 ? 'global' : 'field' });
      },
    });
  const merge = (of: MergeOf) => {
    if (!other) return;
    const gone = of.goneId === supplier.id ? supplier : other;
    merging.mutate(of, {
      onSuccess: ({ operationId, supplier: fresh }) => {
        setOther(undefined);
        isGoneNow(gone.id, true);
        if (fresh.id === supplier.id) onWritten(fresh);
        else void navigate(paths.supplier(fresh.id), { replace: true });
        toast('success', t('suppliers:merge.done', { gone: gone.companyName, name: fresh.companyName }), {
          ...(operationId
            ? { onUndo: () => takeBack(operationId, { id: gone.id, companyName: gone.companyName }) }
            : {}),
        });
      },
    });
  };
  return { other, ask: setOther, merge, close: () => setOther(undefined), isBusy: merging.isPending };
}
