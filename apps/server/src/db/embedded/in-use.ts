import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { processIdentity } from './processes.ts';

/**
 * Marks a cluster as used by this process, so that a second start does not shut the database of the first down.
 * A mark whose process is dead (also by kill -9, also when its number was given to another) counts for nothing.
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

function removeIfStale(file: string): void {
  const holder = read(file);
  if (holder === undefined) return;
  const pid = Number.parseInt(holder, 10);
  if (pid > 0 && processIdentity(pid) === holder)
    throw new Error(`Quayside already runs on this data folder, as process ${pid}. Stop that one first, or choose another DATA_DIR.`);
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  // Between reading and moving another start may have put its own mark there: give it back.
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
