import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { ImportState } from '@quayside/contracts/imports';
import { withOnePlace } from '../../db/connection-shares.ts';
import { inAccountAsJob, type Work } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { changed, emit } from '../../events/outbox.ts';
import type { Run, RunAgain } from '../../jobs/define-job.ts';
import type { OpenTable } from '../../tables/open-table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { Abandoned, type CheckInProgress } from './imports.apply.ts';
import { ahead, batchesOf, decideRows } from './imports.check.ts';
import { NO_TABLE, openFile } from './imports.files.ts';
import type { Layout } from './imports.layout.ts';
import { findImport, type ImportRecord, tryImportTurn, updateImport } from './imports.queries.ts';
import {
  claimOpenImport,
  LEASE_MS,
  setLease,
  isOpen,
  analyzeTables,
  disableSynchronousCommit,
} from './imports.queue.queries.ts';
import { insertStaged, stagedKeys } from './imports.rows.queries.ts';
import { begin, endCheck, finish, store } from './imports.steps.ts';
import { undoChunk } from './imports.undo.ts';
import { notify } from '../notifications/public.ts';

type ImportJobDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'files' | 'log'>;
/** An import that this process may work on as long as it renews its lease. */
interface ImportClaim {
  readonly accountId: string;
  readonly importId: string;
  /** The person who uploaded the file. Everything that the job writes is recorded as done by this person. */
  readonly personId: string;
}

const RENEW_MS = 5_000;
/** The interval of progress reports, in milliseconds. */
const TELL_MS = 1_000;
/**
 * The maximum number of attempts without progress. After that the import fails, because its file, or one of its rows,
 * probably crashes the process each time.
 */
const MAX_TRIES = 5;

const job = <T>(deps: ImportJobDeps, claim: ImportClaim, run: (w: Work) => Promise<T>) =>
  inAccountAsJob(deps, claim.accountId, run, { personId: claim.personId });

/**
 * Claims the oldest waiting import of an account. Returns 'busy' while another process works on an import of this
 * account.
 */
export function claimImport(deps: ImportJobDeps, accountId: string): Promise<ImportClaim | 'busy' | undefined> {
  return inAccountAsJob(deps, accountId, async (w) => {
    const claimed = await claimOpenImport(w);
    return claimed && claimed !== 'busy' ? { accountId, importId: claimed.id, personId: claimed.personId } : claimed;
  });
}

/**
 * Works on an import until the import ends or the process stops. Checked rows are saved batch by batch, so that another
 * process can continue. Returns 'wait' while another import of the account is being stored.
 */
export async function workOnImport(
  deps: ImportJobDeps,
  claim: ImportClaim,
  isStopped: () => boolean,
): Promise<'done' | 'wait'> {
  const renew = setInterval(() => void holdLease(deps, claim, LEASE_MS).catch(() => undefined), RENEW_MS);
  renew.unref();
  try {
    while (!isStopped()) {
      const record = await job(deps, claim, (w) => findImport(w, claim.importId));
      if (!record || !isOpen(record.state)) break;
      if (record.tries > MAX_TRIES) await giveUp(deps, claim, say('imports.given_up', { tries: MAX_TRIES }));
      else if (record.state === 'UNDOING') {
        if ((await undoAll(deps, claim, record, isStopped)) === 'wait') return 'wait';
      } else if (record.state !== 'IMPORTING') await checkAll(deps, claim, record, isStopped);
      else if ((await storeAll(deps, claim, isStopped)) === 'wait') return 'wait';
    }
    return 'done';
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
    await giveUp(deps, claim, error.text);
    return 'done';
  } finally {
    clearInterval(renew);
    await holdLease(deps, claim, null).catch(() => undefined);
  }
}

const holdLease = (deps: ImportJobDeps, claim: ImportClaim, ms: number | null): Promise<void> =>
  job(deps, claim, (w) => setLease(w, claim.importId, ms === null ? null : new Date(w.now.getTime() + ms)));

