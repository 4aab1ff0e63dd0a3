import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { createSharedFolder } from './prepared-data.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the database server of this run, with a role that can create databases and roles. */
    databaseServer: string;
    /** The name of the migrated database that each test file copies. */
    databaseTemplate: string;
  }
}

/** Vitest's global set-up. Starts one PostgreSQL for the whole run and migrates one database that test files copy. */
export default async function setUpDatabases(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const own = given === undefined ? await startEmbeddedPostgres({ ephemeral: true, log: () => undefined }) : undefined;
  const server = given ?? own?.url ?? '';
  const template = `quayside_template_${randomBytes(4).toString('hex')}`;
  try {
    await onServer(server, (client) => client.query(`create database ${template}`));
    await migrate(withDatabase(server, template));
  } catch (error) {
    await own?.stop();
    throw error;
  }
  project.provide('databaseServer', server);
  project.provide('databaseTemplate', template);
  const removeShared = createSharedFolder();
  return async () => {
    removeShared();
    if (own) await own.stop();
    else await onServer(server, (client) => client.query(`drop database if exists ${template} with (force)`));
  };
}

/** The URL of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Runs work on a connection that is closed afterwards. */
export async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
