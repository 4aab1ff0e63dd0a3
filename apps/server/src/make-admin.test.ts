import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMe } from '@quayside/contracts/accounts/accounts';
import { listAccountUsers } from '@quayside/contracts/accounts/people';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from './db/tx.ts';
import { startTestApp, type TestApp, type TestPerson } from './testing/app.ts';
import { onServer } from './testing/global-setup.ts';
import { readStream } from './testing/live.ts';
import { freshDatabase } from './testing/test-database.ts';
import { joinAccounts } from './testing/memberships.ts';
import { type OwnServer, startOwnServer } from './testing/own-server.ts';
import { runScript } from './testing/run-script.ts';

const makeAdmin = (email: string, env: Record<string, string>) => runScript('make-admin', email.split(' '), env);

describe('on an external database, while the product runs', () => {
  let t: TestApp;
  let env: Record<string, string>;
  beforeAll(async () => {
    t = await startTestApp();
    env = { DATABASE_URL: t.databaseUrl, SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') };
    t.setTime(new Date());
  });
  afterAll(() => t.close());
  const personOf = (who: TestPerson) =>
    asSystem(t.deps, (tx) =>
      tx
        .selectFrom('person')
        .select(['email', 'is_system_admin'])
        .where('id', '=', who.userId)
        .executeTakeFirstOrThrow(),
    );
  const verify = (who: TestPerson) =>
    asSystem(t.deps, (tx) =>
      tx.updateTable('person').set({ is_verified: true }).where('id', '=', who.userId).execute(),
    );

  it('makes a person system administrator once, signs them out and records it in the audit log', async () => {
    const admin = await t.admin();
    const viewer = await t.member(admin);
    const { email } = await personOf(viewer);
    expect(await makeAdmin(email, env)).toEqual({
      code: 1,
      said: `${email} is not verified yet. They open the link in the mail that verifies the address first.`,
    });
    expect((await personOf(viewer)).is_system_admin).toBe(false);
    await verify(viewer);
    await t.ok(viewer, getMe);
    const told = await readStream(t, admin, {
      enough: (text) => text.includes(viewer.userId),
      during: async () => {
        expect(await makeAdmin(email.toUpperCase(), env)).toEqual({
          code: 0,
          said: `${email.toUpperCase()} is a system administrator now, and signs in again to act as one.`,
        });
      },
    });
    expect(told).toContain('"topic":"account"');
    expect((await t.call(viewer, getMe)).status).toBe(498);
    expect(await makeAdmin(email, env)).toEqual({
      code: 0,
      said: `${email} is a system administrator already. Nothing was changed.`,
    });
    const rows = await t.work(admin, (w) =>
      w.tx
        .selectFrom('audit_log')
        .select(['action', 'person_id', 'subject_ids'])
        .where('action', '=', 'person.made-system-admin')
        .execute(),
    );
    expect(rows).toEqual([{ action: 'person.made-system-admin', person_id: null, subject_ids: [viewer.userId] }]);
    // In their own accounts, system admins may do what an admin of the account may.
    expect((await t.call(await signedIn(viewer), listAccountUsers)).status).toBe(200);
  });

  async function signedIn(who: TestPerson): Promise<TestPerson> {
    await t.setPassword(who, 'a long ferry crossing');
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/v2/gateway/authenticate',
      payload: { userName: (await personOf(who)).email, password: 'a long ferry crossing' },
    });
    return { ...who, token: (JSON.parse(answer.body) as { access_token: string }).access_token };
  }

  it.each([
    ['a@example.test b@example.test', 'Usage: npm run make-admin -- <e-mail>'],
    [
      'nobody@example.test',
      'Nobody has the address nobody@example.test here. They register first, and verify their address.',
    ],
  ])('refuses "%s" with an explanation', async (email, said) => {
    expect(await makeAdmin(email, env)).toEqual({ code: 1, said });
  });

  it('refuses a disabled person, and a database without the product', async () => {
    const gone = await t.admin();
    await verify(gone);
    await asSystem(t.deps, (tx) =>
      tx.updateTable('person').set({ is_active: false }).where('id', '=', gone.userId).execute(),
    );
    const { email } = await personOf(gone);
    expect(await makeAdmin(email, env)).toEqual({ code: 1, said: `${email} is switched off and cannot sign in.` });
    const empty = await freshDatabase();
    try {
      await onServer(empty.url, (client) => client.query('drop table person cascade'));
      const url = { ...env, DATABASE_URL: empty.url };
      expect(await makeAdmin(email, url)).toEqual({
        code: 1,
        said: 'This database holds no Quayside yet. Start it once, then name an administrator.',
      });
    } finally {
      await empty.drop();
    }
  });
});

describe('on the embedded database', () => {
  let server: OwnServer;
  beforeAll(async () => {
    server = await startOwnServer();
    await joinAccounts(server.dataDir, 'kill@example.com', []);
  }, 120_000);
  // If the server did not start, `server` is undefined, and `startOwnServer` has already removed its files.
  afterAll(() => (server as OwnServer | undefined)?.remove());
  const me = async () => fetch(`${server.api}/user/me`, { headers: server.headers });

  it('works both while the product runs and while it is stopped', async () => {
    const env = { DATA_DIR: server.dataDir };
    expect(await makeAdmin('nobody@example.com', env)).toMatchObject({ code: 1 });
    expect((await me()).status).toBe(200);
    expect(await makeAdmin('kill@example.com', env)).toMatchObject({
      code: 0,
      said: expect.stringContaining('is a system administrator now'),
    });
    await expect.poll(async () => (await me()).status, { timeout: 10_000 }).toBe(498);
    await server.end('SIGTERM');
    expect(await makeAdmin('kill@example.com', env)).toMatchObject({
      code: 0,
      said: expect.stringContaining('already'),
    });
    // The server can still start on this database.
    await server.restart();
    expect((await me()).status).toBe(498);
  }, 120_000);

  it('creates no database if there is none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quayside-none-'));
    try {
      expect(await makeAdmin('kill@example.com', { DATA_DIR: folder })).toMatchObject({
        code: 1,
        said: expect.stringContaining('There is no database in'),
      });
      expect(readdirSync(folder).filter((name) => name.startsWith('pg'))).toEqual([]);
      expect(await makeAdmin('kill@example.com', { DATA_DIR: join(folder, 'nowhere') })).toMatchObject({ code: 1 });
      expect(readdirSync(folder)).not.toContain('nowhere');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
