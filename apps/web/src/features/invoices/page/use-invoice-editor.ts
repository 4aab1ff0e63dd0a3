import type { InvoiceWithLines } from '@quayside/contracts/invoices';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../i18n/i18n.ts';
import { toastFailure } from '../../../lib/toasts.ts';
import { holdsInput } from '../../../lib/unsaved.ts';
import { editorCalls, invalidateCosts } from '../api.ts';
import { createInvoiceEditor, type InvoiceEditor } from '../editor/invoice-editor.ts';

/** Creates the editor of an invoice, passes it updates from the live stream, and flushes it when the page is left. */
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
    // Ignore an answer that is older than the last write; another read follows when everything is stored.
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
    // Flush what can be stored before asking about the rest.
    const release = holdsInput(async () => (!editor.hasUnsaved() || (await editor.flush()) ? 0 : 1));
    return () => {
      release();
      window.removeEventListener('beforeunload', ask);
      editor.dispose();
    };
  }, [editor]);
  return editor;
}
