import type { CellRef } from './cell-edit.ts';
import { changesOfConflicts, runCommand, runStep } from './edit-commands.ts';
import { createEditDrafts } from './edit-drafts.ts';
import type { PlannedChange } from './edit-plan.ts';
import { createEditQueue } from './edit-queue.ts';
import { createEditSender } from './edit-sender.ts';
import type { CellConflict, EditSource } from './edit-state.ts';

/**
 * Sends the edits of one table, one call after the other, and keeps the undo log. `source` is called whenever the rows
 * are needed, because they may have changed.
 */
export function createEditStore<Row>(source: () => EditSource<Row>) {
  const drafts = createEditDrafts();
  const sender = createEditSender(source);
  const table = { source, drafts, sender };
  const queue = createEditQueue((isSaving) => drafts.set({ isSaving }));
  const commit = (changes: readonly PlannedChange[]): Promise<void> => {
    if (changes.length === 0) return queue.idle();
    drafts.showSaving(changes);
    return queue.add(() => runCommand(table, changes, 'edit'));
  };
  return {
    get: drafts.get,
    subscribe: drafts.subscribe,
    /** The text of a cell: the pending text if there is one, otherwise the stored text. */
    textOf: (cell: CellRef): string | undefined => {
      const draft = drafts.draftOf(cell);
      return draft?.state === 'saving' ? draft.text : sender.textOf(cell);
    },
    /** Sends the changes of several cells as one command, which can be undone as a whole. */
    commit,
    /** Shows an invalid text in the cell with its error. Nothing is sent. */
    refuse: (cell: CellRef, text: string, message: string) =>
      drafts.setDrafts([cell], () => ({ text, state: 'refused', message })),
    /** Resets the cell to the stored value. */
    revert: (cell: CellRef) => drafts.setDrafts([cell], () => undefined),
    undo: () => queue.add(() => runStep(table, 'undo')),
    redo: () => queue.add(() => runStep(table, 'redo')),
    /**
     * Resolves the conflicts: stores the typed values of the cells in `mine`, and keeps other people's values in the
     * rest.
     */
    resolve: (mine: readonly CellConflict[]): Promise<void> => {
      drafts.set({ conflicts: [] });
      return commit(changesOfConflicts(mine, source()));
    },
  };
}
