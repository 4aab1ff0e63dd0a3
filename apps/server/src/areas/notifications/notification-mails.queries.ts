import type { NotificationMailKind } from '@quayside/contracts/notification-mails';
import { type Kysely, sql } from 'kysely';
import type { SystemTx, Work } from '../../db/tx.ts';
import type { DB } from '../../db/types.gen.ts';

/** Notifications of one account that are about the same kind of thing; they become one mail. */
export interface Waiting {
  readonly accountId: string;
  readonly kind: NotificationMailKind;
}

/** Leaves a notification for the job that mails them. */
export async function queueForMail(w: Work, notificationId: string, kind: NotificationMailKind): Promise<void> {
  await w.tx.insertInto('notification_mail').values({ account_id: w.scope.accountId, notification_id: notificationId, kind, raised_at: w.now }).execute();
}

/** Where the oldest has waited since `before` or longer. */
export async function findWaiting(db: Kysely<DB>, before: Date): Promise<Waiting[]> {
  const rows = await db
    .selectFrom('notification_mail')
    .select(['account_id', 'kind'])
    .groupBy(['account_id', 'kind'])
    .having((eb) => eb.fn.min('raised_at'), '<=', before)
    .orderBy((eb) => eb.fn.min('raised_at'))
    .limit(100)
    .execute();
  return rows.map((row) => ({ accountId: row.account_id, kind: row.kind as NotificationMailKind }));
}

/** Takes all that wait for a mail, also those that came last. None, while another process has them. */
export async function takeWaiting(tx: SystemTx, { accountId, kind }: Waiting): Promise<string[]> {
  const locked = await sql<{
    is_mine: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${`notification-mail/${accountId}/${kind}`}, 0)) as is_mine`.execute(tx);
  if (locked.rows[0]?.is_mine !== true) return [];
  const rows = await tx.deleteFrom('notification_mail').where('account_id', '=', accountId).where('kind', '=', kind).returning('notification_id').execute();
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
