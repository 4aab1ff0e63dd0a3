import type { SuppressKeyboardEventParams } from 'ag-grid-community';
import type { RefObject } from 'react';
import type { EditHooks } from '../grid-column-defs.ts';
import type { GridTableProps } from '../grid-table-props.ts';
import { type CellArea, type Direction, moved } from './cell-block.ts';
import { cellKey, type CellRef, isSameCell } from './cell-edit.ts';
import { planFill, planSame } from './edit-plan.ts';
import type { CellTools } from './cell-tools.ts';
import type { GridEdits } from './grid-edits.ts';

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

interface Editing<Row, Totals> {
  readonly edits: GridEdits<Row>;
  readonly tools: CellTools<Row>;
  /** The props of the latest render. */
  readonly latest: RefObject<GridTableProps<Row, Totals>>;
  /** The text of the open editor. */
  readonly typing: RefObject<string | undefined>;
}

/**
 * The callbacks that AG Grid needs for editing cells: they provide the initial text, receive typed text, and handle
 * keys.
 */
export function createEditHooks<Row, Totals>(context: Editing<Row, Totals>): EditHooks<Row> {
  const { edits, tools, typing } = context;
  return {
    edits,
    startText: (cell) => tools.store.get().drafts.get(cellKey(cell))?.text ?? tools.store.textOf(cell) ?? '',
    onTyping: (text) => {
      typing.current = text;
    },
    onTyped: (cell, text) => storeTyped(tools, cell, text),
    onKey: (params: SuppressKeyboardEventParams<Row>) => {
      const { event, editing: isEditing, node, column } = params;
      if (event.isComposing || node.rowPinned || node.id === undefined) return false;
      const cell = { rowId: node.id, columnId: column.getColId() };
      return isEditing ? onEditorKey(context, params, cell) : onCellKey(context, event, cell);
    },
  };
}

/**
 * Stores the text that was typed into one cell. If the text equals the stored one again, a refused draft is removed.
 */
function storeTyped<Row>({ store, editOf, source, commit }: CellTools<Row>, cell: CellRef, text: string): void {
  const made = planSame(text, { rowIds: [cell.rowId], columnIds: [cell.columnId] }, source());
  if (made.changes.length === 0 && made.refused.length === 0) {
    // The typed text equals the displayed text, so the plan has no change. A pending edit may have another text; in
    // that case, the typed text must be sent.
    const [now, parsed] = [store.textOf(cell), editOf(cell.columnId)?.parse(text)];
    if (parsed?.ok && now !== undefined && now !== parsed.text)
      void store.commit([{ ...cell, before: now, after: parsed.text, patch: parsed.patch }]);
    else if (store.get().drafts.get(cellKey(cell))?.state === 'refused') store.revert(cell);
    return;
  }
  commit(made);
}

/** Handles the keys of an open editor. Escape cancels. Ctrl Enter stores the text in all selected cells or rows. */
function onEditorKey<Row, Totals>(
  { tools, latest, typing }: Editing<Row, Totals>,
  { event, api: grid }: SuppressKeyboardEventParams<Row>,
  cell: CellRef,
): boolean {
  const { block, marked, source, commit } = tools;
  // AG Grid closes the editor with a delay, during which a second Escape would still reach the editor.
  if (event.key === 'Escape') {
    event.preventDefault();
    grid.stopEditing(true);
    tools.focus(cell);
    return true;
  }
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false;
  event.preventDefault();
  const text = typing.current ?? '';
  grid.stopEditing(true);
  const ticked = [...(latest.current.selectedIds ?? [])];
  const rowIds = (marked() && block.area()?.rowIds) ?? (ticked.includes(cell.rowId) ? ticked : [cell.rowId]);
  commit(planSame(text, { rowIds, columnIds: [cell.columnId] }, source()));
  tools.focus(cell);
  return true;
}

/** Handles the keys of a cell that is not being edited. */
function onCellKey<Row, Totals>({ tools, latest }: Editing<Row, Totals>, event: KeyboardEvent, cell: CellRef): boolean {
  const { editing, store, block, shown, editOf, source, marked, area, commit, grow, showDenied } = tools;
  const may = editing.permission.allowed;
  const column = latest.current.columns.find(({ id }) => id === cell.columnId);
  // A screen reader can move the DOM focus by itself, but AG Grid knows only about focus changes that it made.
  const known = tools.focused();
  if (!known || !isSameCell(known, cell)) tools.focus(cell);
  const own = () => (event.preventDefault(), true);
  const isCtrl = (event.ctrlKey || event.metaKey) && !event.altKey;
  const direction = ARROWS[event.key];
  if (direction && event.shiftKey) return grow(moved(cell, direction, shown(), isCtrl)), own();
  const cells = area();
  if (isCtrl && cells && may) {
    const key = event.key.toLowerCase();
    if (key === 'd') return commit(planFill(cells, shown(), source())), own();
    if (key === 'z') return void (event.shiftKey ? store.redo() : store.undo()), own();
    if (key === 'y') return void store.redo(), own();
    if (key === 'enter' && marked() && editOf(cell.columnId))
      return commit(planSame(store.textOf(cell) ?? '', ofColumn(cells, cell), source())), own();
  }
  if (event.key === 'Delete' && cells && may) return commit(planSame('', cells, source())), own();
  if (event.key === 'Escape') {
    if (marked()) return block.set(undefined, shown()), own();
    if (store.get().drafts.get(cellKey(cell))?.state === 'refused') return store.revert(cell), own();
    return false;
  }
  if (event.key === 'F2' && !may && column?.edit) return showDenied(), own();
  // On a cell, Enter opens the row; F2 and letters start editing.
  if (event.key === 'Enter') return true;
  const byTyping = column?.edit?.byTyping ?? true;
  return !byTyping && event.key.length === 1 && !isCtrl;
}

const ofColumn = (area: CellArea, cell: CellRef): CellArea => ({ rowIds: area.rowIds, columnIds: [cell.columnId] });
