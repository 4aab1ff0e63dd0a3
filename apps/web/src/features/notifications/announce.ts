import type { NotificationType } from '@quayside/domain/lists';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../../lib/toasts.ts';
import { queueQuery } from './api.ts';

const findInQueue = async (id: string) => {
  const page = await queryClient.fetchQuery({ ...queueQuery(), staleTime: 0 }).catch(() => undefined);
  return page?.content.find((n) => n.id === id);
};

/**
 * A new notification came by the live stream: the queue is loaded anew, and what cannot wait is said in the tab that
 * somebody looks at.
 */
export async function announce(type: NotificationType, id: string): Promise<void> {
  // A load that was under way already may answer from before it came.
  const notification = (await findInQueue(id)) ?? (await findInQueue(id));
  if (!notification || type === 'INFO' || document.visibilityState !== 'visible') return;
  toast(type === 'ERROR' ? 'error' : 'alert', notification.summary, { scope: 'global' });
}
