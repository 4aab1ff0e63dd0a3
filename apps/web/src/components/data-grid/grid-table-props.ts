import type { RefObject } from 'react';
import type { GridEdits } from './edit/grid-edits.ts';
import type { ColumnState, GridState, SortItem } from './grid-state.ts';
import type { GridColumn } from './grid-types.ts';

/** The props that DataGrid passes to the table on AG Grid. */
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
  /** Whether the rows are those that the person asked for; no key acts on others. */
  readonly isCurrent: boolean;
  readonly rowKeys?: Readonly<Record<string, (row: Row) => void>> | undefined;
  /** The table puts a function here that moves the focus to its first row. */
  readonly focusRows?: RefObject<(() => void) | null> | undefined;
  readonly autoHeight: boolean;
  /** The ids of the selected rows; undefined when rows cannot be selected. */
  readonly selectedIds: ReadonlySet<string> | undefined;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  /** Whether all matching rows are selected, including those on other pages. If so, every row is shown as selected. */
  readonly isAllSelected: boolean;
  /** The edit state of the cells; undefined when cells cannot be edited. */
  readonly edits: GridEdits<Row> | undefined;
}
