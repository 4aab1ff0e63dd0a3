import type { ImportState } from '@quayside/contracts/product-imports';
import { inAccountAsJob, type Work } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { changed, emit } from '../../events/outbox.ts';
import type { OpenTable } from '../../tables/open-table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { Abandoned, type CheckInProgress } from './imports.apply.ts';
import { ahead, batchesOf, decideRows } from './imports.check.ts';
import { NO_TABLE, openFile } from './imports.files.ts';
import type { Layout } from './imports.layout.ts';
import { findImport, type ImportRecord, tryImportTurn, updateImport } from './imports.queries.ts';
import { claimOpenImport, holdImport, isOpen, learnSizes, needNotLast } from './imports.queue.queries.ts';
import { insertStaged, stagedKeys } from './imports.rows.queries.ts';
import { begin, endCheck, finish, store } from './imports.steps.ts';

export type ImportJobDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'files' | 'log'>;
/** An import that is this process's to work on, for as long as it renews the lease. */
export interface ImportClaim {
  readonly accountId: string;
  readonly importId: string;
  /** Who sent the file: what the job writes is theirs. */
  readonly personId: string;
}

/** So long a process that says nothing is taken for alive. */
const LEASE_MS = 15_000;
const RENEW_MS = 5_000;
/** Nobody looks at a bar more often. */
const TELL_MS = 1_000;
/** Starts without any step forward: the file, or a row of it, ends the process each time. */
const MAX_TRIES = 5;

const job = <T>(deps: ImportJobDeps, claim: ImportClaim, run: (w: Work) => Promise<T>) =>
  inAccountAsJob(deps, claim.accountId, run, { personId: claim.personId });

/** The oldest import of an account that waits; 'busy' while another process works on one of this account. */
export function claimImport(deps: ImportJobDeps, accountId: string): Promise<ImportClaim | 'busy' | undefined> {
  return inAccountAsJob(deps, accountId, async (w) => {
    const claimed = await claimOpenImport(w, new Date(w.now.getTime() + LEASE_MS));
    return claimed && claimed !== 'busy' ? { accountId, importId: claimed.id, personId: claimed.personId } : claimed;
  });
}

/**
 * Takes an import as far as it goes: to its end, or until the process is to stop. What was checked is kept batch by batch. Answers 'wait'
 * where another import of the account is being stored.
 */
export async function workOnImport(deps: ImportJobDeps, claim: ImportClaim, isStopped: () => boolean): Promise<'done' | 'wait'> {
  const renew = setInterval(() => void holdLease(deps, claim, LEASE_MS).catch(() => undefined), RENEW_MS);
  renew.unref();
  try {
    while (!isStopped()) {
      const record = await job(deps, claim, (w) => findImport(w, claim.importId));
      if (!record || !isOpen(record.state)) break;
      if (record.tries > MAX_TRIES) await giveUp(deps, claim, `The import was interrupted ${MAX_TRIES} times and was given up. Nothing was stored.`);
      else if (record.state !== 'IMPORTING') await checkAll(deps, claim, record, isStopped);
      else if ((await storeAll(deps, claim, isStopped)) === 'wait') return 'wait';
    }
    return 'done';
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
    await giveUp(deps, claim, error.message);
    return 'done';
  } finally {
    clearInterval(renew);
    await holdLease(deps, claim, null).catch(() => undefined);
  }
}

const holdLease = (deps: ImportJobDeps, claim: ImportClaim, ms: number | null): Promise<void> =>
  job(deps, claim, (w) => holdImport(w, claim.importId, ms === null ? null : new Date(w.now.getTime() + ms)));

async function giveUp(deps: ImportJobDeps, claim: ImportClaim, failure: string): Promise<void> {
  await job(deps, claim, async (w) => {
    const record = await findImport(w, claim.importId, 'lock');
    if (record && isOpen(record.state)) await finish(w, { ...record, result: { ...record.result, failure } }, 'FAILED');
  });
}

/** Whether it is time to tell again how far it is. */
function createTeller(): () => boolean {
  let told = 0;
  return () => {
    const now = performance.now();
    if (now - told < TELL_MS) return false;
    told = now;
    return true;
  };
}

/** From where the last process was, to the end of the check; where it can be, what was checked is stored meanwhile. */
async function checkAll(deps: ImportJobDeps, claim: ImportClaim, found: ImportRecord, isStopped: () => boolean): Promise<void> {
  const table = await openFile(deps.files, found.storageKey ?? '');
  if (!table) throw new UnreadableTable(NO_TABLE);
  const begun = await beginOrGoOn(deps, claim, table);
  if (!begun) return;
  const progress = createProgress();
  const stored = mayStoreBeside(begun) ? storeBeside(deps, claim, isStopped, progress) : undefined;
  try {
    await checkRows(deps, begun, { claim, table, isStopped, progress });
  } finally {
    progress.leave();
    await stored;
  }
}

