import { DocumentListPage } from '../../features/documents/list/document-list.page.tsx';
import { useT } from '../../i18n/i18n.ts';
import { purchasingTabs } from './purchasing-tabs.ts';

/** All documents, beside the invoices that come from them. */
export function DocumentsPage() {
  return <DocumentListPage tabs={purchasingTabs(useT())} />;
}
