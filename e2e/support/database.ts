import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { OWNER } from '../../apps/server/src/db/embedded/cluster.ts';
import { connectionUrl } from '../../apps/server/src/db/embedded/owner.ts';
import { findPlace } from '../../apps/server/src/db/embedded/place.ts';
import type { Product } from './server.ts';

const PORT_LINE = 3;

/** Runs queries on the database of the product under test. */
export async function onDatabase<T>({ dataDir }: Product, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const { home } = findPlace(dataDir, () => undefined);
  const port = Number(readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[PORT_LINE]);
  const client = new pg.Client({
    connectionString: connectionUrl(OWNER, readFileSync(join(home, `${OWNER}.password`), 'utf8').trim(), port),
  });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** Marks an address as verified, so that mails can leave in the name of its owner. */
export const verifyAddress = async (product: Product, email: string): Promise<void> =>
  onDatabase(product, async (client) => {
    const { rowCount } = await client.query('update person set is_verified = true where email = $1', [email]);
    if (rowCount !== 1) throw new Error(`Nobody has registered as ${email}`);
  });
