import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ProductImport } from '@quayside/contracts/product-imports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clusterProcesses } from '../db/embedded/processes.ts';

// The real server on a database of its own, killed while it works on an import.

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const ROWS = 30_000;
let folder: string;
let port: number;
let server: ChildProcess;
let headers: Record<string, string>;
let userId: string;
const api = () => `http://127.0.0.1:${port}/api/v2`;
const post = (path: string, body: object) =>
  fetch(api() + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quayside-import-kill-'));
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
  for (const pid of clusterProcesses(join(folder, 'data', 'pg18', 'data'))) process.kill(pid, 'SIGQUIT');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

async function startServer(): Promise<void> {
  const { PATH, HOME } = process.env;
  const own = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), DEMO: '0', LOG_LEVEL: 'silent', API_LIMIT_PER_MINUTE: '1000000' };
  server = spawn(process.execPath, [MAIN], { env: { PATH, HOME, ...own }, stdio: 'ignore' });
  for (let waited = 0; waited < 600; waited += 1) {
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const get = async (id: string) => (await (await fetch(`${api()}/products/${userId}/imports/${id}`, { headers })).json()) as ProductImport;
const products = async () => ((await (await fetch(`${api()}/reporting/${userId}/product-catalog/totals`, { headers })).json()) as { count: number }).count;
/** Looks until an import is as far as that. */
async function until(id: string, is: (i: ProductImport) => boolean): Promise<ProductImport> {
  for (let waited = 0; waited < 6000; waited += 1) {
    const found = await get(id);
    if (is(found)) return found;
    await sleep(20);
  }
  throw new Error(`The import is ${JSON.stringify((await get(id)).progress)}`);
}

it('an import goes on after its process was killed while it checked, and is stored whole after one that stored it was', { timeout: 240_000 }, async () => {
  const text = `sku,name\n${Array.from({ length: ROWS }, (_, i) => `S-${i},Product ${i}\n`).join('')}`;
  const form = new FormData();
  form.append('file', new Blob([text]), 'large.csv');
  const made = (await (await fetch(`${api()}/products/${userId}/imports`, { method: 'POST', headers, body: form })).json()) as ProductImport;
  expect(made.state).toBe('PENDING');

  const checking = await until(made.id, (i) => i.state === 'CHECKING' && (i.progress?.done ?? 0) >= 3000);
  await end(server, 'SIGKILL');
  await startServer();
  const later = await get(made.id);
  expect(later.state).toBe('CHECKING');
  expect(later.progress?.done).toBeGreaterThanOrEqual(checking.progress?.done ?? 0);

  await until(made.id, (i) => i.state === 'IMPORTING' && (i.progress?.done ?? 0) > 0);
  await end(server, 'SIGKILL');
  await startServer();
  expect([(await get(made.id)).state, await products()]).toEqual(['IMPORTING', 0]);

  const done = await until(made.id, (i) => !['CHECKING', 'IMPORTING'].includes(i.state));
  expect(done).toMatchObject({ state: 'IMPORTED', counts: { rows: ROWS, create: ROWS, fail: 0 } });
  expect(await products()).toBe(ROWS);
});
