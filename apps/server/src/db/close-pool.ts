import type pg from 'pg';

/**
 * Counts the connections of a new pool. The returned function closes the pool and waits until PostgreSQL has closed
 * them: `pool.end()` alone returns earlier, and a database that is then shut down would still end them with an error.
 */
export function trackConnections(pool: pg.Pool): (endPool: () => Promise<void>) => Promise<void> {
  let open = 0;
  let onChange = (): void => undefined;
  pool.on('connect', () => (open += 1));
  pool.on('remove', () => {
    open -= 1;
    onChange();
  });
  return async (endPool) => {
    await endPool();
    await new Promise<void>((resolve) => {
      onChange = () => {
        if (open <= 0) resolve();
      };
      onChange();
    });
  };
}
