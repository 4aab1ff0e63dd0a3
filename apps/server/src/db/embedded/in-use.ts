import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { processIdentity } from './processes.ts';

/** The file that marks a cluster in this folder as in use. */
export const inUseFile = (base: string): string => join(base, 'database-in-use');

/**
 * Marks a cluster as used by this process, so that a second start does not shut down the first one's database. A mark
 * of a dead process is ignored, even after kill -9 and even if its pid was reused.
 */
export function markInUse(file: string): () => void {
  mkdirSync(dirname(file), { recursive: true });
  const mine = processIdentity(process.pid) ?? String(process.pid);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      removeIfStale(file);
    }
  }
  throw new Error(`Another Quayside is starting on ${dirname(file)}.`);
}

/** The pid of the living process that uses this cluster, or undefined. */
export function userOf(file: string): number | undefined {
  const holder = read(file);
  const pid = Number.parseInt(holder ?? '', 10);
  return pid > 0 && processIdentity(pid) === holder ? pid : undefined;
}

function removeIfStale(file: string): void {
  const holder = read(file);
  if (holder === undefined) return;
  const pid = userOf(file);
  if (pid !== undefined)
    throw new Error(
      `Quayside already runs on this data folder, as process ${pid}. Stop that one first, or choose another DATA_DIR.`,
    );
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  // Another start may have written its own mark between our read and our rename: restore it.
  if (read(aside) !== holder) renameSync(aside, file);
  rmSync(aside, { force: true });
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
