import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Names the folder of this run. The processes of Vitest inherit it; a script that runs by itself has none. */
const VARIABLE = 'TESTS_SHARED_FOLDER';
const LOOK_MS = 100;

/** Creates a folder for what one test file makes and others of this run copy. Returns what removes it. */
export function createSharedFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-shared-'));
  // The user of the database must reach what is in it.
  chmodSync(folder, 0o755);
  process.env[VARIABLE] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/**
 * Creates a data folder that is a copy of the one that `prepare` fills. The first test file that needs one prepares it,
 * while others wait, because making a database takes longer than all that most of them do to it.
 */
export async function copyPrepared(dataDir: string, prepare: (dataDir: string) => Promise<void>): Promise<void> {
  const shared = process.env[VARIABLE];
  if (shared === undefined) return prepare(dataDir);
  const [ready, making] = [join(shared, 'data'), join(shared, 'making')];
  while (!existsSync(ready)) {
    if (!claimed(making)) {
      await sleep(LOOK_MS);
      continue;
    }
    try {
      if (!existsSync(ready)) {
        await prepare(join(making, 'data'));
        // Copies that start at the same time would all try this port first.
        rmSync(join(making, 'data', 'pg18', 'port'));
        renameSync(join(making, 'data'), ready);
      }
    } finally {
      rmSync(making, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  }
  // The copy keeps the owner of the files, which is the user of the database.
  const { status, stderr } = spawnSync('cp', ['-a', ready, dataDir], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The prepared data folder could not be copied: ${stderr}`);
}

/** Creates the folder of whoever prepares the data; false if another process did. */
function claimed(folder: string): boolean {
  try {
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
