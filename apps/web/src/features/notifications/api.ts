import type { QueryIn } from '@quayside/contracts/endpoint';
import {
  dismissNotifications,
  listNotifications,
  type Notification,
  type NotificationPage,
  patchNotificationStatus,
  readNotifications,
} from '@quayside/contracts/notifications/notifications';
import { keepPreviousData } from '@tanstack/react-query';
import { t } from '../../i18n/i18n.ts';
import { call } from '../../lib/api/call.ts';
import { queryClient, read } from '../../lib/api/query-client.ts';
import { write } from '../../lib/api/write.ts';

const QUEUE_SIZE = 200;
/**
 * The query for the first page of notifications. The bell shows how many are unread, and its dropdown lists them. The
 * API counts pages from 0.
 */
export const queueQuery = () => read('notifications', listNotifications, { query: { page: 0, size: QUEUE_SIZE } });
export const listQuery = (query: QueryIn<typeof listNotifications>) => ({
  ...read('notifications', listNotifications, { query }),
  placeholderData: keepPreviousData,
});

const reload = () => queryClient.invalidateQueries({ queryKey: ['notifications'] });
const failure = () => ({ verb: 'update', entity: t('notifications:entity') }) as const;

/** Sends a write. If it fails, refetches the notifications, of which somebody may have dismissed some. */
async function send(change: () => Promise<unknown>): Promise<void> {
  if (!(await write(change, { failure: failure() }))) await reload();
}

/** Marks a notification as read if it is unread. */
export async function markRead(notification: Notification): Promise<void> {
  if (notification.notificationStatus !== 'UNREAD') return;
  await send(() =>
    call(patchNotificationStatus, { params: { notificationId: notification.id }, body: { status: 'READ' } }),
  );
}

/** Marks all notifications as read. */
export async function markAllRead(): Promise<void> {
  await send(() => call(readNotifications, { body: {} }));
}

/**
 * Removes notifications from the cache immediately, then dismisses them on the server. Returns whether the server did
 * so.
 */
export async function dismiss(ids: readonly string[]): Promise<boolean> {
  const gone = new Set(ids);
  await queryClient.cancelQueries({ queryKey: ['notifications'] });
  queryClient.setQueriesData<NotificationPage>({ queryKey: ['notifications'] }, (page) => page && without(page, gone));
  const [only] = ids;
  // Do not send a call without ids, because it would dismiss all notifications.
  if (only === undefined) return true;
  const sent = await write<unknown>(
    () =>
      ids.length === 1
        ? call(patchNotificationStatus, { params: { notificationId: only }, body: { status: 'DISMISSED' } })
        : call(dismissNotifications, { body: { notificationIds: [...ids] } }),
    { failure: failure() },
  );
  // Bring back what was removed from the cache.
  if (!sent) void reload();
  return sent !== undefined;
}

/** A page of notifications without the given ones. The counts are adjusted. */
function without(page: NotificationPage, gone: ReadonlySet<string>): NotificationPage {
  const left = page.content.filter(({ id }) => gone.has(id));
  return {
    ...page,
    content: page.content.filter(({ id }) => !gone.has(id)),
    unread: Math.max(0, page.unread - left.filter((n) => n.notificationStatus === 'UNREAD').length),
    totalElements: page.totalElements - left.length,
  };
}
