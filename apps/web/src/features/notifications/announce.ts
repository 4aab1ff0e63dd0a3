import type { NotificationType } from '@quayside/domain/lists';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../../lib/toasts.ts';
import { queueQuery } from './api.ts';

const findInQueue = async (id: string) => {
  const page = await queryClient.fetchQuery({ ...queueQuery(), staleTime: 0 }).catch(() => undefined);
  return page?.content.find((n) => n.id === id);
};

/**
 * Called when a live message announces a new notification. Refetches the notifications. If the new one is urgent and
 * the tab is visible, shows it as a toast.
 */
export async function announce(type: NotificationType, id: string): Promise<void> {
  // Try twice, because the first call may share a fetch that began before the notification existed.
  const notification = (await findInQueue(id)) ?? (await findInQueue(id));
  if (!notification || type === 'INFO' || document.visibilityState !== 'visible') return;
  toast(type === 'ERROR' ? 'error' : 'alert', notification.summary, { scope: 'global' });
}
