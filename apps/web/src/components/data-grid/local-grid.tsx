import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { usePrinting } from '../../lib/page/printing.ts';
import classes from './data-grid.module.css';
import { GridCards } from './grid-cards.tsx';
import { GridFooter } from './grid-footer.tsx';
import { defaultState, type GridState } from './grid-state.ts';
import { SkeletonRows } from './grid-states.tsx';
import type { GridTableProps } from './grid-table-props.ts';
import type { GridColumn } from './grid-types.ts';
import { PrintTable } from './print-table.tsx';

const LazyTable = lazy(() => import('./grid-table.tsx').then((module) => ({ default: module.GridTable })));
const nothing = () => undefined;

interface LocalGridProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly GridColumn<Row>[];
  readonly getRowId: (row: Row) => string;
  /** Called on Enter or a click on a row. */
  readonly onOpen: (row: Row) => void;
  /** The initial page size. The footer displays this size as "All". */
  readonly size: number;
  readonly all: number;
  /** Shown instead of rows when there are none. */
  readonly empty: ReactNode;
  readonly footnote?: ReactNode;
  /** An action below the card on a phone. */
  readonly cardAction?: (row: Row) => ReactNode;
}

/**
 * A table for rows that are already loaded. It has the cells, keys and footer of `DataGrid`, but keeps no state in the
 * URL or in local storage.
 */
export function LocalGrid<Row>({
  label,
  rows,
  columns,
  getRowId,
  onOpen,
  size,
  all,
  empty,
  footnote,
  cardAction,
}: LocalGridProps<Row>) {
  const isPhone = useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false });
  const [state, setState] = useState<GridState>(() => ({ ...defaultState(columns, []), size, density: 'comfortable' }));
  const isPrinting = usePrinting();
  const last = Math.max(0, Math.ceil(rows.length / state.size) - 1);
  useEffect(() => setState((now) => (now.page > last ? { ...now, page: last } : now)), [last]);
  const shown = useMemo(
    () => rows.slice(state.page * state.size, (state.page + 1) * state.size),
    [rows, state.page, state.size],
  );
  const table: GridTableProps<Row, unknown> = {
    isCurrent: true,
    label,
    rows: shown,
    columns,
    state,
    totals: undefined,
    totalsLabel: '',
    getRowId,
    rowHref: undefined,
    onOpen: (row) => onOpen(row),
    onColumns: nothing,
    onSort: nothing,
    onSpace: undefined,
    onFocusRow: nothing,
    autoHeight: false,
    selectedIds: undefined,
    onSelect: nothing,
    isAllSelected: false,
    edits: undefined,
  };
  return (
    <div className={classes.table} data-local data-density="comfortable" data-links>
      {isPrinting && shown.length > 0 && <PrintTable {...table} />}
      {shown.length === 0 ? (
        <div className={classes.localEmpty} role="status">
          {empty}
        </div>
      ) : isPhone ? (
        <div className={classes.localCards}>
          <GridCards
            label={label}
            rows={shown}
            columns={columns}
            getRowId={getRowId}
            rowHref={undefined}
            cardAction={cardAction}
            totals={undefined}
            totalsLabel=""
          />
        </div>
      ) : (
        <div className={classes.body}>
          <Suspense fallback={<SkeletonRows />}>
            <LazyTable {...(table as unknown as GridTableProps<unknown, unknown>)} />
          </Suspense>
        </div>
      )}
      <GridFooter
        state={state}
        shown={shown.length}
        total={rows.length}
        isCapped={false}
        footnote={footnote}
        all={all}
        change={setState}
      />
    </div>
  );
}
