import { IconBell } from '@tabler/icons-react';
import type { Feature } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';

export const notificationsFeature: Feature = {
  name: 'notifications',
  screens: [
    {
      path: '/notifications',
      load: () => import('./notification-list.page.tsx').then((m) => m.NotificationListPage),
    },
  ],
  drawer: [
    {
      key: 'notifications',
      group: 'account',
      label: 'notifications:title',
      icon: IconBell,
      to: paths.notifications(),
    },
  ],
  partsNeededSoon: [() => import('./notification-queue.tsx')],
};
