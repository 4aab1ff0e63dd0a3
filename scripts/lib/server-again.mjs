import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded/embedded-postgres.ts';
import { runVitest } from './checks.mjs';
import { findSystemPostgres } from './system-postgres.mjs';

/**
 * The server's tests once more on each PostgreSQL that the system has; ours is one version of the four that are
 * promised. `which` is `chosen` (what may differ between versions, and one file of each area) or `all`;
 * `workers` is how many files run at once, unless as many as usual.
 */
export async function testServerAgain(step, which, { workers, ...env } = {}) {
  const found = findSystemPostgres();
  if (found.length === 0)
    console.log(
      '\n── No PostgreSQL 15 to 18 of the system was found in /usr/lib/postgresql: the server is tested on the embedded one only.',
    );
  for (const systemPostgres of found)
    await step(`Tests: server, ${which} again on the system's PostgreSQL ${systemPostgres.major}`, async () => {
      const database = await startEmbeddedPostgres({ ephemeral: true, log: () => undefined, systemPostgres });
      try {
        return await runVitest(['--project', 'server', ...(workers ? [`--maxWorkers=${workers}`] : [])], {
          ...env,
          TEST_DATABASE_URL: database.url,
          TESTS_AGAIN: which,
        });
      } finally {
        await database.stop();
      }
    });
}
