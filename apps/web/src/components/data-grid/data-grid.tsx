import { useMediaQuery } from '@mantine/hooks';
import type { EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import { lazy, type ReactNode, Suspense } from 'react';
import { createPortal } from 'react-dom';
import { type T as Words, useT } from '../../i18n/i18n.ts';
import { setLayout, useAppState } from '../../lib/kept/kept-state.ts';
import { usePrinting } from '../../lib/page/printing.ts';
import { DENSITY } from '../../theme/grid-theme.ts';
import { Card } from '../ui/card.tsx';
import { useAsidePlace } from '../ui/page-frame.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import classes from './data-grid.module.css';
import { GridCards } from './grid-cards.tsx';
import { GridFooter } from './grid-footer.tsx';
import { GridHead, totalsInput } from './grid-head.tsx';
import { labelOf } from './grid-label.ts';
import { NoMatch, SkeletonRows } from './grid-states.tsx';
import type { GridTableProps } from './grid-table-props.ts';
import type { DataGridProps, Narrow, RowOf } from './grid-types.ts';
import { PrintTable } from './print-table.tsx';
import { type DataGridModel, NO_FILTERS, useDataGrid } from './use-data-grid.ts';

// AG Grid is larger than the whole shell, so its chunk is loaded only with the first table.
const LazyTable = lazy(() => import('./grid-table.tsx').then((module) => ({ default: module.GridTable })));
/** The height of a scrollbar, which may be between the totals and the footer. */
const SCROLLBAR = 16;
const PHONE = '(max-width: 767.98px)';

/**
 * The table component: paging, sorting, search, filters, totals and columns. The state of the table is kept in the URL.
 */
export function DataGrid<E extends EndpointSpec, T extends EndpointSpec>(props: DataGridProps<E, T>) {
  const t = useT();
  const narrow = useNarrow();
  const isPhone = narrow?.isTable === false;
  const isPrinting = usePrinting();
  const model = useDataGrid(props, isPhone);
  const { page, rows, isUnused } = model.shown;
  if (isUnused) {
    const { icon, title, actions, body } = props.empty;
    return (
      <Card flush>
        <EmptyState icon={icon} title={title} actions={actions}>
          {body}
        </EmptyState>
      </Card>
    );
  }
  const parts = { of: props, model, table: tableProps(t, props, model) };
  return (
    <div className={classes.frame}>
      <GridHead of={props} model={model} narrow={narrow} />
      {page.isError && (
        <ErrorState
          error={page.error}
          entity={props.name.toLowerCase()}
          hint={`${t('grid.filtersKept')}${rows.length > 0 ? ` ${t('grid.stale')}` : ''}`}
          onRetry={() => void page.refetch()}
        />
      )}
      {isPrinting && page.data && <PrintTable {...parts.table} />}
      {isPhone ? <PhoneRows {...parts} /> : null}
      <TableFrame {...parts} narrow={narrow} />
      {props.editing && (
        <div role="status" className="visually-hidden">
          {model.announcement}
        </div>
      )}
      <PreviewPanel preview={model.preview} />
    </div>
  );
}

/**
 * How rows are shown in a narrow window: as cards or, on request, as the table with all it can do, which is scrolled
 * sideways. Undefined in a wide window.
 */
function useNarrow(): Narrow | undefined {
  const isNarrow = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const isTable = useAppState(({ layout }) => layout.isTableInNarrow);
  if (!isNarrow) return undefined;
  return { isTable, toggle: () => setLayout({ isTableInNarrow: !isTable }) };
}

/** The preview stands beside the page, like every other panel. */
function PreviewPanel({ preview: { shown, close } }: Pick<DataGridModel<EndpointSpec, EndpointSpec>, 'preview'>) {
  const place = useAsidePlace();
  if (!shown) return null;
  const panel = (
    <Panel follows title={shown.title} onClose={close}>
      {shown.body}
    </Panel>
  );
  return place ? createPortal(panel, place) : panel;
}

interface PartProps<E extends EndpointSpec, T extends EndpointSpec> {
  readonly of: DataGridProps<E, T>;
  readonly model: DataGridModel<E, T>;
  readonly table: GridTableProps<RowOf<E>, ResponseOf<T>>;
}

/** The props that are shared by the AG Grid table, the cards on phones and the printed table. */
function tableProps<E extends EndpointSpec, T extends EndpointSpec>(
  t: Words,
  { name, columns, getRowId, rowHref, rowKeys, height, bulk }: DataGridProps<E, T>,
  { grid: { state }, shown, selection, preview, edits, handlers, focusRows }: DataGridModel<E, T>,
): GridTableProps<RowOf<E>, ResponseOf<T>> {
  return {
    label: labelOf(t, name, shown.isCounted ? shown.totalRows : undefined, state, columns),
    rows: shown.rows,
    columns,
    state,
    totals: shown.totals,
    totalsLabel: t('grid.totalRow', { count: shown.totalRows }),
    getRowId,
    rowHref,
    ...handlers,
    focusRows,
    autoHeight: height === 'auto',
    selectedIds: bulk ? selection.selectedIds : undefined,
    isAllSelected: selection.isAll,
    onSelect: selection.onSelect,
    edits,
    onSpace: preview.onSpace,
    onFocusRow: preview.onFocusRow,
    isCurrent: shown.isCurrent,
    rowKeys,
  };
}

/** The rows as cards, for phones. */
function PhoneRows<E extends EndpointSpec, T extends EndpointSpec>({ of, model, table }: PartProps<E, T>) {
  return (
    <>
      {model.shown.page.isPending && (
        <Card flush>
          <SkeletonRows />
        </Card>
      )}
      <NoMatchOf of={of} model={model} />
      <GridCards
        label={table.label}
        rows={table.rows}
        columns={table.columns}
        getRowId={table.getRowId}
        rowHref={table.rowHref}
        cardAction={of.cardAction}
        totals={table.totals}
        totalsLabel={table.totalsLabel}
      />
    </>
  );
}

/** The message when no row matches. It suggests filters to remove so that rows match again. */
function NoMatchOf<E extends EndpointSpec, T extends EndpointSpec>({ of, model }: Omit<PartProps<E, T>, 'table'>) {
  const { state, change } = model.grid;
  if (!model.shown.isEmpty) return null;
  return <NoMatch state={state} filters={of.filters ?? NO_FILTERS} change={change} totals={totalsInput(of)} />;
}

/**
 * The frame of a table: the AG Grid table and its selection bar on wide screens, and the footer, which phones also
 * show.
 */
function TableFrame<E extends EndpointSpec, T extends EndpointSpec>({
  of,
  model,
  table,
  narrow,
}: PartProps<E, T> & { readonly narrow: Narrow | undefined }) {
  const { state, change } = model.grid;
  const { page, rows, totalRows, isCapped, isEmpty } = model.shown;
  const isPhone = narrow?.isTable === false;
  const hasTotals = of.columns.some(({ total }) => total !== undefined);
  return (
    <div
      className={classes.table}
      data-height={isPhone ? 'auto' : (of.height ?? (narrow && 'window'))}
      data-density={state.density}
      data-links={of.rowHref ? true : undefined}
      data-stale={page.isError || (page.isPlaceholderData && page.isFetching) || undefined}
    >
      {!isPhone && (
        <TableBody table={table} isFetching={page.isFetching}>
          {page.isPending ? <SkeletonRows /> : isEmpty && <NoMatchOf of={of} model={model} />}
        </TableBody>
      )}
      {!isPhone && <BulkBar of={of} model={model} />}
      <GridFooter
        state={state}
        shown={rows.length}
        total={page.data && totalRows}
        isCapped={isCapped}
        totalsHeight={hasTotals && !isPhone ? DENSITY[state.density].row + SCROLLBAR : 0}
        footnote={typeof of.footnote === 'function' ? of.footnote(model.shown.totals) : of.footnote}
        change={change}
      />
    </div>
  );
}

/** The bar of actions for the selected rows. It is shown only while rows are selected. */
function BulkBar<E extends EndpointSpec, T extends EndpointSpec>({ of, model }: Omit<PartProps<E, T>, 'table'>) {
  const { selected, clear, isAll, chooseAll } = model.selection;
  if (!of.bulk || selected.length === 0) return null;
  return (
    <div className={classes.bulk}>
      {of.bulk(selected, clear, { total: model.shown.totalRows, isAll, chooseAll, filter: model.filter })}
    </div>
  );
}

/**
 * The AG Grid table. The children cover the table: placeholders while rows load, or the message that no row matches.
 */
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
