import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileStore, FileTooLarge } from '../../ports/file-store.ts';

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{32}$/;
const PART = '.part';

/** Stores files in a folder; file and folder are flushed (fsync) before `put` returns. */
export function createDiskFileStore(root: string): FileStore {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('not a storage key');
    return join(root, key);
  };
  const syncFolder = async (folder: string) => {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  };
  return {
    async put(key, stream, { maxBytes }) {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true });
      const temporary = target + PART;
      const handle = await open(temporary, 'wx', 0o600);
      const hash = createHash('sha256');
      let size = 0;
      try {
        for await (const chunk of stream) {
          const bytes = chunk as Buffer;
          size += bytes.length;
          if (size > maxBytes) throw new FileTooLarge();
          hash.update(bytes);
          await handle.write(bytes);
        }
        await handle.sync();
      } catch (error) {
        await handle.close();
        await rm(temporary, { force: true });
        throw error;
      }
      await handle.close();
      await rename(temporary, target);
      await syncFolder(dirname(target));
      return { size, sha256: hash.digest('hex') };
    },
    read: (key) => readFile(pathOf(key)),
    open: async (key) => {
      await stat(pathOf(key));
      return createReadStream(pathOf(key));
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
      await rm(pathOf(key) + PART, { force: true });
    },
    async *list() {
      for await (const folder of entriesOf(root))
        for await (const name of entriesOf(join(root, folder))) {
          const key = `${folder}/${name.endsWith(PART) ? name.slice(0, -PART.length) : name}`;
          // Skip other files in the folder.
          if (KEY.test(key)) yield key;
        }
    },
  };
}

/** Streams the names in a folder; none if the folder does not exist. */
async function* entriesOf(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(() => undefined);
  if (entries) for await (const entry of entries) yield entry.name;
}
