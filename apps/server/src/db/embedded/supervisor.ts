import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  choosePort,
  freePort,
  PortTaken,
  type PostmasterOptions,
  rememberPort,
  startPostmaster,
} from './postmaster.ts';
import { clearLeftovers, signal } from './processes.ts';

/** Keeps one postgres running on one port until it is stopped. */
export interface Supervisor {
  readonly port: number;
  readonly pid: () => number | undefined;
  readonly onRestart: (listener: () => void) => void;
  readonly stop: () => Promise<void>;
}

const STOP_PATIENCE = 10_000;
const LONGEST_PAUSE = 10_000;

/** Cleans up after an earlier run, starts the database and restarts it if it dies. */
export async function supervise(options: PostmasterOptions): Promise<Supervisor> {
  const { cluster, log } = options;
  await clearLeftovers(cluster.data, log);
  let { child, port } = await startOnAnyPort(options);
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
    // Restarts on the same port, because the pools hold that address. Retries with growing pauses.
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        await clearLeftovers(cluster.data, () => undefined);
        if (stopping) return;
        child = await startPostmaster(options, port);
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
    },
  };
}

async function startOnAnyPort(options: PostmasterOptions): Promise<{ child: ChildProcess; port: number }> {
  let port = await choosePort(options.cluster.home);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { child: await startPostmaster(options, port), port };
    } catch (error) {
      // Another process may take the port between our check and our bind.
      if (!(error instanceof PortTaken) || attempt === 5) throw error;
      port = await freePort();
    }
  }
}

async function stopPostmaster(child: ChildProcess, ephemeral: boolean): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  // The child was unref'd so as not to keep the process alive; now we must wait for its exit.
  child.ref();
  const gone = once(child, 'exit');
  // SIGINT is PostgreSQL's fast shutdown: it closes connections and the WAL. SIGQUIT drops everything, and the next
  // start recovers.
  for (const [name, patience] of [
    [ephemeral ? 'SIGQUIT' : 'SIGINT', STOP_PATIENCE],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 3_000],
  ] as const) {
    signal(child.pid, name);
    if (await Promise.race([gone.then(() => true), sleep(patience, false, { ref: false })])) return;
  }
}
