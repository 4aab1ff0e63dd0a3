import { type ApiError, hasCode, isApiError } from '../../../lib/api-error.ts';
import { type CellEdit, cellKey, type CellRef, type RowPatch } from './cell-edit.ts';
import type { CellChange } from './command-log.ts';
import type { PlannedChange } from './edit-plan.ts';
import type { CellConflict, EditSource, KeptCell } from './edit-state.ts';

/** Number of retries for a stale version; a row that many people edit may be stale several times in a row. */
const TRIES = 4;

/** The outcome of a command, per cell. */
export interface Outcome {
  readonly saved: CellChange[];
  readonly kept: KeptCell[];
  readonly conflicts: CellConflict[];
  readonly refused: { readonly cell: PlannedChange; readonly message: string }[];
}

/**
 * Sends the edited cells of one table, based on the newest known version of each row. `source` is read anew for each
 * call.
 */
export function createEditSender<Row>(source: () => EditSource<Row>) {
  const known = new Map<string, Row>();
  /**
   * Texts that were replaced before the server refused them: a later change of the cell counts from the stored value.
   */
  const neverStored = new Map<string, string>();
  const isNeverStored = (cell: PlannedChange) => neverStored.get(cellKey(cell)) === cell.before;

  /** The newest known version of a row: the answer of a save may be newer than the table. */
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

  /** The cells that can be sent. The others go to `outcome`: deleted, changed by others, or invalid. */
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
   * Sends the cells of one call. Leaves out cells that others changed or the server refuses, and retries until the rest
   * is stored.
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
    /** Records which texts were stored and which never were. */
    settle({ saved, refused }: Outcome): void {
      for (const { cell } of refused) neverStored.set(cellKey(cell), cell.after);
      for (const cell of saved) neverStored.delete(cellKey(cell));
    },
  };
}

/** Merges all cells of a row into one patch, in row order. */
function patchesOf(changes: readonly PlannedChange[], versionOf: (rowId: string) => number): RowPatch[] {
  const rows = new Map<string, Record<string, unknown>>();
  for (const { rowId, patch } of changes) rows.set(rowId, { ...rows.get(rowId), ...patch });
  return [...rows].map(([id, patch]) => ({ id, version: versionOf(id), patch }));
}

/** The cells that a server error names: `rows.3.weight`. */
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
    // An error of the row itself applies to all its cells.
    const cells = changes.filter(
      (change) =>
        change.rowId === rowId &&
        (name === 'id' || (editOf(change.columnId)?.fields ?? [change.columnId]).includes(name)),
    );
    for (const cell of cells) if (!found.has(cell)) found.set(cell, message);
  }
  return [...found].map(([cell, message]) => ({ cell, message }));
}
