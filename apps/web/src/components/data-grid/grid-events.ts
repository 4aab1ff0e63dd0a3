import type { CellFocusedEvent, CellKeyDownEvent, GridApi, RowClickedEvent, SortChangedEvent } from 'ag-grid-community';
import classes from './data-grid.module.css';
import { widthOf } from './grid-column-defs.ts';
import type { CellRef } from './edit/cell-edit.ts';
import type { ColumnState, SortItem } from './grid-state.ts';
import type { GridTableProps } from './grid-table-props.ts';
import type { ColumnFit } from './use-column-fit.ts';

const SELECTION_PREFIX = 'ag-Grid-SelectionColumn';
export const isSelectionColumn = (id: string): boolean => id.startsWith(SELECTION_PREFIX);
export const isInteractive = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button, input, select, label, [role="button"]') !== null;
const isEditable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`.${classes['editable'] ?? 'editable'}`) !== null;

export function onRowClicked<Row, Totals>(event: RowClickedEvent<Row>, { onOpen }: GridTableProps<Row, Totals>): void {
  const mouse = event.event as MouseEvent | null | undefined;
  if (!event.data || event.node.rowPinned || !mouse || isInteractive(mouse.target) || window.getSelection()?.toString())
    return;
  // A click on an editable cell selects the cell, and Shift click extends the block; neither opens the row.
  if (isEditable(mouse.target) || mouse.shiftKey) return;
  onOpen(event.data, mouse.ctrlKey || mouse.metaKey);
}

export function onCellKey<Row, Totals>(
  event: CellKeyDownEvent<Row>,
  { onOpen, onSpace, rowKeys, isCurrent }: GridTableProps<Row, Totals>,
): void {
  const key = event.event as KeyboardEvent | null | undefined;
  if (!event.data || event.node.rowPinned || !key || isInteractive(key.target)) return;
  // While a search is running, the rows of the one before are still there, and the person means others.
  if (!isCurrent) return;
  if (key.key === 'Enter') onOpen(event.data, key.ctrlKey || key.metaKey);
  // On a checkbox, Space ticks the row.
  if (key.key === ' ' && !isSelectionColumn(event.column.getColId())) {
    key.preventDefault();
    onSpace?.(event.data);
  }
  const act = key.ctrlKey || key.metaKey || key.altKey ? undefined : rowKeys?.[key.key.toLowerCase()];
  if (act) {
    key.preventDefault();
    act(event.data);
  }
}

/**
 * The cell that has the focus according to AG Grid, by row and column id. Undefined in the totals row or on a checkbox.
 */
export function focusedCell<Row>(api: GridApi<Row> | null): CellRef | undefined {
  const focused = api && !api.isDestroyed() ? api.getFocusedCell() : null;
  if (!api || !focused || focused.rowPinned || isSelectionColumn(focused.column.getColId())) return undefined;
  const rowId = api.getDisplayedRowAtIndex(focused.rowIndex)?.id;
  return rowId === undefined ? undefined : { rowId, columnId: focused.column.getColId() };
}

/** Moves the focus to the first cell of the first row that is not a checkbox. */
export function focusFirstRow<Row>(api: GridApi<Row>): void {
  const first = api.getAllDisplayedColumns().find((column) => !isSelectionColumn(column.getColId()));
  if (!first || api.getDisplayedRowCount() === 0) return;
  api.ensureIndexVisible(0);
  api.setFocusedCell(0, first);
}

export function onFocused<Row, Totals>(
  event: CellFocusedEvent<Row>,
  { onFocusRow }: GridTableProps<Row, Totals>,
): void {
  if (event.rowIndex === null || event.rowPinned) return;
  const row = event.api.getDisplayedRowAtIndex(event.rowIndex)?.data;
  if (row) onFocusRow(row);
}

const isByPerson = (source: string): boolean => source.startsWith('ui') || source === 'autosizeColumns';

/** Called when the person has sorted: copies the sorted columns to our state, in the order that the person chose. */
export function onSortChanged<Row, Totals>(
  event: SortChangedEvent<Row>,
  { columns, onSort }: GridTableProps<Row, Totals>,
): void {
  if (!isByPerson(event.source)) return;
  const sorted = event.api
    .getColumnState()
    .filter((column) => column.sort)
    .sort((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0));
  onSort(
    sorted.flatMap(({ colId, sort }): SortItem[] => {
      const column = columns.find(({ id }) => id === colId);
      const field = column?.sort === true ? column.id : column?.sort;
      return field && sort ? [{ field, direction: sort }] : [];
    }),
  );
}

/** Called when the person has moved, resized or pinned columns. Copies the column state of AG Grid to our state. */
export function readColumns<Row, Totals>(
  api: GridApi<Row>,
  source: string,
  { columns, state, onColumns }: GridTableProps<Row, Totals>,
  fit: ColumnFit,
): void {
  if (!isByPerson(source)) return;
  const before = new Map(state.columns.map((column) => [column.id, column]));
  onColumns(
    api
      .getColumnState()
      .filter(({ colId }) => !isSelectionColumn(colId))
      .map(({ colId, width, flex, hide, pinned }): ColumnState => {
        const chosen = before.get(colId)?.width;
        const column = columns.find(({ id }) => id === colId) ?? { id: colId };
        // The width before the change is no choice of the person where the content of the column determined it.
        const isNew = typeof width === 'number' && !flex && width !== widthOf(column, chosen, fit);
        const own = isNew ? width : chosen;
        return {
          id: colId,
          ...(own === undefined ? {} : { width: own }),
          ...(hide ? { hidden: true } : {}),
          ...(pinned ? { pinned: true } : {}),
        };
      }),
  );
}
