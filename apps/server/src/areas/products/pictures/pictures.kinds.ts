/** The type and the size of a picture, as read from its content. */
interface PictureKind {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  readonly width: number;
  readonly height: number;
}

/**
 * Detects the type of a picture from the structure of its bytes; undefined if the type is not allowed. The pixels are
 * not decoded, and the file name and the declared type are ignored.
 */
export function pictureKindOf(bytes: Buffer): PictureKind | undefined {
  const kind = png(bytes) ?? jpeg(bytes) ?? gif(bytes) ?? webp(bytes);
  return kind && kind.width > 0 && kind.height > 0 ? kind : undefined;
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const CHUNK_FRAME = 12;

/**
 * Reads a PNG file. It must consist of chunks from IHDR through IDAT to IEND, without gaps and with nothing after IEND.
 */
function png(bytes: Buffer): PictureKind | undefined {
  if (
    !bytes.subarray(0, 8).equals(PNG) ||
    bytes.length < 33 ||
    bytes.readUInt32BE(8) !== 13 ||
    bytes.toString('latin1', 12, 16) !== 'IHDR'
  )
    return undefined;
  let hasData = false;
  for (let at = 8; at + CHUNK_FRAME <= bytes.length; at += CHUNK_FRAME + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!/^[A-Za-z]{4}$/.test(type)) return undefined;
    if (type === 'IDAT') hasData = true;
    if (type === 'IEND')
      return hasData && at + CHUNK_FRAME === bytes.length
        ? sized('image/png', bytes.readUInt32BE(16), bytes.readUInt32BE(20))
        : undefined;
  }
  return undefined;
}

/**
 * Whether a JPEG marker begins a frame header: C0 to CF are frame headers, except the three that begin tables or
 * extensions.
 */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/**
 * Reads a JPEG file. It must consist of segments up to the scan, one of them a frame header, and have an end marker.
 */
function jpeg(bytes: Buffer): PictureKind | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let size: PictureKind | undefined;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker)) size = sized('image/jpeg', bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    // Anything may follow the end marker, because cameras and phones append previews and padding to the picture.
    if (marker === 0xda) return bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > at ? size : undefined;
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}

function gif(bytes: Buffer): PictureKind | undefined {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)) || bytes.length < 14 || bytes.at(-1) !== 0x3b)
    return undefined;
  return sized('image/gif', bytes.readUInt16LE(6), bytes.readUInt16LE(8));
}

/**
 * Reads a WebP file. It must be a RIFF file of exactly the declared length, and begin with one of the three kinds of
 * WebP chunk.
 */
function webp(bytes: Buffer): PictureKind | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return undefined;
  const said = bytes.readUInt32LE(4) + 8;
  if (said !== bytes.length && said + 1 !== bytes.length) return undefined;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return bytes.readUIntBE(23, 3) === 0x9d012a
        ? sized('image/webp', bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
        : undefined;
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return bytes[20] === 0x2f ? sized('image/webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1) : undefined;
    }
    case 'VP8X':
      return sized('image/webp', bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
    default:
      return undefined;
  }
}

const sized = (contentType: PictureKind['contentType'], width: number, height: number): PictureKind => ({
  contentType,
  width,
  height,
});
