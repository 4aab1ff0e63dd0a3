import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { FileDeps } from './stored-files.ts';

/** How many of the files that rows name are looked up in a store that has no installation id. */
const SAMPLE = 1000;

interface Installation {
  readonly id: string;
  readonly joined_at: Date | null;
}

/**
 * Makes sure that the file store belongs to this database: both carry the id of the installation. If both are new, they
 * get an id. If both are from an earlier release, they get one if the store contains the files that the database names.
 * Otherwise throws, and says what to do. Several processes may do this at once.
 */
export async function joinFileStore(deps: FileDeps): Promise<void> {
  const { db, clock, fileStore } = deps;
  await sql`insert into installation (id) values (${randomUUID()}) on conflict do nothing`.execute(db);
  const { id, joined_at } = await getInstallation(deps);
  const stored = await fileStore.installation();
  if (stored === undefined) await requireJoinable(deps, { id, joined_at });
  requireSame(deps, id, stored ?? (await fileStore.joinInstallation(id)));
  if (joined_at === null) await db.updateTable('installation').set({ joined_at: clock.now() }).execute();
}

/** Throws unless the store belongs to this database. Called before anything is removed from the store. */
export async function requireOwnStore(deps: FileDeps): Promise<void> {
  requireSame(deps, (await getInstallation(deps)).id, await deps.fileStore.installation());
}

const getInstallation = ({ db }: FileDeps): Promise<Installation> =>
  db.selectFrom('installation').select(['id', 'joined_at']).executeTakeFirstOrThrow();

function requireSame({ fileStore }: FileDeps, id: string, stored: string | undefined): void {
  if (stored === id) return;
  throw new Error(
    stored === undefined
      ? `The files in ${fileStore.place} carry no installation id. ${helpWith(fileStore, id)}`
      : `The files in ${fileStore.place} belong to another database: they carry the installation id ${stored}, the ` +
          `database ${id}. ${helpWith(fileStore, id)}`,
  );
}

const helpWith = ({ idPlace }: FileDeps['fileStore'], id: string): string =>
  'Nothing was changed, and no file is removed. Check that DATABASE_URL, DATA_DIR and FILES_DIR name the database ' +
  `and the files that belong together, and that the disk of the files is mounted. Only if you are sure that these ` +
  `files belong to this database, write ${id} into ${idPlace} and start again (runbook, "Files and their database").`;

/** Throws if a store without an id may be that of another database. */
async function requireJoinable(deps: FileDeps, { id, joined_at }: Installation): Promise<void> {
  const { place } = deps.fileStore;
  const [named, hasFiles] = [await sampleOfNamed(deps), await containsFiles(deps)];
  if (named.size === 0 && !hasFiles) return;
  const help = helpWith(deps.fileStore, id);
  if (!hasFiles) throw new Error(`${place} is empty, but the database names files that should be there. ${help}`);
  if (named.size === 0) throw new Error(`There are files in ${place} that this database does not know. ${help}`);
  if (joined_at !== null || !(await containsHalf(deps, named)))
    throw new Error(`The files in ${place} carry no installation id, and the database has one. ${help}`);
}

/** The keys of some files that rows name. */
async function sampleOfNamed({ db }: FileDeps): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('file_in_store')
    .select('storage_key')
    .where('unclaimed_since', 'is', null)
    .limit(SAMPLE)
    .execute();
  return new Set(rows.map((row) => row.storage_key));
}

async function containsFiles({ fileStore }: FileDeps): Promise<boolean> {
  for await (const _ of fileStore.list()) return true;
  for await (const _ of fileStore.listBin()) return true;
  return false;
}

/**
 * Whether the store contains at least half of these files. This recognises a store that an earlier release filled for
 * this database.
 */
async function containsHalf({ fileStore }: FileDeps, keys: ReadonlySet<string>): Promise<boolean> {
  let found = 0;
  for await (const key of fileStore.list()) {
    if (keys.has(key)) found += 1;
    if (found * 2 >= keys.size) return true;
  }
  return false;
}
