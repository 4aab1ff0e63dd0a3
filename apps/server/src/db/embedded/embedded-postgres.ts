import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Binaries, binariesIn, bundledBinaries, SYSTEM_HOME } from './binaries.ts';
import { openCluster, SUPERUSER, OWNER } from './cluster.ts';
import { lockServer, markInUse } from './in-use.ts';
import type { FileLock } from './lock.ts';
import { connectionUrl, ensureOwner } from './owner.ts';
import { findPlace, type Place, requireNotLost } from './place.ts';
import { socketFolder } from './postmaster.ts';
import { canReach, databaseUser } from './run-as.ts';
import { markRunning } from './running-mark.ts';
import { type Supervisor, supervise } from './supervisor.ts';

interface EmbeddedPostgresOptions {
  /** The data folder (DATA_DIR). An ephemeral cluster uses a temporary folder instead. */
  readonly dataDir?: string;
  /** The folder of the uploaded files, if it is not the one in the data folder. */
  readonly filesDir?: string;
  /** Receives messages for the person who started the server. */
  readonly log: (line: string) => void;
  /** For tests: a fast database without durability, which is removed when the process that started it ends. */
  readonly ephemeral?: boolean;
  /** The programs of a system PostgreSQL, if they are to be used instead of those from npm. */
  readonly systemPostgres?: { readonly dir: string; readonly major: number };
}

export interface EmbeddedPostgres {
  /** The connection string of the owner role, which is not a superuser but may create roles and databases. */
  readonly url: string;
  /** The connection string of the superuser to the same database, for maintenance and tests only. */
  readonly superuserUrl: string;
  /** The folder of the cluster. */
  readonly home: string;
  /** The pid of the postmaster. */
  readonly pid: () => number | undefined;
  /** Adds a listener that is called each time the database has died and was restarted on the same port. */
  readonly onRestart: (listener: () => void) => void;
  /** Shuts the database down. Close the connection pools first. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the bundled PostgreSQL, and restarts it if it dies. After a kill -9 of the application, the database or the
 * machine, the next start recovers everything that was committed.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return options.ephemeral ? startEphemeral(options) : startPersistent(options);
}

async function startPersistent({
  dataDir,
  filesDir,
  log,
  systemPostgres,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (dataDir === undefined) throw new Error('The embedded database needs a data folder.');
  const place = findPlace(dataDir, log);
  requireNotLost(dataDir, place, filesDir);
  const release = await markInUse(place.base, log);
  try {
    const running = await startIn(place, {
      log,
      ephemeral: false,
      lock: lockServer,
      binaries: binariesFor(systemPostgres, place),
    });
    const stop = async (): Promise<void> => {
      await running.stop();
      release();
    };
    return { ...running, stop };
  } catch (error) {
    release();
    throw error;
  }
}

async function startEphemeral({ log, systemPostgres }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const user = databaseUser();
  mkdirWhereRoot(user !== undefined);
  const parent = [tmpdir(), '/tmp', '/var/tmp', SYSTEM_HOME].find((folder) => canReach(folder, user)) ?? tmpdir();
  const base = mkdtempSync(join(parent, 'quayside-db-'));
  chmodSync(base, 0o755);
  const place: Place = { base, home: join(base, 'cluster'), user };
  const endWatch = removeWhenWeDie(place);
  const remove = (): void => {
    rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    endWatch();
  };
  try {
    const running = await startIn(place, { log, ephemeral: true, binaries: binariesFor(systemPostgres, place) });
    const stop = async (): Promise<void> => {
      await running.stop();
      remove();
    };
    return { ...running, stop };
  } catch (error) {
    remove();
    throw error;
  }
}

interface StartOptions {
  readonly log: (line: string) => void;
  readonly ephemeral: boolean;
  readonly binaries: Binaries;
  /** Takes the lock of the database server. A cluster in a temporary folder needs none. */
  readonly lock?: (base: string) => Promise<FileLock>;
}

async function startIn(
  { base, home, user }: Place,
  { log, ephemeral, binaries, lock }: StartOptions,
): Promise<EmbeddedPostgres> {
  const cluster = await openCluster({ home, binaries, user, ephemeral }, log);
  const unmark = ephemeral ? undefined : markRunning(cluster.data, user);
  const supervisor = await supervise({ cluster, binaries, user, ephemeral, log, takeLock: async () => lock?.(base) });
  await ensureOwner(cluster, supervisor.port).catch(async (error: unknown) => {
    await supervisor.stop();
    throw error;
  });
  return {
    ...addresses(supervisor, cluster, socketFolder({ cluster, ephemeral })),
    home,
    pid: supervisor.pid,
    onRestart: supervisor.onRestart,
    stop: async () => {
      await supervisor.stop();
      unmark?.();
    },
  };
}

function addresses(
  { port }: Supervisor,
  cluster: { ownerPassword: string; superuserPassword: string },
  socket: string | undefined,
): { url: string; superuserUrl: string } {
  const through = socket === undefined ? '' : `?host=${socket}`;
  return {
    url: `${connectionUrl(OWNER, cluster.ownerPassword, port)}${through}`,
    superuserUrl: `${connectionUrl(SUPERUSER, cluster.superuserPassword, port)}${through}`,
  };
}

function binariesFor(system: EmbeddedPostgresOptions['systemPostgres'], place: Place): Binaries {
  return system ? binariesIn(system.dir, system.major) : bundledBinaries(place.user);
}

function mkdirWhereRoot(isRoot: boolean): void {
  if (isRoot) mkdirSync(SYSTEM_HOME, { recursive: true, mode: 0o755 });
}

/**
 * Starts a shell that removes the cluster when its stdin closes, which happens however this process ends. Does nothing
 * on Windows.
 */
function removeWhenWeDie({ base, home }: Place): () => void {
  if (process.platform === 'win32') return () => undefined;
  const script = 'cat >/dev/null; kill -QUIT "$(head -n 1 "$2/data/postmaster.pid")" 2>/dev/null; sleep 1; rm -rf "$1"';
  const child = spawn('/bin/sh', ['-c', script, 'sh', base, home], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.on('error', () => undefined);
  child.unref();
  // The pipe is unref'd, so that it does not keep a finished test run alive.
  const pipe = child.stdin as typeof child.stdin & { unref?: () => void };
  pipe.on('error', () => undefined);
  pipe.unref?.();
  return () => child.kill('SIGKILL');
}
