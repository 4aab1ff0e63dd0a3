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
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { t } from '../../i18n/i18n.ts';
import { DENSITY, gridTheme } from '../../theme/grid-theme.ts';
import { styleNonce } from '../../theme/nonce.ts';
import { EditDialogs } from './edit/edit-dialogs.tsx';
import { useCellEditing } from './edit/use-cell-editing.ts';
import { type Shared, SharedContext } from './grid-cells.tsx';
import { columnDefsOf, isTotals, TOTALS_ID } from './grid-column-defs.ts';
import {
  focusedCell,
  focusFirstRow,
  isInteractive,
  onCellKey,
  onFocused,
  onRowClicked,
  onSortChanged,
  readColumns,
} from './grid-events.ts';
import type { GridTableProps } from './grid-table-props.ts';
import { useColumnFit } from './use-column-fit.ts';
import { useScrollbars } from './use-scrollbars.ts';

ModuleRegistry.registerModules([AllCommunityModule]);

/**
 * The number of rows rendered above and below the viewport, so that a row is already rendered when it scrolls into
 * view.
 */
const ROW_BUFFER = 4;

/** The table on AG Grid. Its chunk is loaded when the first table is shown. */
export function GridTable<Row, Totals>(props: GridTableProps<Row, Totals>) {
  const { columns, state, rows, totals, getRowId } = props;
  const api = useRef<GridApi<Row>>(null);
  const latest = useRef(props);
  latest.current = props;
  useImperativeHandle(props.focusRows, () => () => api.current && focusFirstRow(api.current), []);

  const wrapper = useRef<HTMLDivElement>(null);
  useScrollbars(wrapper);
  const cells = useCellEditing({ api, wrapper, props });
  const { hooks } = cells;
  const { fit, onCell } = useColumnFit(wrapper);
  const latestFit = useRef(fit);
  latestFit.current = fit;
  const columnDefs = useMemo(() => columnDefsOf(columns, state, hooks, fit), [columns, state, hooks, fit]);
  const firstColumn = state.columns.find((column) => !column.hidden)?.id;
  const shared = useMemo<Shared>(
    () => ({
      rows: new Map(rows.map((row) => [getRowId(row), row])),
      totals,
      totalsLabel: props.totalsLabel,
      firstColumn,
      rowHref: props.rowHref as Shared['rowHref'],
      edits: props.edits as Shared['edits'],
      onCell,
    }),
    [rows, totals, getRowId, props.totalsLabel, firstColumn, props.rowHref, props.edits, onCell],
  );
  const hasTotals = totals !== undefined && columns.some(({ total }) => total !== undefined);
  const pinned = useMemo(() => (hasTotals ? [{ [TOTALS_ID]: true } as Row] : []), [hasTotals]);
  useEffect(() => {
    if (api.current && !api.current.isDestroyed()) api.current.setGridAriaProperty('label', props.label);
  }, [props.label]);

  // Later rows are set through AG Grid's API and not through this prop. AG Grid knows the focused row only by its
  // index, and a key may be pressed before a changed prop takes effect. Setting rows through the API keeps the focus on
  // its row.
  const [firstRows] = useState(rows);
  useEffect(() => {
    if (api.current) showRows(api.current, rows, hasFocusInCell(wrapper.current));
  }, [rows]);

  const { isAllSelected } = props;
  const wasAllSelected = useRef(false);
  useEffect(() => {
    const ticked = latest.current.selectedIds;
    // Unless all rows are selected or were selected before, AG Grid keeps the selection by itself.
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
            // When "all selected" is on, it stays on when another page is loaded.
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
          onColumnMoved={(event) =>
            event.finished && readColumns(event.api, event.source, latest.current, latestFit.current)
          }
          onColumnResized={(event) =>
            event.finished && readColumns(event.api, event.source, latest.current, latestFit.current)
          }
          onColumnPinned={(event) => readColumns(event.api, event.source, latest.current, latestFit.current)}
        />
      </div>
      {props.edits && (
        <EditDialogs
          columns={columns}
          edits={props.edits}
          plan={cells.plan}
          onPlan={cells.closePlan}
          onMark={cells.onMark}
        />
      )}
    </SharedContext.Provider>
  );
}

/** The source of selection changes that this page makes itself; they are ignored. */
const BY_US: SelectionEventSourceType = 'api';

/** Whether a cell has the focus. If a header has the focus instead, it must stay there. */
const hasFocusInCell = (wrapper: HTMLElement | null): boolean =>
  wrapper?.contains(document.activeElement) === true && document.activeElement?.closest('.ag-cell') !== null;

/**
 * Shows new rows, or the same rows in a new order. If the focused row is still among them, the focus moves with this
 * row.
 */
function showRows<Row>(api: GridApi<Row>, rows: readonly Row[], hasFocus: boolean): void {
  if (api.isDestroyed()) return;
  const held = hasFocus && api.getEditingCells().length === 0 ? focusedCell(api) : undefined;
  api.setGridOption('rowData', rows as Row[]);
  const index = held && api.getRowNode(held.rowId)?.rowIndex;
  if (held && typeof index === 'number' && api.getFocusedCell()?.rowIndex !== index)
    api.setFocusedCell(index, held.columnId);
}

/** A column of checkboxes on the left. A click elsewhere in the row does not select the row but opens it. */
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
