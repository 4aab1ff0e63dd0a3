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
  // Durable settings as in production; the database of the other tests trades durability for speed.
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
const PASSWORD = 'a long ferry crossing';
const post = (i: number, path: string, body: object) =>
  fetch(web(i).api + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
async function register(i: number, email: string): Promise<void> {
  const answer = await post(i, '/auth/register/trial', {
    email,
    password: PASSWORD,
    firstName: 'Ines',
    lastName: 'Moreau',
  });
  expect(answer.ok).toBe(true);
}
async function signIn(): Promise<void> {
  await register(0, 'two@example.com');
  const answer = await post(0, '/gateway/authenticate', { userName: 'two@example.com', password: PASSWORD });
  const { access_token } = (await answer.json()) as { access_token: string };
  headers = { authorization: `Bearer ${access_token}` };
  ({ id: userId } = (await (await fetch(`${web(0).api}/user/me`, { headers })).json()) as { id: string });
}
const read = async <T>(i: number, path: string) =>
  (await (await fetch(`${web(i).api}${path}`, { headers })).json()) as T;
const readImport = (id: string) => read<ProductImport>(1, `/products/${userId}/imports/${id}`);
async function untilTrue(what: string, is: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 3000; waited += 1) {
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

/** The suppliers that a live stream named, in its order, and the id of the last event. */
interface HeardSuppliers {
  readonly ids: readonly string[];
  readonly cursor: string;
}
/** Reads the live stream of a web process from an event on (undefined: from now on) until it has named `enough` suppliers. */
async function listen(
  i: number,
  { from, enough, once }: { from?: string; enough: number; once?: () => Promise<unknown> },
): Promise<HeardSuppliers> {
  const stop = new AbortController();
  const { body } = await fetch(`${web(i).api}/notifications/${userId}/subscribe`, {
    headers: { ...headers, ...(from !== undefined && { 'last-event-id': from }) },
    signal: stop.signal,
  });
  let heard: HeardSuppliers = { ids: [], cursor: '' };
  let text = '';
  let hasBegun = false;
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString();
    // Each event ends with an empty line; what follows the last one has not arrived whole.
    const whole = text.slice(0, text.lastIndexOf('\n\n') + 1);
    heard = {
      ids: [...whole.matchAll(/^data: (.+)$/gm)]
        .map(([, data = '']) => JSON.parse(data) as { topic?: string; ids?: string[] })
        .flatMap(({ topic, ids = [] }) => (topic === 'suppliers' ? ids : [])),
      cursor: [...whole.matchAll(/^id: (\S+)$/gm)].at(-1)?.[1] ?? '',
    };
    if (heard.ids.length >= enough) break;
    if (hasBegun || !whole.includes('event: ready')) continue;
    hasBegun = true;
    await once?.();
  }
  stop.abort();
  return heard;
}

it('a browser whose web process is killed resumes its live stream at the other one, and hears of each change once', {
  timeout: 60_000 + ROUNDS * 60_000,
}, async () => {
  const created: string[] = [];
  const create = async (i: number, companyName: string) => {
    const { id } = (await (await post(i, `/suppliers/${userId}`, { companyName })).json()) as { id: string };
    created.push(id);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const [killed, other] = [round, round + 1];
    const before = await listen(killed, { enough: 1, once: () => create(other, `Before ${round}`) });
    await web(killed).kill();
    await create(other, `Meanwhile ${round}`);
    const after = await listen(other, { from: before.cursor, enough: 2, once: () => create(other, `Then ${round}`) });
    expect([...before.ids, ...after.ids]).toEqual(created.splice(0));
    await web(killed).start();
  }
});

it('an import goes on in another process when its own is killed, and is stored once', {
  timeout: 60_000 + ROUNDS * 300_000,
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
  // As a former release left it: rows without jobs.
  await client.query('truncate job_intent');
  await client.query("delete from jobs.job where name = 'products.import' and state = 'created'");
  await untilTrue('it is stored', async () => (await readImport(id)).state === 'IMPORTED');
});

it('mails of a web process that is killed after its answers are all sent, each once', {
  timeout: 60_000 + ROUNDS * 60_000,
}, async () => {
  const before = smtp.mails.length;
  const addresses: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const those = Array.from({ length: 3 }, (_, i) => `round${round}-${i}@example.com`);
    await Promise.all(those.map((email) => register(round, email)));
    addresses.push(...those);
    await web(round).kill();
    await untilTrue('all mails are sent', async () => smtp.mails.length >= before + addresses.length);
    await web(round).start();
  }
  await sleep(3_000);
  expect(smtp.recipients.slice(before).toSorted()).toEqual(addresses.toSorted());
});
