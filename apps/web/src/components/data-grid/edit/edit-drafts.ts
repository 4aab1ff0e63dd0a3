import { createStore } from '../../../lib/store.ts';
import { cellKey, type CellRef } from './cell-edit.ts';
import { EMPTY_LOG } from './command-log.ts';
import type { PlannedChange } from './edit-plan.ts';
import type { Draft, EditState } from './edit-state.ts';

/** Creates the observable state of the edits of a table: pending cells, conflicts and the undo log. */
export function createEditDrafts() {
  const { get, set, subscribe } = createStore<EditState>({
    drafts: new Map(),
    conflicts: [],
    log: EMPTY_LOG,
    isSaving: false,
  });
  const change = (next: Partial<EditState>) => set({ ...get(), ...next });
  const setDrafts = (cells: readonly CellRef[], draftOf: (cell: CellRef, index: number) => Draft | undefined) => {
    const drafts = new Map(get().drafts);
    for (const [index, cell] of cells.entries()) {
      const draft = draftOf(cell, index);
      if (draft) drafts.set(cellKey(cell), draft);
      else drafts.delete(cellKey(cell));
    }
    change({ drafts });
  };
  return {
    get,
    subscribe,
    set: change,
    /** Updates the draft of each cell with a function. A draft for which the function returns undefined is removed. */
    setDrafts,
    /** Shows the new text of each changed cell while the changes are being sent. */
    showSaving: (changes: readonly PlannedChange[]) =>
      setDrafts(changes, (_, index) => ({ text: changes[index]?.after ?? '', state: 'saving' })),
    draftOf: (cell: CellRef): Draft | undefined => get().drafts.get(cellKey(cell)),
  };
}
export type EditDrafts = ReturnType<typeof createEditDrafts>;
