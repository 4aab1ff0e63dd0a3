import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, type Dirent } from 'node:fs';
import {
  type FileHandle,
  link,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  type BinnedFile,
  type FileStore,
  FileTooLarge,
  PlaceTaken,
  StoreFull,
  StoreReadOnly,
} from '../../ports/file-store.ts';

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{32}$/;
const FOLDER = /^[0-9a-f]{2}$/;
const PART = '.part';
const BIN = 'bin';
const NAME = /^[0-9a-f]{32}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** The file in the folder that contains the id of the installation. */
const INSTALLATION = 'installation-id';
/** The prefix of the files that are written to find out whether the store is writable. */
const PROBE = '.probe-';
const PROBE_BYTES = 64 * 1024;
const DISK_FULL = /^(ENOSPC|EDQUOT|EFBIG)$/;
const NO_FILE = /^(ERR_FS_EISDIR|EISDIR|ENOTDIR)$/;
/** The codes of a folder that takes no files now: it is read-only, or its disk is gone or fails. */
const READ_ONLY = /^(EROFS|EACCES|EPERM|ENOENT|ENOTDIR|ELOOP|EIO|ENXIO|ENODEV|ESTALE)$/;

/** Writes bytes to a file. Returns how many were written, which can be fewer than given if the disk is nearly full. */
type WriteBytes = (handle: FileHandle, bytes: Buffer) => Promise<number>;
const writeBytes: WriteBytes = async (handle, bytes) => (await handle.write(bytes)).bytesWritten;

/**
 * Stores files in a folder. Before `put` returns, file and folder are flushed (fsync), and the file is read again and
 * compared with what was received. Tests replace `write` by one that fails like a full disk.
 */
export function createDiskFileStore(root: string, write: WriteBytes = writeBytes): FileStore {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('not a storage key');
    return join(root, key);
  };
  // The bin has a folder per day, so that an operator sees when a file was moved there.
  const binPathOf = ({ key, day }: BinnedFile) => {
    pathOf(key);
    if (!DAY.test(day)) throw new Error('not a day');
    return join(root, BIN, day, key.slice(3));
  };
  const idFile = join(root, INSTALLATION);
  const syncFolder = async (folder: string) => {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  };
  return {
    place: root,
    idPlace: idFile,
    installation: () => readId(idFile),
    async joinInstallation(id) {
      await mkdir(root, { recursive: true });
      const temporary = `${idFile}.${randomUUID()}`;
      try {
        await writeFile(temporary, `${id}\n`, { mode: 0o600, flush: true });
        // A link, unlike a rename, fails if the file exists, so that an id is never replaced.
        await link(temporary, idFile).catch((error: unknown) => {
          if (codeOf(error) !== 'EEXIST') throw error;
        });
        await syncFolder(root);
      } catch (error) {
        throw refusalOf(error);
      } finally {
        await rm(temporary, { force: true }).catch(() => undefined);
      }
      return (await readId(idFile)) ?? '';
    },
    async requireWritable() {
      const probe = join(root, `${PROBE}${randomUUID()}`);
      try {
        await mkdir(root, { recursive: true });
        const handle = await open(probe, 'wx', 0o600);
        try {
          if ((await write(handle, Buffer.alloc(PROBE_BYTES))) < PROBE_BYTES) throw new StoreFull('the disk is full');
        } finally {
          await handle.close();
        }
      } catch (error) {
        throw refusalOf(error);
      } finally {
        await rm(probe, { force: true }).catch(() => undefined);
      }
    },
    async put(key, stream, { maxBytes }) {
      const target = pathOf(key);
      const temporary = target + PART;
      try {
        await makeFolder(dirname(target));
        const handle = await open(temporary, 'wx+', 0o600);
        try {
          const received = await writeStream(handle, stream, { maxBytes, write });
          await handle.sync();
          await requireStored(handle, received);
          await handle.close();
          await rename(temporary, target);
          await syncFolder(dirname(target));
          return received;
        } catch (error) {
          await handle.close().catch(() => undefined);
          for (const path of [temporary, target]) await rm(path, { force: true }).catch(() => undefined);
          throw error;
        }
      } catch (error) {
        throw refusalOf(error);
      }
    },
    read: (key) => readFile(pathOf(key)),
    open: async (key) => {
      await stat(pathOf(key));
      return createReadStream(pathOf(key));
    },
    async remove(key) {
      for (const path of [pathOf(key), pathOf(key) + PART]) await removePath(path);
    },
    async *list() {
      // The folder may also contain files and folders that the store did not create.
      for await (const folder of entriesOf(root)) {
        if (!FOLDER.test(folder.name) || !folder.isDirectory()) continue;
        for await (const file of entriesOf(join(root, folder.name))) {
          const name = file.name.endsWith(PART) ? file.name.slice(0, -PART.length) : file.name;
          const key = `${folder.name}/${name}`;
          if (KEY.test(key) && file.isFile()) yield key;
        }
      }
    },
    async moveToBin(file) {
      const [path, target] = [pathOf(file.key), binPathOf(file)];
      const found = await stat(path).catch(() => undefined);
      if (found?.isFile()) {
        await mkdir(dirname(target), { recursive: true });
        await rename(path, target);
      }
      await removePath(path + PART);
    },
    async *listBin() {
      for await (const day of entriesOf(join(root, BIN))) {
        if (!DAY.test(day.name) || !day.isDirectory()) continue;
        for await (const file of entriesOf(join(root, BIN, day.name)))
          if (NAME.test(file.name) && file.isFile())
            yield { key: `${file.name.slice(0, 2)}/${file.name}`, day: day.name };
      }
    },
    async takeFromBin(file) {
      await mkdir(dirname(pathOf(file.key)), { recursive: true });
      await rename(binPathOf(file), pathOf(file.key));
    },
    async removeFromBin(file) {
      const path = binPathOf(file);
      await removePath(path);
      // Remove the folder of the day once its last file is gone.
      await rmdir(dirname(path)).catch(() => undefined);
    },
  };
}

