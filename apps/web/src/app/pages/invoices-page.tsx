import { DocumentDrop, UploadButton } from '../../features/documents/document-drop.tsx';
import { InvoiceListPage } from '../../features/invoices/invoice-list.page.tsx';
import { useT } from '../../i18n/i18n.ts';
import { purchasingTabs } from './purchasing-tabs.ts';

/** The list of invoices. Documents of invoices can be dropped anywhere on the page. */
export function InvoicesPage() {
  const t = useT();
  return (
    <DocumentDrop fill>
      <InvoiceListPage tabs={purchasingTabs(t)} upload={<UploadButton />} />
    </DocumentDrop>
  );
}
