import { useMediaQuery } from '@mantine/hooks';
import type { EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import { lazy, type ReactNode, Suspense, useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '../../i18n/i18n.ts';
import { usePrinting } from '../../lib/printing.ts';
import { Card } from '../ui/card.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import classes from './data-grid.module.css';
import { useGridEdits } from './edit/use-grid-edits.ts';
import { GridCards } from './grid-cards.tsx';
import { GridFooter } from './grid-footer.tsx';
import { type ColumnState, filterInput, type SortItem, withSort } from './grid-state.ts';
import { NoMatch, SkeletonRows } from './grid-states.tsx';
import type { GridTableProps } from './grid-table-props.ts';
import { ExportMenu } from './export/export-menu.tsx';
import { GridToolbar } from './grid-toolbar.tsx';
import { PrintTable } from './print-table.tsx';
import type { DataGridProps, GridFilter, RowOf } from './grid-types.ts';
import { useGridState } from './use-grid-state.ts';
import { useViews } from './views/use-views.ts';
import { ViewStrip } from './views/view-strip.tsx';
import { labelOf } from './grid-label.ts';
import { useGridPreview } from './use-grid-preview.tsx';
import { replaceCachedRows, useRowReports, useRows } from './use-grid-rows.ts';
import { useGridSelection } from './use-grid-selection.ts';

// AG Grid is larger than the shell; its chunk loads with the first table.
const LazyTable = lazy(() => import('./grid-table.tsx').then((module) => ({ default: module.GridTable })));
const NO_FILTERS: readonly GridFilter[] = [];
const NO_SORT: readonly string[] = [];
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
  const preview = useGridPreview(props, rows);
  const filter = filterInput(state);
  const selection = useGridSelection(rows, getRowId, filter);
  const { edits, announcement } = useGridEdits<RowOf<E>>({
    editing: isPhone ? undefined : props.editing,
    columns,
    rows,
    getRowId,
    onSaved: (saved) => replaceCachedRows(props, saved),
  });
  useRowReports(props, page, { state, change, totalRows, isCapped });

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
    selectedIds: props.bulk ? selection.selectedIds : undefined,
    isAllSelected: selection.isAll,
    onSelect: selection.onSelect,
    edits,
    onSpace: preview.onSpace,
    onFocusRow: preview.onFocusRow,
  };
  const noMatch = isEmpty && <NoMatch state={state} filters={filters} change={change} totals={totalsOf} />;
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
          {noMatch}
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
          <TableBody table={table} isFetching={page.isFetching}>
            {page.isPending ? <SkeletonRows /> : noMatch}
          </TableBody>
        )}
        {!isPhone && props.bulk && selection.selected.length > 0 && (
          <div className={classes.bulk}>
            {props.bulk(selection.selected, selection.clear, {
              total: totalRows,
              isAll: selection.isAll,
              chooseAll: selection.chooseAll,
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
      {preview.shown && (
        <Panel follows title={preview.shown.title} onClose={preview.close}>
          {preview.shown.body}
        </Panel>
      )}
    </div>
  );
}

/** The table of a wide screen. The children lie over it: rows that are loading, or that no row matches. */
function TableBody<Row, Totals>({
  table,
  isFetching,
  children,
}: {
  table: GridTableProps<Row, Totals>;
  isFetching: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classes.body} aria-busy={isFetching}>
      <Suspense fallback={<SkeletonRows />}>
        <LazyTable {...(table as unknown as GridTableProps<unknown, unknown>)} />
      </Suspense>
      {children && <div className={classes.over}>{children}</div>}
    </div>
  );
}
