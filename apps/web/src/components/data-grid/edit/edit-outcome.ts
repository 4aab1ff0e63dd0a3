import { cellKey, type CellRef } from './cell-edit.ts';
import { afterRedo, afterUndo, type CellChange, inverse, recorded, withoutRedo, withoutUndo } from './command-log.ts';
import type { EditDrafts } from './edit-drafts.ts';
import type { PlannedChange } from './edit-plan.ts';
import type { Outcome } from './edit-sender.ts';
import type { EditNews, How } from './edit-state.ts';

type Notify = (news: EditNews) => void;
/** A command that has been sent: its changes and their outcome. */
interface EndedCommand {
  readonly changes: readonly PlannedChange[];
  readonly outcome: Outcome;
  readonly how: How;
}

/** Applies the outcome of a command to the drafts, the conflicts and the undo log, and notifies the person. */
export function applyOutcome(drafts: EditDrafts, command: EndedCommand, notify: Notify): void {
  const { outcome, how } = command;
  endDrafts(drafts, command);
  if (how === 'edit') applyEdit(drafts, outcome, notify);
  else applyStep(drafts, outcome, how, notify);
  if (outcome.saved.length > 0) notify({ kind: 'saved', cells: outcome.saved.length, how });
}

/** Removes the drafts of the command's cells. A refused cell keeps its typed text and shows the error. */
function endDrafts(drafts: EditDrafts, { changes, outcome, how }: EndedCommand): void {
  // If a cell was edited again in the meantime, it stays pending with its newer text.
  const isOwn = (cell: CellRef, text: string) => {
    const draft = drafts.draftOf(cell);
    return draft?.state === 'saving' && draft.text === text;
  };
  const messages = new Map(how === 'edit' ? outcome.refused.map(({ cell, message }) => [cellKey(cell), message]) : []);
  drafts.setDrafts(
    changes.filter((cell) => isOwn(cell, cell.after)),
    (cell) => {
      const message = messages.get(cellKey(cell));
      const text = drafts.draftOf(cell)?.text;
      return message === undefined || text === undefined ? undefined : { text, state: 'refused', message };
    },
  );
}

function applyEdit(drafts: EditDrafts, { saved, conflicts, refused }: Outcome, notify: Notify): void {
  drafts.set({
    log: recorded(drafts.get().log, { changes: saved.map(plainChange) }),
    conflicts: [...drafts.get().conflicts, ...conflicts],
  });
  const [first] = refused;
  if (first) notify({ kind: 'refused', cells: refused.length, message: first.message });
}

function applyStep(drafts: EditDrafts, { saved, kept, refused }: Outcome, how: 'undo' | 'redo', notify: Notify): void {
  updateLog(drafts, how, saved.map(plainChange));
  if (kept.length > 0) notify({ kind: 'kept', how, kept });
  else if (refused[0]) notify({ kind: 'refused', cells: refused.length, message: refused[0].message });
}

/** Moves the saved cells between the undo and redo stacks. If no cell was saved, the command is dropped. */
function updateLog(drafts: EditDrafts, how: 'undo' | 'redo', saved: readonly CellChange[]): void {
  const { log } = drafts.get();
  if (saved.length === 0) return drafts.set({ log: how === 'undo' ? withoutUndo(log) : withoutRedo(log) });
  const command = { changes: saved };
  if (how === 'undo') drafts.set({ log: afterUndo({ ...log, done: [...log.done.slice(0, -1), inverse(command)] }) });
  else drafts.set({ log: afterRedo({ ...log, undone: [...log.undone.slice(0, -1), command] }) });
}

const plainChange = ({ rowId, columnId, before, after }: CellChange): CellChange => ({
  rowId,
  columnId,
  before,
  after,
});
