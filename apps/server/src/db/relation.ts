import { type RawBuilder, sql } from 'kysely';
import type { DB } from './types.gen.ts';

/**
 * What other areas may read of a table, declared in the `facts.ts` of its area. It is read with an alias:
 * `LOTS.as('l')` in Kysely's builder, `from ${LOTS} l` in SQL. A column that is not listed has no type in the builder;
 * in SQL, `testing/table-readers.test.ts` finds it.
 */
export const relation = <T extends keyof DB & string, C extends keyof DB[T]>(
  table: T,
  _columns: readonly C[],
): RawBuilder<Pick<DB[T], C>> => sql.table(table);
