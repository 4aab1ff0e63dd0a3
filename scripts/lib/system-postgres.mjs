import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const HOME = '/usr/lib/postgresql';
/** The versions that the product supports. */
const SUPPORTED = [15, 16, 17, 18];

/** Lists the PostgreSQL installations of this system that the product supports, oldest first. */
export function findSystemPostgres() {
  if (!existsSync(HOME)) return [];
  const found = readdirSync(HOME).map((name) => ({ dir: join(HOME, name, 'bin'), major: Number(name) }));
  return found
    .filter(({ dir, major }) => SUPPORTED.includes(major) && existsSync(join(dir, 'initdb')))
    .sort((a, b) => a.major - b.major);
}
