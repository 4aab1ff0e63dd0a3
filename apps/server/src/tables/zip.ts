import { createInflateRaw } from 'node:zlib';

/** One file of a zip archive, as its central directory describes it. */
export interface ZipEntry {
  readonly name: string;
  readonly packed: number;
  readonly unpacked: number;
  readonly isEncrypted: boolean;
  readonly method: number;
  /** The position of the file's local header in the archive. */
  readonly offset: number;
}

const MAX_ENTRIES = 2000;
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024;
const MAX_RATIO = 200;
const END_OF_DIRECTORY = Buffer.from('PK\x05\x06', 'latin1');
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const PIECE = 64 * 1024;
const STORED = 0;
const DEFLATED = 8;

/**
 * Reads the central directory of a zip archive. Returns undefined if it is missing, cut off or too long, or if the
 * archive has the ZIP64 format, which no office document needs.
 */
export function zipEntries(bytes: Buffer): ZipEntry[] | undefined {
  if (bytes.length < END_BYTES || bytes.readUInt32LE(0) !== LOCAL_ENTRY) return undefined;
  const end = bytes.lastIndexOf(END_OF_DIRECTORY);
  if (end < 0 || end < bytes.length - END_BYTES - MAX_COMMENT || end + END_BYTES > bytes.length) return undefined;
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count > MAX_ENTRIES) return undefined;
  const entries: ZipEntry[] = [];
  for (let i = 0; i < count; i += 1) {
    if (at + ENTRY_BYTES > end || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) return undefined;
    const nameLength = bytes.readUInt16LE(at + 28);
    const next = at + ENTRY_BYTES + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (next > end) return undefined;
    entries.push({
      name: bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength).toString('utf8'),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      offset: bytes.readUInt32LE(at + 42),
    });
    at = next;
  }
  return entries;
}

/**
 * Whether an archive, judged by its directory, is a safe office file: no zip bomb, no nested archive, no macro, no
 * duplicate names, no encryption.
 */
export function isModestZip(entries: readonly ZipEntry[]): boolean {
  const isSound = entries.every((e) => !e.isEncrypted && e.unpacked <= Math.max(e.packed, 1) * MAX_RATIO);
  const hasForbidden = entries.some((e) => /(\.zip|(^|\/)vbaProject\.bin)$/i.test(e.name));
  const unpacked = entries.reduce((sum, e) => sum + e.unpacked, 0);
  return (
    isSound &&
    !hasForbidden &&
    unpacked <= MAX_UNPACKED_BYTES &&
    new Set(entries.map((e) => e.name)).size === entries.length
  );
}

/**
 * Whether the files match the directory: they do not overlap, and their unpacked sizes are those declared. Unpacks all
 * files and discards the bytes.
 */
export async function isHonestZip(bytes: Buffer, entries: readonly ZipEntry[]): Promise<boolean> {
  let before = 0;
  for (const entry of [...entries].sort((a, b) => a.offset - b.offset)) {
    const data = dataOf(bytes, entry);
    // Overlapping files could unpack to far more than the size of the archive suggests.
    if (!data || entry.offset < before || !(await isAsLong(data, entry))) return false;
    before = data.byteOffset - bytes.byteOffset + data.length;
  }
  return true;
}

function dataOf(bytes: Buffer, entry: ZipEntry): Buffer | undefined {
  if (entry.offset + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(entry.offset) !== LOCAL_ENTRY) return undefined;
  const nameLength = bytes.readUInt16LE(entry.offset + 26);
  const start = entry.offset + LOCAL_BYTES + nameLength + bytes.readUInt16LE(entry.offset + 28);
  const name = bytes.subarray(entry.offset + LOCAL_BYTES, entry.offset + LOCAL_BYTES + nameLength).toString('utf8');
  return name === entry.name && start + entry.packed <= bytes.length
    ? bytes.subarray(start, start + entry.packed)
    : undefined;
}

/**
 * Streams the unpacked content of a file. Throws if it is longer than declared, or compressed with an unknown method.
 */
export async function* unpack(bytes: Buffer, entry: ZipEntry): AsyncGenerator<Buffer> {
  const data = dataOf(bytes, entry);
  if (!data || (entry.method !== STORED && entry.method !== DEFLATED))
    throw new Error(`${entry.name} cannot be unpacked`);
  if (entry.method === STORED) {
    for (let at = 0; at < data.length; at += PIECE) yield data.subarray(at, at + PIECE);
    return;
  }
  const inflate = createInflateRaw({ chunkSize: PIECE });
  inflate.end(data);
  let length = 0;
  try {
    for await (const chunk of inflate) {
      length += (chunk as Buffer).length;
      if (length > entry.unpacked) throw new Error(`${entry.name} is longer than it says`);
      yield chunk as Buffer;
    }
  } finally {
    inflate.destroy();
  }
}

async function isAsLong(data: Buffer, entry: ZipEntry): Promise<boolean> {
  if (entry.method === STORED) return entry.packed === entry.unpacked;
  if (entry.method !== DEFLATED) return false;
  const inflate = createInflateRaw();
  inflate.end(data);
  let length = 0;
  try {
    for await (const chunk of inflate) {
      length += (chunk as Buffer).length;
      if (length > entry.unpacked) return false;
    }
  } catch {
    return false;
  } finally {
    inflate.destroy();
  }
  return length === entry.unpacked;
}
