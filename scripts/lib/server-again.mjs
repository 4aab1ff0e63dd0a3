import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded/embedded-postgres.ts';
import { runVitest } from './checks.mjs';
import { keepTemporaryFilesInMemory } from './memory-folder.mjs';
import { findSystemPostgres } from './system-postgres.mjs';

/**
 * Runs the server tests again on each PostgreSQL of the system, because the embedded one is only one of the four
 * supported versions.
 */
export async function testServerAgain(step, env = {}) {
  keepTemporaryFilesInMemory();
  const found = findSystemPostgres();
  if (found.length === 0)
    console.log(
      '\n── There is no PostgreSQL 15 to 18 in /usr/lib/postgresql: the server is tested only on the embedded one.',
    );
  for (const systemPostgres of found)
    await step(`Tests: server again on the system's PostgreSQL ${systemPostgres.major}`, async () => {
      const database = await startEmbeddedPostgres({ ephemeral: true, log: () => undefined, systemPostgres });
      try {
        return await runVitest(['--project', 'server'], {
          ...env,
          TEST_DATABASE_URL: database.url,
          TESTS_AGAIN: '1',
        });
      } finally {
        await database.stop();
      }
    });
}
