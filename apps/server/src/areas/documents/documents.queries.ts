import type { Insertable, Selectable } from 'kysely';
import type { Work } from '../../db/tx.ts';
import type { DB } from '../../db/types.gen.ts';

export type DocumentRow = Selectable<DB['document']>;

export async function insertDocument(w: Work, row: Omit<Insertable<DB['document']>, 'account_id' | 'created_by' | 'created_at'>): Promise<void> {
  await w.tx
    .insertInto('document')
    .values({ ...row, account_id: w.scope.accountId, created_by: w.scope.userId, created_at: w.now })
    .execute();
}

export function findDocumentRow(w: Work, id: string): Promise<DocumentRow | undefined> {
  return w.tx.selectFrom('document').selectAll().where('account_id', '=', w.scope.accountId).where('id', '=', id).executeTakeFirst();
}
