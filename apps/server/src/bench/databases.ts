import pg from 'pg';
import type { Parts } from './parts.ts';
import { PRODUCT, type Server, startServer } from './servers.ts';

/** The address of another database of the same cluster. */
export function urlOfDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/** Runs work as superuser in one database. */
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

/** Creates a database of the product's owner, empty or as a copy. */
export const createDatabase = (options: Parts, name: string, copied = 'template0') =>
  withSuperuser(options, 'postgres', (superuser) =>
    superuser.query(`create database ${name} owner ${new URL(options.database.url).username} template ${copied}`),
  );

/** Drops databases even if clients are connected. */
export const dropDatabases = (options: Parts, names: readonly string[]) =>
  withSuperuser(options, 'postgres', async (superuser) => {
    for (const name of names) await superuser.query(`drop database if exists ${name} with (force)`);
  });

/** Starts the product on one of the databases. */
export const startProductOn = ({ database, env }: Parts, name: string): Promise<Server> =>
  startServer(PRODUCT, { ...env, DATABASE_URL: urlOfDatabase(database.url, name) });
