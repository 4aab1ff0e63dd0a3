import { useMediaQuery } from '@mantine/hooks';
import type { EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type T, useT } from '../../i18n/i18n.ts';
import { type CallInput, call } from '../../lib/call.ts';
import { usePrinting } from '../../lib/printing.ts';
import { keyOf, queryClient } from '../../lib/query-client.ts';
import { Card } from '../ui/card.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import classes from './data-grid.module.css';
import { useGridEdits } from './edit/use-grid-edits.ts';
import { GridCards, looks } from './grid-cards.tsx';
import { GridFooter } from './grid-footer.tsx';
import { type ColumnState, filterInput, type GridState, pageInput, type SortItem, withSort } from './grid-state.ts';
import { GridPreview } from './grid-preview.tsx';
import { NoMatch, SkeletonRows } from './grid-states.tsx';
import type { GridTableProps } from './grid-table-props.ts';
import { ExportMenu } from './export/export-menu.tsx';
import { GridToolbar } from './grid-toolbar.tsx';
import { PrintTable } from './print-table.tsx';
import type { DataGridProps, GridColumn, GridFilter, RowOf } from './grid-types.ts';
import { useGridState } from './use-grid-state.ts';
import { useViews } from './views/use-views.ts';
import { ViewStrip } from './views/view-strip.tsx';

// AG Grid is larger than the shell; its chunk loads with the first table.
const LazyTable = lazy(() => import('./grid-table.tsx').then((module) => ({ default: module.GridTable })));
const NO_FILTERS: readonly GridFilter[] = [];
const NO_SORT: readonly string[] = [];
const NONE: ReadonlySet<string> = new Set();
const PHONE = '(max-width: 767.98px)';

