import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { withOnePlace } from '../../db/connection-shares.ts';
import { inAccountAsJob, type Work } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { changed, emit } from '../../events/outbox.ts';
import { openStoredTable } from '../../http/table-upload.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import type { Run, RunAgain } from '../../jobs/define-job.ts';
import {
  analyzeOrders,
  findOrderImport,
  nextOrderImport,
  type OrderImportRecord,
  updateOrderImport,
} from './order-imports.queries.ts';
import { batchesOf, REPORT_OPTIONS } from './order-imports.service.ts';
import { checkBatch, endCheck, finish, storeChunk } from './order-imports.steps.ts';
import { reportLayout } from './order-report.rows.ts';

type JobDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'files' | 'log'>;

/** After so many attempts without progress the import fails: its file, or a line, ends the process each time. */
const MAX_TRIES = 5;

/** Work on one import. Everything that it writes is recorded as done by the person who uploaded the file. */
interface Task {
  readonly deps: JobDeps;
  readonly accountId: string;
  readonly record: OrderImportRecord;
  readonly signal: AbortSignal;
}

const inTask = <T>({ deps, accountId, record }: Task, run: (w: Work) => Promise<T>): Promise<T> =>
  inAccountAsJob(deps, accountId, run, { personId: record.createdBy ?? '' });

/**
 * Works on the imports of customer orders of one account, one after the other. Each part is stored with the place at
 * which the next one begins, so that after a kill another process goes on there, and nothing is stored twice.
 */
export const createOrderImportWorker =
  (deps: JobDeps) =>
  async ({ accountId }: { readonly accountId: string }, { signal }: Run): Promise<RunAgain | void> => {
    while (!signal.aborted) {
      const record = await inAccountAsJob(deps, accountId, async (w) => {
        const next = await nextOrderImport(w);
        return next && updateOrderImport(w, next, { tries: next.tries + 1 });
      });
      if (!record) return undefined;
      await withOnePlace(accountId, () => workOn({ deps, accountId, record, signal }));
    }
    return { again: deps.clock.now() };
  };

async function workOn(task: Task): Promise<void> {
  const { record } = task;
  try {
    if (record.tries > MAX_TRIES) await giveUp(task, say('order_imports.given_up', { tries: MAX_TRIES }));
    else if (record.state === 'PENDING' || record.state === 'CHECKING') await checkAll(task);
    else await storeAll(task);
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
    await giveUp(task, error.text);
  }
}

const giveUp = (task: Task, failure: Text): Promise<void> =>
  inTask(task, async (w) => {
    const record = await findOrderImport(w, task.record.id, 'lock');
    if (record) await finish(w, { ...record, result: { ...record.result, failure } }, 'FAILED');
  });

/** Reads the file from the row on where the last process stopped. */
async function checkAll(task: Task): Promise<void> {
  const { deps, record, signal } = task;
  const table =
    record.storageKey === null
      ? undefined
      : await openStoredTable(deps.files, record.storageKey, { ...REPORT_OPTIONS, ...record.result.file });
  if (!table) throw new UnreadableTable(say('order_imports.no_report'));
  const layout = reportLayout(table);
  let done = record.rowsDone;
  for await (const rows of batchesOf(table, done)) {
    if (signal.aborted) return;
    const isOurs = await inTask(task, async (w) => {
      const now = await lockChecking(w, record.id, done);
      if (!now) return false;
      await checkBatch(w, now, layout, rows);
      await emit(w, changed('order-imports', [record.id]));
      return true;
    });
    if (!isOurs) return;
    done += rows.length;
  }
  // What is stored is compared with what is known: the planner has to know how much that is.
  await analyzeOrders(deps);
  await inTask(task, async (w) => {
    const now = await lockChecking(w, record.id, done);
    if (now) await endCheck(w, now);
  });
  if (record.storageKey !== null)
    await deps.files.remove(record.storageKey).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'the file of an order report could not be removed yet; the sweep removes it');
    });
}

/** The import, if nobody has cancelled it or read further meanwhile. */
async function lockChecking(w: Work, id: string, done: number): Promise<OrderImportRecord | undefined> {
  const now = await findOrderImport(w, id, 'lock');
  if (!now || (now.state !== 'PENDING' && now.state !== 'CHECKING') || now.rowsDone !== done) return undefined;
  return now.state === 'PENDING' ? updateOrderImport(w, now, { state: 'CHECKING' }) : now;
}

async function storeAll(task: Task): Promise<void> {
  for (let chunk = 1; !task.signal.aborted; chunk += 1) {
    const after = await inTask(task, (w) => storeChunk(w, task.record.id));
    // After 1, 2, 4, 8 … parts, because the tables grow with each.
    if ((chunk & (chunk - 1)) === 0) await analyzeOrders(task.deps);
    if (after?.state !== 'IMPORTING' && after?.state !== 'UNDOING') return;
  }
}