interface Checking {
  readonly claim: ImportClaim;
  readonly table: OpenTable;
  readonly isStopped: () => boolean;
  readonly progress: Progress;
}

/** Batch by batch. Each step looks at the import first: it may have been cancelled, or be in other hands. */
async function checkRows(deps: ImportJobDeps, begun: Begun, { claim, table, isStopped, progress }: Checking): Promise<void> {
  const { importId } = claim;
  const firstRow = begun.rowsDone === 0 ? new Map<string, number>() : await job(deps, claim, (w) => stagedKeys(w, importId));
  const isTime = createTeller();
  let done = begun.rowsDone;
  const decided = async function* () {
    for await (const rows of ahead(batchesOf(table, begun.layout, done))) yield await job(deps, claim, (w) => decideRows(w, begun.layout, rows, firstRow));
  };
  for await (const rows of ahead(decided())) {
    if (isStopped()) return;
    const isOurs = await job(deps, claim, async (w) => {
      const record = await findImport(w, importId, 'lock');
      if (record?.state !== 'CHECKING' || record.rowsDone !== done) return false;
      await needNotLast(w);
      await insertStaged(w, importId, rows);
      await updateImport(w, importId, { rowsDone: done + rows.length, tries: 0 });
      if (isTime()) await emit(w, changed('imports', [importId]));
      return true;
    });
    if (!isOurs) return;
    done += rows.length;
    if (begun.mode === 'ALL_OR_NOTHING' && rows.some((r) => r.action === 'FAIL')) progress.leave();
    progress.reach(rows.at(-1)?.row ?? 0);
  }
  const ended = await job(deps, claim, async (w) => {
    const record = await findImport(w, importId, 'lock');
    return record?.state === 'CHECKING' && record.rowsDone === done ? endCheck(w, { ...record, layout: begun.layout }) : undefined;
  });
  if (ended?.state === 'IMPORTING') progress.end();
}

interface Progress extends CheckInProgress {
  /** That row, and all before it, were checked and kept. */
  reach(row: number): void;
  /** All rows were; the import is to be stored. */
  end(): void;
  /** Nothing more comes. Who waits gives up; after the end it changes nothing. */
  leave(): void;
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
    leave: () => close('left'),
  };
}

/** Whether a row says by itself what becomes of it. A parent may come later in the file, and be wrong. */
const mayStoreBeside = ({ isDryRun, layout }: Begun): boolean => !isDryRun && !layout.fields.includes('parent');

/**
 * Stores while the check goes on, in the one transaction that holds all of the import, and is at its end soon after the check. Whatever
 * comes between, be it a wrong row, a product that somebody changes or gives the same SKU, ends it without a trace: then the import is stored
 * as any other, when its check has ended.
 */
async function storeBeside(deps: ImportJobDeps, claim: ImportClaim, isStopped: () => boolean, check: CheckInProgress): Promise<void> {
  await storeAll(deps, claim, isStopped, check).catch((error: unknown) =>
    deps.log.info({ err: error, importId: claim.importId }, 'an import could not be stored beside its check; it is stored after it'),
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

/** All rows in one transaction. What is told of it meanwhile goes through others, because nobody sees this one before it ends. */
async function storeAll(deps: ImportJobDeps, claim: ImportClaim, isStopped: () => boolean, check?: CheckInProgress): Promise<'done' | 'wait'> {
  const { importId } = claim;
  const isTime = createTeller();
  const tell = (rowsDone: number) =>
    job(deps, claim, async (w) => {
      await updateImport(w, importId, { rowsDone });
      await emit(w, changed('imports', [importId]));
    });
  const isWanted = (state: ImportState | undefined) => state === 'IMPORTING' || (check !== undefined && state === 'CHECKING');
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
        // What is done of a check is the check's to say.
        if (state === 'IMPORTING' && isTime()) await tell(done);
        return isWanted(state);
      };
      const stored = await store(w, { ...record, layout: record.layout }, { check, onRows });
      if (!stored) throw new Abandoned();
      return 'done';
    });
    await learnSizes(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'the database could not look at its tables'));
    return end;
  } catch (error) {
    if (error instanceof Abandoned) return 'done';
    throw error;
  }
}

/** What the runner of imports needs of this area. */
export const importWork = (deps: ImportJobDeps) => ({
  claim: (accountId: string) => claimImport(deps, accountId),
  workOn: (claim: ImportClaim, isStopped: () => boolean) => workOnImport(deps, claim, isStopped),
});
