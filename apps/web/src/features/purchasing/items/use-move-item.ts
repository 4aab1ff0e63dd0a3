import { useCallback, useRef } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import { closeToast, toast, toastFailure } from '../../../lib/toasts/toasts.ts';
import { storedKeys } from '../../../lib/editing/draft-editor/description.ts';
import { useEditor } from '../editor/use-editor.ts';

/** Moves of the same item within this time are undone together. */
const SERIES_MS = 10_000;

/**
 * Returns a function that moves an item up (-1) or down (1), and offers Undo. Returns whether the item was moved: the
 * first one cannot be moved up, the last one not down, and a new one only when it is stored.
 */
export function useMoveItem(): (rowKey: string, by: 1 | -1) => boolean {
  const t = useT();
  const editor = useEditor();
  const series = useRef<{ rowKey: string; from: number; at: number; toastId: string }>(undefined);
  return useCallback(
    (rowKey, by) => {
      const stored = storedKeys(editor.get());
      const place = stored.indexOf(rowKey);
      const to = place + by;
      if (place < 0 || to < 0 || to >= stored.length) return false;
      const store = (target: number, told?: string) =>
        void editor.moveRow(rowKey, target).catch((error: unknown) => {
          series.current = undefined;
          if (told !== undefined) closeToast(told);
          toastFailure(error, { verb: 'update', entity: t('purchasing:items.entity') });
        });
      const before = series.current;
      const goesOn = before?.rowKey === rowKey && Date.now() - before.at < SERIES_MS;
      if (goesOn) closeToast(before.toastId);
      const from = goesOn ? before.from : place;
      const toastId = toast('success', t('purchasing:items.moved', { from: from + 1, to: to + 1 }), {
        onUndo: () => {
          series.current = undefined;
          store(from);
        },
      });
      series.current = { rowKey, from, at: Date.now(), toastId };
      store(to, toastId);
      return true;
    },
    [editor, t],
  );
}
