import type { FilterChip } from '@quayside/contracts/paging';
import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { useCallback, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useGridEdits } from './edit/use-grid-edits.ts';
import { type ColumnState, filterInput, type GridState, type SortItem, withSort } from './grid-state.ts';
import type { DataGridProps, GridFilter, RowOf } from './grid-types.ts';
import { useGridPreview } from './use-grid-preview.tsx';
import { replaceCachedRows, useRowReports, useRows } from './use-grid-rows.ts';
import { useGridSelection } from './use-grid-selection.ts';
import { useGridState } from './use-grid-state.ts';
import { useViews, type Views } from './views/use-views.ts';

const NO_ROWS: readonly never[] = [];
const NO_SORT: readonly string[] = [];
const NO_CHIPS: readonly FilterChip[] = [];
export const NO_FILTERS: readonly GridFilter[] = [];

type Change = ReturnType<typeof useGridState>['change'];

/** The model of a table: its state, its rows, the preview, the selection and the edits. */
export function useDataGrid<E extends EndpointSpec, T extends EndpointSpec>(
  props: DataGridProps<E, T>,
  isPhone: boolean,
) {
  const { columns, getRowId } = props;
  const views = useViews(props.id, props.views === true);
  const grid = useStateOf(props, views.list);
  const { state, change } = grid;
  const shown = useShownRows(props, state, grid.isReady);
  const { rows, page, totalRows, isCapped } = shown;
  const filter = filterInput(state);
  const preview = useGridPreview(props, rows);
  // Rows of another filter are no selection of this one.
  const selection = useGridSelection(shown.isCurrent ? rows : NO_ROWS, getRowId, filter);
  const { edits, announcement } = useGridEdits<RowOf<E>>({
    editing: isPhone ? undefined : props.editing,
    columns,
    rows,
    getRowId,
    onSaved: (saved) => replaceCachedRows(props, saved),
  });
  const focusRows = useRef<(() => void) | null>(null);
  useRowReports(props, page, { state, change, totalRows, isCapped });
  return {
    views,
    grid,
    shown,
    filter,
    preview,
    selection,
    edits,
    announcement,
    focusRows,
    handlers: useHandlers(props.rowHref, change),
  };
}
export type DataGridModel<E extends EndpointSpec, T extends EndpointSpec> = ReturnType<typeof useDataGrid<E, T>>;

/** The state of a table, limited to the columns, sorts and filters that it defines. */
const useStateOf = <E extends EndpointSpec, T extends EndpointSpec>(
  props: DataGridProps<E, T>,
  views: Views['list'],
): ReturnType<typeof useGridState> =>
  useGridState({
    key: props.storageKey ?? props.id,
    columns: props.columns,
    defaultSort: props.defaultSort ?? NO_SORT,
    defaultChips: props.defaultChips ?? NO_CHIPS,
    fields: (props.filters ?? NO_FILTERS).map((filter) => filter.field),
    sortable: props.columns.flatMap((column) => (column.sort === true ? column.id : (column.sort ?? []))),
    inUrl: props.inUrl ?? true,
    views,
  });

/** The rows of the page, the totals of all pages, and whether there are any rows. */
function useShownRows<E extends EndpointSpec, T extends EndpointSpec>(
  props: DataGridProps<E, T>,
  state: GridState,
  isReady: boolean,
) {
  const { page, data, totals } = useRows(props, state, isReady);
  const rows = data?.content ?? [];
  const isEmpty = page.data !== undefined && rows.length === 0 && !page.isPlaceholderData;
  const isFiltered =
    state.search !== '' || JSON.stringify(state.chips) !== JSON.stringify(props.defaultChips ?? NO_CHIPS);
  return {
    page,
    rows,
    /** Whether the rows are those of the filter, the sort and the page; others stay visible while these load. */
    isCurrent: page.data !== undefined && !page.isPlaceholderData,
    totalRows: (totals.data as { count?: number } | undefined)?.count ?? data?.totalElements ?? 0,
    /** Whether the number of rows is known. */
    isCounted: totals.data !== undefined || data !== undefined,
    isCapped: totals.data === undefined && page.data?.totalIsCapped === true,
    totals: isEmpty ? undefined : totals.data,
    isEmpty,
    /** Whether there are no rows at all, even without a filter. */
    isUnused: isEmpty && !isFiltered && state.page === 0,
  };
}

/** Handlers for opening a row, changing columns and changing the sort order. */
function useHandlers<Row>(rowHref: ((row: Row) => string) | undefined, change: Change) {
  const navigate = useNavigate();
  const onOpen = useCallback(
    (row: Row, isNewTab: boolean) => {
      if (!rowHref) return;
      if (isNewTab) window.open(rowHref(row), '_blank', 'noopener');
      else void navigate(rowHref(row));
    },
    [navigate, rowHref],
  );
  const onColumns = useCallback(
    (next: readonly ColumnState[]) => change((now) => ({ ...now, columns: next })),
    [change],
  );
  const onSort = useCallback((sort: readonly SortItem[]) => change((now) => withSort(now, sort)), [change]);
  return { onOpen, onColumns, onSort };
}
