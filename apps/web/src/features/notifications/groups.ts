import type { Notification } from '@quayside/contracts/notifications';

/** Similar notifications that arrived close together; a single one is a group of one. */
export interface NotificationGroup {
  /** The id of the newest one. */
  readonly id: string;
  readonly items: readonly [Notification, ...Notification[]];
}

/** The largest interval between two notifications of a group. */
const TOGETHER_S = 60 * 60;

/** The key of a group: the summary without the subject's name and without figures. */
export function kindOf({ notificationType, summary, about }: Notification): string {
  const words = about?.label ? summary.replaceAll(about.label, '…') : summary;
  return [notificationType, about?.type ?? '', words.replaceAll(/\d+/g, '#')].join('/');
}

/**
 * Groups consecutive notifications of a list that is sorted by time, where they are similar and less than an hour
 * apart.
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
