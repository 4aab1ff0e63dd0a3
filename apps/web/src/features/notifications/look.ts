import type { Notification } from '@quayside/contracts/notifications';
import { UNREAD_CAP } from '@quayside/contracts/notifications';
import { pathOfAbout } from '@quayside/domain/notifications/about-path';
import type { NotificationType } from '@quayside/domain/lists';
import { IconAlertTriangle, IconBolt, IconInfoCircle, type TablerIcon } from '@tabler/icons-react';
import type { Tone } from '../../theme/theme.ts';

/** Icon and tone of each type. */
export const LOOKS: Readonly<Record<NotificationType, { readonly icon: TablerIcon; readonly tone: Tone }>> = {
  ERROR: { icon: IconAlertTriangle, tone: 'danger' },
  ACTION_NEEDED: { icon: IconBolt, tone: 'warning' },
  INFO: { icon: IconInfoCircle, tone: 'info' },
};

/** The bell icon of the open notification: coloured by type, grey once it is read (G-050). */
export const bellTone = ({ notificationType, notificationStatus }: Notification): Tone =>
  notificationStatus === 'UNREAD' ? LOOKS[notificationType].tone : 'neutral';

/** The path of the subject; undefined when the subject no longer exists. */
export const hrefOf = ({ about }: Pick<Notification, 'about'>): string | undefined => pathOfAbout(about);

/** The text of the badge; empty for zero. */
export const badgeOf = (unread: number, many: string): string | undefined =>
  unread <= 0 ? undefined : unread >= UNREAD_CAP ? many : String(unread);
