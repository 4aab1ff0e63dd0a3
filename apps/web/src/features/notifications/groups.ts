import type { Notification } from '@quayside/contracts/notifications/notifications';

/**
 * Similar notifications that arrived shortly after each other. A notification without similar neighbours is a group of
 * one.
 */
export interface NotificationGroup {
  /** The id of the first item. In a list with the newest first, this is the newest item. */
  readonly id: string;
  readonly items: readonly [Notification, ...Notification[]];
}

/** Consecutive notifications of a group are less than this number of seconds apart. */
const TOGETHER_S = 60 * 60;

/**
 * The key that similar notifications share: the type, the kind of subject, and the summary without the subject's name
 * and without numbers.
 */
function kindOf({ notificationType, summary, about }: Notification): string {
  const words = about?.label ? summary.replaceAll(about.label, '…') : summary;
  return [notificationType, about?.type ?? '', words.replaceAll(/\d+/g, '#')].join('/');
}

/**
 * Splits a list of notifications, sorted by time, into groups. A group consists of consecutive similar notifications,
 * each less than an hour from the one before it.
 */
export function groupsOf(notifications: readonly Notification[]): NotificationGroup[] {
  const groups: { id: string; items: [Notification, ...Notification[]] }[] = [];
  for (const next of notifications) {
    const group = groups.at(-1);
    const before = group?.items.at(-1);
    const isAlike =
      before && kindOf(before) === kindOf(next) && Math.abs(before.messageDateTime - next.messageDateTime) < TOGETHER_S;
    if (group && isAlike) group.items.push(next);
    else groups.push({ id: next.id, items: [next] });
  }
  return groups;
}
