import { IconUserCircle } from '@tabler/icons-react';
import type { Feature } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';

export const profileFeature: Feature = {
  name: 'profile',
  screens: [
    { path: '/profile', load: () => import('./profile.page.tsx').then((m) => m.ProfilePage) },
    { path: '/profile/company', load: () => import('./company.page.tsx').then((m) => m.CompanyPage) },
    { path: '/profile/security', load: () => import('./security.page.tsx').then((m) => m.SecurityPage) },
    {
      path: '/profile/notification-settings',
      load: () => import('./notification-settings.page.tsx').then((m) => m.NotificationSettingsPage),
    },
  ],
  drawer: [{ key: 'profile', group: 'account', label: 'profile:title', icon: IconUserCircle, to: paths.profile() }],
};
