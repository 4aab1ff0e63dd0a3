import type { ViewState } from '@quayside/contracts/views';
import { type GridState, reconcileColumns } from '../grid-state.ts';

/** The current definition of a table. A stored view may have been saved under an older definition. */
interface KnownTable {
  readonly defaults: GridState;
  readonly fields: readonly string[];
  readonly sortable: readonly string[];
}

/** The state of a view, without columns, filters and sorts that the table no longer has. */
export const stateOf = (view: ViewState, { defaults, fields, sortable }: KnownTable): GridState => ({
  columns: reconcileColumns(view.columns, defaults.columns),
  sort: view.sort.filter(({ field }) => sortable.includes(field)),
  chips: view.chips.filter(({ field }) => fields.includes(field)),
  search: view.search,
  size: view.size,
  density: view.density,
  page: 0,
});

/** The part of a table's state that a view stores. */
export const viewOf = ({ columns, sort, chips, search, size, density }: GridState): ViewState => ({
  columns: columns.map(({ id, width, pinned, hidden }) => ({
    id,
    ...(width === undefined ? {} : { width: Math.round(width) }),
    ...(pinned ? { pinned } : {}),
    ...(hidden ? { hidden } : {}),
  })),
  sort: [...sort],
  chips: [...chips],
  search,
  size: size as ViewState['size'],
  density,
});

/**
 * The part of a state that is compared with a view, as text. Widths are not compared, because resizing the window also
 * changes them.
 */
const comparedText = ({ columns, sort, chips, search, size, density }: GridState): string =>
  JSON.stringify([
    columns.filter(({ hidden }) => !hidden).map(({ id, pinned }) => [id, pinned === true]),
    sort.map(({ field, direction }) => [field, direction]),
    chips.map(({ field, op, values }) => JSON.stringify([field, op, values])).sort((a, b) => (a < b ? -1 : 1)),
    search,
    size,
    density,
  ]);

/** Whether the table differs from the view. */
export const isChanged = (state: GridState, view: ViewState, known: KnownTable): boolean =>
  comparedText(state) !== comparedText(stateOf(view, known));

/** Copies row height and column widths from another state. */
export const withLookOf = (state: GridState, { density, columns }: GridState): GridState => ({
  ...state,
  density,
  columns: state.columns.map((column) => ({ ...column, width: columns.find(({ id }) => id === column.id)?.width })),
});
