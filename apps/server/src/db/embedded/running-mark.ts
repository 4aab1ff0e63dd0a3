import { chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunAs } from './run-as.ts';

/**
 * The file that marks the folder of a running cluster. A copy of the folder contains the file too, although the copy is
 * in another place.
 */
const MARK = 'quayside-running';

/**
 * Marks a cluster as running in this folder until the returned function is called, after the database has stopped
 * cleanly. Throws for a copy of a running cluster: its files are from different moments, which PostgreSQL does not
 * notice. After a crash, the mark still identifies this folder, so the start continues.
 */
export function markRunning(data: string, user: RunAs | undefined): () => void {
  const file = join(data, MARK);
  const here = identityOf(data);
  const marked = readIfThere(file);
  if (marked !== undefined && marked !== here)
    throw new Error(
      `The database in ${data} is a copy that was made while the original was running, so its files may not fit ` +
        'together. It is not started. Make copies with "npm run backup" and "npm run restore", or stop Quayside ' +
        'before you copy. Only if neither Quayside nor its database was running when the copy was made (after a ' +
        `crash of the machine, for example), remove ${file} and start again.`,
    );
  writeFileSync(file, here, { mode: 0o600, flush: true });
  if (user) chownSync(file, user.uid, user.gid);
  return () => rmSync(file, { force: true });
}

/**
 * Identifies a folder: a copy has another identity, but a restart of the machine does not change it. The identity is
 * the time of creation, which no program can set. File systems that do not record it report 0 or the time of the last
 * change; there, the inode number is used.
 */
function identityOf(folder: string): string {
  const { birthtimeNs, ctimeNs, ino } = statSync(folder, { bigint: true });
  return birthtimeNs > 0n && birthtimeNs !== ctimeNs ? `created ${birthtimeNs}` : `inode ${ino}`;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
