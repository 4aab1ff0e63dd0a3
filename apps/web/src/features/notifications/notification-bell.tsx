import { ActionIcon } from '@mantine/core';
import type { Notification } from '@quayside/contracts/notifications/notifications';
import { UNREAD_CAP } from '@quayside/contracts/notifications/notifications';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Popover } from '../../components/ui/layers.tsx';
import { useT } from '../../i18n/i18n.ts';
import { lazyPart } from '../../lib/page/load-part.ts';
import { queueQuery } from './api.ts';
import { badgeOf } from './look.ts';
import classes from './notifications.module.css';
import { QueueSkeleton } from './queue-skeleton.tsx';

// The dropdown and the viewer are loaded on the first click, because they include the HTML sanitizer, which is large.
const Queue = lazyPart(() => import('./notification-queue.tsx').then((m) => m.NotificationQueue));
const Viewer = lazyPart(() => import('./notification-viewer.tsx').then((m) => m.NotificationViewer));

/** The bell with the number of unread notifications. A click shows the latest notifications. */
export function NotificationBell() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [viewed, setViewed] = useState<Notification>();
  const unread = useQuery(queueQuery()).data?.unread ?? 0;
  const badge = badgeOf(unread, t('notifications:many'));
  const label =
    unread === 0
      ? t('notifications:bell')
      : unread >= UNREAD_CAP
        ? t('notifications:bellMany')
        : t('notifications:bellUnread', { count: unread });
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        offset={6}
        width="min(387px, calc(100vw - 16px))"
        trapFocus
        returnFocus
        shadow="md"
      >
        <Popover.Target>
          <ActionIcon
            size={36}
            className={classes.bell}
            aria-label={label}
            data-open={isOpen || undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <IconBell size={18} stroke={1.75} aria-hidden />
            {badge && (
              <span className={classes.badge} aria-hidden>
                {badge}
              </span>
            )}
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown} aria-label={t('notifications:title')}>
          <Suspense fallback={<QueueSkeleton />}>
            <Queue
              onView={(notification) => {
                setOpen(false);
                setViewed(notification);
              }}
              onLeave={() => setOpen(false)}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      {viewed && (
        <Suspense>
          <Viewer key={viewed.id} notification={viewed} onClose={() => setViewed(undefined)} />
        </Suspense>
      )}
    </>
  );
}
