import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { Notification } from '@quayside/contracts/notifications/notifications';
import { IconChevronDown, IconChevronRight, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { IconButton } from '../../components/ui/action-button.tsx';
import { MessageHtml } from '../../components/ui/message-html.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { formatRelative } from '../../lib/words/format.ts';
import { dismiss } from './api.ts';
import type { NotificationGroup } from './groups.ts';
import { hrefOf } from './look.ts';
import classes from './notifications.module.css';
import { TypeIcon } from './type-icon.tsx';

type View = (notification: Notification) => void;

/**
 * One notification, or a row for a group of similar ones. The row shows their number and expands to show each of them.
 */
export function NotificationGroupRow({ group, onView }: { group: NotificationGroup; onView: View }) {
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [newest, ...others] = group.items;
  if (others.length === 0) return <NotificationRow notification={newest} onView={onView} />;
  const words = groupWords(t, newest, group.items.length);
  const isUnread = group.items.some((n) => n.notificationStatus === 'UNREAD');
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li>
      <div className={classes.item} data-unread={isUnread || undefined} data-page>
        <TypeIcon type={newest.notificationType} />
        <div className={classes.words}>
          <UnstyledButton
            className={classes.summary}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {isUnread && <VisuallyHidden>{t('notifications:isUnread')}: </VisuallyHidden>}
            {words} <Chevron size={14} stroke={2} aria-hidden className={classes.chevron} />
          </UnstyledButton>
        </div>
        <time className={classes.when} dateTime={newest.messageDate}>
          {formatRelative(newest.messageDate)}
        </time>
        <IconButton
          size={28}
          icon={IconX}
          label={t('notifications:dismissOne', { summary: words })}
          onClick={() => void dismiss(group.items.map((n) => n.id))}
        />
      </div>
      <ul id={id} className={classes.inGroup} hidden={!isOpen} aria-label={words}>
        {isOpen &&
          group.items.map((notification) => (
            <NotificationRow key={notification.id} notification={notification} onView={onView} />
          ))}
      </ul>
    </li>
  );
}

function groupWords(t: T, { summary, about, notificationType }: Notification, count: number): string {
  if (about?.type === 'IMPORT')
    return t(
      notificationType === 'ERROR' ? 'notifications:group.importsFailed' : 'notifications:group.importsFinished',
      { count },
    );
  return t('notifications:group.alike', { summary, count: count - 1 });
}

function NotificationRow({ notification: n, onView }: { notification: Notification; onView: View }) {
  const t = useT();
  const isUnread = n.notificationStatus === 'UNREAD';
  const href = hrefOf(n);
  return (
    <li className={classes.item} data-unread={isUnread || undefined} data-page>
      <TypeIcon type={n.notificationType} />
      <div className={classes.words}>
        <UnstyledButton className={classes.summary} onClick={() => onView(n)}>
          {isUnread && <VisuallyHidden>{t('notifications:isUnread')}: </VisuallyHidden>}
          {n.summary}
        </UnstyledButton>
        <MessageHtml html={n.message} inline />
        {n.about && href && (
          <Link className={classes.aboutLink} to={href}>
            {t(`notifications:open.${n.about.type}`)} <VisuallyHidden>{n.about.label}</VisuallyHidden>
          </Link>
        )}
      </div>
      <time className={classes.when} dateTime={n.messageDate}>
        {formatRelative(n.messageDate)}
      </time>
      <IconButton
        size={28}
        icon={IconX}
        label={t('notifications:dismissOne', { summary: n.summary })}
        onClick={() => void dismiss([n.id])}
      />
    </li>
  );
}
