import { type ApiError, hasCode, isApiError } from '../../../lib/api-error.ts';
import { type CellEdit, cellKey, type CellRef, type GridEditing, type RowPatch } from './cell-edit.ts';
import {
  afterRedo,
  afterUndo,
  type CellChange,
  type CommandLog,
  EMPTY_LOG,
  inverse,
  nextRedo,
  nextUndo,
  recorded,
  withoutRedo,
  withoutUndo,
} from './command-log.ts';
import type { PlannedChange } from './edit-plan.ts';

/** A cell that does not say what is stored: it is on its way, or it was refused and keeps what was typed. */
export interface Draft {
  readonly text: string;
  readonly state: 'saving' | 'refused';
  readonly message?: string;
}
/** Somebody else changed the cell meanwhile: both values. */
export interface CellConflict extends CellRef {
  readonly mine: string;
  readonly theirs: string;
  readonly rowName: string;
}
/** A cell that an undo had to leave. */
export interface KeptCell extends CellRef {
  readonly rowName: string;
  readonly reason: 'CHANGED' | 'GONE' | 'REFUSED';
}
export type EditNews =
  | { readonly kind: 'saved'; readonly cells: number; readonly how: How }
  | { readonly kind: 'refused'; readonly cells: number; readonly message: string }
  | { readonly kind: 'kept'; readonly how: 'undo' | 'redo'; readonly kept: readonly KeptCell[] }
  | { readonly kind: 'progress'; readonly done: number; readonly of: number }
  | { readonly kind: 'nothing'; readonly how: 'undo' | 'redo' };
type How = 'edit' | 'undo' | 'redo';

export interface EditSource<Row> {
  readonly editing: GridEditing<Row>;
  readonly editOf: (columnId: string) => CellEdit<Row> | undefined;
  /** The row as the table shows it. */
  readonly rowOf: (rowId: string) => Row | undefined;
  readonly getRowId: (row: Row) => string;
  /** Rows as they were stored just now. */
  readonly onSaved: (rows: readonly Row[]) => void;
  readonly tell: (news: EditNews) => void;
  /** The words for a failure that names no cell. */
  readonly failureText: (error: unknown) => string;
  readonly goneText: string;
}
export interface EditState {
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly conflicts: readonly CellConflict[];
  readonly log: CommandLog;
  readonly isSaving: boolean;
}

/** A version may be stale several times in a row where many people work on the same rows. */
const TRIES = 4;

/**
 * The changes of one table on their way to the server, one call after the other, and the log of what was done.
 * `source` answers what is true now; it is asked anew each time.
 */
