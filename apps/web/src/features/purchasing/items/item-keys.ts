import type { KeyboardEvent } from 'react';
import { isRedo, isUndoOrRedo } from '../../../lib/editing/undo-keys.ts';
import { type Cell, CELLS } from '../editor/item-draft.ts';
import type { useEditor } from '../editor/use-editor.ts';

/** The cells of an item that can be reached with the keyboard. */
export type Place = Cell | 'open' | 'delete';
const PLACES: readonly Place[] = [...CELLS, 'open', 'delete'];
const isCell = (place: Place): place is (typeof CELLS)[number] => (CELLS as readonly string[]).includes(place);

interface SheetKeys {
  readonly editor: ReturnType<typeof useEditor>;
  readonly keys: readonly string[];
  readonly isReadOnly: boolean;
  readonly focus: (rowKey: string | undefined, place: Place) => void;
  readonly addAndFocus: () => void;
  readonly open: (rowKey: string) => void;
  readonly remove: (rowKey: string) => void;
  readonly move: (rowKey: string, by: 1 | -1, place: Place) => void;
}

/**
 * Handles the keys of the table: arrows and Enter move between cells, Alt Shift and an arrow move the item, and Enter
 * or Tab at the end of the last item adds an item.
 */
export function onSheetKey(event: KeyboardEvent<HTMLTableElement>, sheet: SheetKeys): void {
  const { editor, keys, isReadOnly, focus, addAndFocus, open, remove, move } = sheet;
  if (event.nativeEvent.isComposing || event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
  const rowKey = event.target.dataset['row'];
  const place = event.target.dataset['cell'] as Place | undefined;
  if (rowKey === undefined || place === undefined) return;
  const own = () => event.preventDefault();
  const at = keys.indexOf(rowKey);
  const isLast = at === keys.length - 1;
  if (isUndoOrRedo(event)) {
    own();
    const undone = isReadOnly || isRedo(event) ? undefined : editor.undoCell();
    return undone && focus(undone.key, undone.cell);
  }
  switch (event.key) {
    case 'Enter':
      if (event.altKey && editor.get().rows.get(rowKey)?.stored) return own(), open(rowKey);
      if (!isCell(place) || event.ctrlKey || event.metaKey) return;
      own();
      if (event.shiftKey) return focus(keys[at - 1], place);
      return isLast ? addAndFocus() : focus(keys[at + 1], place);
    case 'Tab':
      if (isReadOnly || !isLast || place !== CELLS.at(-1) || event.shiftKey) return;
      return own(), addAndFocus();
    case 'ArrowDown':
    case 'ArrowUp': {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (event.altKey && event.shiftKey && !isReadOnly) return own(), move(rowKey, step, place);
      if (event.altKey) return;
      return own(), focus(keys[at + step], place);
    }
    case 'ArrowRight':
    case 'ArrowLeft': {
      const step = event.key === 'ArrowRight' ? 1 : -1;
      if (event.target instanceof HTMLInputElement && !isAtEdge(event.target, step)) return;
      return own(), focus(rowKey, PLACES[PLACES.indexOf(place) + step] ?? place);
    }
    case 'Escape':
      if (!isCell(place) || place === 'product') return;
      own();
      editor.revertCell(rowKey, place as Cell);
      if (event.target instanceof HTMLInputElement) event.target.select();
      return;
    case 'Delete':
      if (!event.ctrlKey || isReadOnly) return;
      own();
      return remove(rowKey);
  }
}

/** Whether an arrow key should leave the cell: the cursor is at that end of the text, or all of it is selected. */
function isAtEdge(input: HTMLInputElement, step: 1 | -1): boolean {
  const { selectionStart, selectionEnd, value } = input;
  if (selectionStart === 0 && selectionEnd === value.length) return true;
  return selectionStart === selectionEnd && selectionStart === (step === 1 ? value.length : 0);
}
