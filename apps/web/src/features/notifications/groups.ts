import type { Notification } from '@quayside/contracts/notifications';

/** Notifications of the same kind that came together; one alone is a group of one. */
export interface NotificationGroup {
  /** The newest one's. */
  readonly id: string;
  readonly items: readonly [Notification, ...Notification[]];
}

/** So far apart they still came together. */
const TOGETHER_S = 60 * 60;

/** The same words about different things are the same kind: the name of the thing and figures do not count. */
export function kindOf({ notificationType, summary, about }: Notification): string {
  const words = about?.label ? summary.replaceAll(about.label, '…') : summary;
  return [notificationType, about?.type ?? '', words.replaceAll(/\d+/g, '#')].join('/');
}

/**
 * Neighbours of a list in order of time, put together where they are of the same kind and less than an hour lies
 * between one and the next.
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
