import { createContext, useContext } from 'react';
import { type Store, useStore } from '../../store.ts';

/** Creates the context by which the parts of a page find the editor of its record. */
export function createEditorContext<State, Editor extends Store<State>>() {
  const EditorContext = createContext<Editor | undefined>(undefined);
  /** The editor of the record that the current page shows. */
  function useEditor(): Editor {
    const editor = useContext(EditorContext);
    if (!editor) throw new Error('An editor is used outside of the page of its record');
    return editor;
  }
  return {
    EditorProvider: EditorContext.Provider,
    useEditor,
    /**
     * Subscribes to a part of the editor's state, and re-renders only when that part changes. The selector must return
     * the same object as long as the part is unchanged.
     */
    useEdited: <T>(part: (state: State) => T): T => useStore(useEditor(), part),
  };
}
