import type { InvoiceWithLines } from '@quayside/contracts/invoices';
import { createStore } from '../../../lib/store.ts';
import type { SaveState } from '../../../lib/save-queue.ts';
import { type EditorState, type Entered, initial, type Row } from './editor-state.ts';
import type { HeaderField } from './header-draft.ts';
import type { Cell } from './line-draft.ts';

/** The focused field. It keeps its typed text when a response of the server arrives. */
type Typing =
  | { readonly key: string; readonly cell: Cell; readonly entered: Entered | undefined }
  | { readonly key: 'header'; readonly field: HeaderField };

/** Creates the store of the editor: its state, and which field has the focus. */
export function createEditorStore(first: InvoiceWithLines) {
  const { get, set, subscribe } = createStore<EditorState>({
    ...initial(first),
    save: { isSaving: false, isFailing: false, savedAt: null },
    conflict: undefined,
    overwritten: [],
  });
  let typing: Typing | undefined;
  const change = (next: Partial<EditorState>) => set({ ...get(), ...next });
  return {
    get,
    subscribe,
    set: change,
    setRow: (row: Row) => change({ rows: new Map(get().rows).set(row.key, row) }),
    setSave: (save: Partial<SaveState>) => change({ save: { ...get().save, ...save } }),
    rowOf: (key: string): Row | undefined => get().rows.get(key),
    currency: (): string => get().invoice.currency,
    startTyping: (at: Typing) => {
      typing = at;
    },
    stopTyping: () => {
      typing = undefined;
    },
    typedCell: (key: string): Cell | undefined =>
      typing && typing.key === key && 'cell' in typing ? typing.cell : undefined,
    /** What the focused cell and its row held when the cell was entered. */
    entered: (): Entered | undefined => (typing && 'entered' in typing ? typing.entered : undefined),
    enteredText: (): string | undefined => (typing && 'entered' in typing ? typing.entered?.text : undefined),
    typedField: (): HeaderField | undefined => (typing && 'field' in typing ? typing.field : undefined),
  };
}
export type EditorStore = ReturnType<typeof createEditorStore>;