async function giveUp(deps: ImportJobDeps, claim: ImportClaim, failure: Text): Promise<void> {
  await job(deps, claim, async (w) => {
    const record = await findImport(w, claim.importId, 'lock');
    if (record?.state === 'UNDOING') await giveUpUndo(w, record);
    else if (record && isOpen(record.state))
      await finish(w, { ...record, result: { ...record.result, failure } }, 'FAILED');
  });
}

/** UNDOING → IMPORTED: what was taken back stays so, and a person can ask for the rest again. */
async function giveUpUndo(w: Work, record: ImportRecord): Promise<void> {
  await updateImport(w, record.id, { state: 'IMPORTED' });
  await notify(w, {
    type: 'ERROR',
    summary: say('notice.undo_failed'),
    message: [say('notice.undo_failure', { file: record.result.fileName })],
    about: { type: 'IMPORT', id: record.id },
  });
  await emit(w, changed('imports', [record.id]));
}

/** Takes back a large import chunk by chunk, as the person who asked for it. */
async function undoAll(
  deps: ImportJobDeps,
  { accountId, importId }: ImportClaim,
  { result: { undoing } }: ImportRecord,
  isStopped: () => boolean,
): Promise<'done' | 'wait'> {
  const doer = { personId: undoing?.personId ?? '', requestId: undoing?.requestId ?? null };
  while (!isStopped()) {
    const next = await inAccountAsJob(deps, accountId, (w) => undoChunk(w, importId), doer);
    if (next !== 'more') return next;
  }
  return 'done';
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
async function checkAll(
  deps: ImportJobDeps,
  claim: ImportClaim,
  found: ImportRecord,
  isStopped: () => boolean,
): Promise<void> {
  const table = await openFile(deps.files, found.storageKey ?? '', found.result.file);
  if (!table) throw new UnreadableTable(NO_TABLE);
  const begun = await beginOrGoOn(deps, claim, table);
  if (!begun) return;
  const progress = createProgress();
  const stored = mayStoreBeside(begun) ? storeBeside(deps, claim, isStopped, progress) : undefined;
  try {
    await checkRows(deps, begun, { claim, table, isStopped, progress });
  } finally {
    progress.abort();
    await stored;
  }
}

interface Checking {
  readonly claim: ImportClaim;
  readonly table: OpenTable;
  readonly isStopped: () => boolean;
  readonly progress: Progress;
}

/**
 * Checks the file batch by batch. Each batch begins by reading the state of the import again, because it may have been
 * cancelled or claimed by another process.
 */
async function checkRows(
  deps: ImportJobDeps,
  begun: Begun,
  { claim, table, isStopped, progress }: Checking,
): Promise<void> {
  const { importId } = claim;
  const firstRow =
    begun.rowsDone === 0 ? new Map<string, number>() : await job(deps, claim, (w) => stagedKeys(w, importId));
  const isTime = createProgressTimer();
  let done = begun.rowsDone;
  const decided = async function* () {
    for await (const rows of ahead(batchesOf(table, begun.layout, done)))
      yield await job(deps, claim, (w) => decideRows(w, begun.layout, rows, firstRow));
  };
  for await (const rows of ahead(decided())) {
    if (isStopped()) return;
    const isOurs = await job(deps, claim, async (w) => {
      const record = await findImport(w, importId, 'lock');
      if (record?.state !== 'CHECKING' || record.rowsDone !== done) return false;
      await disableSynchronousCommit(w);
      await insertStaged(w, importId, rows);
      await updateImport(w, importId, { rowsDone: done + rows.length, tries: 0 });
      if (isTime()) await emit(w, changed('imports', [importId]));
      return true;
    });
    if (!isOurs) return;
    done += rows.length;
    if (begun.mode === 'ALL_OR_NOTHING' && rows.some((r) => r.action === 'FAIL')) progress.abort();
    progress.reach(rows.at(-1)?.row ?? 0);
  }
  const ended = await job(deps, claim, async (w) => {
    const record = await findImport(w, importId, 'lock');
    return record?.state === 'CHECKING' && record.rowsDone === done
      ? endCheck(w, { ...record, layout: begun.layout })
      : undefined;
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
 * Whether rows can be stored as soon as they are checked. This is not possible with a parent column, because a parent
 * may come later in the file than its variants, and may be invalid.
 */
const mayStoreBeside = ({ isDryRun, layout }: Begun): boolean => !isDryRun && !layout.fields.includes('parent');

/**
 * Stores rows while the check is still running, in a single transaction for the whole import, which ends soon after the
 * check. Any conflict rolls it back: an invalid row, or a product that somebody changes or creates with the same SKU.
 * In this case the import is stored in the normal way after the check.
 */
async function storeBeside(
  deps: ImportJobDeps,
  claim: ImportClaim,
  isStopped: () => boolean,
  check: CheckInProgress,
): Promise<void> {
  await storeAll(deps, claim, isStopped, check).catch((error: unknown) =>
    deps.log.info(
      { err: error, importId: claim.importId },
      'an import could not be stored beside its check; it is stored after it',
    ),
  );
}

type Begun = ImportRecord & { readonly layout: Layout };

function beginOrGoOn(deps: ImportJobDeps, claim: ImportClaim, table: OpenTable): Promise<Begun | undefined> {
  return job(deps, claim, async (w) => {
    const record = await findImport(w, claim.importId, 'lock');
    if (!record) return undefined;
    if (record.state === 'CHECKING' && record.layout) return { ...record, layout: record.layout };
    if (record.state !== 'PENDING') return undefined;
    const begun = await begin(w, record, table);
    if (begun.state !== 'CHECKING') return undefined;
    await emit(w, changed('imports', [record.id]));
    return begun;
  });
}

/**
 * Stores all rows in one transaction. Progress is written in other transactions, because nobody can see what this one
 * writes until it commits.
 */
async function storeAll(
  deps: ImportJobDeps,
  claim: ImportClaim,
  isStopped: () => boolean,
  check?: CheckInProgress,
): Promise<'done' | 'wait'> {
  const { importId } = claim;
  const isTime = createProgressTimer();
  const tell = (rowsDone: number) =>
    job(deps, claim, async (w) => {
      await updateImport(w, importId, { rowsDone });
      await emit(w, changed('imports', [importId]));
    });
  const isWanted = (state: ImportState | undefined) =>
    state === 'IMPORTING' || (check !== undefined && state === 'CHECKING');
  try {
    const end = await job(deps, claim, async (w) => {
      const record = await findImport(w, importId);
      if (!record?.layout || !isWanted(record.state)) return 'done';
      if (!(await tryImportTurn(w))) {
        if (!check) await updateImport(w, importId, { tries: 0 });
        return 'wait';
      }
      const onRows = async (done: number) => {
        const state = isStopped() ? undefined : (await findImport(w, importId))?.state;
        // While the check is running, the check reports the progress.
        if (state === 'IMPORTING' && isTime()) await tell(done);
        return isWanted(state);
      };
      const stored = await store(w, { ...record, layout: record.layout }, { check, onRows });
      if (!stored) throw new Abandoned();
      return 'done';
    });
    await analyzeTables(deps).catch((error: unknown) =>
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
 * Works on the imports of one account, one import per run. If the process stops, the import keeps its state and is
 * continued later.
 */
export const createImportWorker =
  (deps: ImportJobDeps) =>
  async ({ accountId }: { readonly accountId: string }, { signal }: Run): Promise<RunAgain | void> => {
    const now = () => deps.clock.now().getTime();
    const claim = await claimImport(deps, accountId);
    if (!claim) return undefined;
    const work = () => workOnImport(deps, claim as ImportClaim, () => signal.aborted);
    const isWaiting = claim === 'busy' || (await withOnePlace(accountId, work)) === 'wait';
    // When this import has ended, look for the next one at once.
    return { again: new Date(now() + (isWaiting ? BUSY_MS : 0)) };
  };
