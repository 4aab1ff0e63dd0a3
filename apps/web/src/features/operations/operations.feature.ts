import { IconServerCog } from '@tabler/icons-react';
import type { Feature } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';
import type { ScreenNeed } from '../../lib/screen-need.ts';

const SYSTEM_ADMIN: ScreenNeed = { who: 'systemAdmin' };

export const operationsFeature: Feature = {
  name: 'operations',
  screens: [
    {
      path: '/background-work',
      load: () => import('./background-work.page.tsx').then((m) => m.BackgroundWorkPage),
      need: SYSTEM_ADMIN,
    },
  ],
  drawer: [
    {
      key: 'backgroundWork',
      group: 'system',
      label: 'operationsShell:title',
      icon: IconServerCog,
      to: paths.backgroundWork(),
      need: SYSTEM_ADMIN,
    },
  ],
};
