import type { InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import { useState } from 'react';
import { t } from '../../../i18n/i18n.ts';
import { toastFailure } from '../../../lib/toasts/toasts.ts';
import { useAutosave } from '../../../lib/editing/use-autosave.ts';
import { editorCalls, invalidateCosts } from '../api.ts';
import { createInvoiceEditor, type InvoiceEditor } from '../editor/invoice-editor.ts';

/**
 * Creates the editor of an invoice, passes each newer version of the invoice to the editor, and saves all input when
 * the person leaves the page.
 */
export function useInvoiceEditor(invoice: InvoiceWithLines, readAt: number): InvoiceEditor {
  const [editor] = useState(() =>
    createInvoiceEditor(
      invoice,
      editorCalls(invoice.id, {
        onRefusal: (error) => toastFailure(error, { verb: 'update', entity: t('invoices:entity') }),
        onSettled: invalidateCosts,
      }),
    ),
  );
  useAutosave(editor, invoice, readAt);
  return editor;
}
