import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Binaries, binariesIn, bundledBinaries, SYSTEM_HOME } from './binaries.ts';
import { openCluster, SUPERUSER, OWNER } from './cluster.ts';
import { inUseFile, markInUse } from './in-use.ts';
import { connectionUrl, ensureOwner } from './owner.ts';
import { findPlace, type Place } from './place.ts';
import { canReach, databaseUser } from './run-as.ts';
import { type Supervisor, supervise } from './supervisor.ts';

export interface EmbeddedPostgresOptions {
  /** DATA_DIR. An ephemeral cluster ignores it and uses a temporary folder. */
  readonly dataDir?: string;
  /** Receives messages for the person who started the product. */
  readonly log: (line: string) => void;
  /** For tests: fast, not durable, removed when the process that started it ends. */
  readonly ephemeral?: boolean;
  /** The programs of a system PostgreSQL to use instead of those from npm. */
  readonly systemPostgres?: { readonly dir: string; readonly major: number };
}

export interface EmbeddedPostgres {
  /** The owner's connection string: not a superuser, but may create roles and databases. */
  readonly url: string;
  /** The superuser's connection string to the same database, for maintenance and tests only. */
  readonly superuserUrl: string;
  /** Where the cluster is on disk. */
  readonly home: string;
  /** The pid of the postmaster. */
  readonly pid: () => number | undefined;
  /** Calls the listener each time the database has died and restarted on the same port. */
  readonly onRestart: (listener: () => void) => void;
  /** Shuts the database down; close the pools first. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the bundled PostgreSQL. After a kill -9 of the application, the database or the machine, the next start
 * recovers everything that was committed. While it runs, a database that dies is restarted.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return options.ephemeral ? startEphemeral(options) : startPersistent(options);
}

async function startPersistent({ dataDir, log, systemPostgres }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (dataDir === undefined) throw new Error('The embedded database needs a data folder.');
  const place = findPlace(dataDir, log);
  const release = markInUse(inUseFile(place.base));
  try {
    const running = await startIn(place, { log, ephemeral: false, binaries: binariesFor(systemPostgres, place) });
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

async function startIn(
  { home, user }: Place,
  { log, ephemeral, binaries }: { log: (line: string) => void; ephemeral: boolean; binaries: Binaries },
): Promise<EmbeddedPostgres> {
  const cluster = await openCluster({ home, binaries, user, ephemeral }, log);
  const supervisor = await supervise({ cluster, binaries, user, ephemeral, log });
  await ensureOwner(cluster, supervisor.port).catch(async (error: unknown) => {
    await supervisor.stop();
    throw error;
  });
  return {
    ...addresses(supervisor, cluster),
    home,
    pid: supervisor.pid,
    onRestart: supervisor.onRestart,
    stop: supervisor.stop,
  };
}

function addresses(
  { port }: Supervisor,
  cluster: { ownerPassword: string; superuserPassword: string },
): { url: string; superuserUrl: string } {
  return {
    url: connectionUrl(OWNER, cluster.ownerPassword, port),
    superuserUrl: connectionUrl(SUPERUSER, cluster.superuserPassword, port),
  };
}

function binariesFor(system: EmbeddedPostgresOptions['systemPostgres'], place: Place): Binaries {
  return system ? binariesIn(system.dir, system.major) : bundledBinaries(place.user);
}

function mkdirWhereRoot(isRoot: boolean): void {
  if (isRoot) mkdirSync(SYSTEM_HOME, { recursive: true, mode: 0o755 });
}

/**
 * Starts a shell that removes the cluster when its stdin closes, which happens however this process dies. Not on
 * Windows.
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
  // The pipe must not keep a finished test run alive.
  const pipe = child.stdin as typeof child.stdin & { unref?: () => void };
  pipe.on('error', () => undefined);
  pipe.unref?.();
  return () => child.kill('SIGKILL');
}
