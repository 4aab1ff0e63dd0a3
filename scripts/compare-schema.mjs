// Compares what the migrations make with docs/schema.txt and the generated types; `--write` takes the database's side.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { generateTypes } from './lib/db-types.mjs';
import { withMigratedDatabase } from './lib/migrated-database.mjs';
import { describeSchema, differences, SCHEMA_FILE } from './lib/schema.mjs';

const isWriting = process.argv.includes('--write');
await withMigratedDatabase(async (url) => {
  const now = await describeSchema(url);
  if (isWriting) {
    writeFileSync(SCHEMA_FILE, now);
    console.log('Written: docs/schema.txt');
    return;
  }
  const lines = differences(existsSync(SCHEMA_FILE) ? readFileSync(SCHEMA_FILE, 'utf8') : '', now);
  if (lines.length > 0) {
    console.error(
      `docs/schema.txt is not what the migrations make (- described, + made). Run "npm run db-types" if the migrations are right.\n${lines.join('\n')}`,
    );
    process.exitCode = 1;
  }
  const types = await generateTypes(url, { verify: true });
  if (types.code !== 0) {
    console.error(
      `apps/server/src/db/types.gen.ts is not what the migrations make. Run "npm run db-types".\n${types.output}`,
    );
    process.exitCode = 1;
  }
});
