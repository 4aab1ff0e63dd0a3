import { filterInput, type GridState } from '../grid-state.ts';
import type { GridExports } from '../grid-types.ts';

/** The columns of the exported file: those of the visible table columns, in the same order. */
export function exportColumns({ columns, as = {} }: Pick<GridExports, 'columns' | 'as'>, state: GridState): string[] {
  const shown = state.columns
    .filter(({ hidden }) => !hidden)
    .flatMap(({ id }) => as[id] ?? (Object.hasOwn(columns, id) ? [id] : []));
  return [...new Set(shown)];
}

/** The query of an export: the filter, sort order and columns of the table. */
export const exportInput = (exports: GridExports, state: GridState, format: 'csv' | 'xlsx') => ({
  ...filterInput({ search: state.search, chips: [...(exports.chips ?? []), ...state.chips] }),
  sort: state.sort.map(({ field, direction }) => `${field},${direction}`),
  columns: exportColumns(exports, state).join(','),
  format,
});
