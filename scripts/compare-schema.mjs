// Compares the schema that the migrations create with docs/schema.txt and the generated types. `--write` overwrites
// docs/schema.txt instead.
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
      'docs/schema.txt differs from what the migrations create (- in the file, + in the database). ' +
        `If the migrations are right, run "npm run db-types".\n${lines.join('\n')}`,
    );
    process.exitCode = 1;
  }
  const types = await generateTypes(url, { verify: true });
  if (types.code !== 0) {
    console.error(
      'apps/server/src/db/types.gen.ts differs from what the migrations create. ' +
        `Run "npm run db-types".\n${types.output}`,
    );
    process.exitCode = 1;
  }
});
