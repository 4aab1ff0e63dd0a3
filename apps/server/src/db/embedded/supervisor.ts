import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileLock } from './lock.ts';
import {
  choosePort,
  freePort,
  PortTaken,
  type PostmasterOptions,
  rememberPort,
  startPostmaster,
} from './postmaster.ts';
import { clearLeftovers, signal } from './processes.ts';

/** Keeps one postgres process running on one port until it is stopped. */
export interface Supervisor {
  readonly port: number;
  readonly pid: () => number | undefined;
  readonly onRestart: (listener: () => void) => void;
  readonly stop: () => Promise<void>;
}

const STOP_PATIENCE = 10_000;
const LONGEST_PAUSE = 10_000;

/** Cleans up after an earlier run and starts the database, which is restarted whenever it dies. */
export async function supervise(options: PostmasterOptions): Promise<Supervisor> {
  const { cluster, log } = options;
  await clearLeftovers(cluster.data, log);
  const lock = await options.takeLock();
  let { child, port } = await startOnAnyPort(options, lock).catch((error: unknown) => {
    lock?.release();
    throw error;
  });
  rememberPort(cluster.home, port);
  const listeners: (() => void)[] = [];
  let stopping = false;
  let restarting: Promise<void> = Promise.resolve();

  const watch = (): void => {
    child.once('exit', () => {
      if (!stopping) restarting = restart();
    });
  };
  const restart = async (): Promise<void> => {
    log('The database ended unexpectedly. Starting it again.');
    // Restarts on the same port, because the connection pools use it. Pauses longer after each failed attempt.
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        await clearLeftovers(cluster.data, () => undefined);
        if (stopping) return;
        child = await startPostmaster(options, port, lock);
        break;
      } catch (error) {
        log(`The database did not come back: ${String(error)}`);
        await sleep(pause);
      }
    }
    if (stopping) return;
    watch();
    log('The database is back.');
    for (const listener of listeners) listener();
  };
  watch();

  return {
    port,
    pid: () => child.pid,
    onRestart: (listener) => listeners.push(listener),
    stop: async () => {
      stopping = true;
      await restarting;
      await stopPostmaster(child, options.ephemeral);
      lock?.release();
    },
  };
}

async function startOnAnyPort(
  options: PostmasterOptions,
  lock: FileLock | undefined,
): Promise<{ child: ChildProcess; port: number }> {
  let port = await choosePort(options.cluster.home);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { child: await startPostmaster(options, port, lock), port };
    } catch (error) {
      // Try again if another process has taken the port since this one chose it.
      if (!(error instanceof PortTaken) || attempt === 5) throw error;
      port = await freePort();
    }
  }
}

async function stopPostmaster(child: ChildProcess, ephemeral: boolean): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  // The child was unref'd, so that it would not keep this process alive. Now this process must wait for its exit.
  child.ref();
  const gone = once(child, 'exit');
  // SIGINT is PostgreSQL's fast shutdown, which ends connections and writes a checkpoint. SIGQUIT ends everything at
  // once, and the next start recovers from the WAL.
  for (const [name, patience] of [
    [ephemeral ? 'SIGQUIT' : 'SIGINT', STOP_PATIENCE],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 3_000],
  ] as const) {
    signal(child.pid, name);
    if (await Promise.race([gone.then(() => true), sleep(patience, false, { ref: false })])) return;
  }
}
