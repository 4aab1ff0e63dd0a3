import type { Notification } from '@quayside/contracts/notifications/notifications';
import { UNREAD_CAP } from '@quayside/contracts/notifications/notifications';
import { pathOfAbout } from '@quayside/domain/notifications/about-path';
import type { NotificationType } from '@quayside/domain/lists';
import { IconAlertTriangle, IconBolt, IconInfoCircle, type TablerIcon } from '@tabler/icons-react';
import type { Tone } from '../../theme/theme.ts';

/** The icon and colour of each type. */
export const LOOKS: Readonly<Record<NotificationType, { readonly icon: TablerIcon; readonly tone: Tone }>> = {
  ERROR: { icon: IconAlertTriangle, tone: 'danger' },
  ACTION_NEEDED: { icon: IconBolt, tone: 'warning' },
  INFO: { icon: IconInfoCircle, tone: 'info' },
};

/**
 * The colour of the bell icon in an open notification: the colour of its type, or grey once the notification is read
 * (G-050 in the decisions).
 */
export const bellTone = ({ notificationType, notificationStatus }: Notification): Tone =>
  notificationStatus === 'UNREAD' ? LOOKS[notificationType].tone : 'neutral';

/** The path of the page that a notification is about. Undefined when the record no longer exists. */
export const hrefOf = ({ about }: Pick<Notification, 'about'>): string | undefined => pathOfAbout(about);

/**
 * The text of the badge: the number of unread notifications, or `many` if the number is too large to show. Undefined
 * for zero.
 */
export const badgeOf = (unread: number, many: string): string | undefined =>
  unread <= 0 ? undefined : unread >= UNREAD_CAP ? many : String(unread);
