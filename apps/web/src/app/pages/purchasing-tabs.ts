import type { PageTab } from '../../components/ui/page-frame.tsx';
import type { T } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';

/** The tabs that link the list of invoices and the list of documents. */
export const purchasingTabs = (t: T): readonly PageTab[] => [
  { label: t('invoices:title'), to: paths.invoices() },
  { label: t('documents:title'), to: paths.documents() },
];
