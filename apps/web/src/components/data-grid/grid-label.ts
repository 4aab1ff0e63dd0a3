import type { T } from '../../i18n/i18n.ts';
import type { GridState } from './grid-state.ts';
import type { GridColumn } from './grid-types.ts';

/** The accessible name of the table: "Products, 17 rows, sorted by name". The number is left out until it is known. */
export function labelOf(
  t: T,
  name: string,
  count: number | undefined,
  state: GridState,
  columns: readonly GridColumn<never, never>[],
): string {
  const fields = state.sort.map(({ field, direction }) => {
    const header = columns.find((column) => column.id === field || column.sort === field)?.header ?? field;
    return direction === 'desc' ? t('grid.descending', { field: header.toLowerCase() }) : header.toLowerCase();
  });
  const sort = fields.length > 0 ? t('grid.sortedBy', { fields: fields.join(', ') }) : t('grid.unsorted');
  return count === undefined ? t('grid.uncounted', { name, sort }) : t('grid.label', { name, count, sort });
}
