import type { QueryIn } from '@quayside/contracts/endpoint';
import {
  dismissNotifications,
  listNotifications,
  type Notification,
  type NotificationPage,
  patchNotificationStatus,
  readNotifications,
} from '@quayside/contracts/notifications';
import { keepPreviousData } from '@tanstack/react-query';
import { t } from '../../i18n/i18n.ts';
import { call } from '../../lib/call.ts';
import { queryClient, read } from '../../lib/query-client.ts';
import { toastFailure } from '../../lib/toasts.ts';

export const QUEUE_SIZE = 200;
/** What the bell counts and its dropdown shows: the first page of the documents, which is page 0 here. */
export const queueQuery = () => read('notifications', listNotifications, { query: { page: 0, size: QUEUE_SIZE } });
export const listQuery = (query: QueryIn<typeof listNotifications>) => ({
  ...read('notifications', listNotifications, { query }),
  placeholderData: keepPreviousData,
});

const reload = () => queryClient.invalidateQueries({ queryKey: ['notifications'] });
const failed = (error: unknown) => {
  toastFailure(error, { verb: 'update', entity: t('notifications:entity') });
  return reload();
};

/** What was opened is read; then the queue is loaded anew. */
export async function markRead(notification: Notification): Promise<void> {
  if (notification.notificationStatus !== 'UNREAD') return;
  try {
    await call(patchNotificationStatus, { params: { notificationId: notification.id }, body: { status: 'READ' } });
  } catch (error) {
    await failed(error);
    return;
  }
  await reload();
}

/** All are read. */
export async function markAllRead(): Promise<void> {
  try {
    await call(readNotifications, { body: {} });
  } catch (error) {
    await failed(error);
    return;
  }
  await reload();
}

/** Takes them out of what is on the screen at once, and tells the server. Answers whether it took it. */
export async function dismiss(ids: readonly string[] | 'all'): Promise<boolean> {
  const gone = new Set(ids === 'all' ? [] : ids);
  await queryClient.cancelQueries({ queryKey: ['notifications'] });
  queryClient.setQueriesData<NotificationPage>({ queryKey: ['notifications'] }, (page) => page && without(page, ids === 'all' ? undefined : gone));
  try {
    const [only] = ids === 'all' ? [] : ids;
    if (ids !== 'all' && ids.length === 1 && only !== undefined)
      await call(patchNotificationStatus, { params: { notificationId: only }, body: { status: 'DISMISSED' } });
    else await call(dismissNotifications, { body: { notificationIds: ids === 'all' ? [] : [...ids] } });
    // What comes after them moves up.
    void reload();
    return true;
  } catch (error) {
    await failed(error);
    return false;
  }
}

/** A page without some of its rows, or without any. */
export function without(page: NotificationPage, gone: ReadonlySet<string> | undefined): NotificationPage {
  const content = page.content.filter(({ id }) => gone !== undefined && !gone.has(id));
  const left = page.content.filter((n) => gone === undefined || gone.has(n.id));
  const unread = gone === undefined ? 0 : page.unread - left.filter((n) => n.notificationStatus === 'UNREAD').length;
  return { ...page, content, unread: Math.max(0, unread), totalElements: gone === undefined ? 0 : page.totalElements - left.length };
}
