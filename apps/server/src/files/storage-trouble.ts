import type { ErrorCode } from '@quayside/contracts/errors';
import type { Kysely } from 'kysely';
import type { SystemTx } from '../db/tx.ts';
import type { DB } from '../db/types.gen.ts';
import { type FileStore, StoreFull } from '../ports/file-store.ts';

/** Writes a small file to find out whether uploads would be refused now, and with which code. */
export async function storageTrouble(
  fileStore: Pick<FileStore, 'requireWritable'>,
): Promise<Extract<ErrorCode, 'storage_full' | 'storage_read_only'> | undefined> {
  try {
    await fileStore.requireWritable();
    return undefined;
  } catch (error) {
    return error instanceof StoreFull ? 'storage_full' : 'storage_read_only';
  }
}

/**
 * Records that a file could not be stored. Returns the id of the incident, which stays the same until a file is stored
 * again (`endIncident`), however many are refused in between.
 */
export async function recordIncident(tx: SystemTx, { id, now }: { id: string; now: Date }): Promise<string> {
  const row = await tx
    .insertInto('storage_incident')
    .values({ id, began_at: now })
    // Writes the old id again, so that the statement returns the row that already exists.
    .onConflict((oc) => oc.column('only_one').doUpdateSet((eb) => ({ id: eb.ref('storage_incident.id') })))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Records that files can be stored again. */
export async function endIncident(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom('storage_incident').execute();
}
