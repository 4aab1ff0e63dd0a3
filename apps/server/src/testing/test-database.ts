import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { onServer, withDatabase } from './global-setup.ts';

/** A database of one test file. */
export interface TestDatabase {
  /** Connection string of the owner. */
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** Any number, as long as it is the same in every worker: the key of the lock for copying. */
const COPY_TURN = 5_150_001;

/** A copy of the migrated database: no rows of other tests and its own sequence of ids. Drop it in `afterAll`. */
export async function freshDatabase(): Promise<TestDatabase> {
  const database = newDatabase();
  await copyTemplate(inject('databaseServer'), database.name, inject('databaseTemplate'));
  return database;
}

/** An empty database with the schema that it had after the migration `last`. Drop it in `afterAll`. */
export async function olderDatabase(last: string): Promise<TestDatabase> {
  const database = newDatabase();
  await onServer(inject('databaseServer'), (client) => client.query(`create database ${database.name}`));
  await migrate(database.url, last);
  return database;
}

function newDatabase(): TestDatabase & { readonly name: string } {
  const server = inject('databaseServer');
  const name = `quayside_test_${randomBytes(6).toString('hex')}`;
  return { name, url: withDatabase(server, name), drop: () => dropDatabase(server, name) };
}

/**
 * Autovacuum belongs to the superuser: an ordinary owner cannot end it (42501), and until it finishes the database is
 * in use (55006).
 */
async function dropDatabase(server: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`));
      return;
    } catch (error) {
      if (!['42501', '55006'].includes((error as { code?: string }).code ?? '') || attempt === 100) throw error;
      await sleep(100);
    }
  }
}

async function copyTemplate(server: string, name: string, template: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await onServer(server, async (client) => {
        await client.query('select pg_advisory_lock($1)', [COPY_TURN]);
        await client.query(`create database ${name} template ${template}`);
      });
      return;
    } catch (error) {
      // "is being accessed by other users": autovacuum visits the template now and then.
      if ((error as { code?: string }).code !== '55006' || attempt === 20) throw error;
      await sleep(100);
    }
  }
}
