import { createContext, useContext } from 'react';
import { useStore } from '../../../lib/store.ts';
import type { EditorState } from './editor-state.ts';
import type { InvoiceEditor } from './invoice-editor.ts';

const EditorContext = createContext<InvoiceEditor | undefined>(undefined);
export const EditorProvider = EditorContext.Provider;

/** The editor of the invoice that the current page shows. */
export function useEditor(): InvoiceEditor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('The invoice editor is used outside of an invoice');
  return editor;
}

/**
 * Subscribes to a part of the editor's state, and re-renders only when that part changes. The selector must return the
 * same object as long as the part is unchanged.
 */
export const useEdited = <T>(part: (state: EditorState) => T): T => useStore(useEditor(), part);
