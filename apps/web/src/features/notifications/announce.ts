import type { NotificationType } from '@quayside/domain/lists';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../../lib/toasts.ts';
import { queueQuery } from './api.ts';

const findInQueue = async (id: string) => {
  const page = await queryClient.fetchQuery({ ...queueQuery(), staleTime: 0 }).catch(() => undefined);
  return page?.content.find((n) => n.id === id);
};

/**
 * Called when a new notification arrives on the live stream: refetches the queue, and shows urgent notifications as a
 * toast in the visible tab.
 */
export async function announce(type: NotificationType, id: string): Promise<void> {
  // Cancel a fetch in flight: it may answer without the new notification.
  const notification = (await findInQueue(id)) ?? (await findInQueue(id));
  if (!notification || type === 'INFO' || document.visibilityState !== 'visible') return;
  toast(type === 'ERROR' ? 'error' : 'alert', notification.summary, { scope: 'global' });
}
