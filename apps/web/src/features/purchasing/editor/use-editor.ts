import { createContext, useContext } from 'react';
import { useStore } from '../../../lib/store.ts';
import type { OrderEditor } from './order-editor.ts';
import type { OrderState } from './order-state.ts';

const EditorContext = createContext<OrderEditor | undefined>(undefined);
export const EditorProvider = EditorContext.Provider;

/** The editor of the purchase order that the current page shows. */
export function useEditor(): OrderEditor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('The editor of purchase orders is used outside of a purchase order');
  return editor;
}

/**
 * Subscribes to a part of the editor's state, and re-renders only when that part changes. The selector must return the
 * same object as long as the part is unchanged.
 */
export const useEdited = <T>(part: (state: OrderState) => T): T => useStore(useEditor(), part);
