import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded/embedded-postgres.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { keepTemporaryFilesInMemory } from './memory-folder.mjs';

/** Calls `work` with the URL of a temporary database that has all migrations. */
export async function withMigratedDatabase(work) {
  keepTemporaryFilesInMemory();
  const database = await startEmbeddedPostgres({ ephemeral: true, log: () => undefined });
  try {
    await migrate(database.url);
    return await work(database.url);
  } finally {
    await database.stop();
  }
}
