import { filterInput, type GridState } from '../grid-state.ts';
import type { GridExports } from '../grid-types.ts';

/** The file columns for the visible columns of the table, in order. */
export function exportColumns({ columns, as = {} }: Pick<GridExports, 'columns' | 'as'>, state: GridState): string[] {
  const shown = state.columns
    .filter(({ hidden }) => !hidden)
    .flatMap(({ id }) => as[id] ?? (Object.hasOwn(columns, id) ? [id] : []));
  return [...new Set(shown)];
}

/** The query of the export: filter, sort order and columns of the table. */
export const exportInput = (exports: GridExports, state: GridState, format: 'csv' | 'xlsx') => ({
  ...filterInput({ search: state.search, chips: [...(exports.chips ?? []), ...state.chips] }),
  sort: state.sort.map(({ field, direction }) => `${field},${direction}`),
  columns: exportColumns(exports, state).join(','),
  format,
});
