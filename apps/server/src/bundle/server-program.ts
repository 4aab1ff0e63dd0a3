import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const BUNDLE = join(import.meta.dirname, '../../../../scripts/bundle.mjs');
let program: string | undefined;

/** Returns the file of the bundled server, as `npm start` runs it, and makes it if the sources changed. */
export function serverProgram(): string {
  if (program !== undefined) return program;
  const { stdout, stderr, status } = spawnSync(process.execPath, [BUNDLE], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  program = stdout.trim();
  return program;
}
