import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { withOnePlace } from '../../db/connection-shares.ts';
import { inAccountAsJob } from '../../db/tx.ts';
import { changed, emit } from '../../events/outbox.ts';
import { defineJob, type Job, type Run, type RunAgain } from '../../jobs/define-job.ts';
import { ofAccount } from '../../jobs/payloads.ts';
import { listUnfinished } from '../../jobs/unfinished.queries.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { claimOpenImport, findImport, isOpen, LEASE_MS, setLease, updateImport } from './imports.queries.ts';
import type { FileLayout, ImportKind, ImportRecord, ImportResult } from './imports.types.ts';
import { checkAll } from './job-check.ts';
import { doParts, storeAll, undoAll } from './job-store.ts';
import { type ImportClaim, type ImportJobDeps, inJob, type Task } from './job-task.ts';
import { finish } from './steps.ts';

const RENEW_MS = 5_000;
/**
 * The maximum number of attempts without progress. After that the import fails, because its file, or one of its rows,
 * probably crashes the process each time.
 */
const MAX_TRIES = 5;

/**
 * Claims the oldest waiting import of a kind and account. Returns 'busy' while another process works on one of them.
 */
export function claimImport(
  deps: ImportJobDeps,
  kind: Parameters<typeof claimOpenImport>[1],
  accountId: string,
): Promise<ImportClaim | 'busy' | undefined> {
  return inAccountAsJob(deps, accountId, async (w) => {
    const claimed = await claimOpenImport(w, kind);
    return claimed && claimed !== 'busy' ? { accountId, importId: claimed.id, personId: claimed.personId } : claimed;
  });
}

/**
 * Works on an import until the import ends or the process stops. Checked rows and stored parts are saved one after the
 * other, so that another process can continue. Returns 'wait' while another import of the account is being stored.
 */
export async function workOnImport<
  L extends FileLayout,
  R extends ImportResult,
  X extends { readonly row: number },
  B,
  M,
>(task: Task<L, R, X, B, M>): Promise<'done' | 'wait'> {
  const renew = setInterval(() => void holdLease(task, LEASE_MS).catch(() => undefined), RENEW_MS);
  renew.unref();
  try {
    while (!task.isStopped()) {
      const record = await inJob(task, (w) => findImport(w, task.kind, task.claim.importId));
      if (!record || !isOpen(record.state)) break;
      if ((await step(task, record)) === 'wait') return 'wait';
    }
    return 'done';
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
    await giveUp(task, error.text);
    return 'done';
  } finally {
    clearInterval(renew);
    await holdLease(task, null).catch(() => undefined);
  }
}

/** Of an import that is stored in parts, some may be stored. */
const givenUp = (isPartly: boolean): Text =>
  isPartly ? say('order_imports.given_up', { tries: MAX_TRIES }) : say('imports.given_up', { tries: MAX_TRIES });

/** Does what the state of an import asks for. */
async function step<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
  task: Task<L, R, X, B, M>,
  record: ImportRecord<L, R>,
): Promise<'done' | 'wait'> {
  const { storing } = task.kind;
  if (record.tries > MAX_TRIES) await giveUp(task, givenUp(storing.in === 'PARTS'));
  else if (record.state === 'PENDING' || record.state === 'CHECKING') await checkAll(task, record);
  else if (storing.in === 'PARTS') await doParts(task, storing);
  else return record.state === 'UNDOING' ? undoAll(task, record) : storeAll(task);
  return 'done';
}

const holdLease = <L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
  task: Task<L, R, X, B, M>,
  ms: number | null,
): Promise<void> =>
  inJob(task, (w) => setLease(w, task.claim.importId, ms === null ? null : new Date(w.now.getTime() + ms)));

async function giveUp<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
  task: Task<L, R, X, B, M>,
  failure: Text,
): Promise<void> {
  const { kind, claim } = task;
  const chunked = kind.storing.in === 'ONE_TRANSACTION' ? kind.storing.chunkedUndo : undefined;
  await inJob(task, async (w) => {
    const record = await findImport(w, kind, claim.importId, 'lock');
    if (!record || !isOpen(record.state)) return;
    if (record.state === 'UNDOING' && chunked) {
      // What was taken back stays so, and a person can ask for the rest again.
      await updateImport(w, record.id, { state: 'IMPORTED' });
      await chunked.tellFailure(w, record);
      await emit(w, changed(kind.topic, [record.id]));
    } else await finish(w, kind, { ...record, result: { ...record.result, failure } }, 'FAILED');
  });
}

/** When to try again if another process, which may be dead, has claimed an import of the account. */
const BUSY_MS = 2_000;

/**
 * Works on the imports of one kind and account, one import per run. If the process stops, the import keeps its state
 * and is continued later.
 */
const createImportWorker =
  <L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
    kind: ImportKind<L, R, X, B, M>,
  ) =>
  (deps: ImportJobDeps) =>
  async ({ accountId }: { readonly accountId: string }, { signal }: Run): Promise<RunAgain | void> => {
    const now = () => deps.clock.now().getTime();
    const claim = await claimImport(deps, kind, accountId);
    if (!claim) return undefined;
    const isWaiting =
      claim === 'busy' ||
      (await withOnePlace(accountId, () => workOnImport({ deps, kind, claim, isStopped: () => signal.aborted }))) ===
        'wait';
    // When this import has ended, look for the next one at once.
    return { again: new Date(now() + (isWaiting ? BUSY_MS : 0)) };
  };

/** The job that works on large imports of a kind. */
export const importJob = <L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
  kind: ImportKind<L, R, X, B, M> & { readonly job: string },
): Job =>
  defineJob({
    name: kind.job,
    payload: ofAccount,
    // An import that crashes its process each time ends earlier, because the import counts its own attempts.
    attempts: 10,
    backOffSeconds: 2,
    // At most two run at once, because each reads a file and uses up to three database connections.
    concurrency: 2,
    perAccount: true,
    findUnfinished: (tx) => listUnfinished(tx, kind.job),
    work: createImportWorker(kind),
  });
