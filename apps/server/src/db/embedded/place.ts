import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SYSTEM_HOME } from './binaries.ts';
import { canReach, databaseUser, type RunAs } from './run-as.ts';

/** Where an installation's cluster is stored and who runs it. */
export interface Place {
  /** Parent of the cluster's folder: DATA_DIR, or a folder below /var/lib/quayside. */
  readonly base: string;
  /** The cluster's folder: data, passwords, port, log. */
  readonly home: string;
  readonly user: RunAs | undefined;
}

/** A file in DATA_DIR whose one line says where the database is, if it is elsewhere. */
export const PLACE_FILE = 'database-place';
/** A file in that other folder: the DATA_DIR that it belongs to. */
const BELONGS_FILE = 'data-dir';
const CLUSTER = 'pg18';

/** Decides where the database of a DATA_DIR is stored; the result is the same at every start. */
export function findPlace(dataDir: string, log: (line: string) => void): Place {
  mkdirSync(dataDir, { recursive: true });
  const dir = realpathSync(dataDir);
  const inside = join(dir, CLUSTER);
  if (!existsSync(join(dir, PLACE_FILE))) {
    const user = databaseUser(join(inside, 'data'));
    if (canReach(dir, user)) return { base: dir, home: inside, user };
    if (existsSync(join(inside, 'data')))
      throw new Error(
        `The user "${user?.name}", who runs the database, can no longer enter ${dir}. Give it back the right to enter (chmod o+x on the folder and those above).`,
      );
  }
  return placeElsewhere(dir, log);
}

function placeElsewhere(dir: string, log: (line: string) => void): Place {
  const base = recordedBase(dir) ?? join(SYSTEM_HOME, createHash('sha256').update(dir).digest('hex').slice(0, 16));
  const home = join(base, CLUSTER);
  try {
    mkdirSync(base, { recursive: true });
    for (const folder of [SYSTEM_HOME, base]) chmodSync(folder, 0o755);
    writeFileSync(join(base, BELONGS_FILE), `${dir}\n`);
  } catch (error) {
    throw new Error(
      `The database of ${dir} lives in ${base}, which this user may not open. It was started as root before: start it as root again, or choose another DATA_DIR.`,
      { cause: error },
    );
  }
  writeFileSync(join(dir, PLACE_FILE), `${base}\n`);
  const user = databaseUser(join(home, 'data'));
  log(`The database is kept in ${base}, because its system user cannot enter ${dir}.`);
  return { base, home, user };
}

/**
 * The folder that DATA_DIR names, even after DATA_DIR was moved. A copy of DATA_DIR must not share the original's
 * database.
 */
function recordedBase(dir: string): string | undefined {
  const base = readLine(join(dir, PLACE_FILE));
  if (base === undefined) return undefined;
  const belongs = readLine(join(base, BELONGS_FILE));
  if (belongs === undefined || belongs === dir || !existsSync(join(belongs, PLACE_FILE))) return base;
  throw new Error(
    `${dir} is a copy: its database in ${base} belongs to ${belongs}. Remove the file ${join(dir, PLACE_FILE)} to begin with an empty one, and restore a backup into it.`,
  );
}

function readLine(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
