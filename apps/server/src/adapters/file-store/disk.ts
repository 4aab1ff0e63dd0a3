import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from '../../ports/file-store.ts';

/** Refused by size; the caller names it for the client. */
export class FileTooLarge extends Error {}

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{32}(\.part)?$/;

/** Files in a folder: random names, fsync of file and folder before anyone may rely on them. */
export function createDiskFileStore(root: string, options: { readonly quotaBytes: number }): FileStore {
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
    quotaBytes: options.quotaBytes,
    async put(stream, { maxBytes }) {
      const name = randomBytes(16).toString('hex');
      const storageKey = `${name.slice(0, 2)}/${name}`;
      const target = pathOf(storageKey);
      await mkdir(dirname(target), { recursive: true });
      const temporary = `${target}.part`;
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
      return { storageKey, size, sha256: hash.digest('hex') };
    },
    read: (key) => readFile(pathOf(key)),
    open: async (key) => {
      await stat(pathOf(key));
      return createReadStream(pathOf(key));
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async listOld(before) {
      const keys: string[] = [];
      for (const folder of await readdir(root).catch(() => [])) {
        for (const name of await readdir(join(root, folder)).catch(() => [])) {
          const info = await stat(join(root, folder, name)).catch(() => undefined);
          if (info && info.mtime < before) keys.push(`${folder}/${name}`);
        }
      }
      return keys;
    },
  };
}
