import type { GridApi } from 'ag-grid-community';
import type { RefObject } from 'react';
import { toast } from '../../../lib/toasts.ts';
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
  /** The props of the last render. */
  readonly latest: RefObject<GridTableProps<Row, Totals>>;
  readonly t: T;
}

/** What every way of editing needs: the focused cell, the marked block, and how to store a plan. */
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
  /** The rows as plans see them: including pending edits. */
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
   * The block that ends at the focused cell. AG Grid reports a new focus with a delay, and the next key may be
   * pressed before that.
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
    // Use AG Grid's row index: ours may be newer than what it shows.
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

/** The cell of an event; undefined in the totals row or on a checkbox. */
export function cellAt(target: EventTarget | null): CellRef | undefined {
  const cell = target instanceof Element ? target.closest('.ag-cell[col-id]') : null;
  const [rowId, columnId] = [cell?.closest('.ag-row')?.getAttribute('row-id'), cell?.getAttribute('col-id')];
  return !rowId || !columnId || rowId === TOTALS_ID || isSelectionColumn(columnId) ? undefined : { rowId, columnId };
}
