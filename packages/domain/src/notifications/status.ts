import type { NotificationStatus } from '../lists.ts';

/**
 * The allowed status changes of a notification. A dismissed one stays dismissed, and a read one cannot become unread.
 */
const NEXT: Readonly<Record<NotificationStatus, readonly NotificationStatus[]>> = {
  UNREAD: ['READ', 'DISMISSED'],
  READ: ['DISMISSED'],
  DISMISSED: [],
};

/** Setting the same status again is allowed and changes nothing. */
export const canBecome = (from: NotificationStatus, to: NotificationStatus): boolean =>
  from === to || NEXT[from].includes(to);
