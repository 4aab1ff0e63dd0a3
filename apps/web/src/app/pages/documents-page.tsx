import { DocumentListPage } from '../../features/documents/list/document-list.page.tsx';
import { useT } from '../../i18n/i18n.ts';
import { purchasingTabs } from './purchasing-tabs.ts';

/** The list of all documents, in a tab beside the list of invoices. */
export function DocumentsPage() {
  return <DocumentListPage tabs={purchasingTabs(useT())} />;
}
