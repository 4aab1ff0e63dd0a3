// Writes apps/server/src/db/types.gen.ts and docs/schema.txt from a database that the migrations created.
import { writeFileSync } from 'node:fs';
import { generateTypes } from './lib/db-types.mjs';
import { withMigratedDatabase } from './lib/migrated-database.mjs';
import { describeSchema, SCHEMA_FILE } from './lib/schema.mjs';

await withMigratedDatabase(async (url) => {
  const { code, output } = await generateTypes(url);
  if (code !== 0) throw new Error(output);
  writeFileSync(SCHEMA_FILE, await describeSchema(url));
});
console.log('Written: apps/server/src/db/types.gen.ts, docs/schema.txt');
