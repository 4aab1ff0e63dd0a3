import type { Notification } from '@quayside/contracts/notifications';
import { UNREAD_CAP } from '@quayside/contracts/notifications';
import type { NotificationType } from '@quayside/domain/lists';
import { IconAlertTriangle, IconBolt, IconInfoCircle, type TablerIcon } from '@tabler/icons-react';
import { paths } from '../../lib/paths.ts';
import type { Tone } from '../../theme/theme.ts';

/** Icon and tone of each type. */
export const LOOKS: Readonly<Record<NotificationType, { readonly icon: TablerIcon; readonly tone: Tone }>> = {
  ERROR: { icon: IconAlertTriangle, tone: 'danger' },
  ACTION_NEEDED: { icon: IconBolt, tone: 'warning' },
  INFO: { icon: IconInfoCircle, tone: 'info' },
};

/** The bell of the viewer: by the type, and grey once it was read (G-050). */
export const bellTone = ({ notificationType, notificationStatus }: Notification): Tone =>
  notificationStatus === 'UNREAD' ? LOOKS[notificationType].tone : 'neutral';

/** The page of the thing meant; undefined where there is none any more. */
export function hrefOf({ about }: Pick<Notification, 'about'>): string | undefined {
  if (!about || about.label === null) return undefined;
  switch (about.type) {
    case 'INVOICE':
      return paths.invoice(about.id);
    case 'PRODUCT':
      return paths.product(about.label);
    case 'DOCUMENT':
      return paths.document(about.id);
    case 'SUPPLIER':
      return paths.supplier(about.id);
    case 'IMPORT':
      return paths.productImport(about.id);
  }
}

/** What the badge says; nothing where there is nothing. */
export const badgeOf = (unread: number, many: string): string | undefined => (unread <= 0 ? undefined : unread >= UNREAD_CAP ? many : String(unread));
