import type { InvoiceWithLines } from '@quayside/contracts/invoices';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../i18n/i18n.ts';
import { toastFailure } from '../../../lib/toasts.ts';
import { holdsInput, holdsTyped } from '../../../lib/unsaved.ts';
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
  const taken = useRef(readAt);
  useEffect(() => {
    // Ignore an invoice that was read before the last save. It is read again as soon as everything is stored.
    if (taken.current === readAt || !editor.isIdle() || readAt < (editor.get().save.savedAt ?? 0)) return;
    taken.current = readAt;
    editor.take(invoice);
  }, [editor, invoice, readAt]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!editor.hasUnsaved()) return;
      void editor.flush();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    // Before the person leaves, all input that can be saved is saved. The person is only asked about the rest.
    const release = holdsInput(async () => (!editor.hasUnsaved() || (await editor.flush()) ? 0 : 1));
    const releaseTyped = holdsTyped(() => (editor.hasUnsaved() ? 1 : 0));
    return () => {
      release();
      releaseTyped();
      window.removeEventListener('beforeunload', ask);
      editor.dispose();
    };
  }, [editor]);
  return editor;
}
