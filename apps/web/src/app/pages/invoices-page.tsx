import { DocumentDrop, UploadButton } from '../../features/documents/document-drop.tsx';
import { InvoiceListPage } from '../../features/invoices/invoice-list.page.tsx';
import { usePurchasingTabs } from './purchasing-tabs.ts';

/** The list of invoices. Documents of invoices can be dropped anywhere on the page. */
export function InvoicesPage() {
  const tabs = usePurchasingTabs();
  return (
    <DocumentDrop fill>
      <InvoiceListPage tabs={tabs} upload={<UploadButton />} />
    </DocumentDrop>
  );
}
