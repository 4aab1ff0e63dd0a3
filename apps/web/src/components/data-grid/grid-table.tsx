import {
  AllCommunityModule,
  type CellKeyDownEvent,
  type ColDef,
  type GridApi,
  type IRowNode,
  ModuleRegistry,
  type RowSelectionOptions,
  type SelectionEventSourceType,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../i18n/i18n.ts';
import { DENSITY, gridTheme } from '../../theme/grid-theme.ts';
import { styleNonce } from '../../theme/nonce.ts';
import { EditDialogs } from './edit/edit-dialogs.tsx';
import { useCellEditing } from './edit/use-cell-editing.ts';
import { type Shared, SharedContext } from './grid-cells.tsx';
import { columnDefsOf, isTotals, TOTALS_ID } from './grid-column-defs.ts';
import {
  focusedCell,
  isInteractive,
  onCellKey,
  onFocused,
  onRowClicked,
  onSortChanged,
  readColumns,
} from './grid-events.ts';
import type { GridTableProps } from './grid-table-props.ts';
import { useScrollbars } from './use-scrollbars.ts';

ModuleRegistry.registerModules([AllCommunityModule]);

/** Rows rendered beyond the viewport, so that a row that scrolls into view is drawn in the same frame. */
const ROW_BUFFER = 4;

/** The table on AG Grid; loaded when the first table is shown. */
export function GridTable<Row, Totals>(props: GridTableProps<Row, Totals>) {
  const { columns, state, rows, totals, getRowId } = props;
  const api = useRef<GridApi<Row>>(null);
  const latest = useRef(props);
  latest.current = props;

  const wrapper = useRef<HTMLDivElement>(null);
  useScrollbars(wrapper);
  const cells = useCellEditing({ api, wrapper, props });
  const { hooks } = cells;
  const columnDefs = useMemo(() => columnDefsOf(columns, state, hooks), [columns, state, hooks]);
  const firstColumn = state.columns.find((column) => !column.hidden)?.id;
  const shared = useMemo<Shared>(
    () => ({
      rows: new Map(rows.map((row) => [getRowId(row), row])),
      totals,
      totalsLabel: props.totalsLabel,
      firstColumn,
      rowHref: props.rowHref as Shared['rowHref'],
      edits: props.edits as Shared['edits'],
    }),
    [rows, totals, getRowId, props.totalsLabel, firstColumn, props.rowHref, props.edits],
  );
  const pinned = useMemo(() => (totals === undefined ? [] : [{ [TOTALS_ID]: true } as Row]), [totals]);
  useEffect(() => {
    if (api.current && !api.current.isDestroyed()) api.current.setGridAriaProperty('label', props.label);
  }, [props.label]);

  // Set later rows through the API and not as a prop, so that the focus stays on its row. AG Grid knows the focused row
  // only by its index, and a key may be pressed before a changed prop takes effect.
  const [firstRows] = useState(rows);
  useEffect(() => {
    if (api.current) showRows(api.current, rows, hasFocusInCell(wrapper.current));
  }, [rows]);

  const { isAllSelected } = props;
  const wasAllSelected = useRef(false);
  useEffect(() => {
    const ticked = latest.current.selectedIds;
    // AG Grid holds the selection of single rows.
    if (!isAllSelected && !wasAllSelected.current) return;
    wasAllSelected.current = isAllSelected;
    if (!ticked || !api.current || api.current.isDestroyed()) return;
    const nodes: IRowNode<Row>[] = [];
    api.current.forEachNode((node) => nodes.push(node));
    api.current.setNodesSelected({
      nodes: nodes.filter((node) => isAllSelected || ticked.has(node.id ?? '')),
      newValue: true,
      source: BY_US,
    });
    api.current.setNodesSelected({
      nodes: nodes.filter((node) => !isAllSelected && !ticked.has(node.id ?? '')),
      newValue: false,
      source: BY_US,
    });
  }, [isAllSelected, rows]);

  const isCleared = props.selectedIds?.size === 0;
  useEffect(() => {
    if (isCleared && api.current && !api.current.isDestroyed()) api.current.deselectAll();
  }, [isCleared]);

  const rowAt = (target: EventTarget | null): Row | undefined => {
    const id = target instanceof Element ? target.closest('.ag-row')?.getAttribute('row-id') : null;
    return id ? (shared.rows.get(id) as Row | undefined) : undefined;
  };
  return (
    <SharedContext.Provider value={shared}>
      <div
        ref={wrapper}
        style={{ height: '100%' }}
        onMouseDownCapture={cells.onMouseDown}
        onCopy={cells.onCopy}
        onPaste={cells.onPaste}
        onAuxClick={(event) => {
          const row = event.button === 1 && !isInteractive(event.target) ? rowAt(event.target) : undefined;
          if (row) latest.current.onOpen(row, true);
        }}
      >
        <AgGridReact<Row>
          theme={gridTheme}
          {...(styleNonce ? { styleNonce } : {})}
          columnDefs={columnDefs}
          rowData={firstRows as Row[]}
          pinnedBottomRowData={pinned}
          rowHeight={DENSITY[state.density].row}
          headerHeight={DENSITY[state.density].header}
          domLayout={props.autoHeight ? 'autoHeight' : 'normal'}
          getRowId={({ data }) => (isTotals(data) ? TOTALS_ID : getRowId(data))}
          {...(props.selectedIds ? { rowSelection: SELECTION, selectionColumnDef: SELECTION_COLUMN } : {})}
          suppressDragLeaveHidesColumns
          ensureDomOrder
          suppressScrollOnNewData
          suppressAnimationFrame
          rowBuffer={ROW_BUFFER}
          suppressNoRowsOverlay
          cellFlashDuration={500}
          cellFadeDuration={900}
          animateRows={false}
          enableBrowserTooltips
          localeText={{
            ariaSortableColumn: t('grid.sortHint'),
            ariaRowToggleSelection: t('grid.tickRow'),
            ariaRowSelectAll: t('grid.tickAll'),
            ariaHeaderSelection: t('grid.tickColumn'),
          }}
          onSelectionChanged={({ source, api: grid }) => {
            // "All selected" survives a page change.
            if (source === BY_US || (source === 'rowDataChanged' && latest.current.isAllSelected)) return;
            latest.current.onSelect(new Set(grid.getSelectedNodes().flatMap((node) => node.id ?? [])));
          }}
          onGridReady={(event) => {
            api.current = event.api;
            if (latest.current.rows !== firstRows) showRows(event.api, latest.current.rows, false);
            event.api.setGridAriaProperty('label', latest.current.label);
          }}
          onRowClicked={(event) => onRowClicked(event, latest.current)}
          onCellKeyDown={(event) => onCellKey(event as CellKeyDownEvent<Row>, latest.current)}
          onCellFocused={(event) => {
            cells.onFocused();
            onFocused(event, latest.current);
          }}
          onCellDoubleClicked={cells.onDoubleClick}
          stopEditingWhenCellsLoseFocus
          enterNavigatesVerticallyAfterEdit
          onSortChanged={(event) => onSortChanged(event, latest.current)}
          onColumnMoved={(event) => event.finished && readColumns(event.api, event.source, latest.current)}
          onColumnResized={(event) => event.finished && readColumns(event.api, event.source, latest.current)}
          onColumnPinned={(event) => readColumns(event.api, event.source, latest.current)}
        />
      </div>
      {props.edits && <EditDialogs columns={columns} edits={props.edits} plan={cells.plan} onPlan={cells.closePlan} />}
    </SharedContext.Provider>
  );
}

/** Ignores selection changes that the page makes itself. */
const BY_US: SelectionEventSourceType = 'api';

/** Whether the focus is in a cell; a focused header keeps the focus. */
const hasFocusInCell = (wrapper: HTMLElement | null): boolean =>
  wrapper?.contains(document.activeElement) === true && document.activeElement?.closest('.ag-cell') !== null;

/** After new rows or another order, moves the focus to the same row while it is shown. */
function showRows<Row>(api: GridApi<Row>, rows: readonly Row[], hasFocus: boolean): void {
  if (api.isDestroyed()) return;
  const held = hasFocus && api.getEditingCells().length === 0 ? focusedCell(api) : undefined;
  api.setGridOption('rowData', rows as Row[]);
  const index = held && api.getRowNode(held.rowId)?.rowIndex;
  if (held && typeof index === 'number' && api.getFocusedCell()?.rowIndex !== index)
    api.setFocusedCell(index, held.columnId);
}

/** A column of checkboxes at the left. A click on the row itself still opens it. */
const SELECTION: RowSelectionOptions = {
  mode: 'multiRow',
  checkboxes: true,
  headerCheckbox: true,
  enableClickSelection: false,
};
const SELECTION_COLUMN: ColDef = {
  width: 40,
  maxWidth: 40,
  pinned: 'left',
  resizable: false,
  suppressMovable: true,
  suppressHeaderMenuButton: true,
};
