import pg from 'pg';
import { expect, it } from 'vitest';
import { freshDatabase } from './test-database.ts';

async function ask(url: string, text: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

it('each of many concurrent callers gets its own test database, which is dropped afterwards', {
  timeout: 30_000,
}, async () => {
  const databases = await Promise.all(Array.from({ length: 4 }, freshDatabase));
  const [first, second] = databases;
  if (!first || !second) throw new Error('No databases.');
  await ask(first.url, 'create table only_here (n int)');
  expect(await ask(second.url, `select to_regclass('only_here') as found`)).toEqual([{ found: null }]);
  await Promise.all(databases.map((database) => database.drop()));
  await expect(ask(first.url, 'select 1')).rejects.toThrow(/does not exist/);
});

it('a test database is used by a role that is subject to row-level security', async () => {
  const database = await freshDatabase();
  const [role] = await ask(database.url, 'select rolsuper, rolbypassrls from pg_roles where rolname = current_user');
  await database.drop();
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false });
});
