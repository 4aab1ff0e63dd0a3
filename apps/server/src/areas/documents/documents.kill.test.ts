import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Document } from '@quayside/contracts/documents';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compose } from '../../compose.ts';
import { readConfig } from '../../config.ts';
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts';
import { clusterProcesses } from '../../db/embedded/processes.ts';
import { asSystem, enterAccount } from '../../db/tx.ts';
import { eachAccount } from '../../jobs/accounts.ts';
import { sweep } from '../../jobs/sweeper.ts';
import { pdfOf } from '../../testing/documents.ts';

// The real server on a database of its own, killed while documents are uploaded.

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
const KILLS = 10;
const ACKNOWLEDGED_BETWEEN = 5;
const WRITERS = 2;
const HOUR = 3_600_000;

let folder: string;
let port: number;
let server: ChildProcess;
let userId: string;
let headers: Record<string, string>;
const dataDir = () => join(folder, 'data');
const clusterDir = () => join(dataDir(), 'pg18', 'data');
const environment = () => ({ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir(), DEMO: '0', LOG_LEVEL: 'silent', API_LIMIT_PER_MINUTE: '1000000' });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quayside-kill-'));
  chmodSync(folder, 0o755);
  port = await freePort();
  await startServer();
  const person = { email: 'kill@example.com', password: 'a long ferry crossing' };
  await post('/auth/register/trial', { ...person, firstName: 'Ines', lastName: 'Moreau' });
  const signedIn = (await (await post('/gateway/authenticate', { userName: person.email, password: person.password })).json()) as { access_token: string };
  headers = { authorization: `Bearer ${signedIn.access_token}` };
  userId = ((await (await fetch(`${api()}/user/me`, { headers })).json()) as { id: string }).id;
}, 120_000);

afterAll(async () => {
  await end(server, 'SIGTERM');
  for (const pid of clusterProcesses(clusterDir())) process.kill(pid, 'SIGQUIT');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const api = () => `http://127.0.0.1:${port}/api/v2`;
const post = (path: string, body: object) =>
  fetch(api() + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function startServer(): Promise<void> {
  const { PATH, HOME } = process.env;
  server = spawn(process.execPath, [MAIN], { env: { PATH, HOME, ...environment() }, stdio: 'ignore' });
  for (let waited = 0; waited < 400; waited += 1) {
    if ((await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined))?.ok) return;
    if (server.exitCode !== null) throw new Error('The server ended before it was ready.');
    await sleep(100);
  }
  throw new Error('The server was not ready.');
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** The database's main process, as it writes itself down. */
const databaseProcess = () => Number(readFileSync(join(clusterDir(), 'postmaster.pid'), 'utf8').split('\n')[0]);

async function upload(text: string): Promise<{ id: string; sha256: string } | undefined> {
  const bytes = pdfOf([[text]]);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.pdf');
  const answer = await fetch(`${api()}/documents/${userId}`, { method: 'POST', headers, body: form, signal: AbortSignal.timeout(10_000) });
  return answer.status === 201 ? { id: ((await answer.json()) as Document).id, sha256: sha256(bytes) } : undefined;
}

const list = async (search = '') =>
  (await (await fetch(`${api()}/documents/${userId}${search === '' ? '' : `?search=${search}`}`, { headers })).json()) as Document[];

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = createServer();
    listener.on('error', reject);
    listener.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      listener.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No free port.'))));
    });
  });
}

const filesOnDisk = () =>
  readdirSync(join(dataDir(), 'files'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('/'))
    .sort();

it('an acknowledged document survives the kill of the application and of the database, with its file and its text', { timeout: 240_000 }, async () => {
  const acknowledged: { id: string; sha256: string }[] = [];
  let isWriting = true;
  let next = 0;
  const write = async () => {
    while (isWriting) {
      next += 1;
      const kept = await upload(`Invoice number ${next}`).catch(() => undefined);
      if (kept) acknowledged.push(kept);
      await sleep(kept ? 10 : 50);
    }
  };
  const writers = Array.from({ length: WRITERS }, write);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = acknowledged.length;
    while (acknowledged.length < before + ACKNOWLEDGED_BETWEEN) await sleep(5);
    if (kill % 2 === 0) {
      await end(server, 'SIGKILL');
      await startServer();
    } else process.kill(databaseProcess(), 'SIGKILL');
  }
  const before = acknowledged.length;
  while (acknowledged.length < before + ACKNOWLEDGED_BETWEEN) await sleep(5);
  isWriting = false;
  await Promise.all(writers);
  expect(acknowledged.length).toBeGreaterThanOrEqual((KILLS + 1) * ACKNOWLEDGED_BETWEEN);

  await expect.poll(async () => (await list()).filter((d) => d.textState === 'PENDING').length, { timeout: 40_000, interval: 250 }).toBe(0);
  const documents = await list();
  expect(documents.filter((d) => d.textState !== 'READY')).toEqual([]);
  expect(await list('invoice%20number')).toHaveLength(documents.length);
  const hashes = new Map<string, string>();
  for (const { id } of documents) {
    const answer = await fetch(`${api()}/documents/${userId}/${id}/download`, { headers });
    hashes.set(id, answer.ok ? sha256(new Uint8Array(await answer.arrayBuffer())) : `answered ${answer.status}`);
  }
  expect(documents.filter((d) => hashes.get(d.id) !== d.sha256)).toEqual([]);
  expect(acknowledged.filter((a) => hashes.get(a.id) !== a.sha256)).toEqual([]);

  await end(server, 'SIGTERM');
  await sweepAfterwards();
});

/** What was left over goes once it is an hour old, and nothing else does. */
async function sweepAfterwards(): Promise<void> {
  const files = join(dataDir(), 'files');
  writeFileSync(join(files, filesOnDisk()[0]?.split('/')[0] ?? '', 'a'.repeat(32)), 'an upload whose row never came to be');
  const long = new Date(Date.now() - 2 * HOUR);
  for (const name of filesOnDisk()) utimesSync(join(files, name), long, long);
  const database = await startEmbeddedPostgres({ dataDir: dataDir(), log: () => undefined });
  const { deps, close } = await compose({ config: readConfig(environment()), databaseUrl: database.url });
  try {
    await sweep(deps);
    const [accountId = ''] = await eachAccount(deps);
    const rows = await asSystem(deps, async (tx) => {
      await enterAccount(tx, accountId, null);
      return tx.selectFrom('document_version').select('storage_key').execute();
    });
    expect(filesOnDisk()).toEqual(rows.map((r) => r.storage_key).sort());
  } finally {
    await close();
    await database.stop();
  }
}
