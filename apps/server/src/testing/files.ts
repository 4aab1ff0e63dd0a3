import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { sweepFiles } from '../files/sweep-files.ts';
import { sweep } from './run-jobs.ts';

/** The keys of all files in the store, sorted. */
export async function keysInStore({ fileStore }: Pick<Deps, 'fileStore'>): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of fileStore.list()) keys.push(key);
  return keys.sort();
}

/** Backdates the time since when unclaimed files are unclaimed; by default as far as possible. */
export async function ageFiles({ db }: Pick<Deps, 'db'>, since: Date = new Date(0)): Promise<void> {
  await sql`update file_in_store set unclaimed_since = ${since} where unclaimed_since is not null`.execute(db);
}

/** Runs the hourly sweep: every area removes its old rows, and then their files are removed. */
export async function sweepAll(deps: Deps): Promise<void> {
  await sweep(deps);
  await ageFiles(deps);
  await sweepFiles(deps);
}
