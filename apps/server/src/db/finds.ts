import { type RawBuilder, sql } from 'kysely';

/**
 * SQL expression: whether a subquery of a row finds something; the subquery selects `true`. Columns of lists use it in
 * place of `exists`, because PostgreSQL may answer an `exists` of a page by reading the whole other table once.
 */
export const finds = (query: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(${query} limit 1) is not null`;
