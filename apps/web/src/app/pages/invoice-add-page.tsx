import { DocumentDrop } from '../../features/documents/document-drop.tsx';
import { InvoiceAddPage as Add } from '../../features/invoices/invoice-add.page.tsx';

/** Starts an invoice. A bill dropped beside the form opens its invoice or creates one. */
export function InvoiceAddPage() {
  return (
    <DocumentDrop fill>
      <Add />
    </DocumentDrop>
  );
}
