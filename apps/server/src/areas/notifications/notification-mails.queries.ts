import type { NotificationMailKind } from '@quayside/contracts/notifications/notification-mails';
import { type Kysely, sql } from 'kysely';
import type { SystemTx, Work } from '../../db/tx.ts';
import type { DB } from '../../db/types.gen.ts';
import { wake } from '../../jobs/queue.ts';
import { latestEnd } from '../../ports/clock.ts';

/** The notifications of one kind in one account that wait to be sent. They are sent together, as one mail. */
export interface WaitingMails {
  readonly accountId: string;
  readonly kind: NotificationMailKind;
}

/**
 * How long the first notification of a kind waits for others, so that several in quick succession are sent as one mail.
 */
export const GATHER_MS = 5 * 60_000;

/** Queues a notification for the job that mails notifications. */
export async function queueForMail(w: Work, notificationId: string, kind: NotificationMailKind): Promise<void> {
  const accountId = w.scope.accountId;
  await w.tx
    .insertInto('notification_mail')
    .values({ account_id: accountId, notification_id: notificationId, kind, raised_at: w.now })
    .execute();
  await wake(w.tx, 'notifications.mail', { accountId }, new Date(w.now.getTime() + GATHER_MS));
}

/**
 * Matches notifications that were created at `before` or earlier, and those with a time in the future, which were
 * created before the clock was set back.
 */
const isGathered = (before: Date) =>
  sql<boolean>`(raised_at <= ${before} or raised_at > ${latestEnd(before, GATHER_MS)})`;

/** The accounts with a notification that was raised at `before` or earlier and still waits to be mailed. */
export async function listDueAccounts(tx: SystemTx, before: Date): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('notification_mail')
    .select('account_id')
    .distinct()
    .where(isGathered(before))
    .execute();
  return rows.map((row) => row.account_id);
}

/** The kinds of an account's notifications that were raised at `before` or earlier and still wait to be mailed. */
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
    .where(isGathered(before))
    .execute();
  return rows.map((row) => row.kind as NotificationMailKind);
}

/** When the oldest notification that still waits to be mailed was created in an account. */
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

/**
 * Claims all notifications of this kind that wait to be mailed, including the newest. Returns none if another process
 * has claimed them already.
 */
export async function takeWaiting(tx: SystemTx, { accountId, kind }: WaitingMails): Promise<string[]> {
  const locked = await sql<{
    is_mine: boolean;
  }>`
    select pg_try_advisory_xact_lock(
      hashtextextended(${`notification-mail/${accountId}/${kind}`}, 0)
    ) as is_mine`.execute(tx);
  if (locked.rows[0]?.is_mine !== true) return [];
  const rows = await tx
    .deleteFrom('notification_mail')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .returning('notification_id')
    .execute();
  return rows.map((row) => row.notification_id);
}

/** Takes a notification out of those that wait to be mailed. */
export async function dropFromMails(tx: SystemTx, accountId: string, notificationId: string): Promise<void> {
  await tx
    .deleteFrom('notification_mail')
    .where('account_id', '=', accountId)
    .where('notification_id', '=', notificationId)
    .execute();
}

/** The people who have read or dismissed one of these notifications, as strings of the form `person/notification`. */
export async function findSeen(w: Work, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await w.tx
    .selectFrom('notification_reader')
    .select(['person_id', 'notification_id'])
    .where('account_id', '=', w.scope.accountId)
    .where('notification_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => `${row.person_id}/${row.notification_id}`));
}
