import type { PageTab } from '../../components/ui/page-frame.tsx';
import type { T } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';

/** The lists that stand beside each other: invoices and the documents that they come from. */
export const purchasingTabs = (t: T): readonly PageTab[] => [
  { label: t('invoices:title'), to: paths.invoices() },
  { label: t('documents:title'), to: paths.documents() },
];
