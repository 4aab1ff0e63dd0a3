import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { onServer, withDatabase } from './global-setup.ts';

/** The database of one test file. */
export interface TestDatabase {
  /** The owner's connection string. */
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/**
 * The key of the advisory lock that is held while a database is copied. Any number will do, as long as all test
 * processes use the same one.
 */
const COPY_TURN = 5_150_001;

/** Creates a copy of the migrated database, without rows of other tests. Drop it in `afterAll`. */
export async function freshDatabase(): Promise<TestDatabase> {
  const database = newDatabase();
  await copyTemplate(inject('databaseServer'), database.name, inject('databaseTemplate'));
  return database;
}

/** Creates an empty database with the schema as it was after the migration `last`. Drop it in `afterAll`. */
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
 * Drops a database. Retries while autovacuum works in it: the owner role cannot stop autovacuum, which runs as
 * superuser (42501), and until it has finished the database is in use (55006).
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
        await client.query(`create database ${name} template ${template} strategy file_copy`);
      });
      return;
    } catch (error) {
      // 55006 means "is being accessed by other users": autovacuum sometimes works in the template database.
      if ((error as { code?: string }).code !== '55006' || attempt === 20) throw error;
      await sleep(100);
    }
  }
}
