import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type Notification, UNREAD_CAP } from '@quayside/contracts/notifications/notifications';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { MessageHtml } from '../../components/ui/message-html.tsx';
import { ErrorState } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { formatRelative } from '../../lib/words/format.ts';
import { paths } from '../../lib/paths.ts';
import { markAllRead, queueQuery } from './api.ts';
import classes from './notifications.module.css';
import { QueueSkeleton } from './queue-skeleton.tsx';
import { TypeIcon } from './type-icon.tsx';

/** How many notifications the dropdown shows. */
const LATEST = 10;

/** The dropdown of the bell: the latest notifications, and a link to all of them. */
export function NotificationQueue({
  onView,
  onLeave,
}: {
  onView: (notification: Notification) => void;
  onLeave: () => void;
}) {
  const t = useT();
  const query = useQuery(queueQuery());
  const unread = query.data?.unread ?? 0;
  const latest = query.data?.content.slice(0, LATEST);
  const list = useRef<HTMLUListElement>(null);
  const hasItems = latest !== undefined && latest.length > 0;
  useEffect(() => {
    // The notifications may load after the dropdown has opened, so focus the first one as soon as they are loaded.
    if (hasItems) list.current?.querySelector('button')?.focus();
  }, [hasItems]);
  return (
    <>
      <div className={classes.queueHead}>
        <h2>{t('notifications:title')}</h2>
        {unread > 0 && (
          <span>
            {unread >= UNREAD_CAP ? t('notifications:unreadMany') : t('notifications:unread', { count: unread })}
          </span>
        )}
        {unread > 0 && (
          <button
            type="button"
            className={classes.textButton}
            onClick={() => {
              // The button disappears when no notification is unread, so move the focus from the button to the list.
              list.current?.querySelector('button')?.focus();
              void markAllRead();
            }}
          >
            {t('notifications:readAll')}
          </button>
        )}
      </div>
      {query.isPending && <QueueSkeleton />}
      {query.isError && !latest && (
        <div className={classes.queueError}>
          <ErrorState error={query.error} entity={t('notifications:entities')} onRetry={() => void query.refetch()} />
        </div>
      )}
      {latest?.length === 0 && <p className={classes.queueEmpty}>{t('notifications:upToDate')}</p>}
      {hasItems && (
        <ul ref={list} className={classes.queue} onKeyDown={moveFocus}>
          {latest.map((notification, index) => (
            <QueueItem key={notification.id} notification={notification} isFirst={index === 0} onView={onView} />
          ))}
        </ul>
      )}
      <div className={classes.queueFoot}>
        <Link to={paths.notifications()} onClick={onLeave}>
          {t('notifications:viewAll')}
        </Link>
      </div>
    </>
  );
}

function QueueItem({
  notification: n,
  isFirst,
  onView,
}: {
  notification: Notification;
  isFirst: boolean;
  onView: (notification: Notification) => void;
}) {
  const t = useT();
  const isUnread = n.notificationStatus === 'UNREAD';
  return (
    <li className={classes.item} data-unread={isUnread || undefined}>
      <TypeIcon type={n.notificationType} />
      <div className={classes.words}>
        <div className={classes.itemHead}>
          <UnstyledButton className={classes.summary} onClick={() => onView(n)} data-autofocus={isFirst || undefined}>
            {isUnread && <VisuallyHidden>{t('notifications:isUnread')}: </VisuallyHidden>}
            {n.summary}
          </UnstyledButton>
          <time dateTime={n.messageDate}>{formatRelative(n.messageDate)}</time>
        </div>
        <MessageHtml html={n.message} inline />
      </div>
    </li>
  );
}

/** Moves the focus between the notifications with the arrow keys, Home and End. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  buttons[Math.min(Math.max(to, 0), buttons.length - 1)]?.focus();
}
