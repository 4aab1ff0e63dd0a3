import type { FilterChip } from '@quayside/contracts/paging';

/** A filter of a list: `chip('status', 'in', 'REVIEW')`. */
export const chip = (field: string, op: FilterChip['op'], ...values: string[]): FilterChip => ({ field, op, values });
/** The query of a call that reads a list with these filters set. */
export const filterQuery = (...chips: FilterChip[]) => ({ filter: JSON.stringify(chips) });
/** The address of a list with one filter set. */
export const filteredPath = (path: string, { field, op, values }: FilterChip): string =>
  `${path}?${(values.length > 0 ? values : ['']).map((value) => `f.${field}.${op}=${encodeURIComponent(value)}`).join('&')}`;
