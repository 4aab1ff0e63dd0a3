import { sql } from 'kysely';
import { aboveAccount, asSystem, inAccountAsJob, type SystemTx, type TxDeps } from '../db/tx.ts';
import { react } from '../events/reactions.ts';
import { latestEnd } from '../ports/clock.ts';

/** A mail that only this process may send until its lease expires. */
export interface MailClaim {
  readonly id: string;
  readonly kind: string;
  readonly account_id: string | null;
  readonly person_id: string | null;
  readonly recipient: string;
  readonly also_to: string[];
  readonly cc: string[];
  readonly reply_to: string | null;
  readonly sealed_parts: string | null;
  readonly tries: number;
  readonly created_at: Date;
}

const isOf = (accountId: string | null) =>
  accountId === null ? sql`account_id is null` : sql`account_id = ${accountId}`;

/**
 * Whether a mail is due. If it is put off for longer than its lease (5 minutes) or its back-off allows, the clock was
 * set back in the meantime, and the mail is due too.
 */
const isDue = (now: Date) => sql<boolean>`(
  next_try_at <= ${now}
  or next_try_at > ${latestEnd(now, 0)}::timestamptz + least(60, greatest(5, power(2, tries - 1))) * interval '1 minute'
)`;

/**
 * Leases one mail of an account: the one that has been due for the longest time. If the account id is null, leases a
 * mail that belongs to no account. The mail is sent while no transaction is open. When the lease expires, another
 * process may claim the mail.
 */
export function claimMail(deps: TxDeps, accountId: string | null, lease: Date): Promise<MailClaim | undefined> {
  return asSystem(deps, async (tx) => {
    // The inner query is materialized, because otherwise PostgreSQL may run it for each row and lease all mails.
    const result = await sql<MailClaim>`
      with next as materialized (select id from mail_message
        where ${isOf(accountId)} and state = 'QUEUED' and withdrawn_at is null and ${isDue(deps.clock.now())}
        order by next_try_at, id limit 1 for update skip locked)
      update mail_message m set tries = m.tries + 1, next_try_at = ${lease}, is_sending = true
      from next where m.id = next.id
      returning m.id, m.kind, m.account_id, m.person_id, m.recipient, m.also_to, m.cc, m.reply_to, m.sealed_parts,
        m.tries, m.created_at`.execute(tx);
    return result.rows[0];
  });
}

/** Finds when the next mail of an account is due; undefined if none is queued. */
export async function findNextTry({ db }: Pick<TxDeps, 'db'>, accountId: string | null): Promise<Date | undefined> {
  const row = await db
    .selectFrom('mail_message')
    .select('next_try_at')
    .where('state', '=', 'QUEUED')
    .where('withdrawn_at', 'is', null)
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .orderBy('next_try_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_try_at;
}

/**
 * Lists the accounts that have mails to send now. A null in the list stands for the mails that belong to no account.
 */
export async function listDueAccounts(tx: SystemTx, now: Date): Promise<readonly (string | null)[]> {
  const rows = await tx
    .selectFrom('mail_message')
    .select('account_id')
    .distinct()
    .where('state', '=', 'QUEUED')
    .where('withdrawn_at', 'is', null)
    .where(isDue(now))
    .execute();
  return rows.map((row) => row.account_id);
}

/** Leaves a mail in the queue for another attempt at `nextTry`, unless it was withdrawn during this one. */
export async function rescheduleMail(deps: TxDeps, id: string, failure: string, nextTry: Date): Promise<void> {
  await asSystem(deps, async (tx) => {
    const mail = await tx
      .selectFrom('mail_message')
      .select('withdrawn_at')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (mail?.withdrawn_at) await tx.deleteFrom('mail_message').where('id', '=', id).execute();
    else
      await tx
        .updateTable('mail_message')
        .set({ failure, next_try_at: nextTry, is_sending: false })
        .where('id', '=', id)
        .where('state', '=', 'QUEUED')
        .execute();
  });
}

/** What became of a mail that its sender wants back. */
type WithdrawnMail = 'WITHDRAWN' | 'SENT' | 'FAILED';

/**
 * Takes a queued mail back, in the transaction of whoever queued it. A mail that is being sent at this moment may still
 * leave, so it counts as sent; no further attempt is made. Undefined when its record was deleted long ago.
 */
export async function withdrawMail(tx: SystemTx, id: string, now: Date): Promise<WithdrawnMail | undefined> {
  const mail = await tx
    .selectFrom('mail_message')
    .select(['state', 'is_sending'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (mail?.state !== 'QUEUED') return mail?.state as 'SENT' | 'FAILED' | undefined;
  if (mail.is_sending) {
    await tx.updateTable('mail_message').set({ withdrawn_at: now }).where('id', '=', id).execute();
    return 'SENT';
  }
  await tx.deleteFrom('mail_message').where('id', '=', id).execute();
  return 'WITHDRAWN';
}

/** The states of mails by id. A mail whose record was deleted is missing. */
export async function findMailStates(
  tx: SystemTx,
  ids: readonly string[],
): Promise<Map<string, 'WAITING' | 'SENT' | 'FAILED'>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('mail_message')
    .select(['id', 'state'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, state }) => [id, state === 'QUEUED' ? 'WAITING' : (state as 'SENT' | 'FAILED')]));
}

/** Records the outcome and deletes the encrypted content, because its links can give access to an account. */
export async function closeMail(
  deps: TxDeps,
  { id, kind, account_id: accountId }: Pick<MailClaim, 'id' | 'kind' | 'account_id'>,
  state: 'SENT' | 'FAILED',
  failure: string | null,
): Promise<void> {
  const outcome = { state, failure, sealed_parts: null, ended_at: deps.clock.now() };
  if (kind !== 'documents' || accountId === null) return writeOutcome(deps, id, outcome);
  // Whoever sent documents is told in the same transaction, so that what is shown of a mail is what became of it.
  await inAccountAsJob(deps, accountId, async (w) => {
    const isEnded = await aboveAccount(w, (tx) => writeEnd(tx, id, outcome));
    if (isEnded) await react(w, 'mail.ended', { mailId: id, state, failure });
  });
}

async function writeEnd(tx: SystemTx, id: string, outcome: Outcome): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mail_message')
    .set(outcome)
    .where('id', '=', id)
    .where('state', '=', 'QUEUED')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Outcome = Partial<{
  state: 'SENT' | 'FAILED';
  failure: string | null;
  sealed_parts: null;
  ended_at: Date;
  next_try_at: Date;
}>;
async function writeOutcome(deps: TxDeps, id: string, outcome: Outcome): Promise<void> {
  await asSystem(deps, (tx) => writeEnd(tx, id, outcome));
}

/**
 * Deletes mails that are older than the retention period, including mails that were never sent for lack of a mail
 * server. Mails with documents and confirmations of payments stay queued, because people see what
 * becomes of them.
 */
export async function deleteOldMails(tx: SystemTx, before: Date): Promise<void> {
  await tx
    .deleteFrom('mail_message')
    .where('created_at', '<', before)
    .where((eb) =>
      eb.not(eb.and([eb('kind', 'in', ['documents', 'payment-confirmation']), eb('state', '=', 'QUEUED')])),
    )
    .execute();
}
