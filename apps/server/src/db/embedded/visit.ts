import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OWNER, readSecret } from './cluster.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { inUseFile, userOf } from './in-use.ts';
import { connectionUrl } from './owner.ts';
import { findPlace, type Place } from './place.ts';
import { readPostmasterFile } from './processes.ts';

/** How long a database that is being started is waited for. */
const STARTING_MS = 30_000;

/**
 * Lends the embedded database of a DATA_DIR to a command: the one that runs, when the product runs, which is left as it is;
 * else one that is started for it and shut down after it. Makes no database where there is none.
 */
export async function visitDatabase<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  const nothing = `There is no database in ${dataDir} yet. Start Quayside there once, or name its folder by DATA_DIR.`;
  if (!existsSync(dataDir)) throw new Error(nothing);
  const place = findPlace(dataDir, () => undefined);
  if (userOf(inUseFile(place.base)) !== undefined) return work(await runningUrl(place));
  if (!existsSync(join(place.home, 'data', 'PG_VERSION'))) throw new Error(nothing);
  // Marks the cluster as ours: a product that starts meanwhile is told so, and touches nothing.
  const own = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    return await work(own.url);
  } finally {
    await own.stop();
  }
}

/** Where the running database answers, as it has written down itself. */
async function runningUrl({ base, home }: Place): Promise<string> {
  for (let waited = 0; waited < STARTING_MS; waited += 100) {
    const file = readPostmasterFile(join(home, 'data'));
    if (file?.status === 'ready' && file.port !== undefined) return connectionUrl(OWNER, readSecret(home, OWNER), file.port);
    if (userOf(inUseFile(base)) === undefined) break;
    await sleep(100);
  }
  throw new Error('The database is being started or stopped at the moment. Try again in a minute.');
}
