import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_EMAILS } from '../areas/accounts/sign-in/demo-sign-in.ts';
import { BENCH_SECRETS_KEY } from '../bench/secrets-key.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { freePort } from '../db/embedded/postmaster.ts';
import { serverProgram } from '../bundle/server-program.ts';
import { API_PATH } from './plan.ts';
import { copyDatabase, dropDatabase, makeSystemAdmin } from './world.queries.ts';

const SEED = join(import.meta.dirname, '../seed/main.ts');
const READY_WITHIN_S = 120;
/** How much of the server's output is remembered. */
const LOG_LINES = 400;

/** A server with its own database, a copy of the seeded one. */
export interface Round {
  readonly port: number;
  readonly origin: string;
  readonly superuserUrl: string;
  /** Whether the process has ended. */
  readonly isDead: () => boolean;
  /** The last lines that the server has logged. */
  readonly log: () => readonly string[];
  readonly end: () => Promise<void>;
}

/** A database with the demo seller, of which every round gets a copy. */
export interface Seeded {
  readonly password: string;
  readonly startRound: (number: number) => Promise<Round>;
  readonly stop: () => Promise<void>;
}

const environmentOf = (databaseUrl: string, dataDir: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  SECRETS_KEY: BENCH_SECRETS_KEY,
  LOG_LEVEL: 'error',
});

/** Creates the demo seller, with a fixed clock and fixed ids, in a database of its own. `folder` is a temporary one. */
export async function seed(folder: string): Promise<Seeded> {
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: () => undefined });
  try {
    const dataDir = join(folder, 'seeded');
    const seeding = spawn(process.execPath, [SEED], {
      env: environmentOf(database.url, dataDir),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = (await once(seeding, 'exit')) as [number | null];
    if (code !== 0) throw new Error('The demo seller could not be created.');
    await makeSystemAdmin(database.superuserUrl, DEMO_EMAILS.admin);
    return {
      password: readFileSync(join(dataDir, 'demo-password'), 'utf8').trim(),
      startRound: (number) => startRound(database, folder, number),
      stop: () => database.stop(),
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

const withDatabase = (url: string, name: string): string => {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
};

async function startRound(database: EmbeddedPostgres, folder: string, number: number): Promise<Round> {
  const { username, pathname } = new URL(database.url);
  const maintenance = withDatabase(database.superuserUrl, 'postgres');
  const [name, dataDir] = [`fuzz_${number}`, join(folder, `round-${number}`)];
  await copyDatabase(maintenance, pathname.slice(1), name, username);
  cpSync(join(folder, 'seeded'), dataDir, { recursive: true });
  const port = await freePort();
  const log: string[] = [];
  const server = spawn(process.execPath, [serverProgram()], {
    env: {
      ...environmentOf(withDatabase(database.url, name), dataDir),
      HOST: '127.0.0.1',
      PORT: String(port),
      API_LIMIT_PER_MINUTE: '100000000',
      MAIL_LIMIT_PER_HOUR: '1000000',
      // Each request may come from an IP address of its own, so that limits per address refuse only some of the
      // requests.
      TRUSTED_PROXIES: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (text: Buffer) => {
      log.push(...text.toString().split('\n').filter(Boolean));
      log.splice(0, Math.max(0, log.length - LOG_LINES));
    });
  const origin = `http://127.0.0.1:${port}`;
  const isDead = () => server.exitCode !== null || server.signalCode !== null;
  const end = async () => {
    await endProcess(server);
    await dropDatabase(maintenance, name);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await untilReady(origin, isDead, log);
  } catch (error) {
    await end();
    throw error;
  }
  return {
    port,
    origin: origin + API_PATH,
    superuserUrl: withDatabase(database.superuserUrl, name),
    isDead,
    log: () => log,
    end,
  };
}

async function untilReady(origin: string, isDead: () => boolean, log: readonly string[]): Promise<void> {
  for (let waited = 0; waited < READY_WITHIN_S * 20; waited += 1) {
    const answer = await fetch(`${origin}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    if (isDead()) break;
    await sleep(50);
  }
  throw new Error(`The server was not ready:\n${log.join('\n')}`);
}

async function endProcess(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, 'exit');
  server.kill('SIGTERM');
  await gone;
}
