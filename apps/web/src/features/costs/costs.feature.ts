import { IconCoins, IconScale, IconHistoryToggle } from '@tabler/icons-react';
import { type Feature, MANAGEMENT } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';

export const costsFeature: Feature = {
  name: 'costs',
  screens: [
    {
      path: '/transactions/assigned-costs',
      load: () => import('./assigned-costs.page.tsx').then((m) => m.AssignedCostsPage),
      need: MANAGEMENT,
    },
    {
      path: '/transactions/reconciliation',
      load: () => import('./reconciliation/reconciliation.page.tsx').then((m) => m.ReconciliationPage),
      need: MANAGEMENT,
    },
    {
      path: '/transactions/restatements',
      load: () => import('./restatements/restatements.page.tsx').then((m) => m.RestatementsPage),
      need: MANAGEMENT,
    },
  ],
  palette: [
    { label: 'costsShell:title', icon: IconCoins, to: paths.assignedCosts(), need: MANAGEMENT },
    { label: 'costsShell:reconciliation', icon: IconScale, to: paths.reconciliation(), need: MANAGEMENT },
    { label: 'costsShell:restatements', icon: IconHistoryToggle, to: paths.restatements(), need: MANAGEMENT },
  ],
};
