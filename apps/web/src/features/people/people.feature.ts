import { IconUsers } from '@tabler/icons-react';
import type { Feature } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';
import type { ScreenNeed } from '../../lib/screen-need.ts';

const ADMIN: ScreenNeed = { who: 'admin' };

export const peopleFeature: Feature = {
  name: 'people',
  screens: [{ path: '/users', load: () => import('./users.page.tsx').then((m) => m.UsersPage), need: ADMIN }],
  drawer: [
    { key: 'users', group: 'account', label: 'peopleShell:title', icon: IconUsers, to: paths.users(), need: ADMIN },
  ],
  add: [
    {
      key: 'users',
      to: paths.users(),
      icon: IconUsers,
      need: ADMIN,
      tile: { label: 'peopleShell:tile', hint: 'peopleShell:tileHint' },
    },
  ],
};
