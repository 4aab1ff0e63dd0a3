import type { InvoiceWithLines } from '@quayside/contracts/invoices';
import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { holdsInput } from '../../../lib/unsaved.ts';
import { toastFailure } from '../../../lib/toasts.ts';
import { t } from '../../../i18n/i18n.ts';
import { editorCalls, invalidateCosts } from '../api.ts';
import type { EditorState } from './editor-state.ts';
import { createInvoiceEditor, type InvoiceEditor } from './invoice-editor.ts';

const EditorContext = createContext<InvoiceEditor | undefined>(undefined);
export const EditorProvider = EditorContext.Provider;

/** The editor of the invoice that is shown. */
export function useEditor(): InvoiceEditor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('The invoice editor is used outside of an invoice');
  return editor;
}

/** A part of what is on screen; draws anew only when that part changed. The part has to be kept as it is while it does not change. */
export function useEdited<T>(part: (state: EditorState) => T): T {
  const editor = useEditor();
  return useSyncExternalStore(editor.subscribe, () => part(editor.get()));
}

/** Makes the editor of an invoice, hands it what the live stream brings, and saves the rest when the page is left. */
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
    // What was read before the last write ended knows less than its answer; another reading comes when all is stored.
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
    // What can be stored is stored before anybody is asked.
    const release = holdsInput(async () => (!editor.hasUnsaved() || (await editor.flush()) ? 0 : 1));
    return () => {
      release();
      window.removeEventListener('beforeunload', ask);
      editor.dispose();
    };
  }, [editor]);
  return editor;
}
