import { type RefObject, useCallback, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Cell } from '../editor/line-draft.ts';
import { useEditor } from '../editor/use-editor.ts';
import type { Place } from './columns.ts';
import { useDeleteLine } from './use-line-actions.ts';

const FIRST: Cell = 'product';

/**
 * The operations that move the focus within the table of lines: add a line, open the details of a line, delete a line.
 * The functions are memoised.
 */
export function useSheetMoves(
  table: RefObject<HTMLTableElement | null>,
  openKey: string | undefined,
  onOpen: (rowKey: string | undefined) => void,
) {
  const editor = useEditor();
  const deleteLine = useDeleteLine();
  const focus = useCallback(
    (rowKey: string | undefined, place: Place) => {
      if (rowKey !== undefined)
        table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(rowKey)}"][data-cell="${place}"]`)?.focus();
    },
    [table],
  );
  const addAndFocus = useCallback(() => {
    let key = '';
    flushSync(() => {
      key = editor.addRow();
    });
    focus(key, FIRST);
  }, [editor, focus]);
  const live = useRef({ openKey, onOpen });
  live.current = { openKey, onOpen };
  const toggle = useCallback(
    (rowKey: string) => {
      const isOpening = live.current.openKey !== rowKey;
      flushSync(() => live.current.onOpen(isOpening ? rowKey : undefined));
      // When somebody opens the details with the keyboard, move the focus to the details. When they close, move it back
      // to the line.
      if (isOpening)
        table.current
          ?.querySelector<HTMLElement>(
            `[data-details="${CSS.escape(rowKey)}"] :is(input, select, button, a):not([disabled])`,
          )
          ?.focus({ preventScroll: true });
      else focus(rowKey, 'state');
    },
    [focus, table],
  );
  const remove = useCallback(
    (rowKey: string) => {
      const at = editor.get().keys.indexOf(rowKey);
      void deleteLine(rowKey).then((isGone) => {
        const { keys: left } = editor.get();
        if (isGone) focus(left[Math.min(at, left.length - 1)], FIRST);
      });
    },
    [deleteLine, editor, focus],
  );
  return { focus, addAndFocus, toggle, remove };
}
