import pg from 'pg';

/** How long a connection in use may receive no data before the watch checks whether the database is alive. */
const SILENT_MS = 4_000;
/** How long the database may take to answer this check. In total, a request waits for less than ten seconds. */
const PROBE_MS = 3_000;
const LOOK_MS = 500;

interface InUse {
  bytes: number;
  since: number;
}

/**
 * Ends the connections of a pool that wait for a database that no longer answers, for example because a network drops
 * its packets. A slow query is left alone: its time-out is much longer, and while it runs, the database answers a
 * separate connection. Without this watch, a request would wait until its query times out. Returns a function that ends
 * the watch.
 */
export function watchConnections(pool: pg.Pool, url: string): () => void {
  const inUse = new Map<pg.PoolClient, InUse>();
  pool.on('acquire', (client) => inUse.set(client, { bytes: bytesOf(client), since: performance.now() }));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('remove', (client) => inUse.delete(client));

  const silentOnes = (): pg.PoolClient[] => {
    const now = performance.now();
    for (const [client, use] of inUse) {
      const bytes = bytesOf(client);
      if (bytes !== use.bytes) inUse.set(client, { bytes, since: now });
    }
    return [...inUse].filter(([, { since }]) => now - since >= SILENT_MS).map(([client]) => client);
  };
  let probing = false;
  const look = async (): Promise<void> => {
    if (probing || silentOnes().length === 0) return;
    probing = true;
    const answers = await isAnswering(url);
    probing = false;
    for (const client of silentOnes())
      if (answers) inUse.set(client, { bytes: bytesOf(client), since: performance.now() });
      else end(client);
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Whether the database answers a new connection, even with a refusal. */
async function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    void client.end().catch(() => undefined);
  }
}

type Stream = pg.Connection['stream'];
const streamOf = (client: pg.PoolClient): Stream =>
  (client as pg.PoolClient & { connection: pg.Connection }).connection.stream;
const bytesOf = (client: pg.PoolClient): number => (streamOf(client) as Stream & { bytesRead: number }).bytesRead;

function end(client: pg.PoolClient): void {
  streamOf(client).destroy(Object.assign(new Error('The database stopped answering'), { code: 'ETIMEDOUT' }));
}
