import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../db/embedded/postmaster.ts';
import { clusterProcesses } from '../db/embedded/processes.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const READY_WITHIN_S = 60;
const PERSON = { email: 'kill@example.com', password: 'a long ferry crossing' };

/** Starts the real server as a process with its own database and a signed-in user, for tests that kill it. */
export async function startOwnServer() {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-kill-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const [origin, dataDir] = [`http://127.0.0.1:${port}`, join(folder, 'data')];
  const clusterDir = join(dataDir, 'pg18', 'data');
  const environment = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DEMO: '0',
    LOG_LEVEL: 'silent',
    API_LIMIT_PER_MINUTE: '1000000',
  };
  const api = `${origin}/api/v2`;
  let server: ChildProcess;

  async function start(): Promise<void> {
    const { PATH, HOME } = process.env;
    server = spawn(process.execPath, [MAIN], { env: { PATH, HOME, ...environment }, stdio: 'ignore' });
    for (let waited = 0; waited < READY_WITHIN_S * 10; waited += 1) {
      if ((await fetch(`${origin}/health/ready`).catch(() => undefined))?.ok) return;
      if (server.exitCode !== null) throw new Error('The server ended before it was ready.');
      await sleep(100);
    }
    throw new Error('The server was not ready.');
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill(signal);
    await gone;
  }
  const post = (path: string, body: object) =>
    fetch(api + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

  async function remove(): Promise<void> {
    await end('SIGTERM');
    for (const pid of clusterProcesses(clusterDir)) process.kill(pid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  async function signIn(): Promise<{ headers: Record<string, string>; userId: string }> {
    await start();
    await post('/auth/register/trial', { ...PERSON, firstName: 'Ines', lastName: 'Moreau' });
    const signedIn = (await (
      await post('/gateway/authenticate', { userName: PERSON.email, password: PERSON.password })
    ).json()) as { access_token: string };
    const headers = { authorization: `Bearer ${signedIn.access_token}` };
    const { id: userId } = (await (await fetch(`${api}/user/me`, { headers })).json()) as { id: string };
    return { headers, userId };
  }

  const { headers, userId } = await signIn().catch(async (error: unknown) => {
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
    },
    /** Kills the database's postmaster, found by its pid file. */
    killDatabase: () =>
      process.kill(Number(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL'),
    remove,
  };
}
export type OwnServer = Awaited<ReturnType<typeof startOwnServer>>;
