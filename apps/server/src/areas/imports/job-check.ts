import type { Work } from '../../db/tx.ts';
import { changed, emit } from '../../events/outbox.ts';
import type { OpenTable } from '../../tables/open-table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { ahead } from './ahead.ts';
import { analyzeTables, disableSynchronousCommit, findImport } from './imports.queries.ts';
import { openFile } from './imports.service.ts';
import type { Begun, FileLayout, ImportRecord, ImportResult } from './imports.types.ts';
import { storeBeside } from './job-store.ts';
import { createProgress, createProgressTimer, inJob, type Progress, type Task } from './job-task.ts';
import { batchesOf, begin, endCheck, saveBatch } from './steps.ts';

/**
 * Resumes the check of the file where the last process stopped. If possible, checked rows are stored at the same time.
 */
export async function checkAll<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
  task: Task<L, R, X, B, M>,
  found: ImportRecord<L, R>,
): Promise<void> {
  const { deps, kind } = task;
  const { storing } = kind;
  const table = found.storageKey === null ? undefined : await openFile(kind, deps.files, found);
  if (!table) throw new UnreadableTable(kind.noTable);
  const begun = await beginOrGoOn(task, table);
  if (!begun) return;
  const progress = createProgress();
  const isBeside = storing.in === 'ONE_TRANSACTION' && storing.mayStoreBeside(begun);
  const stored = isBeside ? storeBeside(task, progress) : undefined;
  try {
    await checkRows(task, begun, table, progress);
  } finally {
    progress.abort();
    await stored;
  }
  if (!kind.keepsFile && found.storageKey !== null)
    await deps.files.remove(found.storageKey).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'the file of an import could not be removed yet; the sweep removes it');
    });
}

/**
 * Checks the file batch by batch. Each batch begins by reading the state of the import again, because it may have been
 * cancelled or claimed by another process.
 */
async function checkRows<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
  task: Task<L, R, X, B, M>,
  begun: Begun<L, R>,
  table: OpenTable,
  progress: Progress,
): Promise<void> {
  const { deps, kind, claim, isStopped } = task;
  const { importId } = claim;
  const { layout } = begun;
  const memory = await inJob(task, (w) => kind.memoryOf(w, begun));
  const isTime = createProgressTimer();
  let done = begun.rowsDone;
  const lockOurs = async (w: Work): Promise<Begun<L, R> | undefined> => {
    const record = await findImport(w, kind, importId, 'lock');
    return record?.state === 'CHECKING' && record.rowsDone === done ? { ...record, layout } : undefined;
  };
  const decided = async function* () {
    for await (const rows of ahead(batchesOf(kind, table, layout, done)))
      yield { rows, ...(await inJob(task, (w) => kind.decide(w, begun, rows, memory))) };
  };
  for await (const { rows, batch, hasErrors } of ahead(decided())) {
    if (isStopped()) return;
    const isOurs = await inJob(task, async (w) => {
      const record = await lockOurs(w);
      if (!record) return false;
      await disableSynchronousCommit(w);
      await saveBatch(w, kind, record, rows, batch);
      if (isTime()) await emit(w, changed(kind.topic, [importId]));
      return true;
    });
    if (!isOurs) return;
    done += rows.length;
    if (begun.mode === 'ALL_OR_NOTHING' && hasErrors) progress.abort();
    progress.reach(rows.at(-1)?.row ?? 0);
  }
  // What is stored is compared with what is known: the planner has to know how much that is.
  if (kind.storing.in === 'PARTS') await analyzeTables(deps, kind.tables);
  const ended = await inJob(task, async (w) => {
    const record = await lockOurs(w);
    return record && endCheck(w, kind, record, memory);
  });
  if (ended?.state === 'IMPORTING') progress.end();
}

function beginOrGoOn<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
  task: Task<L, R, X, B, M>,
  table: OpenTable,
): Promise<Begun<L, R> | undefined> {
  const { kind, claim } = task;
  return inJob(task, async (w) => {
    const record = await findImport(w, kind, claim.importId, 'lock');
    if (!record) return undefined;
    if (record.state === 'CHECKING' && record.layout) return { ...record, layout: record.layout };
    if (record.state !== 'PENDING' && record.state !== 'CHECKING') return undefined;
    const begun = await begin(w, kind, record, table);
    if (begun.state !== 'CHECKING') return undefined;
    await emit(w, changed(kind.topic, [record.id]));
    return begun;
  });
}
