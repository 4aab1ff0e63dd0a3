import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The system user that runs the database's processes, if it is not the user who started the server. */
export interface RunAs {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Finds the user that runs the database's processes. PostgreSQL refuses to run as root, so if root starts the server,
 * the database runs as the owner of the data, otherwise as `postgres`, otherwise as `nobody`. Undefined means the
 * current user.
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
      'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody". ' +
        'Start Quayside as an ordinary user.',
    );
  return found;
}

/**
 * Whether the user can enter the folder or run the file. Asks the operating system, because modes, ACLs and parent
 * folders all matter.
 */
export function canReach(path: string, user: RunAs | undefined): boolean {
  if (!user) return true;
  // Pass the path as an argument, not as the working directory: the system would enter the working directory before it
  // switches to the user, so the check would always succeed.
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
