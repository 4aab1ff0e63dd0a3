import { deflateRawSync } from 'node:zlib';

/** The smallest file that a PDF reader opens. It contains no text. */
export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj ' +
    '3 0 obj<</Type/Page/MediaBox[0 0 99 99]/Parent 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  'latin1',
);

/** A file of a zip archive: its name alone (its content is then `x`), or its name, content and declared length. */
export type ZipPart =
  | string
  | {
      readonly name: string;
      readonly content: Buffer;
      /** Whether to deflate the content. `ready`: the content is deflated already. */
      readonly deflated?: boolean | 'ready';
      readonly claims?: number;
    };

/** Builds a zip archive of these files. `change` sets the unpacked length or the flags of all of them. */
export function zipFile(parts: readonly ZipPart[], change: { unpacked?: number; flags?: number } = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const {
      name,
      content,
      deflated = false,
      claims,
    } = typeof part === 'string' ? { name: part, content: Buffer.from('x') } : part;
    const bytes = Buffer.from(name);
    const packed = deflated === true ? deflateRawSync(content) : content;
    const unpacked = change.unpacked ?? claims ?? content.length;
    const common = Buffer.alloc(22);
    common.writeUInt16LE(change.flags ?? 0, 2);
    common.writeUInt16LE(deflated ? 8 : 0, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(unpacked, 18);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    common.copy(local, 4);
    local.writeUInt16LE(bytes.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    common.copy(entry, 6);
    entry.writeUInt16LE(bytes.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, bytes, packed);
    directory.push(entry, bytes);
    offset += 30 + bytes.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, b) => sum + b.length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

/** Builds an OLE file (the format of old Office files) whose directory contains one stream. */
export function oleFile(stream: string): Buffer {
  const file = Buffer.alloc(2048);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  Buffer.from(stream, 'utf16le').copy(file, 1024);
  return file;
}

/** The parts of a PDF besides the text of its pages. */
interface PdfOptions {
  /** A Flate-compressed stream to put on each page instead of its text. */
  readonly flate?: Buffer;
  /** Entries to add to the trailer, for example an encryption. */
  readonly trailer?: string;
  /** Objects to add, which are numbered from 100 on. */
  readonly objects?: readonly string[];
}

const escaped = (text: string) => text.replace(/[\\()]/g, (c) => `\\${c}`);
const CHINESE = /\p{Script=Han}/u;
/** Draws a line in Helvetica, or in a Chinese font that PDF readers include. Strings in that font are UTF-16. */
const lineOf = (text: string) =>
  CHINESE.test(text)
    ? `/F2 10 Tf <${Buffer.from(text, 'utf16le').swap16().toString('hex')}> Tj T*`
    : `/F1 10 Tf (${escaped(text)}) Tj T*`;

/** Builds a PDF whose pages contain these lines. */
export function pdfOf(pages: readonly (readonly string[])[], options: PdfOptions = {}): Buffer {
  const contents = pages.map((lines) => {
    const stream = options.flate ?? Buffer.from(`BT 14 TL 40 800 Td ${lines.map(lineOf).join('\n')} ET`);
    const filter = options.flate ? '/Filter/FlateDecode' : '';
    return Buffer.concat([
      Buffer.from(`<</Length ${stream.length}${filter}>>stream\n`),
      stream,
      Buffer.from('\nendstream'),
    ]);
  });
  const kids = pages.map((_, i) => `${10 + 2 * i} 0 R`).join(' ');
  const chinese =
    '<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H' +
    '/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light' +
    '/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>/FontDescriptor 6 0 R>>]>>';
  const descriptor =
    '<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[0 -200 1000 900]/ItalicAngle 0' +
    '/Ascent 800/Descent -200/CapHeight 700/StemV 80>>';
  const objects: [number, Buffer][] = [
    [1, Buffer.from('<</Type/Catalog/Pages 2 0 R>>')],
    [
      2,
      Buffer.from(
        `<</Type/Pages/Kids[${kids}]/Count ${pages.length}` +
          '/Resources<</Font<</F1 4 0 R/F2 5 0 R>>>>/MediaBox[0 0 595 842]>>',
      ),
    ],
    [4, Buffer.from('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>')],
    [5, Buffer.from(chinese)],
    [6, Buffer.from(descriptor)],
    ...contents.flatMap((content, i): [number, Buffer][] => [
      [10 + 2 * i, Buffer.from(`<</Type/Page/Parent 2 0 R/Contents ${11 + 2 * i} 0 R>>`)],
      [11 + 2 * i, content],
    ]),
    ...(options.objects ?? []).map((text, i): [number, Buffer] => [10_000 + i, Buffer.from(text, 'latin1')]),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')];
  const offsets: string[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [number, body] of objects) {
    const part = Buffer.concat([Buffer.from(`${number} 0 obj`), body, Buffer.from('endobj\n')]);
    offsets.push(`${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`);
    parts.push(part);
    at += part.length;
  }
  parts.push(
    Buffer.from(
      `xref\n0 1\n0000000000 65535 f \n${offsets.join('')}` +
        `trailer<</Size 20000/Root 1 0 R${options.trailer ?? ''}>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
