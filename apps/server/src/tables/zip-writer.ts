import { PassThrough, pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file to be written into an archive. */
export interface ZipFile {
  readonly name: string;
  readonly content: AsyncIterable<string | Buffer> | Iterable<string | Buffer>;
}
interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
}

/** Flags of the zip format: sizes follow the data (bit 3), names are in UTF-8 (bit 11). */
const FLAGS = 0x0808;
const VERSION = 20;
const DEFLATED = 8;
/**
 * The date 1 January 1980 in the zip format. All files have it, so that an archive does not reveal when it was created.
 */
const DAY = 0x21;
/** The compression level. Level 6 would make a workbook a tenth smaller but take twice as long. */
const LEVEL = 3;

/**
 * Streams a zip archive. Of each file, only the length and the checksum stay in memory. The compression runs outside
 * the event loop.
 */
export async function* zipArchive(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, content } of files) {
    const local = localHeader(Buffer.from(name));
    yield local;
    const sums = { crc: 0, unpacked: 0, packed: 0 };
    for await (const piece of packed(content, sums)) {
      sums.packed += piece.length;
      yield piece;
    }
    yield numbers([4, 0x08074b50], [4, sums.crc], [4, sums.packed], [4, sums.unpacked]);
    written.push({ name: Buffer.from(name), ...sums, offset });
    offset += local.length + sums.packed + 16;
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  const count = written.length;
  yield numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, directory.length], [4, offset], [2, 0]);
}

function packed(content: ZipFile['content'], sums: { crc: number; unpacked: number }): AsyncIterable<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      sums.crc = crc32(bytes, sums.crc);
      sums.unpacked += bytes.length;
      yield bytes;
    }
  }
  // An error destroys the whole pipeline and reaches the reader through its last stream.
  return pipeline(counted(), createDeflateRaw({ level: LEVEL }), new PassThrough(), () => undefined);
}

function localHeader(name: Buffer): Buffer {
  return Buffer.concat([
    numbers(
      [4, 0x04034b50],
      [2, VERSION],
      [2, FLAGS],
      [2, DEFLATED],
      [2, 0],
      [2, DAY],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ),
    name,
  ]);
}

function directoryEntry({ name, crc, packed: size, unpacked, offset }: Written): Buffer {
  const versions = [
    [4, 0x02014b50],
    [2, VERSION],
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATED],
  ] as const;
  return Buffer.concat([
    numbers(
      ...versions,
      [2, 0],
      [2, DAY],
      [4, crc],
      [4, size],
      [4, unpacked],
      [2, name.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ),
    name,
  ]);
}

/** Concatenates numbers of 2 or 4 bytes, little-endian. */
function numbers(...fields: readonly (readonly [2 | 4, number])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [width]) => sum + width, 0));
  let at = 0;
  for (const [width, value] of fields) at = bytes.writeUIntLE(value, at, width);
  return bytes;
}
