import type { FilterChip } from '@quayside/contracts/paging';
import { type RawBuilder, sql } from 'kysely';

/** SQL: whether a row of this alias holds on a day, as `validityOn` in the domain says it. */
export const validitySql = (alias: 'r' | 'd', day: string): RawBuilder<string> => {
  const [from, to] = [sql.ref(`${alias}.valid_from`), sql.ref(`${alias}.valid_to`)];
  return sql<string>`(case
    when ${day}::date < ${from} then 'NOT_YET_VALID' when ${day}::date > ${to} then 'EXPIRED' else 'VALID'
  end)`;
};

/** SQL condition: a row of this alias holds on at least one day that the chip names. */
export function isInForce(alias: 'r' | 'd', { op, values }: FilterChip): RawBuilder<boolean> {
  const [from, to] = [sql.ref(`${alias}.valid_from`), sql.ref(`${alias}.valid_to`)];
  // Days compare as texts; ends that are swapped mean the same range.
  const [first = null, last = null] = op === 'between' ? values.toSorted() : values;
  const endsLater = sql<boolean>`coalesce(${to} >= ${first}::date, true)`;
  const beginsBefore = (day: string | null) => sql<boolean>`coalesce(${from} <= ${day}::date, true)`;
  if (op === 'gte') return endsLater;
  return op === 'lte' ? beginsBefore(first) : sql<boolean>`(${endsLater} and ${beginsBefore(last)})`;
}
