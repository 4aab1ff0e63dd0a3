import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { FileDeps } from './stored-files.ts';

const HOUR = 3_600_000;
const BATCH = 500;

/**
 * Removes files that no row has claimed for an hour: unfinished uploads and files of replaced or deleted rows. It reads
 * only unclaimed files, so its cost grows with the number of changes.
 */
export async function sweepFiles(deps: FileDeps & { readonly log: Pick<Logger, 'warn'> }): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - HOUR);
  for (;;) {
    const keys = await takeUnclaimed(deps, before);
    if (keys.length === 0) return;
    const removed: string[] = [];
    for (const key of keys) {
      try {
        await deps.fileStore.remove(key);
        removed.push(key);
      } catch (error) {
        deps.log.warn({ err: error, key }, 'a file could not be removed; it is tried again in an hour');
      }
    }
    await removeRows(deps, keys, removed);
  }
}

/** Marks a batch, so that no row can claim one of its files while the bytes are removed. */
async function takeUnclaimed({ db }: FileDeps, before: Date): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    update file_in_store set is_removing = true where storage_key in (
      select storage_key from file_in_store where unclaimed_since < ${before}
      order by unclaimed_since limit ${sql.lit(BATCH)} for update skip locked)
    returning storage_key`.execute(db);
  return rows.map((r) => r.storage_key);
}

/** Deletes the rows after the bytes: after a crash between the two, the next sweep removes the file again. */
async function removeRows({ db, clock }: FileDeps, keys: readonly string[], removed: readonly string[]): Promise<void> {
  await sql`delete from file_in_store where storage_key = any(${sql.val([...removed])}::text[])`.execute(db);
  if (removed.length < keys.length)
    await sql`update file_in_store set unclaimed_since = ${clock.now()}
      where storage_key = any(${sql.val([...keys])}::text[])`.execute(db);
}

const LISTED = 1000;
/**
 * Registers files that no row of the database knows as unclaimed, for the sweep an hour later: left by an earlier
 * release, or stored after the backup that this database was restored from.
 */
export async function findLostFiles(deps: FileDeps): Promise<void> {
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
