import type { PageTab } from '../../components/ui/page-frame.tsx';
import type { T } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';

/** The tabs that link the three cost screens with each other. */
export const transactionTabs = (t: T): readonly PageTab[] => [
  { label: t('costs:tab.assigned'), to: paths.assignedCosts() },
  { label: t('costs:tab.reconciliation'), to: paths.reconciliation() },
  { label: t('costs:tab.restatements'), to: paths.restatements() },
];
