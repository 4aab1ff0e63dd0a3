import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config.ts';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { findPlace, unfinishedRestore } from '../db/embedded/place.ts';
import { type Checked, checkData } from './check-data.ts';
import { requireEmbedded } from './external.ts';
import { createProgress } from './progress.ts';
import { readBackup, requireReadable, skip } from './read-backup.ts';
import type { Entry } from './tar.ts';

type Say = (line: string) => void;
type RestoreConfig = Pick<Config, 'dataDir' | 'filesDir' | 'databaseUrl' | 'backupPassphrase'>;

/** The result of reading a whole backup and of starting and checking its database. */
interface CheckedBackup extends Checked {
  readonly madeAt: string;
}

/**
 * Restores a backup into an empty DATA_DIR, and checks it. Nothing is made for a backup whose passphrase is wrong, or
 * that a newer release wrote, so that the next try finds the place empty. A server does not start in a DATA_DIR whose
 * restore did not finish.
 */
export async function restoreBackup(config: RestoreConfig, file: string, say: Say): Promise<CheckedBackup> {
  requireEmbedded(config);
  for (const folder of [config.dataDir, config.filesDir]) requireEmpty(folder);
  await requireReadable(file, config.backupPassphrase);
  await mkdir(config.dataDir, { recursive: true });
  const mark = unfinishedRestore(config.dataDir);
  await writeFile(mark, '', { flush: true });
  const { home } = findPlace(config.dataDir, say);
  requireEmpty(home);
  await mkdir(home, { recursive: true });
  await chmod(home, 0o755);
  const progress = createProgress(say, 'Restored');
  const { about, hashes } = await readBackup(file, config.backupPassphrase, async (entry) => {
    progress.add(entry);
    await unpack(entry, targetOf(entry.path, { ...config, home }));
  });
  say(`Restored: ${progress.summary()}. Starting the database to check it.`);
  await rm(mark);
  const checked = await checkIn(config.dataDir, hashes).catch(async (error: unknown) => {
    await writeFile(mark, '');
    throw error;
  });
  return { ...checked, madeAt: about.madeAt };
}

/** Reads a backup as a whole, and starts its database in a temporary folder to check it. */
export async function verifyBackup(file: string, passphrase: string | undefined, say: Say): Promise<CheckedBackup> {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-verify-'));
  await chmod(folder, 0o755);
  const { base, home } = findPlace(folder, say);
  try {
    await mkdir(home, { recursive: true });
    await chmod(home, 0o755);
    const progress = createProgress(say, 'Read');
    const { about, hashes } = await readBackup(file, passphrase, async (entry) => {
      progress.add(entry);
      if (entry.path.startsWith('database/')) await unpack(entry, join(home, entry.path.slice('database/'.length)));
      else await skip(entry);
    });
    say(`Read: ${progress.summary()}. Starting the database to check it.`);
    return { ...(await checkIn(folder, hashes)), madeAt: about.madeAt };
  } finally {
    for (const place of new Set([folder, base])) await rm(place, { recursive: true, force: true });
  }
}

async function checkIn(dataDir: string, hashes: ReadonlyMap<string, string>): Promise<Checked> {
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    return await checkData(database.superuserUrl, hashes);
  } finally {
    await database.stop();
  }
}

function requireEmpty(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).every((name) => name === 'lost+found')) return;
  if (existsSync(unfinishedRestore(folder)))
    throw new Error(
      `${folder} has what is left of a restore that did not finish. Empty it, and restore the backup again.`,
    );
  throw new Error(`${folder} is not empty. A backup is restored into an empty place only: name another one.`);
}

/** Returns the path to which an entry is restored; undefined for an entry that this release does not know. */
function targetOf(
  path: string,
  { dataDir, filesDir, home }: { dataDir: string; filesDir: string; home: string },
): string | undefined {
  const [first = '', ...rest] = path.split('/');
  if (first === 'database') return join(home, ...rest);
  if (first === 'files') return join(filesDir, ...rest);
  return first === 'keys' || path === 'demo-password' ? join(dataDir, path) : undefined;
}

async function unpack(entry: Entry, target: string | undefined): Promise<void> {
  if (target === undefined) return skip(entry);
  const isFolder = entry.path.endsWith('/');
  await mkdir(isFolder ? target : dirname(target), { recursive: true, mode: 0o700 });
  if (isFolder) return skip(entry);
  // Files of the database need no flush here: PostgreSQL flushes them when it starts from a backup.
  const isUploaded = !entry.path.startsWith('database/data/');
  await pipeline(entry.content, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: isUploaded }));
}
