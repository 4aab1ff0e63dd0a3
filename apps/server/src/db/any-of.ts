import { type RawBuilder, sql } from 'kysely';
import { listOf } from './list-of.ts';

/**
 * SQL: what an id has to be equal to in order to be one of these. A single id is compared as it is: PostgreSQL keeps a
 * plan for that, while it plans a statement with a list anew each time, because it does not know how long the list is.
 */
export function anyOf(ids: readonly string[]): RawBuilder<string> {
  const [first, ...others] = new Set(ids);
  return first !== undefined && others.length === 0
    ? sql<string>`${first}::uuid`
    : sql<string>`any(${listOf('uuid', [...new Set(ids)])})`;
}
