import { IconHistory } from '@tabler/icons-react';
import type { Feature } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';
import type { ScreenNeed } from '../../lib/screen-need.ts';

const ADMIN: ScreenNeed = { who: 'admin' };

export const auditFeature: Feature = {
  name: 'audit',
  screens: [
    { path: '/audit-log', load: () => import('./audit-log.page.tsx').then((m) => m.AuditLogPage), need: ADMIN },
  ],
  drawer: [
    {
      key: 'auditLog',
      group: 'account',
      label: 'auditShell:title',
      icon: IconHistory,
      to: paths.auditLog(),
      need: ADMIN,
    },
  ],
};
