import { nextRedo, nextUndo } from './command-log.ts';
import type { EditDrafts } from './edit-drafts.ts';
import { applyOutcome } from './edit-outcome.ts';
import type { PlannedChange } from './edit-plan.ts';
import type { EditSender, Outcome } from './edit-sender.ts';
import type { CellConflict, EditSource, How } from './edit-state.ts';

/**
 * The table on which commands operate. `source` is called whenever the rows are needed, because they may have changed.
 */
interface EditedTable<Row> {
  readonly source: () => EditSource<Row>;
  readonly drafts: EditDrafts;
  readonly sender: EditSender;
}

/**
 * Sends the changes of one command and applies the outcome. Several calls are made if there are more rows than one call
 * may contain.
 */
export async function runCommand<Row>(
  { source, drafts, sender }: EditedTable<Row>,
  changes: readonly PlannedChange[],
  how: How,
): Promise<void> {
  const { editing, notify } = source();
  const outcome: Outcome = { saved: [], kept: [], conflicts: [], refused: [] };
  const calls = chunksOf(changes, editing.maxRows);
  for (const [index, chunk] of calls.entries()) {
    if (calls.length > 1) notify({ kind: 'progress', done: index, of: calls.length });
    try {
      await sender.send(chunk, outcome);
    } catch (error) {
      const message = source().failureText(error);
      outcome.refused.push(...chunk.map((cell) => ({ cell, message })));
    }
  }
  sender.settle(outcome);
  applyOutcome(drafts, { changes, outcome, how }, source().notify);
}

/** Undoes the last command, or redoes the last undone one. */
export async function runStep<Row>(table: EditedTable<Row>, how: 'undo' | 'redo'): Promise<void> {
  const { log } = table.drafts.get();
  const command = how === 'undo' ? nextUndo(log) : nextRedo(log);
  const { editOf, notify } = table.source();
  if (!command) return notify({ kind: 'nothing', how });
  const changes = command.changes.map((change): PlannedChange => {
    const parsed = editOf(change.columnId)?.parse(change.after);
    return { ...change, patch: parsed?.ok ? parsed.patch : {} };
  });
  table.drafts.showSaving(changes);
  await runCommand(table, changes, how);
}

/** For cells in conflict: the changes that overwrite the values of other people with the typed values. */
export const changesOfConflicts = <Row>(
  conflicts: readonly CellConflict[],
  { editOf }: EditSource<Row>,
): PlannedChange[] =>
  conflicts.flatMap(({ rowId, columnId, mine, theirs }): PlannedChange[] => {
    const parsed = editOf(columnId)?.parse(mine);
    return parsed?.ok ? [{ rowId, columnId, before: theirs, after: parsed.text, patch: parsed.patch }] : [];
  });

/** Splits changes into parts of at most `maxRows` rows. All changes of a row are in the same part. */
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
