import { createSupplier, listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { ENDPOINTS } from '@quayside/contracts/all';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toAppError } from '../http/errors.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { aRowOfEach, paramsFor, sampleBody, sendRaw } from '../testing/calls.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts';
import { urlOf } from '../http/local-client.ts';

let t: TestApp;
let who: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  who = await t.admin();
});
afterAll(() => t.close());

async function onDatabase(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: t.databaseUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

describe('a connection that fails while a change is committed', () => {
  let proxy: DatabaseProxy;
  let behind: TestApp;
  beforeAll(async () => {
    proxy = await startDatabaseProxy(t.databaseUrl);
    behind = await startTestApp({}, { beside: { ...t, databaseUrl: proxy.url } });
  });
  afterAll(async () => {
    await behind.close();
    await proxy.close();
  });

  it.each(['cut', 'swallow'] as const)(
    '(%s) is answered 503 within ten seconds, and a repeat with the same key gets the first answer',
    async (how) => {
      const create = (headers: Record<string, string>) =>
        behind.call(who, createSupplier, { body: { companyName: `Faults ${how}` }, headers });
      await behind.ok(who, listSuppliers);
      proxy.failAtCommit(how);
      const started = performance.now();
      const answer = await create({ 'idempotency-key': how });
      const took = performance.now() - started;
      proxy.heal();
      expect([answer.status, answer.error.code, answer.error.reason]).toEqual([
        503,
        'unavailable',
        'http.unknown_repeat',
      ]);
      expect(answer.headers['retry-after']).toBe('2');
      // The connection is given up after four silent seconds and three more for the check. Without the check, the
      // request would take a minute.
      expect(took).toBeLessThan(30_000);
      const stored = () => t.ok(who, listSuppliers, { query: { search: `Faults ${how}` } });
      const first = (await stored()).content;
      expect(first).toHaveLength(1);
      const repeated = await create({ 'idempotency-key': how });
      expect([repeated.status, repeated.body.id]).toEqual([201, first[0]?.id]);
      expect((await stored()).content).toHaveLength(1);
    },
    60_000,
  );
});

describe('a database that is read-only', () => {
  it('is answered 503 where something would be stored, and HEAD stores nothing anywhere', async () => {
    const ids = await aRowOfEach(t, who);
    const [{ name }] = (await t.deps.db
      .selectNoFrom((eb) => eb.fn<string>('current_database').as('name'))
      .execute()) as [{ name: string }];
    await onDatabase(
      `alter database ${name} set default_transaction_read_only = on`,
      // Waits until the connections have ended. A request that still got one of them would be answered 503.
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await expect.poll(async () => (await t.call(who, listSuppliers)).status).toBe(200);
    const statuses = new Map<string, number>();
    for (const spec of ENDPOINTS) {
      if (spec.id === 'subscribe') continue;
      const params = paramsFor(spec, ids, who);
      const { status } = await sendRaw(t, spec, who.token, { params, body: sampleBody(spec) });
      statuses.set(spec.id, status);
      if (spec.method !== 'GET') continue;
      const headers = { authorization: `Bearer ${who.token}` };
      const head = await t.app.inject({ method: 'HEAD', url: urlOf(spec, params), headers });
      statuses.set(`HEAD ${spec.id}`, head.statusCode);
    }
    await onDatabase(
      'set default_transaction_read_only = off',
      `alter database ${name} reset default_transaction_read_only`,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await expect.poll(async () => (await t.call(who, listSuppliers)).status).toBe(200);
    // This call fails without a database even for HEAD, because it counts the attempts, so that nobody can guess a
    // link.
    statuses.delete('HEAD readInvitation');
    expect([...statuses].filter(([, status]) => status === 500)).toEqual([]);
    expect([...statuses].filter(([id, status]) => id.startsWith('HEAD') && status === 503)).toEqual([]);
    expect(statuses.get(createSupplier.id)).toBe(503);
  });
});

describe('a database whose disk is full', () => {
  const FULL = `language plpgsql as $$ begin raise 'No space left on device' using errcode = 'disk_full'; end $$`;
  const reconnect = async () => {
    await onDatabase(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await expect.poll(async () => (await t.call(who, listSuppliers)).status).toBe(200);
  };
  const ready = () => t.app.inject('/health/ready');

  it('is named by each change that finds no space, while reads go on', async () => {
    await onDatabase(
      `create function no_space() returns trigger ${FULL}`,
      'create trigger no_space before insert on supplier execute function no_space()',
    );
    const answer = await t.call(who, createSupplier, { body: { companyName: 'One too many' } });
    await onDatabase('drop trigger no_space on supplier', 'drop function no_space');
    expect([answer.status, answer.error.code, answer.error.reason, answer.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      'http.database_full',
      '60',
    ]);
    expect(answer.error.message).toMatch(/^The disk of the database is full/);
    expect((await t.call(who, listSuppliers)).status).toBe(200);
  });

  it('is named by /health/ready until there is space', async () => {
    const name = new URL(t.databaseUrl).pathname.slice(1);
    expect((await ready()).statusCode).toBe(200);
    // The check writes what this function returns.
    await onDatabase(
      `create function public.generate_series(integer, integer) returns setof integer ${FULL}`,
      `alter database "${name}" set search_path = public, pg_catalog`,
    );
    await reconnect();
    const full = await ready();
    await onDatabase(
      'drop function public.generate_series(integer, integer)',
      `alter database "${name}" reset search_path`,
    );
    await reconnect();
    expect([full.statusCode, full.json().reason, full.headers['retry-after']]).toEqual([
      503,
      'http.database_full',
      '60',
    ]);
    expect((await ready()).statusCode).toBe(200);
  });
});

it.each(['28P01', '28000', '3D000', '57P03', '08006', 'EHOSTUNREACH', 'ETIMEDOUT', 'ENOTFOUND'])(
  'a database that fails with %s is answered 503 with Retry-After',
  (code) => {
    const refusal = toAppError(Object.assign(new Error('failed'), { code }));
    expect([refusal.status, refusal.code, refusal.data.retryAfterSeconds]).toEqual([503, 'unavailable', 2]);
  },
);
