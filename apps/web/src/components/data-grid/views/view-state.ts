import type { ViewState } from '@quayside/contracts/views';
import { type GridState, reconcileColumns } from '../grid-state.ts';

/** What a table knows of itself, to read a view that was kept when it was another one. */
export interface KnownTable {
  readonly defaults: GridState;
  readonly fields: readonly string[];
  readonly sortable: readonly string[];
}

/** A table as a view has it. What the table does not know any more is left out. */
export const stateOf = (view: ViewState, { defaults, fields, sortable }: KnownTable): GridState => ({
  columns: reconcileColumns(view.columns, defaults.columns),
  sort: view.sort.filter(({ field }) => sortable.includes(field)),
  chips: view.chips.filter(({ field }) => fields.includes(field)),
  search: view.search,
  size: view.size,
  density: view.density,
  page: 0,
});

/** What is kept of a table under a name. */
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

/** What two states must say alike to be the same view. Widths do not count: a window that is made smaller changes nothing. */
const said = ({ columns, sort, chips, search, size, density }: GridState): string =>
  JSON.stringify([
    columns.filter(({ hidden }) => !hidden).map(({ id, pinned }) => [id, pinned === true]),
    sort.map(({ field, direction }) => [field, direction]),
    chips.map(({ field, op, values }) => JSON.stringify([field, op, values])).sort((a, b) => (a < b ? -1 : 1)),
    search,
    size,
    density,
  ]);

/** Is the table no longer as the view has it? */
export const isChanged = (state: GridState, view: ViewState, known: KnownTable): boolean => said(state) !== said(stateOf(view, known));

/** The row height and the widths of another state. */
export const withLookOf = (state: GridState, { density, columns }: GridState): GridState => ({
  ...state,
  density,
  columns: state.columns.map((column) => ({ ...column, width: columns.find(({ id }) => id === column.id)?.width })),
});
