import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductImport } from '@quayside/contracts/products/product-imports';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { closeGate } from '../testing/gate.ts';
import { killRounds } from '../testing/kill-rounds.ts';
import { createDataFolder } from '../testing/own-server.ts';
import { createProcesses, type ServerProcess } from '../testing/processes.ts';
import { startTestSmtp, type TestSmtp } from '../testing/smtp.ts';

/** The number of rows of an import: several batches of the check, and two of the store. */
const ROWS = 2_050;
const ROUNDS = killRounds(1);
/** How often to look. Work of a killed process is continued only when its lease has ended. */
const LOOK_MS = 200;

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
  // Uses durable settings as in production. The database of the other tests trades durability for speed.
  const dataDir = join(folder, 'data');
  await createDataFolder(dataDir);
  database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // The mail of whoever has registered there is not sent to the mail server of this test.
  await client.query('delete from mail_message');
  smtp = await startTestSmtp();
  processes = createProcesses(database.url, {
    SECRETS_KEY: readFileSync(join(dataDir, 'keys', 'secrets-1.key'), 'utf8').trim(),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Quayside <post@example.test>',
    TRUSTED_PROXIES: '127.0.0.1',
    // A killed process loses the rest of its lease of a person's calls, at most 100, and one is killed each second.
    API_LIMIT_PER_MINUTE: '100000',
    MAIL_LIMIT_PER_HOUR: '1000000',
  });
  webs = [await processes.start('web'), await processes.start('web')];
  workers = [await processes.start('worker'), await processes.start('worker')];
  await register(0, 'two@example.com');
  await signIn();
  ({ id: userId } = await read<{ id: string }>(0, '/user/me'));
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
const post = (i: number, path: string, body: object, from = '10.0.0.1') =>
  fetch(web(i).api + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
async function register(i: number, email: string): Promise<void> {
  const person = { email, password: PASSWORD, firstName: 'Ines', lastName: 'Moreau' };
  // Each round uses its own IP address, because registrations per IP address are limited.
  const answer = await post(i, '/auth/register/trial', person, `10.1.${Math.floor(i / 250)}.${i % 250}`);
  expect([answer.status, await answer.text()]).toEqual([201, expect.any(String)]);
}
let signedInAt = 0;
/**
 * Signs in, unless the token remains valid for a while. A token is valid for half an hour, and many kills take longer.
 */
async function signIn(): Promise<void> {
  if (Date.now() - signedInAt < 20 * 60_000) return;
  const answer = await post(0, '/gateway/authenticate', { userName: 'two@example.com', password: PASSWORD });
  const { access_token } = (await answer.json()) as { access_token: string };
  headers = { authorization: `Bearer ${access_token}` };
  signedInAt = Date.now();
}
const read = async <T>(i: number, path: string) =>
  (await (await fetch(`${web(i).api}${path}`, { headers })).json()) as T;
const readImport = (id: string) => read<ProductImport>(1, `/products/${userId}/imports/${id}`);
async function untilTrue(what: string, is: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + 300_000; Date.now() < until; await sleep(LOOK_MS)) if (await is()) return;
  throw new Error(`It did not come to this: ${what}`);
}
async function startImport(round: number, size = ROWS): Promise<string> {
  const rows = Array.from({ length: size }, (_, i) => `S-${round}-${i},Product ${i}\n`);
  const form = new FormData();
  form.append('file', new Blob([`sku,name\n${rows.join('')}`]), 'large.csv');
  const answer = await fetch(`${web(round).api}/products/${userId}/imports`, { method: 'POST', headers, body: form });
  return ((await answer.json()) as ProductImport).id;
}

it('several workers send a mail that a web process queued only once', { timeout: 60_000 }, async () => {
  await untilTrue('the mail of the registration is sent', async () => smtp.mails.length > 0);
  await sleep(3_000);
  expect(smtp.mails).toHaveLength(1);
});

