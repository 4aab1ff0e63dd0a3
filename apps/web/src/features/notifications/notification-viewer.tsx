import { Button } from '@mantine/core';
import type { Notification } from '@quayside/contracts/notifications/notifications';
import { IconBell } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { Dialog } from '../../components/ui/confirm.tsx';
import { MessageHtml } from '../../components/ui/message-html.tsx';
import { Chip } from '../../components/ui/status-chip.tsx';
import { useT } from '../../i18n/i18n.ts';
import { formatUnixTime } from '../../lib/words/format.ts';
import { dismiss, markRead } from './api.ts';
import { bellTone, hrefOf, LOOKS } from './look.ts';
import classes from './notifications.module.css';

/** Shows one notification in full and marks it as read. */
export function NotificationViewer({ notification, onClose }: { notification: Notification; onClose: () => void }) {
  const t = useT();
  useEffect(() => void markRead(notification), [notification]);
  const { icon, tone } = LOOKS[notification.notificationType];
  const href = hrefOf(notification);
  const { about } = notification;
  const title = (
    <span className={classes.viewerHead}>
      <span className={classes.bigTile} data-tone={bellTone(notification)} aria-hidden>
        <IconBell size={20} stroke={1.75} />
      </span>
      <span className={classes.viewerTitle}>
        <span>{notification.summary}</span>
        <span className={classes.viewerWhen}>
          <time dateTime={notification.messageDate}>{formatUnixTime(notification.messageDateTime)}</time>
          <Chip icon={icon} tone={tone} quiet>
            {t(`notifications:types.${notification.notificationType}`)}
          </Chip>
        </span>
      </span>
    </span>
  );
  return (
    <Dialog
      title={title}
      size={680}
      onClose={onClose}
      footer={
        <div className={classes.viewerFoot}>
          <Button
            variant="subtle"
            onClick={() => {
              void dismiss([notification.id]);
              onClose();
            }}
          >
            {t('notifications:dismiss')}
          </Button>
          <span className="row">
            <Button onClick={onClose} data-autofocus={href === undefined || undefined}>
              {t('close')}
            </Button>
            {about && href && (
              <Button component={Link} variant="filled" to={href} onClick={onClose} data-autofocus>
                {t(`notifications:open.${about.type}`)}
              </Button>
            )}
          </span>
        </div>
      }
    >
      <div className={classes.viewerBody}>
        <MessageHtml html={notification.message} onLeave={onClose} />
        {about && href === undefined && <p className={classes.gone}>{t('notifications:gone')}</p>}
      </div>
    </Dialog>
  );
}
