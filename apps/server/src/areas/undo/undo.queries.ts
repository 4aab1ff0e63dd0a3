import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';

const DAY = 24 * 3_600_000;

interface OperationRow {
  readonly kind: string;
  readonly payload: unknown;
  readonly createdAt: Date;
  readonly undoUntil: Date;
  readonly undoneAt: Date | null;
}

export async function insertOperation(
  w: Work,
  { id, kind, payload, undoUntil }: { id: string; kind: string; payload: object; undoUntil: Date },
): Promise<void> {
  await w.tx
    .insertInto('operation')
    .values({
      account_id: w.scope.accountId,
      id,
      kind,
      payload: JSON.stringify(payload),
      created_by: w.scope.userId,
      created_at: w.now,
      undo_until: undoUntil,
      request_id: w.scope.requestId,
    })
    .execute();
}

/** Reads and locks an operation, so that it cannot be undone twice. */
export async function lockOperation(w: Work, id: string): Promise<OperationRow | undefined> {
  const row = await w.tx
    .selectFrom('operation')
    .select(['kind', 'payload', 'created_at', 'undo_until', 'undone_at'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      kind: row.kind,
      payload: row.payload,
      createdAt: row.created_at,
      undoUntil: row.undo_until,
      undoneAt: row.undone_at,
    }
  );
}

export async function markUndone(w: Work, id: string): Promise<void> {
  await w.tx
    .updateTable('operation')
    .set({ undone_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** Deletes the undo data of operations that can no longer be undone, a day after them at the earliest. */
export async function dropOldOperationRows(w: Work, now: Date): Promise<void> {
  await sql`delete from operation_row r using operation o where o.account_id = ${w.scope.accountId}
    and o.id = r.operation_id and r.account_id = ${w.scope.accountId}
    and o.created_at < ${new Date(now.getTime() - DAY)} and o.undo_until < ${now}`.execute(w.tx);
}

/** Deletes the undo data of these operations, which can then no longer be undone. */
export async function dropOperationRows(w: Work, operationIds: readonly string[]): Promise<void> {
  await w.tx
    .deleteFrom('operation_row')
    .where('account_id', '=', w.scope.accountId)
    .where('operation_id', 'in', [...operationIds])
    .execute();
}
