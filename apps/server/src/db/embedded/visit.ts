import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OWNER, readSecret } from './cluster.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { inUseFile, userOf } from './in-use.ts';
import { connectionUrl } from './owner.ts';
import { findPlace, type Place } from './place.ts';
import { readPostmasterFile } from './processes.ts';

/** How long to wait for a database that is starting. */
const STARTING_MS = 30_000;

/**
 * Runs a command on the embedded database of a DATA_DIR. If the product is running, the command uses its database and
 * leaves it running; otherwise the database is started for the command and then shut down. Never creates a database.
 */
export async function visitDatabase<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  const nothing = `There is no database in ${dataDir} yet. Start Quayside there once, or name its folder by DATA_DIR.`;
  if (!existsSync(dataDir)) throw new Error(nothing);
  const place = findPlace(dataDir, () => undefined);
  if (userOf(inUseFile(place.base)) !== undefined) return work(await runningUrl(place));
  if (!existsSync(join(place.home, 'data', 'PG_VERSION'))) throw new Error(nothing);
  // This marks the cluster as ours: if the product starts meanwhile, it refuses to start and changes nothing.
  const own = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    return await work(own.url);
  } finally {
    await own.stop();
  }
}

/** The address of the running database, from its postmaster.pid. */
async function runningUrl({ base, home }: Place): Promise<string> {
  for (let waited = 0; waited < STARTING_MS; waited += 100) {
    const file = readPostmasterFile(join(home, 'data'));
    if (file?.status === 'ready' && file.port !== undefined)
      return connectionUrl(OWNER, readSecret(home, OWNER), file.port);
    if (userOf(inUseFile(base)) === undefined) break;
    await sleep(100);
  }
  throw new Error('The database is being started or stopped at the moment. Try again in a minute.');
}
