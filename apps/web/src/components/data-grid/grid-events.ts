import type { CellFocusedEvent, CellKeyDownEvent, GridApi, RowClickedEvent, SortChangedEvent } from 'ag-grid-community';
import classes from './data-grid.module.css';
import { DEFAULT_WIDTH } from './grid-column-defs.ts';
import type { CellRef } from './edit/cell-edit.ts';
import type { ColumnState, SortItem } from './grid-state.ts';
import type { GridTableProps } from './grid-table-props.ts';

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
  // A click on an editable cell selects the cell; Shift extends the block.
  if (isEditable(mouse.target) || mouse.shiftKey) return;
  onOpen(event.data, mouse.ctrlKey || mouse.metaKey);
}

export function onCellKey<Row, Totals>(
  event: CellKeyDownEvent<Row>,
  { onOpen, onSpace }: GridTableProps<Row, Totals>,
): void {
  const key = event.event as KeyboardEvent | null | undefined;
  if (!event.data || event.node.rowPinned || !key || isInteractive(key.target)) return;
  if (key.key === 'Enter') onOpen(event.data, key.ctrlKey || key.metaKey);
  if (key.key === ' ') {
    key.preventDefault();
    onSpace?.(event.data);
  }
}

/** The focused cell according to AG Grid, by row id. Undefined in the totals row or on a checkbox. */
export function focusedCell<Row>(api: GridApi<Row> | null): CellRef | undefined {
  const focused = api && !api.isDestroyed() ? api.getFocusedCell() : null;
  if (!api || !focused || focused.rowPinned || isSelectionColumn(focused.column.getColId())) return undefined;
  const rowId = api.getDisplayedRowAtIndex(focused.rowIndex)?.id;
  return rowId === undefined ? undefined : { rowId, columnId: focused.column.getColId() };
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

/** The person sorted: copies the columns' sort to our state, in the order in which columns were chosen. */
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

/** The person moved, resized or pinned columns: copies their state to ours. */
export function readColumns<Row, Totals>(
  api: GridApi<Row>,
  source: string,
  { columns, state, onColumns }: GridTableProps<Row, Totals>,
): void {
  if (!isByPerson(source)) return;
  const before = new Map(state.columns.map((column) => [column.id, column]));
  onColumns(
    api
      .getColumnState()
      .filter(({ colId }) => !isSelectionColumn(colId))
      .map(({ colId, width, flex, hide, pinned }): ColumnState => {
        const usual = columns.find(({ id }) => id === colId)?.width ?? DEFAULT_WIDTH;
        const isOwnWidth =
          typeof width === 'number' && !flex && (before.get(colId)?.width !== undefined || width !== usual);
        return {
          id: colId,
          ...(isOwnWidth ? { width } : {}),
          ...(hide ? { hidden: true } : {}),
          ...(pinned ? { pinned: true } : {}),
        };
      }),
  );
}
