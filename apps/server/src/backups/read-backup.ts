import { createReadStream } from 'node:fs';
import { requireOwnRelease } from '../db/releases.ts';
import { decrypt } from './encryption.ts';
import { type Entry, unpackTar } from './tar.ts';

/** The formats of backups that this release reads. */
const FORMAT = 1;
/** The name of the first entry, which describes the backup. */
const ABOUT = 'backup.json';
const PATH = /^[\w.@-]+(\/[\w.@-]+)*\/?$/;

/**
 * The content of the first entry: the format of the backup, when the backup was made, and the migrations that its
 * database has run. Early releases did not write the migrations.
 */
interface About {
  readonly format: number;
  readonly madeAt: string;
  readonly migrations?: readonly string[];
}

export const aboutEntry = (now: Date, migrations: readonly string[]): readonly [string, Buffer] => [
  ABOUT,
  Buffer.from(`${JSON.stringify({ format: FORMAT, madeAt: now.toISOString(), migrations } satisfies About)}\n`),
];

/**
 * Reads the beginning of a backup. Throws if the passphrase is wrong, or this release does not read such a backup, so
 * that nothing is written for a backup that cannot be restored.
 */
export async function requireReadable(file: string, passphrase: string | undefined): Promise<void> {
  const stream = createReadStream(file, { highWaterMark: 1 << 20 });
  try {
    for await (const entry of unpackTar(decrypt(stream as AsyncIterable<Buffer>, passphrase))) {
      await readAbout(entry);
      return;
    }
  } finally {
    stream.destroy();
  }
}

/** Reads a decrypted backup and passes each entry to `visit`. Returns the hashes of all files by their paths. */
export async function readBackup(
  file: string,
  passphrase: string | undefined,
  visit: (entry: Entry) => Promise<void>,
): Promise<{ about: About; hashes: ReadonlyMap<string, string> }> {
  const hashes = new Map<string, string>();
  let about: About | undefined;
  const bytes = createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>;
  for await (const entry of unpackTar(decrypt(bytes, passphrase))) {
    if (!PATH.test(entry.path) || entry.path.includes('..')) throw new Error(`${entry.path} is no path of a backup.`);
    if (about === undefined) about = await readAbout(entry);
    else await visit(entry);
    hashes.set(entry.path, entry.sha256());
  }
  if (about === undefined) throw new Error('The backup is empty.');
  return { about, hashes };
}

async function readAbout(entry: Entry): Promise<About> {
  const parts: Buffer[] = [];
  for await (const bytes of entry.content) parts.push(bytes);
  if (entry.path !== ABOUT) throw new Error('This is no backup of Quayside.');
  const about = JSON.parse(Buffer.concat(parts).toString()) as About;
  if (about.format !== FORMAT) throw new Error(`The backup has the format ${about.format}: use a newer Quayside.`);
  await requireOwnRelease('The backup', about.migrations ?? []);
  return about;
}

/** Reads an entry to its end and discards its bytes. */
export async function skip({ content }: Entry): Promise<void> {
  for await (const _ of content);
}
