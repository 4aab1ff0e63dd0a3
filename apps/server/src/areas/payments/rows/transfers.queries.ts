import { type Insertable, sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { personOf, type Work } from '../../../db/tx.ts';
import type { DB } from '../../../db/types.gen.ts';
import { reservation, reserveNumbers } from '../../../account/numbers.ts';
import { NOTIFICATIONS } from '../../notifications/facts.ts';
import { type LinkedInvoice, linkedOf, linkedQuery, type LinkedRow } from '../ledger/ledger.views.ts';
import type { EntryRow, TransferRow } from '../payments.types.ts';

export type NewTransfer = Omit<Insertable<DB['payment_transfer']>, 'account_id' | 'recorded_by' | 'recorded_at'>;
export type NewEntry = Omit<Insertable<DB['payment_entry']>, 'account_id' | 'recorded_by' | 'recorded_at'>;
/** An entry that is new gets the next number, and one that replaces another keeps the number of that one. */
export type NumberedLater = Omit<NewEntry, 'rank'> & { readonly rank: bigint | null };

/** A transfer, and whether anything can keep it from being reversed. */
export interface KnownTransfer extends TransferRow {
  /** Whether a credit of it has not ended. */
  readonly has_credit: boolean;
  /** Whether a bank fee of it is in an invoice, or an invoice of bank fees counts as paid by it. */
  readonly has_invoiced_fee: boolean;
  /** Whether admins may have been told of it. */
  readonly has_notice: boolean;
}
/** What has to be known of a transfer to reverse it. */
export type ReversibleTransfer = Pick<
  KnownTransfer,
  | 'id'
  | 'paid_on'
  | 'reference'
  | 'to_addresses'
  | 'cc_addresses'
  | 'mail_id'
  | 'replaces_id'
  | 'has_credit'
  | 'has_invoiced_fee'
  | 'has_notice'
>;

/** SQL: whether a credit of the transfer in the row `t` has not ended. */
export const HAS_CREDIT = sql<boolean>`exists (
  select from credit c where c.account_id = t.account_id and c.transfer_id = t.id and c.ended_at is null
)`;
/** The key of the notification that tells admins of a payment; a corrected one keeps that of the first. */
export const paidNoticeKey = (transferId: string): string => `${PAID_NOTICE}${transferId}`;
const PAID_NOTICE = 'payment-paid/';
/** SQL: whether admins may have been told of the transfer in the row `t`, or of the one that it replaces. */
export const HAS_NOTICE = sql<boolean>`(t.replaces_id is not null or exists (
  select from ${NOTIFICATIONS} n
  where n.account_id = t.account_id and n.dedupe_key = ${sql.lit(PAID_NOTICE)} || t.id::text
))`;
/** SQL: whether a bank fee of it is in an invoice, or an invoice of bank fees counts as paid by it. */
export const HAS_INVOICED_FEE = sql<boolean>`exists (
  select from bank_fee b
  where b.account_id = t.account_id and (
    b.transfer_id = t.id or b.entry_id in (
      select e.id from payment_entry e
      where e.account_id = t.account_id and e.transfer_id = t.id and e.reversed_at is null
    )
  )
)`;

export async function findTransfers(w: Work, ids: readonly string[]): Promise<KnownTransfer[]> {
  const { rows } = await sql<KnownTransfer>`
    select t.*, ${HAS_CREDIT} as has_credit, ${HAS_INVOICED_FEE} as has_invoiced_fee, ${HAS_NOTICE} as has_notice
    from payment_transfer t
    where t.account_id = ${w.scope.accountId} and t.id = ${anyOf(ids)}`.execute(w.tx);
  return rows;
}

export async function findTransfer(w: Work, id: string): Promise<KnownTransfer | undefined> {
  const [transfer] = await findTransfers(w, [id]);
  return transfer;
}

const CHUNK = 1000;

const recorded = <R extends object>(w: Work, row: R) => ({
  ...row,
  account_id: w.scope.accountId,
  recorded_by: personOf(w.scope),
  recorded_at: w.now,
});

export async function insertEntries(w: Work, entries: readonly NewEntry[]): Promise<void> {
  for (let i = 0; i < entries.length; i += CHUNK)
    await w.tx
      .insertInto('payment_entry')
      .values(entries.slice(i, i + CHUNK).map((entry) => recorded(w, entry)))
      .execute();
}

/**
 * Inserts transfers with their entries. Mostly there are few, which one statement numbers and inserts; it also reads
 * these invoices, which the caller then works out. The caller must hold the cost lock.
 */
export async function insertTransfers(
  w: Work,
  transfers: readonly NewTransfer[],
  entries: readonly NumberedLater[],
  invoiceIds: readonly string[],
): Promise<LinkedInvoice[]> {
  if (transfers.length === 0) return [];
  const fresh = entries.filter(({ rank }) => rank === null).length;
  if (entries.length > CHUNK) {
    let rank = fresh === 0 ? 0n : await reserveNumbers(w, ENTRIES, fresh);
    const numbered = entries.map((entry) => ({ ...entry, rank: entry.rank ?? rank++ }));
    await withTransfers(w, transfers)
      .insertInto('payment_entry')
      .values(numbered.slice(0, CHUNK).map((entry) => recorded(w, entry)))
      .execute();
    await insertEntries(w, numbered.slice(CHUNK));
    return [];
  }
  const inserting = withTransfers(w, transfers);
  let place = 0;
  const rankOf = ({ rank }: NumberedLater) =>
    rank ?? sql<bigint>`(select value from reserved) - ${sql.lit(fresh)} + ${sql.lit((place += 1))}`;
  const numbered = entries.map((entry) => ({ ...recorded(w, entry), rank: rankOf(entry) }));
  const rows = await (fresh === 0 ? inserting : inserting.with('reserved', () => reservation(w, ENTRIES, fresh)))
    .with('entered', (db) => db.insertInto('payment_entry').values(numbered))
    .selectFrom(sql<LinkedRow>`(${linkedQuery(w, invoiceIds)})`.as('linked'))
    .selectAll()
    .execute();
  return linkedOf(rows);
}
/** The counter of the entries of an account. */
const ENTRIES = 'payment-entries';

const withTransfers = (w: Work, transfers: readonly NewTransfer[]) =>
  w.tx.with('inserted', (db) =>
    db.insertInto('payment_transfer').values(transfers.map((transfer) => recorded(w, transfer))),
  );

/** Says that the confirmation of a transfer did not leave. */
export async function forgetMail(w: Work, transferId: string): Promise<void> {
  await w.tx
    .updateTable('payment_transfer')
    .set({ mail_id: null })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', transferId)
    .execute();
}

/** Marks entries and transfers as reversed, and forgets what followed from the entries. Reads invoices with it. */
export async function reverseRows(
  w: Work,
  rows: { readonly entryIds: readonly string[]; readonly transferIds?: readonly string[] },
  invoiceIds: readonly string[] = [],
): Promise<LinkedInvoice[]> {
  const { entryIds, transferIds = [] } = rows;
  if (entryIds.length + transferIds.length === 0) return [];
  const ofAccount = sql`account_id = ${w.scope.accountId}`;
  const reversed = sql`reversed_at = ${w.now}, reversed_by = ${personOf(w.scope)}`;
  const linked = await sql<LinkedRow>`
    with entries as (
      update payment_entry set ${reversed} where ${ofAccount} and id = ${anyOf(entryIds)}
    ), transfers as (
      update payment_transfer set ${reversed} where ${ofAccount} and id = ${anyOf(transferIds)}
    ), forgotten as (
      delete from payment_entry_value where ${ofAccount} and entry_id = ${anyOf(entryIds)}
    )
    ${linkedQuery(w, invoiceIds)}`.execute(w.tx);
  return linkedOf(linked.rows);
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
