import { requireOwnStore } from './installation.ts';
import type { FileDeps } from './stored-files.ts';
import type { BinnedFile } from '../ports/file-store.ts';

/** How long a file stays in the bin before it is deleted. */
const DAYS_IN_BIN = 30;
const BATCH = 500;

/** The name of the folder in the bin for the files of a day. */
export const binDay = (at: Date): string => at.toISOString().slice(0, 10);

/**
 * Deletes the files that have been in the bin for 30 days. A file that a row names again, because an older database was
 * restored, goes back to its place instead.
 */
export async function emptyBin(deps: FileDeps): Promise<void> {
  await requireOwnStore(deps);
  const last = binDay(new Date(deps.clock.now().getTime() - DAYS_IN_BIN * 24 * 3_600_000));
  let files: BinnedFile[] = [];
  for await (const file of deps.fileStore.listBin()) {
    files.push(file);
    if (files.length < BATCH) continue;
    await settle(deps, files, last);
    files = [];
  }
  await settle(deps, files, last);
}

async function settle({ db, fileStore }: FileDeps, files: readonly BinnedFile[], last: string): Promise<void> {
  if (files.length === 0) return;
  const keys = files.map((file) => file.key);
  const rows = await db
    .selectFrom('file_in_store')
    .select('storage_key')
    .where('storage_key', 'in', keys)
    .where('unclaimed_since', 'is', null)
    .execute();
  const named = new Set(rows.map((row) => row.storage_key));
  for (const file of files) {
    if (named.has(file.key)) await fileStore.takeFromBin(file);
    else if (file.day < last) await fileStore.removeFromBin(file);
  }
}
