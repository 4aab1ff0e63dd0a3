import { createHash } from 'node:crypto';

/** A file or folder of a backup. `content` must be read to its end before the next entry is requested. */
export interface Entry {
  /** The relative path, with slashes. The path of a folder ends with a slash. */
  readonly path: string;
  readonly size: number;
  readonly content: AsyncIterable<Buffer>;
}

const BLOCK = 512;
/**
 * The name of the last entry, which contains the hash of each file in the format of `sha256sum`. A backup without this
 * entry is incomplete.
 */
const SUMS = 'SHA256SUMS';

/** Thrown when a backup is incomplete or differs from what was written. */
export class Damaged extends Error {}

const none = async function* (): AsyncGenerator<Buffer> {};
const bytesOf = async function* (bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
};

export const folderEntry = (path: string): Entry => ({ path: `${path}/`, size: 0, content: none() });
export const fileEntry = (path: string, bytes: Buffer): Entry => ({
  path,
  size: bytes.length,
  content: bytesOf(bytes),
});

/** Writes entries as a tar archive (ustar), which ends with the hashes of all files. */
export async function* packTar(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  const sums: string[] = [];
  for await (const entry of entries) {
    const hash = createHash('sha256');
    yield headerOf(entry);
    for await (const bytes of exactly(entry)) {
      hash.update(bytes);
      yield bytes;
    }
    yield padding(entry.size);
    if (!entry.path.endsWith('/')) sums.push(`${hash.digest('hex')}  ${entry.path}\n`);
  }
  const last = Buffer.from(sums.join(''));
  yield headerOf({ path: SUMS, size: last.length });
  yield last;
  yield padding(last.length);
  yield Buffer.alloc(2 * BLOCK);
}

/**
 * Reads the entries of a backup. Throws `Damaged` at the end if an entry is missing or differs from what was written,
 * so the caller must not rely on any entry before its loop over the entries has ended.
 */
export async function* unpackTar(archive: AsyncIterable<Buffer>): AsyncGenerator<Entry & { sha256: () => string }> {
  const reader = createReader(archive);
  const sums: string[] = [];
  for (;;) {
    const header = parseHeader(await reader.take(BLOCK));
    if (header === undefined) throw new Damaged('The backup ends before its list of files.');
    const hash = createHash('sha256');
    let left = header.size;
    const content = async function* (): AsyncGenerator<Buffer> {
      while (left > 0) {
        const bytes = await reader.takeUpTo(left);
        left -= bytes.length;
        hash.update(bytes);
        yield bytes;
      }
    };
    if (header.path === SUMS) {
      const listed: Buffer[] = [];
      for await (const bytes of content()) listed.push(bytes);
      compare(sums, Buffer.concat(listed).toString());
      await reader.take(padding(header.size).length);
      await reader.requireZeros();
      return;
    }
    let digest = '';
    const sha256 = () => (digest ||= hash.digest('hex'));
    yield { ...header, content: content(), sha256 };
    if (left > 0) throw new Error(`${header.path} was not read to its end.`);
    await reader.take(padding(header.size).length);
    if (!header.path.endsWith('/')) sums.push(`${sha256()}  ${header.path}\n`);
  }
}

function compare(found: readonly string[], listed: string): void {
  if (found.join('') === listed) return;
  const lines = new Set(listed.split('\n'));
  const wrong = found.find((line) => !lines.has(line.trimEnd()))?.trim() ?? 'one is missing';
  throw new Damaged(`The backup is damaged: its files differ from its list of files (${wrong}).`);
}

/** Yields exactly `size` bytes of an entry: a file that changed while it was read is cut off, or filled with zeros. */
async function* exactly({ size, content }: Entry): AsyncGenerator<Buffer> {
  let left = size;
  for await (const bytes of content) {
    const part = bytes.subarray(0, left);
    left -= part.length;
    if (part.length > 0) yield part;
    if (left === 0) break;
  }
  for (; left > 0; left -= Math.min(left, 1 << 20)) yield Buffer.alloc(Math.min(left, 1 << 20));
}

const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

function headerOf({ path, size }: Pick<Entry, 'path' | 'size'>): Buffer {
  const header = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(path) > 100) throw new Error(`The path ${path} is too long for a backup.`);
  const isFolder = path.endsWith('/');
  header.write(path, 0);
  header.write(isFolder ? '0000700\0' : '0000600\0', 100);
  header.write('0000000\0'.repeat(2), 108);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write(' '.repeat(8), 148);
  header.write(isFolder ? '5' : '0', 156);
  header.write('ustar\x0000', 257);
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Reads a header; undefined for the block of zeros that ends an archive. */
function parseHeader(header: Buffer): { path: string; size: number } | undefined {
  if (header.every((byte) => byte === 0)) return undefined;
  const text = (from: number, to: number) => header.toString('utf8', from, to).split('\0')[0] ?? '';
  const sum = Number.parseInt(text(148, 156), 8);
  const zeroed = Buffer.from(header);
  zeroed.write(' '.repeat(8), 148);
  if (sum !== sumOf(zeroed)) throw new Damaged('This is no backup of Quayside, or it is damaged.');
  return { path: text(0, 100), size: Number.parseInt(text(124, 136), 8) };
}

const sumOf = (header: Buffer) => header.reduce((sum, byte) => sum + byte, 0);

/** Creates a reader that returns the bytes of a stream in pieces of the requested lengths. */
function createReader(stream: AsyncIterable<Buffer>) {
  const source = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const takeUpTo = async (size: number): Promise<Buffer> => {
    while (rest.length === 0) {
      const next = await source.next();
      if (next.done) throw new Damaged('The backup is incomplete.');
      rest = next.value;
    }
    const bytes = rest.subarray(0, size);
    rest = rest.subarray(bytes.length);
    return bytes;
  };
  return {
    takeUpTo,
    /** Reads to the end of the stream. Throws if anything but the zeros that end an archive is found. */
    async requireZeros(): Promise<void> {
      for (let bytes = rest; ; ) {
        if (bytes.some((byte) => byte !== 0)) throw new Damaged('The backup is damaged: something was appended to it.');
        const next = await source.next();
        if (next.done) return;
        bytes = next.value;
      }
    },
    async take(size: number): Promise<Buffer> {
      const parts: Buffer[] = [];
      for (let left = size; left > 0; ) {
        const bytes = await takeUpTo(left);
        parts.push(bytes);
        left -= bytes.length;
      }
      return Buffer.concat(parts);
    },
  };
}
