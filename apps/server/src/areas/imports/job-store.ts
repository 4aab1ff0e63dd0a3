import type { ImportState } from '@quayside/contracts/imports';
import { inAccountAsJob, type Work } from '../../db/tx.ts';
import { changed, emit } from '../../events/outbox.ts';
import { analyzeTables, findImport, tryImportTurn, updateImport } from './imports.queries.ts';
import {
  Abandoned,
  type CheckInProgress,
  type FileLayout,
  type ImportRecord,
  type ImportResult,
  type InParts,
} from './imports.types.ts';
import { createProgressTimer, inJob, type Task } from './job-task.ts';
import { doPart, finish, store } from './steps.ts';

/**
 * Stores all rows in one transaction. Progress is written in other transactions, because nobody can see what this one
 * writes until it commits.
 */
export async function storeAll<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
  task: Task<L, R, X, B, M>,
  check?: CheckInProgress,
): Promise<'done' | 'wait'> {
  const { deps, kind, isStopped } = task;
  const { importId } = task.claim;
  const isTime = createProgressTimer();
  const tell = (rowsDone: number) =>
    inJob(task, async (w) => {
      await updateImport(w, importId, { rowsDone });
      await emit(w, changed(kind.topic, [importId]));
    });
  const isWanted = (state: ImportState | undefined) =>
    state === 'IMPORTING' || (check !== undefined && state === 'CHECKING');
  try {
    const end = await inJob(task, async (w) => {
      const record = await findImport(w, kind, importId);
      if (!record?.layout || !isWanted(record.state)) return 'done';
      if (!(await tryImportTurn(w, kind))) {
        if (!check) await updateImport(w, importId, { tries: 0 });
        return 'wait';
      }
      const onRows = async (done: number) => {
        const state = isStopped() ? undefined : (await findImport(w, kind, importId))?.state;
        // While the check is running, the check reports the progress.
        if (state === 'IMPORTING' && isTime()) await tell(done);
        return isWanted(state);
      };
      const stored = await store(w, kind, { ...record, layout: record.layout }, { check, onRows });
      if (!stored) throw new Abandoned();
      return 'done';
    });
    await analyzeTables(deps, kind.tables).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the database could not look at its tables'),
    );
    return end;
  } catch (error) {
    if (error instanceof Abandoned) return 'done';
    throw error;
  }
}

/**
 * Stores rows while the check is still running, in a single transaction for the whole import, which ends soon after the
 * check. Any conflict rolls it back: an invalid row, or a record that somebody changes or creates at the same time. In
 * this case the import is stored in the normal way after the check.
 */
export async function storeBeside<
  L extends FileLayout,
  R extends ImportResult,
  X extends { readonly row: number },
  B,
  M,
>(task: Task<L, R, X, B, M>, check: CheckInProgress): Promise<void> {
  await storeAll(task, check).catch((error: unknown) =>
    task.deps.log.info(
      { err: error, importId: task.claim.importId },
      'an import could not be stored beside its check; it is stored after it',
    ),
  );
}

/** Takes back a large import chunk by chunk, as the person who asked for it. */
export async function undoAll<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
  { deps, kind, claim: { accountId, importId }, isStopped }: Task<L, R, X, B, M>,
  record: ImportRecord<L, R>,
): Promise<'done' | 'wait'> {
  const chunked = kind.storing.in === 'ONE_TRANSACTION' ? kind.storing.chunkedUndo : undefined;
  if (!chunked) throw new Error(`imports of the kind ${kind.name} are not taken back in chunks`);
  const chunk = async (w: Work): Promise<'more' | 'done' | 'wait'> => {
    const now = await findImport(w, kind, importId, 'lock');
    if (now?.state !== 'UNDOING') return 'done';
    if (!(await tryImportTurn(w, kind))) return 'wait';
    const { result, done } = await chunked.chunk(w, now);
    if (done === 'all') {
      await finish(w, kind, { ...now, result }, 'UNDONE');
      return 'done';
    }
    await updateImport(w, importId, { tries: 0, rowsDone: done, result });
    await emit(w, changed(kind.topic, [importId]));
    return 'more';
  };
  while (!isStopped()) {
    const next = await inAccountAsJob(deps, accountId, chunk, chunked.doerOf(record));
    if (next !== 'more') return next;
  }
  return 'done';
}

/** Stores an import part by part, or takes it back. */
export async function doParts<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
  task: Task<L, R, X, B, M>,
  storing: InParts<L, R>,
): Promise<void> {
  const { deps, kind, claim, isStopped } = task;
  for (let part = 1; !isStopped(); part += 1) {
    const next = await inJob(task, (w) => doPart(w, kind, storing, claim.importId));
    // After 1, 2, 4, 8 … parts, because the tables grow with each.
    if ((part & (part - 1)) === 0) await analyzeTables(deps, kind.tables);
    if (next === 'done') return;
  }
}
