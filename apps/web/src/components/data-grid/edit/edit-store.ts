import { createStore } from '../../../lib/store.ts';
import { cellKey, type CellRef } from './cell-edit.ts';
import {
  afterRedo,
  afterUndo,
  type CellChange,
  EMPTY_LOG,
  inverse,
  nextRedo,
  nextUndo,
  recorded,
  withoutRedo,
  withoutUndo,
} from './command-log.ts';
import type { PlannedChange } from './edit-plan.ts';
import { createEditSender, type Outcome } from './edit-sender.ts';
import type { CellConflict, Draft, EditSource, EditState, How } from './edit-state.ts';

/**
 * Sends the edits of one table, one call after the other, and keeps the undo log. `source` returns the current rows; it
 * is read anew each time.
 */
export function createEditStore<Row>(source: () => EditSource<Row>) {
  const store = createStore<EditState>({ drafts: new Map(), conflicts: [], log: EMPTY_LOG, isSaving: false });
  const sender = createEditSender(source);
  let queue: Promise<void> = Promise.resolve();
  let waiting = 0;

  const set = (next: Partial<EditState>) => store.set({ ...store.get(), ...next });
  const setDrafts = (cells: readonly CellRef[], draftOf: (cell: CellRef, index: number) => Draft | undefined) => {
    const drafts = new Map(store.get().drafts);
    for (const [index, cell] of cells.entries()) {
      const draft = draftOf(cell, index);
      if (draft) drafts.set(cellKey(cell), draft);
      else drafts.delete(cellKey(cell));
    }
    set({ drafts });
  };
  async function run(changes: readonly PlannedChange[], how: How): Promise<void> {
    const { editing, tell } = source();
    const outcome: Outcome = { saved: [], kept: [], conflicts: [], refused: [] };
    const calls = chunksOf(changes, editing.maxRows);
    for (const [index, chunk] of calls.entries()) {
      if (calls.length > 1) tell({ kind: 'progress', done: index, of: calls.length });
      try {
        await sender.send(chunk, outcome);
      } catch (error) {
        const message = source().failureText(error);
        outcome.refused.push(...chunk.map((cell) => ({ cell, message })));
      }
    }
    settle(changes, outcome, how);
  }

  function settle(changes: readonly PlannedChange[], outcome: Outcome, how: How): void {
    const { saved, kept, conflicts, refused } = outcome;
    const { tell } = source();
    sender.settle(outcome);
    // A cell that was edited again in the meantime stays pending with its newer text.
    const isOwn = (cell: CellRef, text: string) => {
      const draft = store.get().drafts.get(cellKey(cell));
      return draft?.state === 'saving' && draft.text === text;
    };
    const messages = new Map(how === 'edit' ? refused.map(({ cell, message }) => [cellKey(cell), message]) : []);
    setDrafts(
      changes.filter((cell) => isOwn(cell, cell.after)),
      (cell) => {
        const message = messages.get(cellKey(cell));
        const text = store.get().drafts.get(cellKey(cell))?.text;
        return message === undefined || text === undefined ? undefined : { text, state: 'refused', message };
      },
    );
    if (how === 'edit') {
      set({
        log: recorded(store.get().log, { changes: saved.map(plainChange) }),
        conflicts: [...store.get().conflicts, ...conflicts],
      });
      const [first] = refused;
      if (first) tell({ kind: 'refused', cells: refused.length, message: first.message });
    } else {
      updateLog(how, saved.map(plainChange));
      if (kept.length > 0) tell({ kind: 'kept', how, kept });
      else if (refused[0]) tell({ kind: 'refused', cells: refused.length, message: refused[0].message });
    }
    if (saved.length > 0) tell({ kind: 'saved', cells: saved.length, how });
  }

  /** Only an undone command can be redone. */
  function updateLog(how: 'undo' | 'redo', saved: readonly CellChange[]): void {
    const { log } = store.get();
    if (saved.length === 0) return set({ log: how === 'undo' ? withoutUndo(log) : withoutRedo(log) });
    const command = { changes: saved };
    if (how === 'undo') set({ log: afterUndo({ ...log, done: [...log.done.slice(0, -1), inverse(command)] }) });
    else set({ log: afterRedo({ ...log, undone: [...log.undone.slice(0, -1), command] }) });
  }

  function enqueue(job: () => Promise<void>): Promise<void> {
    waiting += 1;
    if (!store.get().isSaving) set({ isSaving: true });
    queue = queue.then(job).finally(() => {
      waiting -= 1;
      if (waiting === 0) set({ isSaving: false });
    });
    return queue;
  }

  function step(how: 'undo' | 'redo'): Promise<void> {
    return enqueue(async () => {
      const command = how === 'undo' ? nextUndo(store.get().log) : nextRedo(store.get().log);
      const { editOf, tell } = source();
      if (!command) return tell({ kind: 'nothing', how });
      const changes = command.changes.map((change): PlannedChange => {
        const parsed = editOf(change.columnId)?.parse(change.after);
        return { ...change, patch: parsed?.ok ? parsed.patch : {} };
      });
      setDrafts(changes, (_, index) => ({ text: changes[index]?.after ?? '', state: 'saving' }));
      await run(changes, how);
    });
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** The text of a cell: the pending one, else the stored one. */
    textOf: (cell: CellRef): string | undefined => {
      const draft = store.get().drafts.get(cellKey(cell));
      return draft?.state === 'saving' ? draft.text : sender.textOf(cell);
    },
    /** Sends cells as one command. */
    commit: (changes: readonly PlannedChange[]): Promise<void> => {
      if (changes.length === 0) return queue;
      setDrafts(changes, (_, index) => ({ text: changes[index]?.after ?? '', state: 'saving' }));
      return enqueue(() => run(changes, 'edit'));
    },
    /** Keeps an invalid text in the cell, with its error, without sending it. */
    refuse: (cell: CellRef, text: string, message: string) =>
      setDrafts([cell], () => ({ text, state: 'refused', message })),
    /** Resets the cell to the stored value. */
    revert: (cell: CellRef) => setDrafts([cell], () => undefined),
    undo: () => step('undo'),
    redo: () => step('redo'),
    /** Resolves the conflicts: with the typed values, or by keeping the values of others. */
    resolve: (mine: readonly CellConflict[]): Promise<void> => {
      set({ conflicts: [] });
      const { editOf } = source();
      const changes = mine.flatMap(({ rowId, columnId, mine: text, theirs }): PlannedChange[] => {
        const parsed = editOf(columnId)?.parse(text);
        return parsed?.ok ? [{ rowId, columnId, before: theirs, after: parsed.text, patch: parsed.patch }] : [];
      });
      if (changes.length === 0) return queue;
      setDrafts(changes, (_, index) => ({ text: changes[index]?.after ?? '', state: 'saving' }));
      return enqueue(() => run(changes, 'edit'));
    },
  };
}

const plainChange = ({ rowId, columnId, before, after }: CellChange): CellChange => ({
  rowId,
  columnId,
  before,
  after,
});

/** Splits edits into parts of at most so many whole rows. */
function chunksOf(changes: readonly PlannedChange[], maxRows: number): PlannedChange[][] {
  const chunks: PlannedChange[][] = [];
  let rows = new Set<string>();
  let chunk: PlannedChange[] = [];
  const byRow = [...Map.groupBy(changes, ({ rowId }) => rowId).values()];
  for (const cells of byRow) {
    if (rows.size === maxRows) {
      chunks.push(chunk);
      chunk = [];
      rows = new Set();
    }
    rows.add(cells[0]?.rowId ?? '');
    chunk.push(...cells);
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}
