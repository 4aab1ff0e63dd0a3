import { accessSync, constants, statfsSync } from 'node:fs';

/** Where Linux keeps files in memory. */
const FOLDER = '/dev/shm';
const TMPFS = 0x0102_1994;
/** Several times what the tests need at once. */
const NEEDED_BYTES = 4 * 2 ** 30;

/**
 * Makes this process and its children keep temporary files in memory, if there is plenty of it: test databases are
 * copied and dropped all the time, and on some disks each copy takes twenty times as much computing. Changes nothing if
 * TMPDIR is set.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR === undefined && hasRoom()) process.env.TMPDIR = FOLDER;
}

function hasRoom() {
  try {
    accessSync(FOLDER, constants.W_OK | constants.X_OK);
    const { type, bavail, bsize } = statfsSync(FOLDER);
    return type === TMPFS && Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES;
  } catch {
    return false;
  }
}
