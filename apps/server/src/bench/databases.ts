import pg from 'pg';
import type { Parts } from './parts.ts';
import { productProgram, type Server, startServer } from './servers.ts';

/** Returns the URL of another database of the same cluster. */
export function urlOfDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/** Runs work in one database on a superuser's connection, which is closed afterwards. */
export async function withSuperuser<T>(
  { database }: Parts,
  name: string,
  run: (superuser: pg.Client) => Promise<T>,
): Promise<T> {
  const superuser = new pg.Client({ connectionString: urlOfDatabase(database.superuserUrl, name) });
  await superuser.connect();
  try {
    return await run(superuser);
  } finally {
    await superuser.end();
  }
}

/** Creates a database that the owner role of the server owns: an empty one, or a copy of another database. */
export const createDatabase = (options: Parts, name: string, copied = 'template0') =>
  withSuperuser(options, 'postgres', (superuser) =>
    superuser.query(`create database ${name} owner ${new URL(options.database.url).username} template ${copied}`),
  );

/** Drops databases even if clients are connected. */
export const dropDatabases = (options: Parts, names: readonly string[]) =>
  withSuperuser(options, 'postgres', async (superuser) => {
    for (const name of names) await superuser.query(`drop database if exists ${name} with (force)`);
  });

/** Starts the server on one of the databases. */
export const startProductOn = ({ database, env }: Parts, name: string): Promise<Server> =>
  startServer(productProgram(), { ...env, DATABASE_URL: urlOfDatabase(database.url, name) });