/** The table component: paging, sorting, search, filters, totals, columns and its state in the address. */
export function DataGrid<E extends EndpointSpec, T extends EndpointSpec>(props: DataGridProps<E, T>) {
  const { columns, filters = NO_FILTERS, getRowId, rowHref, name, empty } = props;
  const t = useT();
  const navigate = useNavigate();
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const isPrinting = usePrinting();
  const views = useViews(props.id, props.views === true);
  const grid = useGridState({
    key: props.storageKey ?? props.id,
    columns,
    defaultSort: props.defaultSort ?? NO_SORT,
    fields: filters.map((filter) => filter.field),
    sortable: columns.flatMap((column) => (column.sort === true ? column.id : (column.sort ?? []))),
    inAddress: props.inAddress ?? true,
    views: views.list,
  });
  const { state, change, reset } = grid;
  const { page, data, totals } = useRows(props, state, grid.isReady);
  const rows = data?.content ?? [];
  const totalRows = (totals.data as { count?: number } | undefined)?.count ?? data?.totalElements ?? 0;
  const isCapped = totals.data === undefined && page.data?.totalIsCapped === true;
  const isFiltered = state.chips.length > 0 || state.search !== '';
  const [previewId, setPreviewId] = useState<string>();
  const previewed = previewId === undefined ? undefined : rows.find((row) => getRowId(row) === previewId);

  const title = columns.find(({ link }) => link);
  const preview =
    props.preview ??
    (rowHref &&
      title &&
      ((row: RowOf<E>) => ({
        title: looks(title, row),
        body: <GridPreview row={row} columns={columns} href={rowHref(row)} />,
      })));
  const shownPreview = previewed === undefined ? undefined : preview?.(previewed);

  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(NONE);
  const [isAll, setAll] = useState(false);
  const selected = rows.filter((row) => isAll || selectedIds.has(getRowId(row)));
  const onSelect = useCallback((ids: ReadonlySet<string>) => {
    setSelectedIds(ids);
    setAll(false);
  }, []);
  const { edits, announcement } = useGridEdits<RowOf<E>>({
    editing: isPhone ? undefined : props.editing,
    columns,
    rows,
    getRowId,
    onSaved: (saved) => putInto(props, saved),
  });
  // "All selected" applies to one filter; reset it when the filter changes.
  const filter = filterInput(state);
  const filterWords = JSON.stringify(filter);
  const isAllNow = useRef(isAll);
  isAllNow.current = isAll;
  useEffect(() => {
    if (filterWords && isAllNow.current) onSelect(NONE);
  }, [filterWords, onSelect]);

  const { onCount, onRows } = props;
  useEffect(() => {
    if (page.data) onCount?.({ total: totalRows, isCapped });
  }, [page.data, totalRows, isCapped, onCount]);
  const from = state.page * state.size;
  useEffect(() => {
    if (page.data && !page.isPlaceholderData) onRows?.({ rows: page.data.content, from, total: totalRows });
  }, [page.data, page.isPlaceholderData, from, totalRows, onRows]);
  // Rows were deleted: go to the last page that still has some.
  useEffect(() => {
    if (page.data && !page.isPlaceholderData && rows.length === 0 && state.page > 0)
      change((now) => ({ ...now, page: Math.max(0, (page.data?.totalPages ?? 1) - 1) }));
  }, [page.data, page.isPlaceholderData, rows.length, state.page, change]);

  const onOpen = useCallback(
    (row: RowOf<E>, isNewTab: boolean) => {
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
  const names = useMemo(() => new Map(columns.map((column) => [column.id, column.header])), [columns]);

  if (page.data && rows.length === 0 && !isFiltered && state.page === 0 && !page.isPlaceholderData) {
    return (
      <Card flush>
        <EmptyState icon={empty.icon} title={empty.title} actions={empty.actions}>
          {empty.body}
        </EmptyState>
      </Card>
    );
  }
  const label = labelOf(t, name, totalRows, state, columns);
  const totalsLabel = t('grid.totalRow', { count: totalRows });
  const isEmpty = page.data !== undefined && rows.length === 0 && !page.isPlaceholderData;
  const totalsOf = props.totalsEndpoint && {
    endpoint: props.totalsEndpoint,
    topic: props.topic,
    params: props.params,
    query: { ...props.query },
  };
  const table: GridTableProps<RowOf<E>, ResponseOf<T>> = {
    label,
    rows,
    columns,
    state,
    totals: isEmpty ? undefined : totals.data,
    totalsLabel,
    getRowId,
    rowHref,
    onOpen,
    onColumns,
    onSort,
    autoHeight: props.height === 'auto',
    selectedIds: props.bulk ? selectedIds : undefined,
    isAllSelected: isAll,
    onSelect,
    edits,
    onSpace: preview ? (row) => setPreviewId((now) => (now === getRowId(row) ? undefined : getRowId(row))) : undefined,
    onFocusRow: (row) => setPreviewId((now) => (now === undefined ? now : getRowId(row))),
  };
  return (
    <div className={classes.frame}>
      {props.views && (
        <ViewStrip
          gridId={props.id}
          name={name}
          views={views}
          grid={grid}
          totals={totalsOf}
          count={isCapped ? undefined : totalRows}
        />
      )}
      <GridToolbar
        state={state}
        change={change}
        name={name}
        filters={filters}
        searchPlaceholder={props.searchPlaceholder}
        legend={isPhone ? undefined : props.legend}
        chooser={isPhone ? undefined : { columns: state.columns, names, onChange: onColumns, onReset: reset }}
        end={
          props.exports && (
            <ExportMenu
              exports={props.exports}
              query={props.query}
              state={state}
              rows={page.data ? totalRows : undefined}
              name={name}
            />
          )
        }
      />
      {page.isError && (
        <ErrorState
          error={page.error}
          entity={name.toLowerCase()}
          hint={`${t('grid.filtersKept')}${rows.length > 0 ? ` ${t('grid.stale')}` : ''}`}
          onRetry={() => void page.refetch()}
        />
      )}
      {isPrinting && page.data && <PrintTable {...table} />}
      {isPhone ? (
        <>
          {page.isPending && (
            <Card flush>
              <SkeletonRows />
            </Card>
          )}
          {isEmpty && <NoMatch state={state} filters={filters} change={change} totals={totalsOf} />}
          <GridCards
            label={label}
            rows={rows}
            columns={columns}
            getRowId={getRowId}
            rowHref={rowHref}
            cardAction={props.cardAction}
            totals={isEmpty ? undefined : totals.data}
            totalsLabel={totalsLabel}
          />
        </>
      ) : null}
      <div
        className={classes.table}
        data-height={isPhone ? 'auto' : props.height}
        data-density={state.density}
        data-links={rowHref ? true : undefined}
        data-stale={page.isError || (page.isPlaceholderData && page.isFetching) || undefined}
      >
        {!isPhone && (
          <div className={classes.body} aria-busy={page.isFetching}>
            <Suspense fallback={<SkeletonRows />}>
              <LazyTable {...(table as unknown as GridTableProps<unknown, unknown>)} />
            </Suspense>
            {page.isPending && (
              <div className={classes.over}>
                <SkeletonRows />
              </div>
            )}
            {isEmpty && (
              <div className={classes.over}>
                <NoMatch state={state} filters={filters} change={change} totals={totalsOf} />
              </div>
            )}
          </div>
        )}
        {!isPhone && props.bulk && selected.length > 0 && (
          <div className={classes.bulk}>
            {props.bulk(selected, () => onSelect(NONE), {
              total: totalRows,
              isAll,
              chooseAll: () => setAll(true),
              filter,
            })}
          </div>
        )}
        <GridFooter
          state={state}
          shown={rows.length}
          total={page.data && totalRows}
          isCapped={isCapped}
          footnote={props.footnote}
          change={change}
        />
      </div>
      {props.editing && (
        <div role="status" className="visually-hidden">
          {announcement}
        </div>
      )}
      {shownPreview && (
        <Panel follows title={shownPreview.title} onClose={() => setPreviewId(undefined)}>
          {shownPreview.body}
        </Panel>
      )}
    </div>
  );
}

/** Replaces rows in all cached pages with the stored ones; the live stream refreshes the rest. */
function putInto<E extends EndpointSpec, T extends EndpointSpec>(
  { topic, endpoint, getRowId }: DataGridProps<E, T>,
  saved: readonly RowOf<E>[],
): void {
  const fresh = new Map(saved.map((row) => [getRowId(row), row]));
  queryClient.setQueriesData<Page<RowOf<E>>>(
    { queryKey: [topic, endpoint.path] },
    (page) => page && { ...page, content: page.content.map((row) => fresh.get(getRowId(row)) ?? row) },
  );
}

/** Loads the page and the totals in parallel; stale rows stay visible while new ones load. */
function useRows<E extends EndpointSpec, T extends EndpointSpec>(
  props: DataGridProps<E, T>,
  state: GridState,
  isReady: boolean,
) {
  const { endpoint, totalsEndpoint, topic, params, query } = props;
  const input = { params, query: { ...query, ...pageInput(state) } };
  const sums = { params, query: { ...query, ...filterInput(state) } };
  const page = useQuery({
    queryKey: keyOf(topic, endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal } as unknown as CallInput<E>) as Promise<Page<RowOf<E>>>,
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
  // If a filter fails to load, the rows of the previous filter stay.
  const last = useRef(page.data);
  if (page.data) last.current = page.data;
  const totals = useQuery({
    queryKey: totalsEndpoint ? keyOf(topic, totalsEndpoint, sums) : [topic, 'no totals'],
    queryFn: ({ signal }) => call(totalsEndpoint as T, { ...sums, signal } as unknown as CallInput<T>),
    enabled: isReady && totalsEndpoint !== undefined,
    placeholderData: keepPreviousData,
  });
  return { page, data: page.data ?? (page.isError ? last.current : undefined), totals };
}

/** The description for screen readers: "Products, 17 rows, sorted by name". */
function labelOf(
  t: T,
  name: string,
  count: number,
  state: GridState,
  columns: readonly GridColumn<never, never>[],
): string {
  const fields = state.sort.map(({ field, direction }) => {
    const header = columns.find((column) => column.id === field || column.sort === field)?.header ?? field;
    return direction === 'desc' ? t('grid.descending', { field: header.toLowerCase() }) : header.toLowerCase();
  });
  return t('grid.label', {
    name,
    count,
    sort: fields.length > 0 ? t('grid.sortedBy', { fields: fields.join(', ') }) : t('grid.unsorted'),
  });
}
