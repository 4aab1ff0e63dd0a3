import { DocumentListPage } from '../../features/documents/list/document-list.page.tsx';
import { usePurchasingTabs } from './purchasing-tabs.ts';

/** The list of all documents, in a tab beside the list of invoices. */
export function DocumentsPage() {
  return <DocumentListPage tabs={usePurchasingTabs()} />;
}
