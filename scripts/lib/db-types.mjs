import { fromRoot, tools } from './paths.mjs';
import { runNode } from './processes.mjs';

/** Writes the table types of the database (.kysely-codegenrc.json says how and where), or compares them with the file when `verify`. */
export function generateTypes(url, { verify = false } = {}) {
  const args = ['--config-file', fromRoot('.kysely-codegenrc.json'), '--log-level', 'error', '--url', url, ...(verify ? ['--verify'] : [])];
  return runNode([tools.kyselyCodegen, ...args], { quiet: true });
}
