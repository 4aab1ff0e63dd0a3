import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';

/** The superuser that only this module uses: it would bypass row-level security. */
export const SUPERUSER = 'quayside_super';
/** Owns the database and runs the migrations; no superuser. */
export const OWNER = 'quayside_owner';

/** A cluster's folder and its secrets. */
export interface Cluster {
  readonly home: string;
  readonly data: string;
  readonly superuserPassword: string;
  readonly ownerPassword: string;
}

export interface ClusterOptions {
  readonly home: string;
  readonly binaries: Binaries;
  readonly user: RunAs | undefined;
  /** A throw-away cluster skips what makes data survive. */
  readonly ephemeral: boolean;
}

/** Opens the cluster's folder, made first where there is none. A start that was killed half-way leaves nothing that counts as one. */
export async function openCluster(options: ClusterOptions, log: (line: string) => void): Promise<Cluster> {
  const data = join(options.home, 'data');
  removeHalfMade(options.home);
  if (!existsSync(join(data, 'PG_VERSION'))) {
    log('Making the database (first start only).');
    await makeCluster(options);
  }
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (version !== String(options.binaries.major))
    throw new Error(`The data in ${data} is of PostgreSQL ${version}, the programs are of ${options.binaries.major}. Restore a backup into an empty DATA_DIR.`);
  adopt(data, options.user);
  return { home: options.home, data, superuserPassword: readSecret(options.home, SUPERUSER), ownerPassword: readSecret(options.home, OWNER) };
}

/** All is made beside its final place and moved there whole, so the folder's name alone says that it is complete. */
async function makeCluster({ home, binaries, user, ephemeral }: ClusterOptions): Promise<void> {
  const half = `${home}.new-${randomBytes(4).toString('hex')}`;
  makeFolder(half, 0o755);
  makeFolder(join(half, 'data'), 0o700, user);
  for (const role of [SUPERUSER, OWNER]) writeFileSync(secretFile(half, role), randomBytes(24).toString('base64url'), { mode: 0o600 });
  const passwordFile = join(half, 'initdb-password');
  writeFileSync(passwordFile, readSecret(half, SUPERUSER), { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  const fixed = ['-D', join(half, 'data'), '-U', SUPERUSER, '--pwfile', passwordFile, '--auth', 'scram-sha-256', '-E', 'UTF8', '--no-instructions'];
  await runInitdb(binaries, user, [...fixed, ...(ephemeral ? ['--no-sync'] : ['--data-checksums'])]);
  rmSync(passwordFile);
  moveIntoPlace(half, home);
}

/**
 * Text compares by code point everywhere: the builtin C.UTF-8 from PostgreSQL 17 on, the system's C.UTF-8 before;
 * a column that people read in order names its own collation. LC_CTYPE must know letters beyond ASCII, or trigrams
 * of Chinese text are empty; where the system has no C.UTF-8 (macOS) another UTF-8 locale serves.
 */
async function runInitdb(binaries: Binaries, user: RunAs | undefined, fixed: string[]): Promise<void> {
  const builtin = binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  const failures: string[] = [];
  for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const result = await run(
      binaries.initdb,
      [...fixed, ...builtin, '--locale=C', `--lc-ctype=${ctype}`, ...(builtin.length > 0 ? [] : [`--lc-collate=${ctype}`])],
      user,
    );
    if (result.code === 0) return;
    failures.push(result.output.trim());
    if (!/locale/i.test(result.output)) break;
  }
  throw new Error(`The database could not be made: ${failures.join('\n')}`);
}

function run(command: string, args: string[], user: RunAs | undefined): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: '/', env: databaseEnvironment(), stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true, ...idsOf(user) });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

function moveIntoPlace(half: string, home: string): void {
  // A folder of that name without data is left from nothing that counts.
  rmSync(home, { recursive: true, force: true });
  renameSync(half, home);
}

function removeHalfMade(home: string): void {
  const parent = dirname(home);
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(`${basename(home)}.new-`)) continue;
    try {
      // Retries: an initdb whose parent was killed may still be writing for a moment.
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    } catch {
      // It only takes space; the next start tries again.
    }
  }
}

function makeFolder(path: string, mode: number, user?: RunAs): void {
  mkdirSync(path);
  // The umask may have narrowed what mkdir was asked for.
  chmodSync(path, mode);
  if (user) chownSync(path, user.uid, user.gid);
}

/** Gives the data to the user that runs it now, when it was made by one that no longer exists. */
function adopt(data: string, user: RunAs | undefined): void {
  if (!user || statSync(data).uid === user.uid) return;
  const result = spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, data], { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`The database's files could not be given to the user "${user.name}": ${result.stderr}`);
}

function secretFile(home: string, role: string): string {
  return join(home, `${role}.password`);
}

/** The password of a role of the cluster in this folder. */
export function readSecret(home: string, role: string): string {
  try {
    return readFileSync(secretFile(home, role), 'utf8').trim();
  } catch (error) {
    throw new Error(`${secretFile(home, role)} cannot be read. The data folder belongs to the user who started Quayside first; start it as that user.`, {
      cause: error,
    });
  }
}

/** The ids to spawn a process with. */
export function idsOf(user: RunAs | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

/** Nothing of our own environment reaches the database's processes: PGDATA, LC_ALL and the like would change them, secrets do not belong there. */
export function databaseEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { PATH, ...(SystemRoot ? { SystemRoot, TEMP } : {}), TZ: 'UTC', LC_MESSAGES: 'C' };
}
