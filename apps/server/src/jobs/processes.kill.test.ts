import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductImport } from '@quayside/contracts/product-imports';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { killRounds } from '../testing/kill-rounds.ts';
import { createProcesses, type ServerProcess } from '../testing/processes.ts';
import { startTestSmtp, type TestSmtp } from '../testing/smtp.ts';

/** More than are imported within the call (SMALL_ROWS of imports.service.ts). */
const ROWS = 20_001;
const ROUNDS = killRounds(2);

const folder = mkdtempSync(join(tmpdir(), 'quayside-two-'));
let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let client: pg.Client;
let smtp: TestSmtp;
let processes: ReturnType<typeof createProcesses>;
let webs: ServerProcess[];
let workers: ServerProcess[];
let headers: Record<string, string>;
let userId: string;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  // As safe as the product asks for, which the one of the other tests is not.
  database = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  smtp = await startTestSmtp();
  processes = createProcesses(database.url, {
    SECRETS_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Quayside <post@example.test>',
  });
  webs = [await processes.start('web'), await processes.start('web')];
  workers = [await processes.start('worker'), await processes.start('worker')];
  await signIn();
}, 600_000);
afterAll(async () => {
  await processes?.remove();
  await smtp?.close();
  await client?.end();
  await database?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}, 60_000);

const web = (i: number): ServerProcess => {
  const found = webs[i % webs.length];
  if (!found) throw new Error('There is no web process');
  return found;
};
async function signIn(): Promise<void> {
  const post = (path: string, body: object) =>
    fetch(web(0).api + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const person = { email: 'two@example.com', password: 'a long ferry crossing' };
  await post('/auth/register/trial', { ...person, firstName: 'Ines', lastName: 'Moreau' });
  const answer = await post('/gateway/authenticate', { userName: person.email, password: person.password });
  const { access_token } = (await answer.json()) as { access_token: string };
  headers = { authorization: `Bearer ${access_token}` };
  ({ id: userId } = (await (await fetch(`${web(0).api}/user/me`, { headers })).json()) as { id: string });
}
const read = async <T>(i: number, path: string) =>
  (await (await fetch(`${web(i).api}${path}`, { headers })).json()) as T;
const readImport = (id: string) => read<ProductImport>(1, `/products/${userId}/imports/${id}`);
async function untilTrue(what: string, is: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 1200; waited += 1) {
    if (await is()) return;
    await sleep(100);
  }
  throw new Error(`It did not come to this: ${what}`);
}
async function startImport(round: number): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_, i) => `S-${round}-${i},Product ${i}\n`);
  const form = new FormData();
  form.append('file', new Blob([`sku,name\n${rows.join('')}`]), 'large.csv');
  const answer = await fetch(`${web(round).api}/products/${userId}/imports`, { method: 'POST', headers, body: form });
  return ((await answer.json()) as ProductImport).id;
}

it('a mail that one web process queued is sent once by the workers', { timeout: 60_000 }, async () => {
  await untilTrue('the mail of the registration is sent', async () => smtp.mails.length > 0);
  await sleep(3_000);
  expect(smtp.mails).toHaveLength(1);
});

it('a repeat at another web process gets the first answer, and nothing happens twice', async () => {
  const create = (i: number) =>
    fetch(`${web(i).api}/suppliers/${userId}`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'idempotency-key': '5e1f0c00-0000-4000-8000-000000000001',
      },
      body: JSON.stringify({ companyName: 'Twice Ltd' }),
    });
  const [first, second] = [await create(0), await create(1)];
  expect([first.status, await first.text()]).toEqual([second.status, await second.text()]);
});

it('an import goes on in another process when its own is killed, and is stored once', {
  timeout: 60_000 + ROUNDS * 120_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await startImport(round);
    await untilTrue('it is checked', async () => ((await readImport(id)).progress?.done ?? 0) > 0);
    const killed = workers[round % 2];
    await killed?.kill();
    await untilTrue('it is stored', async () => (await readImport(id)).state === 'IMPORTED');
    const totals = await read<{ count: number }>(0, `/reporting/${userId}/product-catalog/totals`);
    expect(totals.count).toBe((round + 1) * ROWS);
    await killed?.start();
  }
});

it('a scheduled job is queued once by two workers', { timeout: 60_000 }, async () => {
  const runs = async () =>
    (
      await client.query<{ n: number }>(
        "select count(*)::int as n from jobs.job where name = 'costs.cost-invariants' and state >= 'created'",
      )
    ).rows[0]?.n ?? 0;
  await untilTrue('the account is scheduled', async () => {
    const { rowCount } = await client.query("select from job_schedule where job = 'costs.cost-invariants'");
    return rowCount === 1;
  });
  expect(await runs()).toBe(0);
  await client.query("update job_schedule set next_at = now() - interval '3 days' where job = 'costs.cost-invariants'");
  await untilTrue('it is queued', async () => (await runs()) > 0);
  await sleep(3_000);
  expect(await runs()).toBe(1);
});

it('what waits from before, without any job, is taken up', { timeout: 120_000 }, async () => {
  const id = await startImport(ROUNDS);
  // As the release before left it: rows alone.
  await client.query('truncate job_intent');
  await client.query("delete from jobs.job where name = 'products.import' and state = 'created'");
  await untilTrue('it is stored', async () => (await readImport(id)).state === 'IMPORTED');
});
