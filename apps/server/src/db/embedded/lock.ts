import { spawnSync } from 'node:child_process';
import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * An exclusive lock of the operating system on an open file (flock). It is held until each process that has the file
 * open through this descriptor has closed it or is dead, however it died. It does not depend on process ids, so it also
 * holds between containers that share a folder.
 */
export interface FileLock {
  /** The descriptor that holds the lock. A child process that gets it holds the lock, too. */
  readonly fd: number;
  readonly release: () => void;
}

/**
 * Programs that lock file descriptor 3. Node cannot lock a file itself, but a lock belongs to the open file, and Node
 * shares the open file with the program that it starts.
 */
const PROGRAMS: readonly (readonly [string, ...string[]])[] = [
  ['flock', '-n', '3'],
  ['perl', '-e', 'open(F, "+<&=3") or die "$!\n"; flock(F, 6) or ($!{EWOULDBLOCK} ? exit 1 : die "$!\n")'],
];
/** With O_EXLOCK and O_NONBLOCK, macOS locks a file while it opens it. */
const MACOS_LOCK = 0x20 | 0x4;

/** Locks a file, which is created if it is missing. Returns undefined if the lock is held. Never waits. */
export function tryLock(file: string, programs = PROGRAMS): FileLock | undefined {
  mkdirSync(dirname(file), { recursive: true });
  const fd = openToLock(file);
  if (fd === undefined) return undefined;
  try {
    // Windows has no such lock; Quayside is supported there only under WSL.
    if (process.platform !== 'linux' || lockWith(programs, file, fd)) return { fd, release: () => closeSync(fd) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  closeSync(fd);
  return undefined;
}

function openToLock(file: string): number | undefined {
  const flags = constants.O_RDWR | constants.O_CREAT | (process.platform === 'darwin' ? MACOS_LOCK : 0);
  try {
    return openSync(file, flags, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
}

/**
 * Tries the programs until one of them can be run. Returns whether it locked the descriptor; false if another process
 * holds the lock.
 */
function lockWith(programs: typeof PROGRAMS, file: string, fd: number): boolean {
  for (const [program, ...args] of programs) {
    const result = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'pipe', fd], encoding: 'utf8' });
    if ((result.error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') continue;
    if (result.status === 0) return true;
    if (result.status === 1 && result.stderr === '') return false;
    throw new Error(
      `The file ${file} cannot be locked (${result.error?.message ?? result.stderr.trim()}), so nothing would keep ` +
        'a second Quayside from destroying the data. Is the folder on a network file system without locks? Put ' +
        'DATA_DIR on a local disk.',
    );
  }
  throw new Error(
    `The file ${file} cannot be locked, because this machine has neither "flock" (util-linux) nor "perl". Install one.`,
  );
}

/** File systems on which other machines may not see a lock that this machine holds. */
const NETWORK = /^(nfs\d?|cifs|smb\d?|smbfs|9p|afs|ceph|glusterfs|fuse\.(sshfs|glusterfs|ceph|s3fs|rclone))$/;

/** Returns the type of the network file system that contains a file; undefined for a local disk. */
export function networkFileSystem({ fd }: Pick<FileLock, 'fd'>): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const { dev } = fstatSync(fd);
  // Linux packs the major and the minor number of the device into st_dev; mountinfo lists them separately.
  const device = `${(dev >> 8) & 0xfff}:${(dev & 0xff) | ((dev >> 12) & 0xfff00)}`;
  for (const line of readFileSync('/proc/self/mountinfo', 'utf8').split('\n')) {
    const fields = line.split(' ');
    const type = fields[fields.indexOf('-') + 1] ?? '';
    if (fields[2] === device && NETWORK.test(type)) return type;
  }
  return undefined;
}
