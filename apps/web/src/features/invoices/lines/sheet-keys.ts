import type { KeyboardEvent } from 'react';
import { isRedo, isUndoOrRedo } from '../../../lib/editing/undo-keys.ts';
import type { useEditor } from '../editor/use-editor.ts';
import { type ExtraColumn, isCell, type Place, placesOf } from './columns.ts';

interface SheetKeys {
  readonly editor: ReturnType<typeof useEditor>;
  readonly order: readonly string[];
  readonly extra: readonly ExtraColumn[];
  readonly isReadOnly: boolean;
  readonly hasTicked: boolean;
  readonly focus: (rowKey: string | undefined, place: Place) => void;
  readonly focusBar: () => void;
  readonly addAndFocus: () => void;
  readonly toggle: (rowKey: string) => void;
  readonly remove: (rowKey: string) => void;
  readonly onTick: (rowKey: string, isRange: boolean) => void;
}

/**
 * Handles the keys of the table. For example, arrows and Enter move between cells, and Enter in the last line adds a
 * line.
 */
export function onSheetKey(event: KeyboardEvent<HTMLTableElement>, sheet: SheetKeys): void {
  const { editor, order, extra, isReadOnly, hasTicked, focus, focusBar, addAndFocus, toggle, remove, onTick } = sheet;
  if (event.nativeEvent.isComposing || event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
  const rowKey = event.target.dataset['row'];
  const place = event.target.dataset['cell'] as Place | undefined;
  if (rowKey === undefined || place === undefined) return;
  const own = () => event.preventDefault();
  const at = order.indexOf(rowKey);
  const isLast = at === order.length - 1;
  if (isUndoOrRedo(event)) {
    own();
    const undone = isReadOnly || isRedo(event) ? undefined : editor.undoCell();
    return undone && focus(undone.key, undone.cell);
  }
  switch (event.key) {
    case 'Enter':
      if (event.altKey && editor.get().rows.get(rowKey)?.stored) return own(), toggle(rowKey);
      if (place === 'tick') return hasTicked ? (own(), focusBar()) : undefined;
      if (!isCell(place) || event.ctrlKey || event.metaKey) return;
      own();
      if (event.shiftKey) return focus(order[at - 1], place);
      return isLast ? addAndFocus() : focus(order[at + 1], place);
    case 'Tab':
      if (isReadOnly || !isLast || place !== (extra.at(-1) ?? 'tax') || event.shiftKey) return;
      return own(), addAndFocus();
    case 'ArrowDown':
    case 'ArrowUp': {
      if (event.altKey) return;
      const next = order[at + (event.key === 'ArrowDown' ? 1 : -1)];
      if (place === 'tick' && event.shiftKey && next !== undefined) onTick(next, true);
      return own(), focus(next, place);
    }
    case 'ArrowRight':
    case 'ArrowLeft': {
      const step = event.key === 'ArrowRight' ? 1 : -1;
      const places = placesOf(extra);
      if (event.target instanceof HTMLInputElement && place !== 'tick' && !isAtEdge(event.target, step)) return;
      return own(), focus(rowKey, places[places.indexOf(place) + step] ?? place);
    }
    case 'Escape':
      if (!isCell(place) || place === 'product') return;
      own();
      editor.revertCell(rowKey, place);
      if (event.target instanceof HTMLInputElement) event.target.select();
      return;
    case 'Delete':
      if (!event.ctrlKey || isReadOnly) return;
      own();
      remove(rowKey);
      return;
  }
}

/**
 * Whether an arrow key should leave the cell, because the cursor is at that end of the text or the whole text is
 * selected.
 */
function isAtEdge(input: HTMLInputElement, step: 1 | -1): boolean {
  const { selectionStart, selectionEnd, value } = input;
  if (selectionStart === 0 && selectionEnd === value.length) return true;
  return selectionStart === selectionEnd && selectionStart === (step === 1 ? value.length : 0);
}
