import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { DB } from '../db/types.gen.ts';
import type { Clock } from '../ports/clock.ts';
import { type FileStore, PlaceTaken } from '../ports/file-store.ts';
import { endIncident } from './storage-trouble.ts';

/** How many keys are tried for one file. */
const MOST_ATTEMPTS = 20;

/** A file that is stored durably but that no row claims (references) yet. */
export interface StoredFile {
  readonly storageKey: string;
  readonly size: number;
  readonly sha256: string;
}

/**
 * How areas read and store uploaded files. Every file has a row in `file_in_store`. The row is written before the
 * bytes, so that a crash cannot leave a file behind that no row lists.
 */
export interface StoredFiles extends Pick<FileStore, 'read' | 'open'> {
  /** The maximum total size of all files of one account, in bytes. */
  readonly quotaBytes: number;
  put(stream: Readable, options: { maxBytes: number }): Promise<StoredFile>;
  /** Removes the file of a refused upload at once, unless a row claims the file. */
  remove(storageKey: string): Promise<void>;
}

export interface FileDeps {
  readonly db: Kysely<DB>;
  readonly clock: Clock;
  readonly fileStore: FileStore;
}

export function createStoredFiles(
  { db, clock, fileStore }: FileDeps,
  { quotaBytes, random = randomBytes }: { readonly quotaBytes: number; readonly random?: (size: number) => Buffer },
): StoredFiles {
  return {
    quotaBytes,
    async put(stream, options) {
      for (let attempt = 1; ; attempt += 1) {
        const name = random(16).toString('hex');
        const storageKey = `${name.slice(0, 2)}/${name}`;
        const row = { storage_key: storageKey, unclaimed_since: clock.now() };
        await db.insertInto('file_in_store').values(row).execute();
        try {
          const stored = await fileStore.put(storageKey, stream, options);
          await endIncident(db);
          return { storageKey, ...stored };
        } catch (error) {
          if (!(error instanceof PlaceTaken) || attempt === MOST_ATTEMPTS) throw error;
          await db.deleteFrom('file_in_store').where('storage_key', '=', storageKey).execute();
        }
      }
    },
    read: fileStore.read,
    open: fileStore.open,
    async remove(storageKey) {
      const unclaimed = await db
        .updateTable('file_in_store')
        .set({ is_removing: true })
        .where('storage_key', '=', storageKey)
        .where('unclaimed_since', 'is not', null)
        .executeTakeFirst();
      if (unclaimed.numUpdatedRows === 0n) return;
      await fileStore.remove(storageKey);
      await db.deleteFrom('file_in_store').where('storage_key', '=', storageKey).execute();
    },
  };
}
