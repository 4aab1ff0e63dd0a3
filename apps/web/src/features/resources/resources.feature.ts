import {
  IconBuildingStore,
  IconCalculator,
  IconPigMoney,
  IconReceiptRefund,
  IconTags,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { Feature } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';
import type { ScreenNeed } from '../../lib/screen-need.ts';

const RESOURCES: ScreenNeed = { flags: [['isResourcesEnabled']] };
const pages = () => import('./resource.page.tsx');

export const resourcesFeature: Feature = {
  name: 'resources',
  screens: [
    { path: '/funding', load: () => pages().then((m) => m.FundingPage), need: RESOURCES },
    { path: '/smart-tariff-classifications', load: () => pages().then((m) => m.TariffPage), need: RESOURCES },
    { path: '/find-a-Bookkeeper', load: () => pages().then((m) => m.BookkeeperPage), need: RESOURCES },
    { path: '/list-my-business', load: () => pages().then((m) => m.ListBusinessPage), need: RESOURCES },
  ],
  drawer: [
    {
      key: 'community',
      group: 'resources',
      label: 'resourcesShell:community',
      icon: IconUsersGroup,
      to: { outside: 'community' },
    },
    { key: 'funding', group: 'resources', label: 'resourcesShell:funding', icon: IconPigMoney, to: paths.funding() },
    { key: 'tariff', group: 'resources', label: 'resourcesShell:tariff', icon: IconTags, to: paths.tariff() },
    {
      key: 'reimbursement',
      group: 'resources',
      label: 'resourcesShell:reimbursement',
      icon: IconReceiptRefund,
      to: { outside: 'reimbursement' },
    },
    {
      key: 'bookkeeper',
      group: 'resources',
      label: 'resourcesShell:bookkeeper',
      icon: IconCalculator,
      to: paths.bookkeeper(),
    },
    {
      key: 'listBusiness',
      group: 'resources',
      label: 'resourcesShell:listBusiness',
      icon: IconBuildingStore,
      to: paths.listBusiness(),
    },
  ],
};
