import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { type Cluster, databaseEnvironment, idsOf } from './cluster.ts';
import type { FileLock } from './lock.ts';
import { readPostmasterFile } from './processes.ts';
import type { RunAs } from './run-as.ts';

export interface PostmasterOptions {
  readonly cluster: Cluster;
  readonly binaries: Binaries;
  readonly user: RunAs | undefined;
  readonly ephemeral: boolean;
  readonly log: (line: string) => void;
  /** Takes the lock that the database server holds as long as it lives; undefined if it needs none. */
  readonly takeLock: () => Promise<FileLock | undefined>;
}

/** Thrown when another process uses the port. */
export class PortTaken extends Error {}

const LOG_LIMIT = 5_000_000;

/** Starts postgres as a child process and waits until it accepts connections. */
export async function startPostmaster(
  options: PostmasterOptions,
  port: number,
  lock: FileLock | undefined,
): Promise<ChildProcess> {
  const logFile = join(options.cluster.home, 'postgres.log');
  const output = openLog(logFile);
  const from = statSync(logFile).size;
  const args = ['-D', options.cluster.data, ...settings(port, options).flatMap((setting) => ['-c', setting])];
  // The process is detached, because Ctrl-C in a terminal signals the whole process group, and the database must not
  // stop before the application has finished its work.
  const child = spawn(options.binaries.postgres, args, {
    cwd: '/',
    env: databaseEnvironment(),
    // All processes of the server inherit the lock, so it is held until the last of them has ended.
    stdio: ['ignore', output, output, ...(lock ? [lock.fd] : [])],
    detached: true,
    windowsHide: true,
    ...idsOf(options.user),
  });
  closeSync(output);
  child.unref();
  await untilReady(child, options, () => readFileSync(logFile, 'utf8').slice(from));
  return child;
}

/** The port of the last start if it is free now, otherwise any free port. */
export async function choosePort(home: string): Promise<number> {
  const last = Number(readIfThere(join(home, 'port')));
  return Number.isInteger(last) && last > 0 && (await isFree(last)) ? last : freePort();
}

/** Stores the port, so that the next start tries it first. */
export function rememberPort(home: string, port: number): void {
  writeFileSync(join(home, 'port'), `${port}\n`);
}

/** Finds a TCP port on which no process listens. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No free port.')),
      );
    });
  });
}

/**
 * PostgreSQL's shared_buffers: an eighth of the memory (of the container, if there is one), at least PostgreSQL's
 * default and at most 4 GB.
 */
function sharedBuffersMb(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.min(4096, Math.max(128, Math.floor(memory / 2 ** 20 / 8)));
}

/** The longest path of a folder in which every system can create a socket. */
const LONGEST_PATH = 85;

/**
 * The folder of the Unix socket of an ephemeral cluster, through which a query takes a tenth less computing than
 * through TCP; undefined where there can be none. It is the data folder, which the user of the database may write.
 */
export function socketFolder({ cluster, ephemeral }: Pick<PostmasterOptions, 'cluster' | 'ephemeral'>) {
  const isUsable = process.platform !== 'win32' && /^[\w/.-]+$/.test(cluster.data);
  return ephemeral && isUsable && cluster.data.length <= LONGEST_PATH ? cluster.data : undefined;
}

function settings(port: number, options: PostmasterOptions): string[] {
  const { ephemeral } = options;
  return [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${socketFolder(options) ?? ''}`,
    'max_connections=100',
    'timezone=UTC',
    'log_timezone=UTC',
    'jit=off',
    // Logs neither statements nor key values, so that the users' data stays in the tables.
    'log_min_messages=warning',
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    ...(ephemeral
      ? [
          ...['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'wal_level=minimal', 'max_wal_senders=0'],
          // It would read databases that are dropped a moment later, and delay that. Tests of plans gather their
          // statistics themselves.
          'autovacuum=off',
          // A repeated statement is planned once for each connection instead of five times: in a database that lives
          // for seconds, planning takes longer than reading its few rows.
          'plan_cache_mode=force_generic_plan',
        ]
      : // Unused buffers take no memory. Checkpoints write whole pages to the WAL: make them rare, compress the pages.
        [
          `shared_buffers=${sharedBuffersMb()}MB`,
          'max_wal_size=2GB',
          'checkpoint_timeout=15min',
          'wal_compression=on',
        ]),
  ];
}

async function untilReady(
  child: ChildProcess,
  { cluster, log }: PostmasterOptions,
  logText: () => string,
): Promise<void> {
  let notSpawned: Error | undefined;
  child.once('error', (error) => (notSpawned = error));
  let nextWord = Date.now() + 10_000;
  for (;;) {
    if (notSpawned) throw notSpawned;
    if (child.exitCode !== null || child.signalCode !== null) {
      const text = logText();
      throw /could not bind|address already in use/i.test(text)
        ? new PortTaken(text)
        : new Error(`The database did not start: ${text.slice(-2_000)}`);
    }
    const file = readPostmasterFile(cluster.data);
    if (file?.pid === child.pid && file?.status === 'ready') return;
    if (Date.now() > nextWord) {
      log('The database is still reading its journal after an unclean stop.');
      nextWord += 10_000;
    }
    await sleep(15);
  }
}

function openLog(file: string): number {
  try {
    if (statSync(file).size > LOG_LIMIT) renameSync(file, `${file}.1`);
  } catch {
    // The file does not exist before the first start.
  }
  return openSync(file, 'a', 0o600);
}

/** Whether no process listens on this TCP port. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
