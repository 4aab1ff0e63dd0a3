import { ftruncateSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FileLock, networkFileSystem, tryLock } from './lock.ts';
import { processIdentity } from './processes.ts';

/** Thrown when another process uses the database of this folder. */
export class AlreadyInUse extends Error {}

/** How long to wait for a lock that may be free in a moment, because its holder is ending. */
const PATIENCE_MS = 1_000;

/** The file that a process keeps locked while it uses a cluster. It contains the id of the process. */
const inUseFile = (base: string): string => join(base, 'database-in-use');

/**
 * Marks a cluster as used by this process until it ends, so that a second server on the same folder does not shut down
 * the database of the first. Of several processes that do this at once, exactly one succeeds.
 */
export async function markInUse(base: string, log: (line: string) => void): Promise<() => void> {
  const file = inUseFile(base);
  const lock = await lockSoon(file);
  const holder = read(file);
  if (!lock || isOlderRelease(holder)) {
    lock?.release();
    throw new AlreadyInUse(
      `Quayside already runs on this data folder (${base})${processOf(holder)}. Stop that one first, or choose ` +
        'another DATA_DIR.',
    );
  }
  const network = networkFileSystem(lock);
  if (network)
    log(
      `Warning: ${base} is on a network file system (${network}). Locks may not hold between machines there: never ` +
        'start Quayside on this folder on two machines.',
    );
  rewrite(lock, processIdentity(process.pid) ?? String(process.pid));
  return () => {
    rewrite(lock, '');
    lock.release();
  };
}

/**
 * Takes the lock that the processes of the database server hold, even when the application that started them is dead.
 * Throws if such processes are alive in another container, where this process can neither see nor end them.
 */
export async function lockServer(base: string): Promise<FileLock> {
  const lock = await lockSoon(join(base, 'database-lock'));
  if (lock) return lock;
  throw new AlreadyInUse(
    `The database in ${base} is still running, in a container or on a system that this process cannot see into. Stop ` +
      'it there first.',
  );
}

async function lockSoon(file: string): Promise<FileLock | undefined> {
  for (let waited = 0; ; waited += 100) {
    const lock = tryLock(file);
    if (lock || waited >= PATIENCE_MS) return lock;
    await sleep(100);
  }
}

/**
 * Whether this content was written by a process of an earlier release that is still alive. Earlier releases locked no
 * file.
 */
const isOlderRelease = (holder: string): boolean =>
  !holder.startsWith(`${process.pid}@`) && holder !== '' && processIdentity(Number.parseInt(holder, 10)) === holder;

const processOf = (holder: string): string =>
  /^\d+@/.test(holder) ? `, as process ${Number.parseInt(holder, 10)} (of its container)` : '';

// Writes through the locked descriptor: on some systems, closing another descriptor of the file would release the lock.
function rewrite({ fd }: FileLock, text: string): void {
  ftruncateSync(fd, 0);
  writeSync(fd, text, 0);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
