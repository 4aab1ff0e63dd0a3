import { DocumentDrop } from '../../features/documents/document-drop.tsx';
import { InvoiceAddPage as Add } from '../../features/invoices/invoice-add.page.tsx';

/**
 * The page on which a person creates an invoice. A file that is dropped beside the form opens the invoice to which it
 * belongs, or creates one.
 */
export function InvoiceAddPage() {
  return (
    <DocumentDrop fill>
      <Add />
    </DocumentDrop>
  );
}
