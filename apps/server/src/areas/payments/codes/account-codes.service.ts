import type { AccountCode, createAccountCode, patchAccountCode } from '@quayside/contracts/payments/account-codes';
import type { BodyOut } from '@quayside/contracts/endpoint';
import type { Work } from '../../../db/tx.ts';
import { changesBetween } from '../../../events/audit-actions.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError } from '../../../http/errors.ts';
import {
  type CodeRow,
  type CodeType,
  deleteCode,
  insertCodes,
  listCodes,
  lockCode,
  saveCode,
} from '../rows/account-codes.queries.ts';

const toCode = (row: CodeRow): AccountCode => ({
  id: row.id,
  code: row.code,
  name: row.name,
  type: row.type,
  accountId: row.account_id,
  archivedAt: row.archived_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
});

/** The account codes of a type that can be chosen, or all of them, also archived ones. */
export const listAccountCodes = async (w: Work, type?: CodeType): Promise<AccountCode[]> =>
  (await listCodes(w, type)).map(toCode);

export async function createCode(w: Work, body: BodyOut<typeof createAccountCode>): Promise<AccountCode> {
  const id = w.newId();
  await insertCodes(w, [{ ...body, id }]);
  await record(
    w,
    {
      action: 'account-code.created',
      subjectIds: [id],
      details: {
        name: body.code,
        changes: [
          { field: 'code', from: null, to: body.code },
          { field: 'name', from: null, to: body.name },
          { field: 'type', from: null, to: body.type },
        ],
      },
    },
    changed('account-codes', [id]),
  );
  return getCode(w, id);
}

/** Renames, archives or restores an account code. Its payments keep it. */
export async function patchCode(w: Work, id: string, body: BodyOut<typeof patchAccountCode>): Promise<AccountCode> {
  const row = await lockCurrent(w, id, body.version);
  const after = {
    code: body.code ?? row.code,
    name: body.name ?? row.name,
    archived_at:
      body.archivedAt === undefined ? row.archived_at : body.archivedAt === null ? null : new Date(body.archivedAt),
  };
  const logged = ({ code, name, archived_at }: typeof after) => ({ code, name, archived: archived_at !== null });
  const [before, now] = [logged(row), logged(after)];
  const changes = changesBetween(
    ['code', 'name', 'archived'],
    (field) => before[field],
    (field) => now[field],
  );
  if (changes.length === 0) return toCode(row);
  await saveCode(w, row, after);
  await record(
    w,
    { action: 'account-code.changed', subjectIds: [id], details: { name: after.code, changes } },
    changed('account-codes', [id], row.version + 1),
  );
  return getCode(w, id);
}

/** Deletes an account code that no payment has. */
export async function removeCode(w: Work, id: string, version: number | undefined): Promise<void> {
  const row = await lockCurrent(w, id, version);
  await deleteCode(w, id);
  await record(
    w,
    {
      action: 'account-code.deleted',
      subjectIds: [id],
      details: {
        name: row.code,
        changes: [
          { field: 'code', from: row.code, to: null },
          { field: 'name', from: row.name, to: null },
        ],
      },
    },
    changed('account-codes', [id]),
  );
}

async function getCode(w: Work, id: string): Promise<AccountCode> {
  const row = await lockCode(w, id);
  if (!row) throw new AppError('payments.unknown');
  return toCode(row);
}

async function lockCurrent(w: Work, id: string, version: number | undefined): Promise<CodeRow> {
  const row = await lockCode(w, id);
  if (!row) throw new AppError('payments.unknown');
  if (version !== undefined && version !== row.version)
    throw new AppError('conflict_version', { current: toCode(row) });
  return row;
}
