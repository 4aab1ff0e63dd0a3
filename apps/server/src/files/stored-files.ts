import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { DB } from '../db/types.gen.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';

/** A durable file that no row claims yet. */
export interface StoredFile {
  readonly storageKey: string;
  readonly size: number;
  readonly sha256: string;
}

/**
 * Uploaded files, as the areas use them. Every file has a row in `file_in_store`, written before its bytes, so that a
 * crash cannot leave an unknown file behind.
 */
export interface StoredFiles extends Pick<FileStore, 'read' | 'open'> {
  /** The most bytes that all files of one account may take together. */
  readonly quotaBytes: number;
  put(stream: Readable, options: { maxBytes: number }): Promise<StoredFile>;
  /** Removes a file at once, unless a row claims it; for refused uploads. */
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
      const name = random(16).toString('hex');
      const storageKey = `${name.slice(0, 2)}/${name}`;
      await db.insertInto('file_in_store').values({ storage_key: storageKey, unclaimed_since: clock.now() }).execute();
      return { storageKey, ...(await fileStore.put(storageKey, stream, options)) };
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
