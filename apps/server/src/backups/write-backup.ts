import { existsSync } from 'node:fs';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config.ts';
import { OWNER, SUPERUSER } from '../db/embedded/cluster.ts';
import { type VisitedCluster, visitCluster } from '../db/embedded/visit.ts';
import { listRanMigrations, requireOwnRelease } from '../db/releases.ts';
import { SWEEP_TURN } from '../files/sweep-files.ts';
import type { FileStore } from '../ports/file-store.ts';
import { copyCluster } from './copy-cluster.ts';
import { encrypt } from './encryption.ts';
import { requireEmbedded } from './external.ts';
import { createProgress } from './progress.ts';
import { aboutEntry, readBackup, skip } from './read-backup.ts';
import { type Entry, fileEntry, packTar } from './tar.ts';

type Say = (line: string) => void;
interface BackupOptions {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'backupPassphrase'>;
  readonly fileStore: FileStore;
}

/**
 * Writes a backup of database, files and keys, whether or not Quayside is running, and reads it again. Returns the
 * faults that the data already had: files that the database names but that are missing or differ.
 */
export async function writeBackup(options: BackupOptions, file: string, say: Say): Promise<readonly string[]> {
  const { config } = options;
  requireEmbedded(config);
  if (existsSync(file)) throw new Error(`${file} exists already. Name a new file.`);
  const part = `${file}.part`;
  const faults: string[] = [];
  try {
    await visitCluster(config.dataDir, async (cluster) => {
      const archive = packTar(reported(entriesOf(options, cluster, faults), say));
      await writeBytes(
        part,
        config.backupPassphrase === undefined ? archive : encrypt(archive, config.backupPassphrase),
      );
    });
    say('Reading the backup again.');
    await readBackup(part, config.backupPassphrase, skip);
    await rename(part, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return faults;
}

async function* reported(entries: AsyncIterable<Entry>, say: Say): AsyncGenerator<Entry> {
  const progress = createProgress(say, 'Copied');
  for await (const entry of entries) {
    progress.add(entry);
    yield entry;
  }
  say(`Copied: ${progress.summary()}.`);
}

/**
 * Yields the entries of a backup. The database comes first: files are never changed once they are stored, so each file
 * that the database names can be copied afterwards. The sweep removes no files in the meantime.
 */
async function* entriesOf(
  { config, fileStore }: BackupOptions,
  cluster: VisitedCluster,
  faults: string[],
): AsyncGenerator<Entry> {
  const client = new pg.Client({ connectionString: cluster.superuserUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const migrations = await listRanMigrations(client);
    // Reading the backup again would refuse it, only after all had been copied.
    await requireOwnRelease('The data', migrations);
    yield fileEntry(...aboutEntry(new Date(), migrations));
    await client.query('select pg_advisory_lock($1)', [SWEEP_TURN]);
    for (const role of [SUPERUSER, OWNER])
      yield fileEntry(`database/${role}.password`, await readFile(join(cluster.home, `${role}.password`)));
    yield* copyCluster(cluster.superuserUrl, join(cluster.home, 'data'), 'database/data');
    yield* namedFiles(client, fileStore, faults);
  } finally {
    await client.end();
  }
  const keys = join(config.dataDir, 'keys');
  for (const name of existsSync(keys) ? await readdir(keys) : [])
    yield fileEntry(`keys/${name}`, await readFile(join(keys, name)));
  const password = join(config.dataDir, 'demo-password');
  if (existsSync(password)) yield fileEntry('demo-password', await readFile(password));
}

interface NamedFile {
  readonly key: string;
  readonly is_named: boolean;
  readonly sha256: string | null;
}

/** Yields the files that the database lists. Files that no row names may be missing. */
async function* namedFiles(client: pg.Client, store: FileStore, faults: string[]): AsyncGenerator<Entry> {
  const id = await store.installation();
  if (id !== undefined) yield fileEntry('files/installation-id', Buffer.from(`${id}\n`));
  for (let after = ''; ; ) {
    const { rows } = await client.query<NamedFile>(
      `
        select f.storage_key as key, f.unclaimed_since is null as is_named, s.sha256
        from file_in_store f left join stored_file s using (storage_key)
        where f.storage_key > $1 and not f.is_removing order by f.storage_key limit 1000`,
      [after],
    );
    if (rows.length === 0) return;
    for (const { key, is_named } of rows) {
      const bytes = await store.read(key).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      });
      if (bytes) yield fileEntry(`files/${key}`, bytes);
      else if (is_named) faults.push(`The file ${key} is missing in ${store.place}, although the database names it.`);
    }
    after = rows.at(-1)?.key ?? '';
  }
}

async function writeBytes(file: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    for await (const part of bytes) {
      // On a disk that is nearly full, fewer bytes may be written than were given.
      for (let rest = part; rest.length > 0; ) rest = rest.subarray((await handle.write(rest)).bytesWritten);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