async function readId(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Makes the folder of a file, and the root if it is missing. Not with `recursive` alone: on a file system that is
 * read-only, Node then reports that the folder does not exist instead of why it cannot be made.
 */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder).catch(async (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      await mkdir(dirname(folder), { recursive: true });
      await mkdir(folder);
    });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    if (!(await stat(folder)).isDirectory()) throw new PlaceTaken(`${folder} is a file`);
  }
}

async function removePath(path: string): Promise<void> {
  await rm(path, { force: true }).catch((error: unknown) => {
    // A folder with this name is not a stored file, so there is nothing to remove.
    if (!NO_FILE.test(codeOf(error))) throw error;
  });
}

/** Writes a whole stream to a file. Returns the size and hash of what was received. */
async function writeStream(
  handle: FileHandle,
  stream: Readable,
  { maxBytes, write }: { readonly maxBytes: number; readonly write: WriteBytes },
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of stream) {
    let bytes = chunk as Buffer;
    size += bytes.length;
    if (size > maxBytes) throw new FileTooLarge();
    hash.update(bytes);
    while (bytes.length > 0) {
      const written = await write(handle, bytes);
      if (written === 0) throw new StoreFull('the disk takes no more bytes');
      bytes = bytes.subarray(written);
    }
  }
  return { size, sha256: hash.digest('hex') };
}

/** Throws unless the file contains exactly the bytes that were received. */
async function requireStored(handle: FileHandle, received: { size: number; sha256: string }): Promise<void> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const bytes of handle.createReadStream({ start: 0, autoClose: false })) {
    size += (bytes as Buffer).length;
    hash.update(bytes as Buffer);
  }
  if (size !== received.size || hash.digest('hex') !== received.sha256)
    throw new Error(`the disk stored ${size} bytes that differ from the ${received.size} bytes received`);
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Converts those errors of the file system that a caller can explain to the errors of the port. */
function refusalOf(error: unknown): unknown {
  const code = codeOf(error);
  if (DISK_FULL.test(code)) return new StoreFull('the disk is full', { cause: error });
  if (READ_ONLY.test(code)) return new StoreReadOnly('the folder of the files takes no files', { cause: error });
  return error;
}

/** Streams the entries of a folder; yields none if the folder does not exist or is no folder. */
async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  const entries = await opendir(folder).catch(() => undefined);
  if (entries) yield* entries;
}