it('a repeated request at another web process gets the first answer, and has no second effect', async () => {
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

/** The suppliers that a live stream reported, in order, and the id of the last event. */
interface HeardSuppliers {
  readonly ids: readonly string[];
  readonly cursor: string;
}
/**
 * Reads the live stream of a web process, after a given event (undefined: from now on), until it has reported `enough`
 * suppliers. Throws if that takes longer than half a minute, or if the stream reports that it cannot continue.
 */
async function listen(
  i: number,
  { from, enough, once }: { from?: string; enough: number; once?: () => Promise<unknown> },
): Promise<HeardSuppliers> {
  const stop = new AbortController();
  const tooLong = setTimeout(() => stop.abort(new Error(`The stream of web process ${i} said only: ${text}`)), 30_000);
  let text = '';
  const { body } = await fetch(`${web(i).api}/notifications/${userId}/subscribe`, {
    headers: { ...headers, ...(from !== undefined && { 'last-event-id': from }) },
    signal: stop.signal,
  });
  let heard: HeardSuppliers = { ids: [], cursor: '' };
  let hasBegun = false;
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString();
    // Each event ends with an empty line. Whatever follows the last empty line is not complete yet.
    const whole = text.slice(0, text.lastIndexOf('\n\n') + 1);
    heard = {
      ids: [...whole.matchAll(/^data: (.+)$/gm)]
        .map(([, data = '']) => JSON.parse(data) as { topic?: string; ids?: string[] })
        .flatMap(({ topic, ids = [] }) => (topic === 'suppliers' ? ids : [])),
      cursor: [...whole.matchAll(/^id: (\S+)$/gm)].at(-1)?.[1] ?? '',
    };
    if (heard.ids.length >= enough) break;
    if (whole.includes('event: reset')) throw new Error(`The stream cannot continue: ${text}`);
    if (hasBegun || !whole.includes('event: ready')) continue;
    hasBegun = true;
    await once?.();
  }
  clearTimeout(tooLong);
  stop.abort();
  return heard;
}

it('a browser whose web process is killed resumes at the other one, and gets each change once', {
  timeout: 60_000 + ROUNDS * 60_000,
}, async () => {
  const created: string[] = [];
  const create = async (i: number, companyName: string) => {
    const answer = await post(i, `/suppliers/${userId}`, { companyName });
    const supplier = (await answer.json()) as { id: string };
    expect([answer.status, supplier]).toEqual([201, expect.anything()]);
    created.push(supplier.id);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await signIn();
    const [killed, other] = [round, round + 1];
    const before = await listen(killed, { enough: 1, once: () => create(other, `Before ${round}`) });
    await web(killed).kill();
    await create(other, `Meanwhile ${round}`);
    const after = await listen(other, { from: before.cursor, enough: 2, once: () => create(other, `Then ${round}`) });
    expect([...before.ids, ...after.ids]).toEqual(created.splice(0));
    await web(killed).start();
  }
});

it('an import continues in another process when its own is killed, and is stored once', {
  timeout: 60_000 + ROUNDS * 300_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await signIn();
    const row = (2_020 + round * 557) % ROWS;
    const gate = await closeGate(() => database.url, {
      table: 'product',
      event: 'insert',
      when: `new.sku = 'S-${round}-${row}'`,
    });
    const id = await startImport(round);
    const name = await gate.reached();
    const killed = workers.find((worker) => worker.name === name);
    expect(killed, `the worker with the connection ${name}`).toBeDefined();
    await killed?.kill();
    await gate.open();
    await untilTrue('it is stored', async () => (await readImport(id)).state === 'IMPORTED');
    const totals = await read<{ count: number }>(0, `/reporting/${userId}/product-catalog/totals`);
    expect(totals.count).toBe((round + 1) * ROWS);
    await killed?.start();
  }
});

it('two workers queue a scheduled job once', { timeout: 60_000 }, async () => {
  const mine = `(select default_account_id from person where id = '${userId}')`;
  const runs = async () =>
    (
      await client.query<{ n: number }>(
        "select count(*)::int as n from jobs.job where name = 'costs.cost-invariants' and state >= 'created' " +
          `and singleton_key = ${mine}::text`,
      )
    ).rows[0]?.n ?? 0;
  const scheduled = `job = 'costs.cost-invariants' and account_id = ${mine}`;
  await untilTrue('the account is scheduled', async () => {
    const { rowCount } = await client.query(`select from job_schedule where ${scheduled}`);
    return rowCount === 1;
  });
  // Count the earlier runs: if this test runs at night, the job may already have run at the scheduled time of the
  // account.
  const before = await runs();
  await client.query(`update job_schedule set next_at = now() - interval '3 days' where ${scheduled}`);
  await untilTrue('it is queued', async () => (await runs()) > before);
  await sleep(3_000);
  expect(await runs()).toBe(before + 1);
});

it('unfinished work without a job is found and done', { timeout: 120_000 }, async () => {
  // Creates the state that an earlier release would leave: unfinished rows without jobs.
  await client.query(`
    create function test_no_job() returns trigger language plpgsql as 'begin return null; end';
    create trigger test_no_job before insert on job_intent for each row execute function test_no_job()`);
  const id = await startImport(ROUNDS, 3);
  await client.query('drop trigger test_no_job on job_intent');
  await untilTrue('it is stored', async () => (await readImport(id)).state === 'IMPORTED');
});

it('all mails of a web process that is killed after its responses are sent, each once', {
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
