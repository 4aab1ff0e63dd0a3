import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The system user that runs the database's processes, if it is not the user who started us. */
export interface RunAs {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root. When root starts us, its processes run as the owner of the data, else as
 * `postgres`, else as `nobody`. Otherwise they run as the current user (undefined).
 */
export function databaseUser(existingDataDir?: string): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = systemUsers();
  const owner = existingDataDir === undefined ? undefined : ownerOf(existingDataDir);
  const found =
    users.find((user) => user.uid === owner && user.uid !== 0) ??
    users.find((user) => user.name === 'postgres') ??
    users.find((user) => user.name === 'nobody');
  if (!found)
    throw new Error(
      'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody". Start Quayside as an ordinary user.',
    );
  return found;
}

/**
 * Whether that user can enter the folder or run the file. We ask the system, because modes, ACLs and parent folders all
 * count.
 */
export function canReach(path: string, user: RunAs | undefined): boolean {
  if (!user) return true;
  // Pass the path as an argument, not as the working directory: that is entered before the user changes, and would
  // always succeed.
  return (
    spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { uid: user.uid, gid: user.gid, cwd: '/' }).status === 0
  );
}

function systemUsers(): RunAs[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((parts) => parts.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid;
  } catch {
    return undefined;
  }
}
