import { createServer } from 'node:net';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts';
import { problemOf, requireTables, requireUsableServer } from './check-server.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const FACTS = { version: 180_001, encoding: 'UTF8', isStandby: false, isReadOnly: false };
async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

it.each([
  ['PostgreSQL 14', { version: 140_012 }, /is PostgreSQL 14, and this release supports 15 to 18/],
  ['PostgreSQL 19', { version: 190_000 }, /is PostgreSQL 19/],
  ['another encoding', { encoding: 'SQL_ASCII' }, /encoding SQL_ASCII/],
  ['a standby', { isStandby: true }, /is a standby/],
  ['a read-only database', { isReadOnly: true }, /is read-only/],
])('a start on %s is refused in one sentence', (_, facts, sentence) => {
  expect(problemOf({ ...FACTS, ...facts })).toMatch(sentence);
  expect(problemOf(FACTS)).toBeUndefined();
});

it('a start is refused if the database has another encoding, does not exist or does not answer', async () => {
  await requireUsableServer(database.url);
  const ascii = new URL(database.url);
  ascii.pathname += '_ascii';
  await query(
    database.url,
    `create database ${ascii.pathname.slice(1)} encoding 'SQL_ASCII' locale 'C' template template0`,
  );
  await expect(requireUsableServer(ascii.href)).rejects.toThrow(/encoding SQL_ASCII/);
  await query(database.url, `drop database ${ascii.pathname.slice(1)} with (force)`);
  await expect(requireUsableServer(ascii.href)).rejects.toThrow(/has no database/);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  const port = typeof address === 'object' && address ? address.port : 0;
  await expect(requireUsableServer(`postgres://quayside@127.0.0.1:${port}/quayside`)).rejects.toThrow(
    /cannot be reached/,
  );
});

it('a start names a table that is missing although all migrations have run', async () => {
  await requireTables(database.url, ['product', 'person']);
  await expect(requireTables(database.url, ['product', 'absent_table'])).rejects.toThrow(
    /lacks the table absent_table/,
  );
});

it('a migration that waits for a lock logs which connection holds it', async () => {
  const holder = new pg.Client({ connectionString: database.url, application_name: 'somebody else' });
  await holder.connect();
  await holder.query('begin; lock table schema_migration_lock in access exclusive mode');
  const lines: string[] = [];
  const migrating = migrate(database.url, undefined, { log: (line) => lines.push(line), waitMs: 100 });
  await expect.poll(() => lines.join('\n'), { timeout: 15_000 }).toMatch(/waits for .*somebody else/);
  await holder.query('rollback');
  await holder.end();
  await migrating;
  expect(lines).toHaveLength(1);
});
