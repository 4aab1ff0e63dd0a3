import type { GridApi } from 'ag-grid-community';
import type { RefObject } from 'react';
import { toast } from '../../../lib/toasts/toasts.ts';
import { TOTALS_ID } from '../grid-column-defs.ts';
import { focusedCell, isSelectionColumn } from '../grid-events.ts';
import type { GridTableProps } from '../grid-table-props.ts';
import type { CellArea, CellBlock, Shown } from './cell-block.ts';
import { type CellRef, isSameCell } from './cell-edit.ts';
import type { EditPlan, PlanSource } from './edit-plan.ts';
import type { GridEdits } from './grid-edits.ts';
import type { T } from '../../../i18n/i18n.ts';

interface Source<Row, Totals> {
  readonly edits: GridEdits<Row>;
  readonly api: RefObject<GridApi<Row> | null>;
  /** The props of the latest render. */
  readonly latest: RefObject<GridTableProps<Row, Totals>>;
  readonly t: T;
}

/**
 * The functions that every way of editing uses: find the focused cell and the selected block, and store planned
 * changes.
 */
export function createCellTools<Row, Totals>({ edits, api, latest, t }: Source<Row, Totals>) {
  const { editing, store, block } = edits;
  const shown = (): Shown => ({
    rowIds: latest.current.rows.map(latest.current.getRowId),
    columnIds: (api.current?.getAllDisplayedColumns() ?? [])
      .map((column) => column.getColId())
      .filter((id) => !isSelectionColumn(id)),
  });
  const editOf = (columnId: string) =>
    editing.permission.allowed ? latest.current.columns.find(({ id }) => id === columnId)?.edit : undefined;
  /**
   * The displayed rows, on which an edit is planned. `withNow` then replaces the displayed texts by the pending ones.
   */
  const source = (): PlanSource<Row> => {
    const rows = new Map(latest.current.rows.map((row) => [latest.current.getRowId(row), row]));
    return { rowOf: (id) => rows.get(id), editOf, fixedWords: editing.permission.reason ?? t('grid.edit.fixed') };
  };
  const withNow = (made: EditPlan): EditPlan => ({
    ...made,
    changes: made.changes.map((change) => ({ ...change, before: store.textOf(change) ?? change.before })),
  });
  const focused = (): CellRef | undefined => focusedCell(api.current);
  /**
   * The selected block, if it ends at the focused cell. The two can differ for a moment, because AG Grid reports a new
   * focus with a delay and a key may be pressed before that.
   */
  const marked = (): CellBlock | undefined => {
    const [now, cell] = [block.get(), focused()];
    return now && cell && isSameCell(now.head, cell) ? now : undefined;
  };
  const area = (): CellArea | undefined => {
    const cell = focused();
    return marked() ? block.area() : cell && { rowIds: [cell.rowId], columnIds: [cell.columnId] };
  };
  const commit = (made: EditPlan) => {
    const { changes, refused } = withNow(made);
    for (const { message, text, ...cell } of refused) if (editOf(cell.columnId)) store.refuse(cell, text, message);
    if (changes.length > 0) void store.commit(changes);
  };
  const focus = (cell: CellRef) => {
    // Use AG Grid's row index, because our rows may already be newer than the displayed ones.
    const index = api.current?.getRowNode(cell.rowId)?.rowIndex;
    if (index === null || index === undefined || !api.current) return;
    api.current.ensureIndexVisible(index);
    api.current.ensureColumnVisible(cell.columnId);
    api.current.setFocusedCell(index, cell.columnId);
  };
  const grow = (to: CellRef) => {
    const anchor = marked()?.anchor ?? focused();
    if (!anchor) return;
    block.set({ anchor, head: to }, shown());
    focus(to);
    const now = block.area();
    edits.announce(
      now ? t('grid.edit.marked', { rows: now.rowIds.length, columns: now.columnIds.length }) : t('grid.edit.unmarked'),
    );
  };
  const showDenied = () => toast('info', editing.permission.reason ?? t('grid.edit.fixed'));
  return { editing, store, block, shown, editOf, source, focused, marked, area, commit, focus, grow, showDenied };
}

export type CellTools<Row> = ReturnType<typeof createCellTools<Row, unknown>>;

/** The cell in which an event happened; undefined in the totals row or on a checkbox. */
export function cellAt(target: EventTarget | null): CellRef | undefined {
  const cell = target instanceof Element ? target.closest('.ag-cell[col-id]') : null;
  const [rowId, columnId] = [cell?.closest('.ag-row')?.getAttribute('row-id'), cell?.getAttribute('col-id')];
  return !rowId || !columnId || rowId === TOTALS_ID || isSelectionColumn(columnId) ? undefined : { rowId, columnId };
}
