import { type RawBuilder, sql } from 'kysely';
import { isPlain, sqlOf, textOfList } from './list-of.ts';

/** A value of a row. */
type Value = string | number | bigint | boolean | null | undefined;
/** The columns of rows that a statement is given: the type of each in SQL, and its value. */
type Columns<R> = Readonly<Record<string, readonly [type: string, valueOf: (row: R) => Value]>>;

/**
 * SQL: rows of values as the relation `name`, to be joined with a table by its key. PostgreSQL plans a statement with
 * lists anew each time, because it does not know how long they are. The limit makes it expect one row, however many
 * there are, so that it keeps a plan, which finds each row of the table by its key.
 */
export function rowsOf<R>(name: string, rows: readonly R[], columns: Columns<R>): RawBuilder<unknown> {
  const all = Object.values(columns);
  const lists = all.map(([type, valueOf]) => {
    const values = rows.map(valueOf);
    return isPlain(type) ? textOfList(values) : values;
  });
  const names = Object.keys(columns).map((column) => `"${column}"`);
  const end = `) as listed(${names.join()}) limit `;
  const afterLists = all.map(([type], place) => `::${type}[]${place < all.length - 1 ? ', ' : end}`);
  return sqlOf(['(select * from unnest(', ...afterLists, `) as "${name}"`], [...lists, rows.length]);
}

/**
 * SQL: the end of a subquery under `lateral` that finds what belongs to one given row. It keeps PostgreSQL from joining
 * in another way: of an account that is being filled it expects no rows, so that it may read all of its rows again for
 * each given one.
 */
export const BY_KEYS = sql`offset 0`;
