import {
  AllCommunityModule,
  type CellClassParams,
  type CellFocusedEvent,
  type CellKeyDownEvent,
  type ColDef,
  type GridApi,
  type ICellRendererParams,
  ModuleRegistry,
  type RowClickedEvent,
  type RowSelectionOptions,
  type SortChangedEvent,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n/i18n.ts';
import { EN_DASH, langOf } from '../../lib/format.ts';
import { DENSITY, gridTheme } from '../../theme/grid-theme.ts';
import { styleNonce } from '../../theme/nonce.ts';
import classes from './data-grid.module.css';
import type { ColumnState, GridState, SortItem } from './grid-state.ts';
import type { GridColumn } from './grid-types.ts';

ModuleRegistry.registerModules([AllCommunityModule]);

/** Id of the totals row, and the mark by which it is known; no row of a list has a field of this name. */
const TOTALS_ID = '__totals';
const DEFAULT_WIDTH = 130;

export interface GridTableProps<Row, Totals> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly GridColumn<Row, Totals>[];
  readonly state: GridState;
  readonly totals: Totals | undefined;
  readonly totalsLabel: string;
  readonly getRowId: (row: Row) => string;
  readonly rowHref: ((row: Row) => string) | undefined;
  readonly onOpen: (row: Row, isNewTab: boolean) => void;
  readonly onColumns: (columns: readonly ColumnState[]) => void;
  readonly onSort: (sort: readonly SortItem[]) => void;
  readonly onSpace: ((row: Row) => void) | undefined;
  readonly onFocusRow: (row: Row) => void;
  readonly autoHeight: boolean;
  /** Ticked rows; undefined where rows cannot be ticked. */
  readonly selectedIds: ReadonlySet<string> | undefined;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
}

/** What the cells need and AG Grid does not hand on: the newest rows, the totals. */
interface Shared {
  readonly rows: ReadonlyMap<string, unknown>;
  readonly totals: unknown;
  readonly totalsLabel: string;
  readonly firstColumn: string | undefined;
  readonly rowHref: ((row: unknown) => string) | undefined;
}
const SharedContext = createContext<Shared | undefined>(undefined);

/** The table itself, on AG Grid; loaded when the first table is shown. */
export function GridTable<Row, Totals>(props: GridTableProps<Row, Totals>) {
  const { columns, state, rows, totals, getRowId } = props;
  const api = useRef<GridApi<Row>>(null);
  const latest = useRef(props);
  latest.current = props;

  const columnDefs = useMemo(() => columnDefsOf(columns, state), [columns, state]);
  const firstColumn = state.columns.find((column) => !column.hidden)?.id;
  const shared = useMemo<Shared>(
    () => ({
      rows: new Map(rows.map((row) => [getRowId(row), row])),
      totals,
      totalsLabel: props.totalsLabel,
      firstColumn,
      rowHref: props.rowHref as Shared['rowHref'],
    }),
    [rows, totals, getRowId, props.totalsLabel, firstColumn, props.rowHref],
  );
  const pinned = useMemo(() => (totals === undefined ? [] : [{ [TOTALS_ID]: true } as Row]), [totals]);
  useEffect(() => {
    if (api.current && !api.current.isDestroyed()) api.current.setGridAriaProperty('label', props.label);
  }, [props.label]);

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
        style={{ height: '100%' }}
        onAuxClick={(event) => {
          const row = event.button === 1 && !isInteractive(event.target) ? rowAt(event.target) : undefined;
          if (row) latest.current.onOpen(row, true);
        }}
      >
        <AgGridReact<Row>
          theme={gridTheme}
          {...(styleNonce ? { styleNonce } : {})}
          columnDefs={columnDefs}
          rowData={rows as Row[]}
          pinnedBottomRowData={pinned}
          rowHeight={DENSITY[state.density].row}
          headerHeight={DENSITY[state.density].header}
          domLayout={props.autoHeight ? 'autoHeight' : 'normal'}
          getRowId={({ data }) => (isTotals(data) ? TOTALS_ID : getRowId(data))}
          {...(props.selectedIds ? { rowSelection: SELECTION, selectionColumnDef: SELECTION_COLUMN } : {})}
          suppressDragLeaveHidesColumns
          ensureDomOrder
          suppressScrollOnNewData
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
          onSelectionChanged={(event) => latest.current.onSelect(new Set(event.api.getSelectedNodes().flatMap((node) => node.id ?? [])))}
          onGridReady={(event) => {
            api.current = event.api;
            event.api.setGridAriaProperty('label', latest.current.label);
          }}
          onRowClicked={(event) => onRowClicked(event, latest.current)}
          onCellKeyDown={(event) => onCellKey(event as CellKeyDownEvent<Row>, latest.current)}
          onCellFocused={(event) => onFocused(event, latest.current)}
          onSortChanged={(event) => onSortChanged(event, latest.current)}
          onColumnMoved={(event) => event.finished && readColumns(event.api, event.source, latest.current)}
          onColumnResized={(event) => event.finished && readColumns(event.api, event.source, latest.current)}
          onColumnPinned={(event) => readColumns(event.api, event.source, latest.current)}
        />
      </div>
    </SharedContext.Provider>
  );
}

/** A column of boxes at the left. A press on a row goes on opening it. */
const SELECTION: RowSelectionOptions = { mode: 'multiRow', checkboxes: true, headerCheckbox: true, enableClickSelection: false };
const SELECTION_COLUMN: ColDef = { width: 40, maxWidth: 40, pinned: 'left', resizable: false, suppressMovable: true, suppressHeaderMenuButton: true };
const isSelectionColumn = (id: string): boolean => id.startsWith('ag-Grid-SelectionColumn');

