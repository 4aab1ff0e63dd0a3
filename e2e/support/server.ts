import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const START = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));
/** Starting takes a few seconds. On a busy machine, seeding the demo seller alone may take minutes. */
const READY_WITHIN = 240_000;
const STOPPED_WITHIN = 20_000;

/** Links to other sites, all of which the tests answer themselves. */
export const OUTSIDE = {
  SUPPORT_EMAIL: 'help@example.com',
  COMMUNITY_URL: 'https://community.example.com/start',
  REIMBURSEMENT_URL: 'https://money.example.com/',
  FUNDING_URL: 'https://lend.example.com/quote',
  REPORT_ISSUE_URL: 'https://forms.example.com/f/1',
  CHAT_URL: 'https://chat.example.com/box?who={id}&name={name}&mail={email}',
};

/** A running server with its own data folder, database and port. */
export interface Product {
  readonly url: string;
  readonly dataDir: string;
  /** Stops the server with SIGTERM and removes its folder. */
  readonly stop: () => Promise<void>;
}

/** The environment variable with the data folder that each server starts on a copy of. */
const SEEDED = 'E2E_SEEDED';

/**
 * Creates a data folder with the demo seller, unless that was done before, and tells it to the processes that are
 * started later. Returns what removes it.
 */
export async function seedOnce(): Promise<() => void> {
  if (process.env[SEEDED] !== undefined) return () => undefined;
  const folder = temporaryFolder();
  const remove = () => {
    delete process.env[SEEDED];
    removeFolder(folder);
  };
  try {
    await (await startIn(folder)).end();
  } catch (error) {
    remove();
    throw error;
  }
  process.env[SEEDED] = join(folder, 'data');
  return remove;
}

/** Starts the server on a copy of the seeded data folder and waits until it is ready. */
export async function startProduct(): Promise<Product> {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  const seeded = process.env[SEEDED];
  // `cp` keeps the owner of the database's files, who may be another user.
  if (seeded !== undefined) spawnSync('cp', ['-a', seeded, dataDir], { stdio: 'inherit' });
  try {
    const { url, end } = await startIn(folder);
    const stop = async (): Promise<void> => {
      await end();
      removeFolder(folder);
    };
    return { url, dataDir, stop };
  } catch (error) {
    removeFolder(folder);
    throw error;
  }
}

/** Starts the server as `npm start` does, with its data in this folder, and waits until it is ready. */
async function startIn(folder: string): Promise<{ readonly url: string; readonly end: () => Promise<void> }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [START], {
    env: {
      ...inherited(),
      API_LIMIT_PER_MINUTE: '100000',
      STOP_NOTICE_SECONDS: '0',
      ...OUTSIDE,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
    },
    // When the test worker dies for any reason, the IPC channel closes and the server stops.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    await untilReady(url, child, () => output);
  } catch (error) {
    await endChild(child);
    throw error;
  }
  return { url, end: () => endChild(child) };
}

/** A new folder that every user of the machine may enter, because the database may run as another user. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-e2e-'));
  chmodSync(folder, 0o755);
  return folder;
}

const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + READY_WITHIN;
  while (Date.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The product ended before it was ready:\n${output()}`);
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error(`The product was not ready within ${READY_WITHIN / 1_000} s:\n${output()}`);
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const patience = sleep(STOPPED_WITHIN, 'late' as const, { ref: false });
  if ((await Promise.race([gone, patience])) !== 'late') return;
  child.kill('SIGKILL');
  await gone;
}

/** The environment of a plain shell, without the variables that configure the server. */
function inherited(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  return { PATH, HOME, TMPDIR, LANG };
}

function freePort(): Promise<number> {
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
