import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SYSTEM_HOME } from './binaries.ts';
import { canReach, databaseUser, type RunAs } from './run-as.ts';

/** Where an installation's cluster is stored and who runs it. */
export interface Place {
  /** The parent of the cluster's folder: DATA_DIR, or a folder in /var/lib/quayside. */
  readonly base: string;
  /** The cluster's folder, with the data, the passwords, the port and the log. */
  readonly home: string;
  readonly user: RunAs | undefined;
}

/**
 * The file in DATA_DIR that contains the path of the database's folder. It exists only if that folder is outside
 * DATA_DIR.
 */
const PLACE_FILE = 'database-place';
/**
 * The file in a database's folder outside DATA_DIR. It contains the path of the DATA_DIR to which the folder belongs.
 */
const BELONGS_FILE = 'data-dir';
const CLUSTER = 'pg18';

/** The file that marks a DATA_DIR into which a backup is being restored. No server starts there. */
export const unfinishedRestore = (dataDir: string): string => join(dataDir, 'restore-unfinished');

/** Decides where the database of a DATA_DIR is stored. The result is the same at every start. */
export function findPlace(dataDir: string, log: (line: string) => void): Place {
  mkdirSync(dataDir, { recursive: true });
  const dir = realpathSync(dataDir);
  const inside = join(dir, CLUSTER);
  if (!existsSync(join(dir, PLACE_FILE))) {
    const user = databaseUser(join(inside, 'data'));
    if (canReach(dir, user)) return { base: dir, home: inside, user };
    if (existsSync(join(inside, 'data')))
      throw new Error(
        `The user "${user?.name}", who runs the database, can no longer enter ${dir}. ` +
          'Give it back the right to enter (chmod o+x on the folder and those above).',
      );
  }
  return placeElsewhere(dir, log);
}

/**
 * Throws if the database is missing although files or keys of the installation exist. A new, empty database would not
 * know the existing files.
 */
export function requireNotLost(dataDir: string, { home }: Place, filesDir = join(dataDir, 'files')): void {
  if (existsSync(unfinishedRestore(dataDir)))
    throw new Error(`A restore into ${dataDir} did not finish. Empty the folder, and restore the backup again.`);
  if (existsSync(join(home, 'data', 'PG_VERSION'))) return;
  const left = [filesDir, join(dataDir, 'keys')].filter(
    (folder) => existsSync(folder) && readdirSync(folder).length > 0,
  );
  if (left.length > 0) throw lost(home, `${left.join(' and ')} ${left.length > 1 ? 'are' : 'is'} not empty`);
}

const lost = (home: string, trace: string): Error =>
  new Error(
    `The database is missing: it should be in ${home}, because ${trace}. No empty one is created beside what ` +
      'belongs to another one. Put the database back there, restore a backup into an empty DATA_DIR ' +
      '(npm run restore), or name an empty DATA_DIR to begin anew. If the database is an external one, set ' +
      'DATABASE_URL.',
  );

function placeElsewhere(dir: string, log: (line: string) => void): Place {
  const base = recordedBase(dir) ?? join(SYSTEM_HOME, createHash('sha256').update(dir).digest('hex').slice(0, 16));
  const home = join(base, CLUSTER);
  try {
    mkdirSync(base, { recursive: true });
    for (const folder of [SYSTEM_HOME, base]) chmodSync(folder, 0o755);
    writeFileSync(join(base, BELONGS_FILE), `${dir}\n`);
  } catch (error) {
    throw new Error(
      `The database of ${dir} lives in ${base}, which this user may not open. It was started as root before: ` +
        'start it as root again, or choose another DATA_DIR.',
      { cause: error },
    );
  }
  writeFileSync(join(dir, PLACE_FILE), `${base}\n`);
  const user = databaseUser(join(home, 'data'));
  log(`The database is kept in ${base}, because its system user cannot enter ${dir}.`);
  return { base, home, user };
}

/**
 * Finds the folder that contains the database, as recorded in DATA_DIR; the record remains valid when DATA_DIR is
 * moved. Throws for a copy of DATA_DIR, which must not share the original's database.
 */
function recordedBase(dir: string): string | undefined {
  const base = readLine(join(dir, PLACE_FILE));
  if (base === undefined) return undefined;
  if (!existsSync(join(base, BELONGS_FILE))) throw lost(join(base, CLUSTER), `${join(dir, PLACE_FILE)} names it`);
  const belongs = readLine(join(base, BELONGS_FILE));
  if (belongs === dir || !existsSync(join(belongs ?? dir, PLACE_FILE))) return base;
  throw new Error(
    `${dir} is a copy: its database in ${base} belongs to ${belongs}. Two installations must not share ` +
      'one database: restore a backup into an empty DATA_DIR instead (npm run restore).',
  );
}

function readLine(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
