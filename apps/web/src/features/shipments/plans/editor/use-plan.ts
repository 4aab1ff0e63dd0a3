import { createContext, useContext } from 'react';
import { useStore } from '../../../../lib/store.ts';
import type { PlanEditor, PlanState } from './plan-editor.ts';

const EditorContext = createContext<PlanEditor | undefined>(undefined);
export const PlanEditorProvider = EditorContext.Provider;

/** The editor of the shipment plan that the current page shows. */
export function usePlanEditor(): PlanEditor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('The editor of shipment plans is used outside of a shipment plan');
  return editor;
}

/**
 * Subscribes to a part of the editor's state, and re-renders only when that part changes. The selector must return the
 * same object as long as the part is unchanged.
 */
export const usePlan = <T>(part: (state: PlanState) => T): T => useStore(usePlanEditor(), part);
