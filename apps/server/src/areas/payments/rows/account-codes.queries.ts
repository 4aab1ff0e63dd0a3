import type { ACCOUNT_CODE_TYPES } from '@quayside/contracts/payments/account-codes';
import type { Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import type { DB } from '../../../db/types.gen.ts';
import { AppError, onConstraint } from '../../../http/errors.ts';

export type CodeRow = Selectable<DB['account_code']>;
export type CodeType = (typeof ACCOUNT_CODE_TYPES)[number];
/** A code as a person types it. */
export interface NewCode {
  readonly code: string;
  readonly name: string;
  readonly type: CodeType;
}

const taken = {
  account_code_key: () =>
    new AppError('payments.code_taken', { errors: [{ field: 'code', message: { code: 'payments.code_taken' } }] }),
};

/** The account codes of a type that can be chosen, or all, by type and code. */
export function listCodes(w: Work, type?: CodeType): Promise<CodeRow[]> {
  let rows = w.tx.selectFrom('account_code').selectAll().where('account_id', '=', w.scope.accountId);
  if (type) rows = rows.where('type', '=', type).where('archived_at', 'is', null);
  return rows.orderBy('type').orderBy(sql`lower(code)`).orderBy('id').execute();
}

/** Reads an account code and locks it until the end of the transaction. */
export const lockCode = (w: Work, id: string): Promise<CodeRow | undefined> =>
  w.tx
    .selectFrom('account_code')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** The codes of account codes, by id. */
export async function findCodeNames(w: Work, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom('account_code')
    .select(['id', 'code'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', anyOf(known))
    .execute();
  return new Map(rows.map((row) => [row.id, row.code]));
}

export async function insertCodes(w: Work, codes: readonly (NewCode & { readonly id: string })[]): Promise<void> {
  if (codes.length === 0) return;
  await onConstraint(
    w.tx
      .insertInto('account_code')
      .values(codes.map((code) => ({ ...code, account_id: w.scope.accountId, created_at: w.now, updated_at: w.now })))
      .execute(),
    taken,
  );
}

export async function saveCode(w: Work, row: CodeRow, values: Updateable<DB['account_code']>): Promise<void> {
  await onConstraint(
    w.tx
      .updateTable('account_code')
      .set({ ...values, version: row.version + 1, updated_at: w.now })
      .where('account_id', '=', w.scope.accountId)
      .where('id', '=', row.id)
      .execute(),
    taken,
  );
}

/** Deletes an account code. Foreign keys prevent this while a payment has it. */
export async function deleteCode(w: Work, id: string): Promise<void> {
  const inUse = () => new AppError('payments.code_in_use');
  await onConstraint(
    w.tx.deleteFrom('account_code').where('account_id', '=', w.scope.accountId).where('id', '=', id).execute(),
    { payment_account_code_fk: inUse, payment_transfer_account_code_fk: inUse },
  );
}
