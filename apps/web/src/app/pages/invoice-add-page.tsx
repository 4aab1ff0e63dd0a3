import { DocumentDrop } from '../../features/documents/document-drop.tsx';
import { InvoiceAddPage as Add } from '../../features/invoices/invoice-add.page.tsx';

/** Starting an invoice; a bill that is dropped beside the form finds its invoice, or becomes one. */
export function InvoiceAddPage() {
  return (
    <DocumentDrop fill>
      <Add />
    </DocumentDrop>
  );
}
