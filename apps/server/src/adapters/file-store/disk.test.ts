import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreFull, StoreReadOnly } from '../../ports/file-store.ts';
import { createDiskFileStore } from './disk.ts';

const KEY = `ab/${'0'.repeat(32)}`;
const CONTENT = Buffer.from('sku,name\n'.repeat(50));
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'quayside-files-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

type Write = NonNullable<Parameters<typeof createDiskFileStore>[1]>;
const put = (write?: Write) =>
  createDiskFileStore(root, write).put(KEY, Readable.from([CONTENT, CONTENT]), { maxBytes: 1_000_000 });
const failure = (code: string) => Object.assign(new Error(code), { code });
const filesOnDisk = () => readdirSync(root, { recursive: true }).filter((name) => String(name).includes('/'));
const writeUpTo =
  (most: number): Write =>
  async (handle, bytes) =>
    (await handle.write(bytes.subarray(0, most))).bytesWritten;

describe('a file on a disk', () => {
  it('is stored whole when the disk takes only a part of the bytes at a time', async () => {
    const { size } = await put(writeUpTo(7));
    const stored = await createDiskFileStore(root).read(KEY);
    expect([size, stored.equals(Buffer.concat([CONTENT, CONTENT]))]).toEqual([CONTENT.length * 2, true]);
  });

  it('is refused, and nothing of it is kept, when the disk becomes full in the middle of it', async () => {
    let left = CONTENT.length + 5;
    const writeUntilFull: Write = async (handle, bytes) => {
      if (left === 0) throw failure('ENOSPC');
      const written = await writeUpTo(left)(handle, bytes);
      left -= written;
      return written;
    };
    await expect(put(writeUntilFull)).rejects.toThrow(StoreFull);
    expect(filesOnDisk()).toEqual([]);
  });

  it('is refused when the disk takes no more bytes without saying why', async () => {
    await expect(put(async () => 0)).rejects.toThrow(StoreFull);
    expect(filesOnDisk()).toEqual([]);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['fewer bytes', (bytes) => bytes.subarray(1)],
    ['other bytes', (bytes) => Buffer.alloc(bytes.length, 'x')],
  ])('is refused when the disk stored %s than it reported', async (_, change) => {
    const writeWrongly: Write = async (handle, bytes) => {
      await handle.write(change(bytes));
      return bytes.length;
    };
    await expect(put(writeWrongly)).rejects.toThrow('differ from the 900 bytes received');
    expect(filesOnDisk()).toEqual([]);
  });

  it.each(['EROFS', 'EACCES'])('is refused as not storable when the folder is read-only (%s)', async (code) => {
    const refuse: Write = async () => {
      throw failure(code);
    };
    await expect(put(refuse)).rejects.toThrow(StoreReadOnly);
    expect(filesOnDisk()).toEqual([]);
  });
});

/** Makes a folder of a file system that is read-only. Returns whether this machine allows it. */
function mountReadOnly(folder: string): boolean {
  mkdirSync(folder);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder]).status === 0;
}

describe('a file whose folder cannot be made', () => {
  const storeIn = (folder: string) =>
    createDiskFileStore(folder).put(KEY, Readable.from([CONTENT]), { maxBytes: 1_000 });

  it('is refused as not storable when the link to the disk leads nowhere', async () => {
    const place = join(root, 'files');
    symlinkSync(join(root, 'unplugged'), place);
    await expect(storeIn(place)).rejects.toThrow(StoreReadOnly);
    await expect(createDiskFileStore(place).requireWritable()).rejects.toThrow(StoreReadOnly);
  });

  it('is refused as not storable when a file is where the folder of all files should be', async () => {
    const place = join(root, 'files');
    writeFileSync(place, 'foreign');
    await expect(storeIn(place)).rejects.toThrow(StoreReadOnly);
  });

  it('is refused as not storable on a file system that has become read-only', async ({ skip }) => {
    const place = join(root, 'files');
    if (!mountReadOnly(place)) skip('this machine mounts no file systems for tests');
    try {
      await expect(storeIn(place)).rejects.toThrow(StoreReadOnly);
    } finally {
      spawnSync('umount', [place]);
    }
  });

  it('is stored when the folder of all files does not exist yet', async () => {
    const place = join(root, 'new', 'files');
    expect(await storeIn(place)).toMatchObject({ size: CONTENT.length });
  });
});

describe('the list of the files on a disk', () => {
  it('contains no file and no folder that the store did not create', async () => {
    await put();
    mkdirSync(join(root, 'ab', '1'.repeat(32)));
    mkdirSync(join(root, 'lost+found'));
    for (const name of ['.DS_Store', 'cd', 'ab/.DS_Store', `ab/${'2'.repeat(31)}`, `lost+found/${'3'.repeat(32)}`])
      writeFileSync(join(root, name), 'foreign');
    const keys = [];
    for await (const key of createDiskFileStore(root).list()) keys.push(key);
    expect(keys).toEqual([KEY]);
  });
});
