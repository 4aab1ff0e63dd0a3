import type { Dirent } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import pg from 'pg';
import { type Entry, fileEntry, folderEntry } from './tar.ts';

/** Folders whose content is valid only while this server runs. The next start fills them again. */
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
]);
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|t\d+_\d+.*|backup_label.*|quayside-running)$/;
const CONTROL = 'global/pg_control';
const PIECE = 1 << 20;

/**
 * Copies the folder of a running cluster, to which PostgreSQL keeps writing. When the copy is started, PostgreSQL
 * repairs it from the journal (WAL), so the copy has the state of the moment at which the copying ended. `url` is that
 * of the superuser.
 */
export async function* copyCluster(url: string, data: string, root: string): AsyncGenerator<Entry> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // The replication slot keeps PostgreSQL from removing the journal during the copying. It is dropped when this
    // connection ends.
    await client.query(`select pg_create_physical_replication_slot('quayside_backup', true, true)`);
    const first = await one(client, `select pg_walfile_name(pg_backup_start('quayside', true)) as wal`);
    for await (const path of walk(data)) {
      if (path.endsWith('/')) yield folderEntry(posix.join(root, path.slice(0, -1)));
      else if (path !== CONTROL) yield* entryOf(data, path, root);
    }
    // The control file is copied last, as in PostgreSQL's own base backup.
    yield* entryOf(data, CONTROL, root);
    const last = await one(
      client,
      'select pg_walfile_name(lsn) as wal, labelfile as label from pg_backup_stop(wait_for_archive => false)',
    );
    yield fileEntry(posix.join(root, 'backup_label'), Buffer.from(last['label'] ?? ''));
    const segments = (await readdir(join(data, 'pg_wal'))).sort();
    for (const name of segments)
      if (
        name.endsWith('.history') ||
        (/^[0-9A-F]{24}$/.test(name) && name >= (first['wal'] ?? '') && name <= (last['wal'] ?? ''))
      )
        yield* entryOf(data, `pg_wal/${name}`, root);
  } finally {
    await client.end();
  }
}

const one = async (client: pg.Client, text: string) => (await client.query<Record<string, string>>(text)).rows[0] ?? {};

/** Lists folders (with a slash at the end) and files, as paths in the cluster's folder. */
async function* walk(data: string, folder = ''): AsyncGenerator<string> {
  for (const found of await entriesOf(join(data, folder))) {
    const path = posix.join(folder, found.name);
    if (LEFT_OUT.test(found.name)) continue;
    if (found.isDirectory()) {
      yield `${path}/`;
      if (path === 'pg_wal') yield 'pg_wal/archive_status/';
      if (!EMPTIED.has(path)) yield* walk(data, path);
    } else if (found.isFile()) yield path;
  }
}

/** The entries of a folder; none if the folder was removed during the copying, because its database was dropped. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(ifMissing([]));
}

/**
 * Yields the content of a file, up to this size. The buffers are no larger than the file, because most files are small.
 */
async function* piecesOf(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < size; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(PIECE, size - from)), 0);
    if (bytesRead === 0) return;
    from += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Yields a file as an entry of the backup, or nothing if the file was removed during the copying. */
async function* entryOf(data: string, path: string, root: string): AsyncGenerator<Entry> {
  const handle = await open(join(data, path), 'r').catch(ifMissing(undefined));
  if (!handle) return;
  try {
    const { size } = await handle.stat();
    yield { path: posix.join(root, path), size, content: piecesOf(handle, size) };
  } finally {
    await handle.close();
  }
}

const ifMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return instead;
    throw error;
  };
