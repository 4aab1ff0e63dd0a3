import { sql } from 'kysely';
import type { Logger } from 'pino';
import { binDay } from './bin.ts';
import { requireOwnStore } from './installation.ts';
import type { FileDeps } from './stored-files.ts';
import { budgetOf, endSweep, planSweep, recordSweep } from './sweep-limit.ts';

const HOUR = 3_600_000;
const BATCH = 500;
/** The key of the advisory lock under which a backup keeps the sweep from removing files. Any number will do. */
export const SWEEP_TURN = 5_150_003;

/** The files that no row has named since before this instant are swept. */
export const sweptBefore = (now: Date): Date => new Date(now.getTime() - HOUR);

/**
 * Moves files that no row has claimed (referenced) for an hour to the bin: unfinished uploads, and files of replaced or
 * deleted rows. It reads only the rows of unclaimed files; all other files are only counted. Throws, and moves nothing,
 * if the store does not belong to this database, or if there are too many such files. Does nothing while a backup is
 * made.
 */
export async function sweepFiles(deps: FileDeps & { readonly log: Pick<Logger, 'warn'> }): Promise<void> {
  await requireOwnStore(deps);
  const before = sweptBefore(deps.clock.now());
  const plan = await planSweep(deps, before);
  const budget = budgetOf(plan);
  let moved = 0;
  while (moved < budget) {
    const keys = await takeUnclaimed(deps, before, Math.min(BATCH, budget - moved));
    if (keys.length === 0) break;
    const removed: string[] = [];
    for (const key of keys) {
      try {
        await deps.fileStore.moveToBin({ key, day: binDay(deps.clock.now()) });
        removed.push(key);
      } catch (error) {
        deps.log.warn({ err: error, key }, 'a file could not be removed; it is tried again in an hour');
      }
    }
    await removeRows(deps, keys, removed);
    moved += keys.length;
    await recordSweep(deps, plan, keys.length);
  }
  // While a backup is made, no file is moved, and the number of files that an operator allowed is not used up.
  if (moved > 0) await endSweep(deps, plan);
}

/** Marks a batch of files as being removed, so that no row can claim one of them while the bytes are removed. */
async function takeUnclaimed({ db }: FileDeps, before: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    update file_in_store set is_removing = true
    where (select pg_try_advisory_xact_lock_shared(${sql.lit(SWEEP_TURN)})) and storage_key in (
      select storage_key from file_in_store where unclaimed_since < ${before}
      order by unclaimed_since limit ${sql.lit(most)} for update skip locked)
    returning storage_key`.execute(db);
  return rows.map((r) => r.storage_key);
}

/**
 * Deletes the rows of files that are in the bin. If the process crashes between the two steps, the next sweep
 * moves the file again.
 */
async function removeRows({ db, clock }: FileDeps, keys: readonly string[], removed: readonly string[]): Promise<void> {
  await sql`delete from file_in_store where storage_key = any(${sql.val([...removed])}::text[])`.execute(db);
  if (removed.length < keys.length)
    await sql`update file_in_store set unclaimed_since = ${clock.now()}
      where storage_key = any(${sql.val([...keys])}::text[])`.execute(db);
}

const LISTED = 1000;
/**
 * Registers the files that are in the store but not in the database, as unclaimed; the sweep moves them to the bin an
 * hour later. Such files come from an earlier release, or were stored after the backup from which this database was
 * restored.
 */
export async function findLostFiles(deps: FileDeps): Promise<void> {
  await requireOwnStore(deps);
  let keys: string[] = [];
  for await (const key of deps.fileStore.list()) {
    keys.push(key);
    if (keys.length < LISTED) continue;
    await enter(deps, keys);
    keys = [];
  }
  await enter(deps, keys);
}

const enter = ({ db, clock }: FileDeps, keys: readonly string[]) =>
  sql`insert into file_in_store (storage_key, unclaimed_since)
    select k, ${clock.now()} from unnest(${sql.val([...keys])}::text[]) as k on conflict do nothing`.execute(db);
