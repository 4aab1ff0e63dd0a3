import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { fieldError } from '../../../http/errors.ts';

/**
 * The id of the pay-from account code that a person typed; null when they cleared it, undefined when they typed none.
 * An archived code cannot be chosen, but a row that has it already keeps it (`keptId`).
 */
export async function chosenAccountCode(
  w: Work,
  code: string | null | undefined,
  { field = 'accountCode', keptId = null }: { readonly field?: string; readonly keptId?: string | null } = {},
): Promise<string | null | undefined> {
  if (code === undefined || code === null) return code;
  const row = await w.tx
    .selectFrom('account_code')
    .select(['id', 'archived_at'])
    .where('account_id', '=', w.scope.accountId)
    .where('type', '=', 'PAYMENT')
    .where((eb) => eb(eb.fn<string>('lower', ['code']), '=', code.toLowerCase()))
    .executeTakeFirst();
  if (!row || (row.archived_at !== null && row.id !== keptId)) throw fieldError(field, say('payments.choose_code'));
  return row.id;
}
