import { fromRoot, tools } from './paths.mjs';
import { runNode } from './processes.mjs';

/** As the server's pool reads them: int8 as bigint, date as 'yyyy-MM-dd', numeric as text, timestamptz as Date. */
const OPTIONS = [
  ...['--dialect', 'postgres', '--log-level', 'error', '--date-parser', 'string', '--numeric-parser', 'string'],
  ...['--type-mapping', JSON.stringify({ int8: 'bigint' })],
  ...['--out-file', fromRoot('apps/server/src/db/types.gen.ts')],
];

/** Writes the table types of the database, or compares them with the file when `verify`. */
export function generateTypes(url, { verify = false } = {}) {
  return runNode([tools.kyselyCodegen, '--url', url, ...OPTIONS, ...(verify ? ['--verify'] : [])], { quiet: true });
}
