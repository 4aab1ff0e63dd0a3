import { type ApiError, hasCode, isApiError } from '../../../lib/errors/api-error.ts';
import { refusals } from '../../../lib/errors/refusals.ts';
import { type CellEdit, cellKey, type CellRef, type RowPatch } from './cell-edit.ts';
import type { CellChange } from './command-log.ts';
import type { PlannedChange } from './edit-plan.ts';
import type { CellConflict, EditSource, KeptCell } from './edit-state.ts';

/**
 * The number of retries when the version of a row is stale. There are several, because many people may edit the same
 * row.
 */
const TRIES = 4;

/** The outcome of a command for each of its cells. */
export interface Outcome {
  readonly saved: CellChange[];
  readonly kept: KeptCell[];
  readonly conflicts: CellConflict[];
  readonly refused: { readonly cell: PlannedChange; readonly message: string }[];
}

/**
 * Sends the edited cells of one table, based on the newest known version of each row. `source` is called whenever the
 * rows are needed, because they may have changed.
 */
export function createEditSender<Row>(source: () => EditSource<Row>) {
  const known = new Map<string, Row>();
  /**
   * The refused texts by cell. A later change of such a cell contains the refused text as its previous value; the
   * stored value must be used instead.
   */
  const neverStored = new Map<string, string>();
  const isNeverStored = (cell: PlannedChange) => neverStored.get(cellKey(cell)) === cell.before;

  /** The newest known version of a row. A save may have returned a newer version than the table displays. */
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

  const keptCell = ({ rowId, columnId }: CellRef, reason: KeptCell['reason']): KeptCell => ({
    rowId,
    columnId,
    rowName: nameOf(rowId),
    reason,
  });

  /**
   * Returns the cells that can be sent. Cells that were deleted or changed by others, or that are invalid, are recorded
   * in `outcome`.
   */
  function openCells(cells: readonly PlannedChange[], outcome: Outcome): PlannedChange[] {
    const open: PlannedChange[] = [];
    for (const cell of cells) {
      const now = textOf(cell);
      if (now === undefined) {
        outcome.kept.push(keptCell(cell, 'GONE'));
        outcome.refused.push({ cell, message: source().goneText });
      } else if (now === cell.before || isNeverStored(cell)) open.push({ ...cell, before: now });
      else if (now === cell.after) outcome.saved.push(cell);
      else {
        outcome.kept.push(keptCell(cell, 'CHANGED'));
        outcome.conflicts.push({
          rowId: cell.rowId,
          columnId: cell.columnId,
          mine: cell.after,
          theirs: now,
          rowName: nameOf(cell.rowId),
        });
      }
    }
    return open;
  }

  /**
   * Sends the cells of one call. Leaves out cells that others have changed or that the server refuses, and retries
   * until the rest is stored.
   */
  async function send(changes: readonly PlannedChange[], outcome: Outcome): Promise<void> {
    const { editing, editOf, onSaved, failureText } = source();
    let rest = changes;
    let isFresh = false;
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const unknown = [...new Set(rest.map(({ rowId }) => rowId))].filter(
        (rowId) => isFresh || newest(rowId) === undefined,
      );
      if (unknown.length > 0) remember(await editing.read(unknown));
      const open = openCells(rest, outcome);
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
        for (const { cell } of wrong) outcome.kept.push(keptCell(cell, 'REFUSED'));
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

  return {
    send,
    /** The stored value of a cell, as text. */
    textOf,
    /** Records which texts were refused, and drops the records of cells that have been stored since. */
    settle({ saved, refused }: Outcome): void {
      for (const { cell } of refused) neverStored.set(cellKey(cell), cell.after);
      for (const cell of saved) neverStored.delete(cellKey(cell));
    },
  };
}

export type EditSender = ReturnType<typeof createEditSender>;

/** Merges all cells of a row into one patch, in row order. */
function patchesOf(changes: readonly PlannedChange[], versionOf: (rowId: string) => number): RowPatch[] {
  const rows = new Map<string, Record<string, unknown>>();
  for (const { rowId, patch } of changes) rows.set(rowId, { ...rows.get(rowId), ...patch });
  return [...rows].map(([id, patch]) => ({ id, version: versionOf(id), patch }));
}

/** The cells to which a server error refers by field names such as `rows.3.weight`. */
function refusedCells<Row>(
  error: ApiError,
  changes: readonly PlannedChange[],
  patches: readonly RowPatch[],
  editOf: (columnId: string) => CellEdit<Row> | undefined,
): { cell: PlannedChange; message: string }[] {
  const found = new Map<PlannedChange, string>();
  for (const [field, message] of Object.entries(refusals(error, (path) => path).fields)) {
    const [, index, name] = /^rows\.(\d+)\.([^.]+)/.exec(field) ?? [];
    const rowId = patches[Number(index)]?.id;
    if (rowId === undefined || name === undefined || name === 'version') continue;
    // An error about the row itself applies to all its cells.
    const cells = changes.filter(
      (change) =>
        change.rowId === rowId &&
        (name === 'id' || (editOf(change.columnId)?.fields ?? [change.columnId]).includes(name)),
    );
    for (const cell of cells) if (!found.has(cell)) found.set(cell, message);
  }
  return [...found].map(([cell, message]) => ({ cell, message }));
}
