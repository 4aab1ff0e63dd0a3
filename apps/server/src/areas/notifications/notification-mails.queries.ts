import type { NotificationMailKind } from '@quayside/contracts/notification-mails';
import { type Kysely, sql } from 'kysely';
import type { SystemTx, Work } from '../../db/tx.ts';
import type { DB } from '../../db/types.gen.ts';
import { wake } from '../../jobs/queue.ts';

/** Notifications of one account that are about the same kind of thing; they become one mail. */
export interface WaitingMails {
  readonly accountId: string;
  readonly kind: NotificationMailKind;
}

/** How long the first notification of a kind waits for others, so that a burst becomes one mail. */
export const GATHER_MS = 5 * 60_000;

/** Queues a notification for the job that sends the mails. */
export async function queueForMail(w: Work, notificationId: string, kind: NotificationMailKind): Promise<void> {
  const accountId = w.scope.accountId;
  await w.tx
    .insertInto('notification_mail')
    .values({ account_id: accountId, notification_id: notificationId, kind, raised_at: w.now })
    .execute();
  await wake(w.tx, 'notifications.mail', { accountId }, new Date(w.now.getTime() + GATHER_MS));
}

/** Accounts where the oldest notification that waits for a mail was raised until `before`. */
export async function listDueAccounts(tx: SystemTx, before: Date): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('notification_mail')
    .select('account_id')
    .distinct()
    .where('raised_at', '<=', before)
    .execute();
  return rows.map((row) => row.account_id);
}

/** The kinds in an account with a notification raised before `before`. */
export async function listWaitingKinds(
  db: Kysely<DB>,
  accountId: string,
  before: Date,
): Promise<readonly NotificationMailKind[]> {
  const rows = await db
    .selectFrom('notification_mail')
    .select('kind')
    .distinct()
    .where('account_id', '=', accountId)
    .where('raised_at', '<=', before)
    .execute();
  return rows.map((row) => row.kind as NotificationMailKind);
}

/** When the oldest waiting notification of an account was raised. */
export async function findOldestWaiting(db: Kysely<DB>, accountId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('notification_mail')
    .select('raised_at')
    .where('account_id', '=', accountId)
    .orderBy('raised_at')
    .limit(1)
    .executeTakeFirst();
  return row?.raised_at;
}

/** Claims all notifications that wait for a mail, including the newest. None if another process has claimed them. */
export async function takeWaiting(tx: SystemTx, { accountId, kind }: WaitingMails): Promise<string[]> {
  const locked = await sql<{
    is_mine: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${`notification-mail/${accountId}/${kind}`}, 0)) as is_mine`.execute(
    tx,
  );
  if (locked.rows[0]?.is_mine !== true) return [];
  const rows = await tx
    .deleteFrom('notification_mail')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .returning('notification_id')
    .execute();
  return rows.map((row) => row.notification_id);
}

/** Who has read or dismissed which of them, as `person/notification`. */
export async function findSeen(w: Work, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await w.tx
    .selectFrom('notification_reader')
    .select(['person_id', 'notification_id'])
    .where('account_id', '=', w.scope.accountId)
    .where('notification_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => `${row.person_id}/${row.notification_id}`));
}
