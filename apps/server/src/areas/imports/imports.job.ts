import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { ImportState } from '@quayside/contracts/imports';
import { withOnePlace } from '../../db/connection-shares.ts';
import { inAccountAsJob, type Work } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { changed, emit } from '../../events/outbox.ts';
import { defineJob, type Job, type Run, type RunAgain } from '../../jobs/define-job.ts';
import { ofAccount } from '../../jobs/payloads.ts';
import { listUnfinished } from '../../jobs/unfinished.queries.ts';
import type { OpenTable } from '../../tables/open-table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import {
  analyzeTables,
  claimOpenImport,
  disableSynchronousCommit,
  findImport,
  isOpen,
  LEASE_MS,
  setLease,
  tryImportTurn,
  updateImport,
} from './imports.queries.ts';
import { openFile } from './imports.service.ts';
import {
  Abandoned,
  type Begun,
  type CheckInProgress,
  type FileLayout,
  type ImportKind,
  type ImportRecord,
  type ImportResult,
  type InParts,
} from './imports.types.ts';
import { batchesOf, begin, doPart, endCheck, finish, saveBatch, store } from './steps.ts';
import { ahead } from './ahead.ts';

type ImportJobDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'files' | 'log'>;
/** An import that this process may work on as long as it renews its lease. */
interface ImportClaim {
  readonly accountId: string;
  readonly importId: string;
  /** The person who uploaded the file. Everything that the job writes is recorded as done by this person. */
  readonly personId: string;
}
/** A claimed import with what is needed to work on it. */
interface Task<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M> {
  readonly deps: ImportJobDeps;
  readonly kind: ImportKind<L, R, X, B, M>;
  readonly claim: ImportClaim;
  readonly isStopped: () => boolean;
}

const RENEW_MS = 5_000;
/** The interval of progress reports, in milliseconds. */
const TELL_MS = 1_000;
/**
 * The maximum number of attempts without progress. After that the import fails, because its file, or one of its rows,
 * probably crashes the process each time.
 */
const MAX_TRIES = 5;

const inJob = <T>({ deps, claim }: { deps: ImportJobDeps; claim: ImportClaim }, run: (w: Work) => Promise<T>) =>
  inAccountAsJob(deps, claim.accountId, run, { personId: claim.personId });

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

/** Takes back a large import chunk by chunk, as the person who asked for it. */
async function undoAll<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
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
async function doParts<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
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

/** Creates a function that returns true when the next progress report is due. */
function createProgressTimer(): () => boolean {
  let told = 0;
  return () => {
    const now = performance.now();
    if (now - told < TELL_MS) return false;
    told = now;
    return true;
  };
}

/**
 * Resumes the check of the file where the last process stopped. If possible, checked rows are stored at the same time.
 */
async function checkAll<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
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

interface Progress extends CheckInProgress {
  /** Reports that all rows up to this one have been checked and saved. */
  reach(row: number): void;
  /** Reports that all rows have been checked and that the import is to be stored. */
  end(): void;
  /** Reports that the check has stopped. Everybody who waits for it gets an error. Has no effect after `end`. */
  abort(): void;
}

function createProgress(): Progress {
  let reached = 0;
  let is: 'open' | 'ended' | 'left' = 'open';
  let moved = Promise.withResolvers<void>();
  const tell = () => {
    moved.resolve();
    moved = Promise.withResolvers();
  };
  const close = (how: 'ended' | 'left') => {
    if (is === 'open') is = how;
    tell();
  };
  return {
    async endsBefore(row) {
      while (is === 'open' && reached < row) await moved.promise;
      if (is === 'left') throw new Abandoned();
      return is === 'ended';
    },
    reach(row) {
      reached = row;
      tell();
    },
    end: () => close('ended'),
    abort: () => close('left'),
  };
}

/**
 * Stores rows while the check is still running, in a single transaction for the whole import, which ends soon after the
 * check. Any conflict rolls it back: an invalid row, or a record that somebody changes or creates at the same time. In
 * this case the import is stored in the normal way after the check.
 */
async function storeBeside<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
  task: Task<L, R, X, B, M>,
  check: CheckInProgress,
): Promise<void> {
  await storeAll(task, check).catch((error: unknown) =>
    task.deps.log.info(
      { err: error, importId: task.claim.importId },
      'an import could not be stored beside its check; it is stored after it',
    ),
  );
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

/**
 * Stores all rows in one transaction. Progress is written in other transactions, because nobody can see what this one
 * writes until it commits.
 */
async function storeAll<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
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
