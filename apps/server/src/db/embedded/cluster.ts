import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';

/** The superuser, used only by this module: it bypasses row-level security. */
export const SUPERUSER = 'quayside_super';
/** Owns the database and runs the migrations; not a superuser. */
export const OWNER = 'quayside_owner';

/** The folders of a cluster and the passwords of its roles. */
export interface Cluster {
  readonly home: string;
  readonly data: string;
  readonly superuserPassword: string;
  readonly ownerPassword: string;
}

interface ClusterOptions {
  readonly home: string;
  readonly binaries: Binaries;
  readonly user: RunAs | undefined;
  /** Whether to give up durability for speed. */
  readonly ephemeral: boolean;
}

/**
 * Opens the cluster's folder, or creates it. A process that is killed while it creates the cluster leaves no folder
 * that looks like a complete cluster.
 */
export async function openCluster(options: ClusterOptions, log: (line: string) => void): Promise<Cluster> {
  const data = join(options.home, 'data');
  removeHalfMade(options.home);
  if (!existsSync(join(data, 'PG_VERSION'))) {
    log('Making the database (first start only).');
    await makeCluster(options);
  }
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (version !== String(options.binaries.major))
    throw new Error(
      `The data in ${data} is of PostgreSQL ${version}, the programs are of ${options.binaries.major}. ` +
        'Restore a backup into an empty DATA_DIR.',
    );
  changeOwner(data, options.user);
  return {
    home: options.home,
    data,
    superuserPassword: readSecret(options.home, SUPERUSER),
    ownerPassword: readSecret(options.home, OWNER),
  };
}

/**
 * Builds the cluster under a temporary name and then renames it, so that a folder with the final name is always
 * complete.
 */
async function makeCluster({ home, binaries, user, ephemeral }: ClusterOptions): Promise<void> {
  const half = `${home}.new-${randomBytes(4).toString('hex')}`;
  makeFolder(half, 0o755);
  makeFolder(join(half, 'data'), 0o700, user);
  for (const role of [SUPERUSER, OWNER])
    writeFileSync(secretFile(half, role), randomBytes(24).toString('base64url'), { mode: 0o600 });
  const passwordFile = join(half, 'initdb-password');
  writeFileSync(passwordFile, readSecret(half, SUPERUSER), { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  const fixed = [
    '-D',
    join(half, 'data'),
    '-U',
    SUPERUSER,
    '--pwfile',
    passwordFile,
    '--auth',
    'scram-sha-256',
    '-E',
    'UTF8',
    '--no-instructions',
  ];
  await runInitdb(binaries, user, [...fixed, ...(ephemeral ? ['--no-sync'] : ['--data-checksums'])]);
  rmSync(passwordFile);
  moveIntoPlace(half, home);
}

/**
 * Runs initdb. Text is sorted by code point, with the builtin C.UTF-8 from PostgreSQL 17 on and with the system's
 * C.UTF-8 before. Columns that are sorted for people name their own collation. LC_CTYPE must be a UTF-8 locale, because
 * otherwise pg_trgm finds no trigrams in Chinese text. A system without C.UTF-8 (macOS) uses another UTF-8 locale.
 */
async function runInitdb(binaries: Binaries, user: RunAs | undefined, fixed: string[]): Promise<void> {
  const builtin = binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  const failures: string[] = [];
  for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const result = await run(
      binaries.initdb,
      [
        ...fixed,
        ...builtin,
        '--locale=C',
        `--lc-ctype=${ctype}`,
        ...(builtin.length > 0 ? [] : [`--lc-collate=${ctype}`]),
      ],
      user,
    );
    if (result.code === 0) return;
    failures.push(result.output.trim());
    if (!/locale/i.test(result.output)) break;
  }
  throw new Error(`The database could not be made: ${failures.join('\n')}`);
}

function run(
  command: string,
  args: string[],
  user: RunAs | undefined,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: '/',
      env: databaseEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      ...idsOf(user),
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

function moveIntoPlace(half: string, home: string): void {
  // A folder with the final name but without data holds nothing worth keeping.
  rmSync(home, { recursive: true, force: true });
  renameSync(half, home);
}

function removeHalfMade(home: string): void {
  const parent = dirname(home);
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(`${basename(home)}.new-`)) continue;
    try {
      // Retries, because an initdb whose parent process was killed may still be writing for a moment.
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    } catch {
      // A leftover folder only wastes disk space, and the next start tries again to remove it.
    }
  }
}

function makeFolder(path: string, mode: number, user?: RunAs): void {
  mkdirSync(path);
  // Sets the mode again, because the umask may have removed some of the bits that mkdir was given.
  chmodSync(path, mode);
  if (user) chownSync(path, user.uid, user.gid);
}

/**
 * Changes the owner of the data to the user that runs the database, if they differ, for example because the previous
 * owner no longer exists on this machine.
 */
function changeOwner(data: string, user: RunAs | undefined): void {
  if (!user || statSync(data).uid === user.uid) return;
  const result = spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, data], { encoding: 'utf8' });
  if (result.status !== 0)
    throw new Error(`The database's files could not be given to the user "${user.name}": ${result.stderr}`);
}

function secretFile(home: string, role: string): string {
  return join(home, `${role}.password`);
}

/** Reads the password of a role of this cluster. */
export function readSecret(home: string, role: string): string {
  try {
    return readFileSync(secretFile(home, role), 'utf8').trim();
  } catch (error) {
    throw new Error(
      `${secretFile(home, role)} cannot be read. The data folder belongs to the user who started Quayside first; ` +
        'start it as that user.',
      {
        cause: error,
      },
    );
  }
}

/** Returns the uid and gid to spawn a process with. */
export function idsOf(user: RunAs | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

/**
 * Returns the environment of the database's processes. It contains nothing from the environment of the server: PGDATA,
 * LC_ALL and others would change their behaviour, and secrets must not leak.
 */
export function databaseEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { PATH, ...(SystemRoot ? { SystemRoot, TEMP } : {}), TZ: 'UTC', LC_MESSAGES: 'C' };
}
