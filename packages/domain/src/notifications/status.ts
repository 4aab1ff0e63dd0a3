import type { NotificationStatus } from '../lists.ts';

/** What a person can make of a notification: read it, dismiss it. What was dismissed stays so, and what was read is not unread again. */
const NEXT: Readonly<Record<NotificationStatus, readonly NotificationStatus[]>> = {
  UNREAD: ['READ', 'DISMISSED'],
  READ: ['DISMISSED'],
  DISMISSED: [],
};

/** Saying the same again changes nothing and is no mistake. */
export const canBecome = (from: NotificationStatus, to: NotificationStatus): boolean => from === to || NEXT[from].includes(to);
