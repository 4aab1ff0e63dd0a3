import { type Insertable, sql } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import { personOf, type Work } from '../../db/tx.ts';
import type { DB } from '../../db/types.gen.ts';
import type { EntryRow, TransferRow } from './payments.types.ts';

export type NewTransfer = Omit<Insertable<DB['payment_transfer']>, 'account_id' | 'recorded_by' | 'recorded_at'>;
export type NewEntry = Omit<Insertable<DB['payment_entry']>, 'account_id' | 'recorded_by' | 'recorded_at'>;

export const findTransfers = (w: Work, ids: readonly string[]): Promise<TransferRow[]> =>
  w.tx
    .selectFrom('payment_transfer')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', anyOf(ids))
    .execute();

export async function findTransfer(w: Work, id: string): Promise<TransferRow | undefined> {
  const [transfer] = await findTransfers(w, [id]);
  return transfer;
}

export async function insertTransfers(w: Work, transfers: readonly NewTransfer[]): Promise<void> {
  if (transfers.length === 0) return;
  await w.tx
    .insertInto('payment_transfer')
    .values(
      transfers.map((transfer) => ({
        ...transfer,
        account_id: w.scope.accountId,
        recorded_by: personOf(w.scope),
        recorded_at: w.now,
      })),
    )
    .execute();
}

const CHUNK = 1000;

export async function insertEntries(w: Work, entries: readonly NewEntry[]): Promise<void> {
  for (let i = 0; i < entries.length; i += CHUNK)
    await w.tx
      .insertInto('payment_entry')
      .values(
        entries.slice(i, i + CHUNK).map((entry) => ({
          ...entry,
          account_id: w.scope.accountId,
          recorded_by: personOf(w.scope),
          recorded_at: w.now,
        })),
      )
      .execute();
}

/** Says that the confirmation of a transfer did not leave. */
export async function forgetMail(w: Work, transferId: string): Promise<void> {
  await w.tx
    .updateTable('payment_transfer')
    .set({ mail_id: null })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', transferId)
    .execute();
}

/** Marks entries and transfers as reversed, and forgets what followed from the entries. */
export async function reverseRows(
  w: Work,
  { entryIds, transferIds = [] }: { readonly entryIds: readonly string[]; readonly transferIds?: readonly string[] },
): Promise<void> {
  if (entryIds.length + transferIds.length === 0) return;
  const ofAccount = sql`account_id = ${w.scope.accountId}`;
  const reversed = sql`reversed_at = ${w.now}, reversed_by = ${personOf(w.scope)}`;
  await sql`
    with entries as (
      update payment_entry set ${reversed} where ${ofAccount} and id = ${anyOf(entryIds)}
    ), transfers as (
      update payment_transfer set ${reversed} where ${ofAccount} and id = ${anyOf(transferIds)}
    )
    delete from payment_entry_value where ${ofAccount} and entry_id = ${anyOf(entryIds)}`.execute(w.tx);
}

export const findEntry = (w: Work, id: string): Promise<EntryRow | undefined> =>
  w.tx
    .selectFrom('payment_entry')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The reference of the newest payment of an instalment that is not reversed and has one. */
export async function newestReference(w: Work, paymentId: string): Promise<string | null> {
  const row = await w.tx
    .selectFrom('payment_entry as e')
    .innerJoin('payment_transfer as t', (j) =>
      j.onRef('t.account_id', '=', 'e.account_id').onRef('t.id', '=', 'e.transfer_id'),
    )
    .select('t.reference')
    .where('e.account_id', '=', w.scope.accountId)
    .where('e.payment_id', '=', paymentId)
    .where('e.reversed_at', 'is', null)
    .where('t.reference', 'is not', null)
    .orderBy('e.rank', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.reference ?? null;
}

/** Whether a payment is recorded that was not undone. */
export async function hasTransfers(w: Work): Promise<boolean> {
  const row = await w.tx
    .selectFrom('payment_transfer')
    .select('id')
    .where('account_id', '=', w.scope.accountId)
    .where('reversed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
