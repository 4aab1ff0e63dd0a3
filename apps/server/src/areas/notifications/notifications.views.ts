import type { QueryOut } from '@quayside/contracts/endpoint';
import type { listNotifications, Notification } from '@quayside/contracts/notifications';
import type { Page } from '@quayside/contracts/paging';
import type { NotificationStatus, NotificationType } from '@quayside/domain/lists';
import { sql } from 'kysely';
import { cappedCount, countBeside, envelope, pageWindow, searchIn } from '../../db/paging.ts';
import type { Work } from '../../db/tx.ts';

/** Notifications of the account as the signed-in person sees them: unread until they did something with it. */
const seenBy = (w: Work) =>
  w.tx
    .selectFrom('notification as n')
    .leftJoin('notification_reader as r', (on) =>
      on.onRef('r.account_id', '=', 'n.account_id').onRef('r.notification_id', '=', 'n.id').on('r.person_id', '=', w.scope.userId),
    )
    .where('n.account_id', '=', w.scope.accountId);

const withColumns = (rows: ReturnType<typeof seenBy>) =>
  rows.select(['n.id', 'n.type', 'n.summary', 'n.message', 'n.about_type', 'n.about_id', 'n.created_at', 'r.status']);
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number];

const toNotification = (r: Row): Notification => ({
  id: r.id,
  summary: r.summary,
  message: r.message,
  messageDateTime: Math.floor(r.created_at.getTime() / 1000),
  messageDate: r.created_at.toISOString(),
  notificationType: r.type as NotificationType,
  notificationStatus: (r.status ?? 'UNREAD') as NotificationStatus,
  about: r.about_type === null || r.about_id === null ? null : { type: r.about_type as NonNullable<Notification['about']>['type'], id: r.about_id },
});

/** One page of the person's notifications, newest first unless asked otherwise. What they dismissed is left out. */
export async function listNotificationRows(w: Work, q: QueryOut<typeof listNotifications>): Promise<Page<Notification>> {
  const window = pageWindow(q);
  let rows = seenBy(w).where(sql<boolean>`r.status is distinct from 'DISMISSED'`);
  for (const word of searchIn(sql<string>`lower(n.summary || ' ' || n.message)`, q.search)) rows = rows.where(word);
  const direction = q.sort?.[0]?.direction ?? 'desc';
  const page = await withColumns(rows).orderBy('n.created_at', direction).orderBy('n.id', direction).limit(window.size).offset(window.offset).execute();
  const count = await countBeside(page, window, () => cappedCount(w.tx, rows.select('n.id')));
  return envelope(page.map(toNotification), count, window);
}

/** One notification, as the person sees it. */
export async function findNotification(w: Work, id: string): Promise<Notification | undefined> {
  const row = await withColumns(seenBy(w)).where('n.id', '=', id).executeTakeFirst();
  return row && toNotification(row);
}
