import { type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely';

/** The rows of a list that an export names by their ids; without ids, all rows. */
export const chosenRows = <DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  id: ReferenceExpression<DB, TB>,
  ids: readonly string[] | undefined,
): SelectQueryBuilder<DB, TB, O> =>
  ids === undefined ? rows : rows.where(id, '=', sql<string>`any(${sql.val([...ids])}::uuid[])`);
