import { type RawBuilder, sql } from 'kysely';

/** SQL condition: the row was recorded before this instant and had not been superseded by then; null: it holds now. */
export function isKnown(alias: string, at: Date | null): RawBuilder<boolean> {
  const [recordedAt, supersededAt] = [sql.ref(`${alias}.recorded_at`), sql.ref(`${alias}.superseded_at`)];
  return at === null
    ? sql`${supersededAt} is null`
    : sql`(${recordedAt} < ${at} and (${supersededAt} is null or ${supersededAt} >= ${at}))`;
}
