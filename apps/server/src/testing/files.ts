import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { sweepFiles } from '../files/sweep-files.ts';
import { sweep } from './run-jobs.ts';

/** Lists the keys of all files in the store, sorted. */
export async function keysInStore({ fileStore }: Pick<Deps, 'fileStore'>): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of fileStore.list()) keys.push(key);
  return keys.sort();
}

/** Makes unclaimed files look as if they had been unclaimed since `since`; by default, for as long as possible. */
export async function ageFiles({ db }: Pick<Deps, 'db'>, since: Date = new Date(0)): Promise<void> {
  await sql`update file_in_store set unclaimed_since = ${since} where unclaimed_since is not null`.execute(db);
}

/** Runs all sweeps: every area removes its old rows, and then all unclaimed files are removed at once. */
export async function sweepAll(deps: Deps): Promise<void> {
  await sweep(deps);
  await ageFiles(deps);
  await sweepFiles(deps);
}
