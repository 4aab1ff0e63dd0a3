import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OWNER, readSecret, SUPERUSER } from './cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { AlreadyInUse } from './in-use.ts';
import { connectionUrl } from './owner.ts';
import { findPlace, type Place } from './place.ts';
import { readPostmasterFile } from './processes.ts';

/** How long to wait for a database that is starting. */
const STARTING_MS = 30_000;

/**
 * Runs a command on the embedded database of a DATA_DIR. If the server is running, the command uses its database and
 * leaves it running. Otherwise the database is started for the command and shut down afterwards. Never creates a
 * database.
 */
export const visitDatabase = <T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> =>
  visitCluster(dataDir, ({ url }) => work(url));

/** The running embedded database: how to connect to it, and the folder of its cluster. */
export type VisitedCluster = Pick<EmbeddedPostgres, 'url' | 'superuserUrl' | 'home'>;

/** Like `visitDatabase`, for commands that need the superuser or the folder of the cluster. */
export async function visitCluster<T>(dataDir: string, work: (cluster: VisitedCluster) => Promise<T>): Promise<T> {
  const nothing = `There is no database in ${dataDir} yet. Start Quayside there once, or name its folder by DATA_DIR.`;
  if (!existsSync(dataDir)) throw new Error(nothing);
  const place = findPlace(dataDir, () => undefined);
  if (!existsSync(join(place.home, 'data', 'PG_VERSION'))) throw new Error(nothing);
  // Starting the database marks the cluster as in use by this process. If the server is started meanwhile, it refuses
  // to start and changes nothing.
  const own = await startEmbeddedPostgres({ dataDir, log: () => undefined }).catch((error: unknown) => {
    if (error instanceof AlreadyInUse) return undefined;
    throw error;
  });
  if (!own) return work(await runningCluster(place));
  try {
    return await work(own);
  } finally {
    await own.stop();
  }
}

/** How to connect to the running database, from its postmaster.pid. */
async function runningCluster({ home }: Place): Promise<VisitedCluster> {
  const urlOf = (role: string, port: number) => connectionUrl(role, readSecret(home, role), port);
  for (let waited = 0; waited < STARTING_MS; waited += 100) {
    const file = readPostmasterFile(join(home, 'data'));
    if (file?.status === 'ready' && file.port !== undefined)
      return { home, url: urlOf(OWNER, file.port), superuserUrl: urlOf(SUPERUSER, file.port) };
    await sleep(100);
  }
  throw new Error('The database is being started or stopped at the moment. Try again in a minute.');
}
