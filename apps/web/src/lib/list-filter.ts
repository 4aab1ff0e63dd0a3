import type { FilterChip } from '@quayside/contracts/paging';

/** Creates a filter for a list. Example: `chip('status', 'in', 'REVIEW')`. */
export const chip = (field: string, op: FilterChip['op'], ...values: string[]): FilterChip => ({ field, op, values });
/** The query of a list call with these filters. */
export const filterQuery = (...chips: FilterChip[]) => ({ filter: JSON.stringify(chips) });
/** The URL of a list with one filter. */
export function filteredPath(path: string, { field, op, values }: FilterChip): string {
  const given = values.length > 0 ? values : [''];
  return `${path}?${given.map((value) => `f.${field}.${op}=${encodeURIComponent(value)}`).join('&')}`;
}