export function createEditStore<Row>(source: () => EditSource<Row>) {
  let state: EditState = { drafts: new Map(), conflicts: [], log: EMPTY_LOG, isSaving: false };
  const listeners = new Set<() => void>();
  const known = new Map<string, Row>();
  /** Texts that were typed over before they were refused: a later change of the cell counts from what is stored. */
  const neverStored = new Map<string, string>();
  let queue: Promise<void> = Promise.resolve();
  let waiting = 0;

  const set = (next: Partial<EditState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const setDrafts = (cells: readonly CellRef[], draftOf: (cell: CellRef, index: number) => Draft | undefined) => {
    const drafts = new Map(state.drafts);
    for (const [index, cell] of cells.entries()) {
      const draft = draftOf(cell, index);
      if (draft) drafts.set(cellKey(cell), draft);
      else drafts.delete(cellKey(cell));
    }
    set({ drafts });
  };
  /** The newest that is known of a row: the answer of a save may be newer than the table. */
  const newest = (rowId: string): Row | undefined => {
    const { editing, rowOf } = source();
    const [shown, kept] = [rowOf(rowId), known.get(rowId)];
    if (!shown || !kept) return shown ?? kept;
    return editing.versionOf(kept) > editing.versionOf(shown) ? kept : shown;
  };
  const remember = (rows: readonly Row[]) => {
    for (const row of rows) known.set(source().getRowId(row), row);
  };
  const nameOf = (rowId: string): string => {
    const row = newest(rowId);
    return row ? source().editing.nameOf(row) : '';
  };
  const textOf = (cell: CellRef): string | undefined => {
    const [row, edit] = [newest(cell.rowId), source().editOf(cell.columnId)];
    return row && edit ? edit.text(row) : undefined;
  };

  interface Outcome {
    readonly saved: CellChange[];
    readonly kept: KeptCell[];
    readonly conflicts: CellConflict[];
    readonly refused: { readonly cell: PlannedChange; readonly message: string }[];
  }

  /** Sends one call's worth of cells: leaves out what others changed and what is refused, until the rest is stored. */
  async function send(changes: readonly PlannedChange[], outcome: Outcome): Promise<void> {
    const { editing, editOf, onSaved, failureText, goneText } = source();
    let rest = changes;
    let isFresh = false;
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const unknown = [...new Set(rest.map(({ rowId }) => rowId))].filter((rowId) => isFresh || newest(rowId) === undefined);
      if (unknown.length > 0) remember(await editing.read(unknown));
      const open: PlannedChange[] = [];
      for (const cell of rest) {
        const now = textOf(cell);
        if (now === undefined) {
          outcome.kept.push({ rowId: cell.rowId, columnId: cell.columnId, rowName: nameOf(cell.rowId), reason: 'GONE' });
          outcome.refused.push({ cell, message: goneText });
        } else if (now === cell.before || neverStored.get(cellKey(cell)) === cell.before) open.push({ ...cell, before: now });
        else if (now === cell.after) outcome.saved.push(cell);
        else {
          outcome.kept.push({ rowId: cell.rowId, columnId: cell.columnId, rowName: nameOf(cell.rowId), reason: 'CHANGED' });
          outcome.conflicts.push({ rowId: cell.rowId, columnId: cell.columnId, mine: cell.after, theirs: now, rowName: nameOf(cell.rowId) });
        }
      }
      const patches = patchesOf(open, (rowId) => {
        const row = newest(rowId);
        return row ? editing.versionOf(row) : 0;
      });
      if (patches.length === 0) return;
      try {
        const rows = await editing.save(patches);
        remember(rows);
        onSaved(rows);
        outcome.saved.push(...open.map((cell) => ({ ...cell, after: textOf(cell) ?? cell.after })));
        return;
      } catch (error) {
        const wrong = isApiError(error) ? refusedCells(error, open, patches, editOf) : [];
        outcome.refused.push(...wrong);
        for (const { cell } of wrong) outcome.kept.push({ rowId: cell.rowId, columnId: cell.columnId, rowName: nameOf(cell.rowId), reason: 'REFUSED' });
        const left = open.filter((cell) => !wrong.some((other) => other.cell === cell));
        isFresh = hasCode(error, 'conflict_version');
        const isLast = attempt === TRIES - 1;
        if ((!isFresh && wrong.length === 0) || isLast) {
          const message = failureText(error);
          outcome.refused.push(...left.map((cell) => ({ cell, message })));
          return;
        }
        if (left.length === 0) return;
        rest = left;
      }
    }
  }

  async function run(changes: readonly PlannedChange[], how: How): Promise<void> {
    const { editing, tell } = source();
    const outcome: Outcome = { saved: [], kept: [], conflicts: [], refused: [] };
    const calls = chunksOf(changes, editing.maxRows);
    for (const [index, chunk] of calls.entries()) {
      if (calls.length > 1) tell({ kind: 'progress', done: index, of: calls.length });
      try {
        await send(chunk, outcome);
      } catch (error) {
        const message = source().failureText(error);
        outcome.refused.push(...chunk.map((cell) => ({ cell, message })));
      }
    }
    settle(changes, outcome, how);
  }

  function settle(changes: readonly PlannedChange[], { saved, kept, conflicts, refused }: Outcome, how: How): void {
    const { tell } = source();
    for (const { cell } of refused) neverStored.set(cellKey(cell), cell.after);
    for (const cell of saved) neverStored.delete(cellKey(cell));
    // A cell that was changed again meanwhile is still on its way with its newer text.
    const isOwn = (cell: CellRef, text: string) => {
      const draft = state.drafts.get(cellKey(cell));
      return draft?.state === 'saving' && draft.text === text;
    };
    const messages = new Map(how === 'edit' ? refused.map(({ cell, message }) => [cellKey(cell), message]) : []);
    setDrafts(
      changes.filter((cell) => isOwn(cell, cell.after)),
      (cell) => {
        const message = messages.get(cellKey(cell));
        const text = state.drafts.get(cellKey(cell))?.text;
        return message === undefined || text === undefined ? undefined : { text, state: 'refused', message };
      },
    );
    if (how === 'edit') {
      set({ log: recorded(state.log, { changes: saved.map(plainChange) }), conflicts: [...state.conflicts, ...conflicts] });
      const [first] = refused;
      if (first) tell({ kind: 'refused', cells: refused.length, message: first.message });
    } else {
      settleLog(how, saved.map(plainChange));
      if (kept.length > 0) tell({ kind: 'kept', how, kept });
      else if (refused[0]) tell({ kind: 'refused', cells: refused.length, message: refused[0].message });
    }
    if (saved.length > 0) tell({ kind: 'saved', cells: saved.length, how });
  }

  /** Only what was taken back can be put back again. */
  function settleLog(how: 'undo' | 'redo', saved: readonly CellChange[]): void {
    const { log } = state;
    if (saved.length === 0) return set({ log: how === 'undo' ? withoutUndo(log) : withoutRedo(log) });
    const command = { changes: saved };
    if (how === 'undo') set({ log: afterUndo({ ...log, done: [...log.done.slice(0, -1), inverse(command)] }) });
    else set({ log: afterRedo({ ...log, undone: [...log.undone.slice(0, -1), command] }) });
  }

  function enqueue(job: () => Promise<void>): Promise<void> {
    waiting += 1;
    if (!state.isSaving) set({ isSaving: true });
    queue = queue.then(job).finally(() => {
      waiting -= 1;
      if (waiting === 0) set({ isSaving: false });
    });
    return queue;
  }

  function step(how: 'undo' | 'redo'): Promise<void> {
    return enqueue(async () => {
      const command = how === 'undo' ? nextUndo(state.log) : nextRedo(state.log);
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
    get: (): EditState => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** What the cell says now: what is on its way, else what is stored. */
    textOf: (cell: CellRef): string | undefined => {
      const draft = state.drafts.get(cellKey(cell));
      return draft?.state === 'saving' ? draft.text : textOf(cell);
    },
    /** Sends cells as one command. */
    commit: (changes: readonly PlannedChange[]): Promise<void> => {
      if (changes.length === 0) return queue;
      setDrafts(changes, (_, index) => ({ text: changes[index]?.after ?? '', state: 'saving' }));
      return enqueue(() => run(changes, 'edit'));
    },
    /** Keeps a text that is not sent, with what is wrong with it. */
    refuse: (cell: CellRef, text: string, message: string) => setDrafts([cell], () => ({ text, state: 'refused', message })),
    /** The cell says again what is stored. */
    revert: (cell: CellRef) => setDrafts([cell], () => undefined),
    undo: () => step('undo'),
    redo: () => step('redo'),
    /** The conflicts are answered: with what was typed here, or by leaving what others stored. */
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

const plainChange = ({ rowId, columnId, before, after }: CellChange): CellChange => ({ rowId, columnId, before, after });

/** All cells of a row in one patch, rows in the order in which they come. */
function patchesOf(changes: readonly PlannedChange[], versionOf: (rowId: string) => number): RowPatch[] {
  const rows = new Map<string, Record<string, unknown>>();
  for (const { rowId, patch } of changes) rows.set(rowId, { ...rows.get(rowId), ...patch });
  return [...rows].map(([id, patch]) => ({ id, version: versionOf(id), patch }));
}

/** The cells that the server names: `rows.3.weight`. */
function refusedCells<Row>(
  error: ApiError,
  changes: readonly PlannedChange[],
  patches: readonly RowPatch[],
  editOf: (columnId: string) => CellEdit<Row> | undefined,
): { cell: PlannedChange; message: string }[] {
  const found = new Map<PlannedChange, string>();
  for (const { field, message } of error.errors) {
    const [, index, name] = /^rows\.(\d+)\.([^.]+)/.exec(field) ?? [];
    const rowId = patches[Number(index)]?.id;
    if (rowId === undefined || name === undefined || name === 'version') continue;
    // A fault of the row itself is one of all its cells.
    const cells = changes.filter(
      (change) => change.rowId === rowId && (name === 'id' || (editOf(change.columnId)?.fields ?? [change.columnId]).includes(name)),
    );
    for (const cell of cells) if (!found.has(cell)) found.set(cell, message);
  }
  return [...found].map(([cell, message]) => ({ cell, message }));
}

/** Whole rows, at most so many in each part. */
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
