import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts';
import { changed, record } from '../events/outbox.ts';
import { GLOBAL_TABLES } from './global-tables.ts';
import { inAccountAsJob } from './tx.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('tables under row-level security', () => {
  it('are all tables that are not listed as global', async () => {
    const { rows } = await client.query<{ name: string; enabled: boolean; forced: boolean }>(
      `
        select relname as name, relrowsecurity as enabled, relforcerowsecurity as forced
        from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace
        order by 1`,
    );
    const open = rows.filter((r) => !(r.enabled && r.forced)).map((r) => r.name);
    expect(open.sort()).toEqual(Object.keys(GLOBAL_TABLES).sort());
    expect(rows.length).toBeGreaterThan(open.length + 15);
  });

  it('have account_id first in the primary key and in every foreign key between them', async () => {
    const { rows } = await client.query<{ name: string; kind: string; own: string[]; target: string }>(`
      select c.conrelid::regclass::text as name, c.contype::text as kind, c.confrelid::regclass::text as target,
        (
          select array_agg(a.attname::text order by k.n)
          from unnest(c.conkey) with ordinality as k(attnum, n)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
        ) as own
      from pg_constraint c where c.connamespace = 'public'::regnamespace and c.contype in ('p', 'f')`);
    const tenant = rows.filter((r) => !(r.name in GLOBAL_TABLES));
    const toGlobal = new Set(['person']);
    const wrong = tenant
      .filter((r) => !toGlobal.has(r.target) && r.own[0] !== 'account_id')
      .map((r) => `${r.name} ${r.kind} ${r.own}`);
    expect(wrong).toEqual([]);
    expect(tenant.filter((r) => r.kind === 'p').length).toBeGreaterThan(15);
  });

  it('let the application role only insert into global tables: the outbox, mails and intents', async () => {
    const { rows } = await client.query<{ table_name: string; privilege_type: string }>(
      `
        select table_name, privilege_type
        from information_schema.role_table_grants
        where grantee = 'quayside_app'
        order by 1, 2`,
    );
    const onGlobal = rows
      .filter((r) => r.table_name in GLOBAL_TABLES)
      .map((r) => `${r.table_name} ${r.privilege_type}`);
    expect(onGlobal).toEqual(['job_intent INSERT', 'mail_message INSERT', 'notification_mail INSERT', 'outbox INSERT']);
    expect(rows.filter((r) => r.table_name === 'audit_log').map((r) => r.privilege_type)).toEqual(['INSERT', 'SELECT']);
  });
});

describe('row-level security alone', () => {
  let t: TestApp;
  let a: TestPerson;
  let b: TestPerson;
  beforeAll(async () => {
    t = await startTestApp();
    [a, b] = [await t.admin(), await t.admin()];
  });
  afterAll(() => t.close());

  const as = async <T>(
    accountId: string,
    run: (query: (text: string) => Promise<pg.QueryResult>) => Promise<T>,
  ): Promise<T> => {
    const own = new pg.Client({ connectionString: t.databaseUrl });
    await own.connect();
    try {
      await own.query('begin');
      await own.query("select set_config('role', 'quayside_app', true), set_config('app.account_id', $1, true)", [
        accountId,
      ]);
      return await run((text) => own.query(text));
    } finally {
      await own.query('rollback').catch(() => undefined);
      await own.end();
    }
  };

  it('shows an account its own rows without any WHERE, and no rows without an account', async () => {
    expect((await as(a.accountId, (q) => q('select account_id from account'))).rows).toEqual([
      { account_id: a.accountId },
    ]);
    expect((await as('', (q) => q('select account_id from account'))).rows).toEqual([]);
  });

  it('refuses a write to another account, and reads of sessions', async () => {
    await expect(
      as(a.accountId, (q) =>
        q(`insert into account_counter (account_id, name, value) values ('${b.accountId}', 'x', 1)`),
      ),
    ).rejects.toThrow(/row-level security/);
    await expect(as(a.accountId, (q) => q('select * from session'))).rejects.toThrow(/permission denied/);
    await expect(as(a.accountId, (q) => q('delete from audit_log'))).rejects.toThrow(/permission denied/);
  });

  it('applies to a job, which has the application role and its own account but no signed-in person', async () => {
    const seen = await inAccountAsJob(t.deps, a.accountId, async (w) => ({
      who: (
        await sql<{
          role: string;
          person: string | null;
        }>`select current_user as role, current_person()::text as person`.execute(w.tx)
      ).rows[0],
      accounts: (await w.tx.selectFrom('account').select('account_id').execute()).map((r) => r.account_id),
      members: (await w.tx.selectFrom('account_member').select('account_id').execute()).map((r) => r.account_id),
      scope: w.scope,
    }));
    expect(seen).toMatchObject({
      who: { role: 'quayside_app', person: null },
      accounts: [a.accountId],
      members: [a.accountId],
      scope: { accountId: a.accountId, currency: 'GBP', timeZone: 'Europe/London', roles: [] },
    });
    const writeTo = (accountId: string) =>
      inAccountAsJob(t.deps, a.accountId, (w) =>
        w.tx.insertInto('account_counter').values({ account_id: accountId, name: 'job', value: 1n }).execute(),
      );
    await expect(writeTo(b.accountId)).rejects.toThrow(/row-level security/);
    await writeTo(a.accountId);
    await expect(
      inAccountAsJob(t.deps, a.accountId, (w) => w.tx.selectFrom('session').selectAll().execute()),
    ).rejects.toThrow(/permission denied/);
    await expect(inAccountAsJob(t.deps, NOBODY, async () => undefined)).rejects.toThrow(/no account/);
  });

  it('records no person for what a job does', async () => {
    const id = await inAccountAsJob(t.deps, a.accountId, async (w) => {
      const made = w.newId();
      await record(w, { action: 'account.test-mail-sent', subjectIds: [made] }, changed('account', [made]));
      return made;
    });
    const rows = await t.work(a, (w) =>
      w.tx
        .selectFrom('audit_log')
        .select(['person_id', 'subject_ids'])
        .where('action', '=', 'account.test-mail-sent')
        .execute(),
    );
    expect(rows).toEqual([{ person_id: null, subject_ids: [id] }]);
  });

  it('applies to a cached plan that several accounts and roles share on one connection', async () => {
    // Runs the job in one account after the other: these tests need no concurrency.
    const accounts = (who: TestPerson) =>
      t.work(who, async (w) =>
        (
          await sql<{
            account_id: string;
          }>`select account_id from account_member where account_id <> ${NOBODY}`.execute(w.tx)
        ).rows.map((r) => r.account_id),
      );
    for (let i = 0; i < 8; i += 1) {
      expect(await accounts(a)).toEqual([a.accountId]);
      expect(await accounts(b)).toEqual([b.accountId]);
      expect(
        (await sql`select account_id from account_member where account_id <> ${NOBODY}`.execute(t.deps.db)).rows,
      ).toEqual([]);
    }
  });
});