const isTotals = (data: unknown): boolean => typeof data === 'object' && data !== null && TOTALS_ID in data;
const isInteractive = (target: EventTarget | null): boolean => target instanceof Element && target.closest('a, button, input, label, [role="button"]') !== null;

/** AG Grid gets order, widths, pins and sort as definitions, so our state stays the only one. */
function columnDefsOf<Row, Totals>(columns: readonly GridColumn<Row, Totals>[], state: GridState): ColDef<Row>[] {
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
        width: placed.width ?? column.width ?? DEFAULT_WIDTH,
        minWidth: column.minWidth ?? 64,
        flex: placed.width === undefined ? (column.flex ?? null) : null,
        sortable: sortField !== undefined,
        sort: state.sort[sortIndex]?.direction ?? null,
        sortIndex: sortIndex < 0 ? null : sortIndex,
        // The server has sorted: every pair is equal here, and the order stays.
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
        ...(isNumber
          ? {
              headerClass: 'ag-right-aligned-header',
              cellClass: ({ node }: CellClassParams<Row>) =>
                ['ag-right-aligned-cell', classes.cellNumber ?? '', node.rowPinned ? 'is-total' : ''].filter(Boolean),
            }
          : {}),
        suppressKeyboardEvent: ({ event }) => event.key === ' ',
      },
    ];
  });
}

function valueOf<Row, Totals>(column: GridColumn<Row, Totals>, row: Row): unknown {
  return column.value ? column.value(row) : (row as Record<string, unknown>)[column.id];
}

/** One cell. It takes its row from the newest answer, so that what it draws is never older than its neighbours. */
function Cell<Row, Totals>({ column, node, data }: ICellRendererParams<Row> & { column: GridColumn<Row, Totals> }): ReactNode {
  const shared = useContext(SharedContext);
  if (node.rowPinned) return <TotalsCell column={column} shared={shared} />;
  const row = (node.id === undefined ? undefined : (shared?.rows.get(node.id) as Row | undefined)) ?? data;
  if (!row) return null;
  const value = valueOf(column, row);
  const looks = column.render ? column.render(row) : value === null || value === undefined || value === '' ? EN_DASH : String(value);
  const lang = typeof looks === 'string' ? langOf(looks) : undefined;
  const inside =
    column.link && shared?.rowHref ? (
      <Link to={shared.rowHref(row)} className={classes.link} tabIndex={-1} lang={lang}>
        {looks}
      </Link>
    ) : lang ? (
      <span lang={lang}>{looks}</span>
    ) : (
      looks
    );
  return (
    <span className={classes.inside}>
      {column.spoken ? <span aria-hidden>{inside}</span> : inside}
      {column.spoken && <span className="visually-hidden">{column.spoken(row)}</span>}
    </span>
  );
}

function TotalsCell<Row, Totals>({ column, shared }: { column: GridColumn<Row, Totals>; shared: Shared | undefined }): ReactNode {
  if (column.id === shared?.firstColumn) return shared.totalsLabel;
  return shared?.totals === undefined ? null : (column.total?.(shared.totals as Totals) ?? null);
}

function onRowClicked<Row, Totals>(event: RowClickedEvent<Row>, { onOpen }: GridTableProps<Row, Totals>): void {
  const mouse = event.event as MouseEvent | null | undefined;
  if (!event.data || event.node.rowPinned || !mouse || isInteractive(mouse.target) || window.getSelection()?.toString()) return;
  onOpen(event.data, mouse.ctrlKey || mouse.metaKey);
}

function onCellKey<Row, Totals>(event: CellKeyDownEvent<Row>, { onOpen, onSpace }: GridTableProps<Row, Totals>): void {
  const key = event.event as KeyboardEvent | null | undefined;
  if (!event.data || event.node.rowPinned || !key || isInteractive(key.target)) return;
  if (key.key === 'Enter') onOpen(event.data, key.ctrlKey || key.metaKey);
  if (key.key === ' ') {
    key.preventDefault();
    onSpace?.(event.data);
  }
}

function onFocused<Row, Totals>(event: CellFocusedEvent<Row>, { onFocusRow }: GridTableProps<Row, Totals>): void {
  if (event.rowIndex === null || event.rowPinned) return;
  const row = event.api.getDisplayedRowAtIndex(event.rowIndex)?.data;
  if (row) onFocusRow(row);
}

const isByPerson = (source: string): boolean => source.startsWith('ui') || source === 'autosizeColumns';

/** A person sorted: the columns' sort becomes ours, in the order in which they were chosen. */
function onSortChanged<Row, Totals>(event: SortChangedEvent<Row>, { columns, onSort }: GridTableProps<Row, Totals>): void {
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

/** A person moved, sized or pinned columns: their state becomes ours. */
function readColumns<Row, Totals>(api: GridApi<Row>, source: string, { columns, state, onColumns }: GridTableProps<Row, Totals>): void {
  if (!isByPerson(source)) return;
  const before = new Map(state.columns.map((column) => [column.id, column]));
  onColumns(
    api
      .getColumnState()
      .filter(({ colId }) => !isSelectionColumn(colId))
      .map(({ colId, width, flex, hide, pinned }): ColumnState => {
        const usual = columns.find(({ id }) => id === colId)?.width ?? DEFAULT_WIDTH;
        const isOwnWidth = typeof width === 'number' && !flex && (before.get(colId)?.width !== undefined || width !== usual);
        return { id: colId, ...(isOwnWidth ? { width } : {}), ...(hide ? { hidden: true } : {}), ...(pinned ? { pinned: true } : {}) };
      }),
  );
}
