import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OWNER } from '../db/embedded/cluster.ts';
import { connectionUrl } from '../db/embedded/owner.ts';
import { findPlace } from '../db/embedded/place.ts';
import { clusterProcesses } from '../db/embedded/processes.ts';
import { childEnv } from './child-env.ts';
import { copyPrepared } from './prepared-data.ts';
import { serverProgram } from '../bundle/server-program.ts';
import { steadyPort } from './steady-port.ts';

const READY_WITHIN_S = 60;
const PERSON = { email: 'kill@example.com', password: 'a long ferry crossing' };

/** Starts the server and waits until it is ready. */
async function startMain(port: number, env: NodeJS.ProcessEnv, nodeFlags: readonly string[] = []) {
  const server = spawn(process.execPath, [...nodeFlags, serverProgram()], {
    env: { ...childEnv(), PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errors = '';
  server.stderr?.on('data', (text: Buffer) => (errors += text.toString()));
  for (let waited = 0; waited < READY_WITHIN_S * 10; waited += 1) {
    if ((await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined))?.ok) return server;
    if (server.exitCode !== null) throw new Error(`The server ended before it was ready: ${errors}`);
    await sleep(100);
  }
  server.kill('SIGKILL');
  throw new Error('The server was not ready.');
}

const settingsFor = (dataDir: string) => ({
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  DEMO: '0',
  LOG_LEVEL: 'silent',
  STOP_NOTICE_SECONDS: '0',
  API_LIMIT_PER_MINUTE: '1000000',
  MAIL_LIMIT_PER_HOUR: '1000000',
  // Leave every import to the job. If the upload call imported the file itself, a kill would roll the import back,
  // and nothing would resume it.
  IMPORT_ROWS_IN_CALL: '0',
});

const postTo = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const PORT_LINE = 3;
/** Marks the address of the person as verified, so that mails can leave in their name. */
async function verifyPerson(dataDir: string): Promise<void> {
  const { home } = findPlace(dataDir, () => undefined);
  const port = Number(readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[PORT_LINE]);
  const password = readFileSync(join(home, `${OWNER}.password`), 'utf8').trim();
  const client = new pg.Client({ connectionString: connectionUrl(OWNER, password, port) });
  await client.connect();
  await client.query('update person set is_verified = true where email = $1', [PERSON.email]);
  await client.end();
}

/** Creates a data folder with a new database in which one person has registered, whose address is verified. */
export const createDataFolder = (dataDir: string): Promise<void> => copyPrepared(dataDir, prepareData);

async function prepareData(dataDir: string): Promise<void> {
  const port = await steadyPort();
  const server = await startMain(port, settingsFor(dataDir));
  const person = { ...PERSON, firstName: 'Ines', lastName: 'Moreau' };
  const { status } = await postTo(`http://127.0.0.1:${port}/api/v2/auth/register/trial`, person);
  await verifyPerson(dataDir);
  const gone = once(server, 'exit');
  server.kill('SIGTERM');
  const [code] = await gone;
  if (status !== 201 || code !== 0) throw new Error(`Registering was answered ${status}, and the stop ${code}`);
}

/**
 * Starts the real server in a separate process, with its own database and a signed-in user, for tests that kill it.
 * `nodeFlags` are given to Node, as `npm start` gives its flags; `mailServer` is the URL of a mail server.
 */
export async function startOwnServer({
  nodeFlags = [],
  mailServer,
}: {
  readonly nodeFlags?: readonly string[];
  readonly mailServer?: string;
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-kill-'));
  chmodSync(folder, 0o755);
  const port = await steadyPort();
  const [origin, dataDir] = [`http://127.0.0.1:${port}`, join(folder, 'data')];
  const clusterDir = join(dataDir, 'pg18', 'data');
  const environment = {
    PORT: String(port),
    ...settingsFor(dataDir),
    ...(mailServer !== undefined && { SMTP_URL: mailServer, MAIL_FROM: 'Quayside <quayside@example.com>' }),
  };
  const api = `${origin}/api/v2`;
  let server: ChildProcess | undefined;

  const start = async () => void (server = await startMain(port, environment, nodeFlags));
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill(signal);
    await gone;
  }
  async function remove(): Promise<void> {
    await end('SIGTERM');
    for (const pid of clusterProcesses(clusterDir)) process.kill(pid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  const headers: Record<string, string> = {};
  let signedInAt = 0;
  async function signIn(): Promise<void> {
    const answer = await postTo(`${api}/gateway/authenticate`, { userName: PERSON.email, password: PERSON.password });
    const { access_token } = (await answer.json()) as { access_token: string };
    headers['authorization'] = `Bearer ${access_token}`;
    signedInAt = Date.now();
  }
  async function startFirst(): Promise<string> {
    await createDataFolder(dataDir);
    await start();
    await signIn();
    return ((await (await fetch(`${api}/user/me`, { headers })).json()) as { id: string }).id;
  }

  const userId = await startFirst().catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return {
    api,
    headers,
    userId,
    dataDir,
    environment,
    end,
    /** Kills the server and starts it again on the same data. */
    restart: async () => {
      await end('SIGKILL');
      await start();
      // A token is valid for half an hour, and many kills take longer.
      if (Date.now() - signedInAt > 20 * 60_000) await signIn();
    },
    /** Kills the database's postmaster, found by its pid file. */
    killDatabase: () =>
      process.kill(Number(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL'),
    remove,
  };
}
export type OwnServer = Awaited<ReturnType<typeof startOwnServer>>;
