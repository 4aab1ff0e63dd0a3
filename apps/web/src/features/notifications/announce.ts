import type { NotificationType } from '@quayside/domain/lists';
import { queryClient } from '../../lib/api/query-client.ts';
import { toast } from '../../lib/toasts/toasts.ts';
import { markRead, queueQuery } from './api.ts';
import { hrefOf } from './look.ts';

const findInQueue = async (id: string) => {
  const page = await queryClient.fetchQuery({ ...queueQuery(), staleTime: 0 }).catch(() => undefined);
  return page?.content.find((n) => n.id === id);
};

/**
 * Called when a live message announces a new notification. Refetches the notifications. If the tab is visible, an
 * urgent one is shown as a toast, and information about the page that is open counts as read, because the page shows
 * the same.
 */
export async function announce(type: NotificationType, id: string): Promise<void> {
  // Try twice, because the first call may share a fetch that began before the notification existed.
  const notification = (await findInQueue(id)) ?? (await findInQueue(id));
  if (!notification || document.visibilityState !== 'visible') return;
  if (type === 'INFO') {
    if (hrefOf(notification) === window.location.pathname) await markRead(notification);
    return;
  }
  toast(type === 'ERROR' ? 'error' : 'alert', notification.summary, { scope: 'global' });
}
