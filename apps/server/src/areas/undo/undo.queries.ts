import type { Work } from '../../db/tx.ts';

export interface OperationRow {
  readonly kind: string;
  readonly payload: unknown;
  readonly createdAt: Date;
  readonly undoneAt: Date | null;
}

export async function insertOperation(w: Work, id: string, kind: string, payload: object): Promise<void> {
  await w.tx
    .insertInto('operation')
    .values({ account_id: w.scope.accountId, id, kind, payload: JSON.stringify(payload), created_by: w.scope.userId, created_at: w.now })
    .execute();
}

/** Reads an operation and holds it, so that it is undone once. */
export async function lockOperation(w: Work, id: string): Promise<OperationRow | undefined> {
  const row = await w.tx
    .selectFrom('operation')
    .select(['kind', 'payload', 'created_at', 'undone_at'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && { kind: row.kind, payload: row.payload, createdAt: row.created_at, undoneAt: row.undone_at };
}

export async function markUndone(w: Work, id: string): Promise<void> {
  await w.tx.updateTable('operation').set({ undone_at: w.now }).where('account_id', '=', w.scope.accountId).where('id', '=', id).execute();
}
