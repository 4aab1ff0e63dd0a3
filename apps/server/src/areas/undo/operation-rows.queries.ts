import { sql } from 'kysely';
import { chunks } from '../../db/batches.ts';
import type { Work } from '../../db/tx.ts';

// What an operation did to each record, which is stored in the transaction of the operation. The area that performs the
// operation decides what `before` contains.

/** The effect of an operation on one record. `before` is null if the operation created the record. */
export interface OperationRow<B> {
  readonly subjectId: string;
  readonly before: B | null;
  /** The version of the record before the operation; 0 if the record did not exist. */
  readonly versionBefore: number;
  readonly versionAfter: number;
}

export async function insertOperationRows(
  w: Work,
  operationId: string,
  rows: readonly OperationRow<object>[],
): Promise<void> {
  for (const part of chunks(rows)) {
    await sql`
      insert into operation_row (account_id, operation_id, subject_id, before, version_before, version_after)
      select ${w.scope.accountId}::uuid, ${operationId}::uuid, r.id, r.before::jsonb, r.version_before, r.version_after
      from unnest(
        ${sql.val(part.map((r) => r.subjectId))}::uuid[],
        ${sql.val(part.map((r) => (r.before === null ? null : JSON.stringify(r.before))))}::text[],
        ${sql.val(part.map((r) => r.versionBefore))}::integer[], ${sql.val(part.map((r) => r.versionAfter))}::integer[]
      ) as r(id, before, version_before, version_after)`.execute(w.tx);
  }
}

/** The rows of an operation in the order of the ids of their records; with `part`, only some of them. */
export async function readOperationRows<B>(
  w: Work,
  operationId: string,
  part?: { readonly after: string | null; readonly limit: number },
): Promise<OperationRow<B>[]> {
  const rows = await w.tx
    .selectFrom('operation_row')
    .select(['subject_id as subjectId', 'before', 'version_before as versionBefore', 'version_after as versionAfter'])
    .where('account_id', '=', w.scope.accountId)
    .where('operation_id', '=', operationId)
    .$if(part !== undefined && part.after !== null, (q) => q.where('subject_id', '>', part?.after ?? ''))
    .$if(part !== undefined, (q) => q.limit(part?.limit ?? 0))
    .orderBy('subject_id')
    .execute();
  return rows.map((r) => ({ ...r, before: r.before as B | null }));
}

/** Deletes the undo data of these records, because the operation was undone for them. */
export async function deleteOperationRows(w: Work, operationId: string, ids: readonly string[]): Promise<void> {
  await sql`delete from operation_row where account_id = ${w.scope.accountId} and operation_id = ${operationId}
    and subject_id = any(${sql.val([...ids])}::uuid[])`.execute(w.tx);
}

/**
 * Makes it possible to undo the previous operation after this one was undone. The undo has given the restored records
 * new versions, so these are stored as the versions after the previous operation.
 */
export async function followVersions(
  w: Work,
  operationId: string,
  restored: readonly { readonly id: string; readonly version: number }[],
): Promise<void> {
  for (const part of chunks(restored)) {
    await sql`
      update operation_row earlier
      set version_after = r.version
      from operation_row mine
      join unnest(
        ${sql.val(part.map((r) => r.id))}::uuid[], ${sql.val(part.map((r) => r.version))}::integer[]
      ) as r(id, version) on r.id = mine.subject_id
      where mine.account_id = ${w.scope.accountId} and mine.operation_id = ${operationId}
        and earlier.account_id = mine.account_id and earlier.subject_id = mine.subject_id
        and earlier.operation_id <> mine.operation_id and earlier.version_after = mine.version_before`.execute(w.tx);
  }
}
