import type {
  CellClassParams,
  ColDef,
  EditableCallbackParams,
  SuppressKeyboardEventParams,
  ValueSetterParams,
} from 'ag-grid-community';
import classes from './data-grid.module.css';
import type { CellRef } from './edit/cell-edit.ts';
import { CellEditor, isTyped } from './edit/cell-editor.tsx';
import type { GridEdits } from './edit/grid-edits.ts';
import { Cell, valueOf } from './grid-cells.tsx';
import type { GridState } from './grid-state.ts';
import type { GridColumn } from './grid-types.ts';
import type { ColumnFit } from './use-column-fit.ts';

/**
 * The id of the totals row, and also the name of the field that marks it. No row of a list has a field with this name.
 */
export const TOTALS_ID = '__totals';
const DEFAULT_WIDTH = 130;
export const isTotals = (data: unknown): boolean => typeof data === 'object' && data !== null && TOTALS_ID in data;

/** The width of a column: the one that the person chose, or else the usual one; in any case enough for its content. */
export const widthOf = (
  column: Pick<GridColumn<never>, 'id' | 'width'>,
  chosen: number | undefined,
  fit: ColumnFit,
): number => Math.max(chosen ?? column.width ?? DEFAULT_WIDTH, fit.get(column.id) ?? 0);

/** Callbacks for the cells of an editable table. */
export interface EditHooks<Row> {
  readonly edits: GridEdits<Row>;
  /** Returns true when the app has handled the key, so that AG Grid ignores it. */
  readonly onKey: (params: SuppressKeyboardEventParams<Row>) => boolean;
  readonly onTyped: (cell: CellRef, text: string) => void;
  readonly onTyping: (text: string) => void;
  readonly startText: (cell: CellRef) => string;
}

/**
 * Passes column order, widths, pins and sort order to AG Grid as definitions, so that `state` is the single source of
 * truth.
 */
export function columnDefsOf<Row, Totals>(
  columns: readonly GridColumn<Row, Totals>[],
  state: GridState,
  hooks: EditHooks<Row> | undefined,
  fit: ColumnFit,
): ColDef<Row>[] {
  return state.columns.flatMap((placed): ColDef<Row>[] => {
    const column = columns.find(({ id }) => id === placed.id);
    if (!column) return [];
    const sortField = column.sort === true ? column.id : column.sort;
    const sortIndex = state.sort.findIndex(({ field }) => field === sortField);
    const isNumber = column.kind === 'number';
    return [
      {
        colId: column.id,
        headerName: column.header,
        hide: placed.hidden ?? false,
        pinned: placed.pinned ? 'left' : null,
        width: widthOf(column, placed.width, fit),
        minWidth: Math.max(column.minWidth ?? 64, fit.get(column.id) ?? 0),
        flex: placed.width === undefined ? (column.flex ?? null) : null,
        sortable: sortField !== undefined,
        sort: state.sort[sortIndex]?.direction ?? null,
        sortIndex: sortIndex < 0 ? null : sortIndex,
        // The server sorts the rows. The comparator reports all values as equal, so that AG Grid keeps the server's
        // order.
        comparator: () => 0,
        sortingOrder: isNumber ? ['desc', 'asc', null] : ['asc', 'desc', null],
        valueGetter: ({ data }) => (data && !isTotals(data) ? valueOf(column, data) : null),
        equals: (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b),
        cellRenderer: Cell,
        cellRendererParams: { column },
        enableCellChangeFlash: true,
        resizable: true,
        suppressHeaderMenuButton: true,
        filter: false,
        ...(column.help ? { headerTooltip: column.help } : {}),
        ...(column.isHeaderHidden ? { headerClass: classes.unseenHeader ?? '' } : {}),
        ...(isNumber
          ? {
              headerClass: 'ag-right-aligned-header',
              cellClass: ({ node }: CellClassParams<Row>) =>
                [
                  'ag-right-aligned-cell',
                  classes.cellNumber ?? '',
                  node.rowPinned ? 'is-total' : editableClass(column, hooks),
                ].filter(Boolean),
            }
          : { cellClass: ({ node }: CellClassParams<Row>) => (node.rowPinned ? '' : editableClass(column, hooks)) }),
        suppressKeyboardEvent: (params) => isPreviewKey(params) || hooks?.onKey(params) === true,
        ...editingOf(column, hooks),
      },
    ];
  });
}

/**
 * Whether Space was pressed to open the preview. AG Grid must not handle this key, because it would select the row or
 * scroll.
 */
function isPreviewKey<Row>({ event, editing }: SuppressKeyboardEventParams<Row>): boolean {
  if (event.key !== ' ' || editing) return false;
  if (event.target instanceof HTMLElement && event.target.matches('.ag-cell')) event.preventDefault();
  return true;
}

const canEdit = <Row, Totals>(column: GridColumn<Row, Totals>, hooks: EditHooks<Row> | undefined): boolean =>
  column.edit !== undefined && hooks?.edits.editing.permission.allowed === true;
const editableClass = <Row, Totals>(column: GridColumn<Row, Totals>, hooks: EditHooks<Row> | undefined): string =>
  canEdit(column, hooks) ? (classes['editable'] ?? '') : '';

/** Passes typed values to the edit store. The row data inside AG Grid is never changed. */
function editingOf<Row, Totals>(column: GridColumn<Row, Totals>, hooks: EditHooks<Row> | undefined): ColDef<Row> {
  if (!hooks || !column.edit || !canEdit(column, hooks)) return {};
  const cellOf = (rowId: string | undefined): CellRef => ({ rowId: rowId ?? '', columnId: column.id });
  const { editing } = hooks.edits;
  return {
    editable: ({ node }: EditableCallbackParams<Row>) => !node.rowPinned,
    cellEditor: CellEditor,
    cellEditorParams: ({ node }: { node: { id?: string } }) => ({
      edit: column.edit,
      header: column.header,
      startText: () => hooks.startText(cellOf(node.id)),
      rowName: (data: Row) => editing.nameOf(data),
      onTyping: hooks.onTyping,
    }),
    valueSetter: ({ node, newValue }: ValueSetterParams<Row>) => {
      if (isTyped(newValue)) hooks.onTyped(cellOf(node?.id), newValue.text);
      return false;
    },
  };
}
