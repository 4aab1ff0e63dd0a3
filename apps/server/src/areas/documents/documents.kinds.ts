/** A kind of document that may be kept, as its content shows it. */
export interface DocumentKind {
  readonly extension: 'pdf' | 'docx' | 'doc';
  readonly contentType: string;
}

const PDF: DocumentKind = { extension: 'pdf', contentType: 'application/pdf' };
const DOCX: DocumentKind = { extension: 'docx', contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' };
const DOC: DocumentKind = { extension: 'doc', contentType: 'application/msword' };

/** How far from the end a PDF may close: some scanners add a few bytes behind it. */
const PDF_TAIL = 4096;
const MAX_ENTRIES = 2000;
const MAX_ENTRY_BYTES = 50 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024;
const MAX_RATIO = 200;

/** What the bytes are, if it is a kind that may be kept and the name says the same. Nothing is unpacked or parsed. */
export function documentKindOf(bytes: Buffer, fileName: string): DocumentKind | undefined {
  const kind = isPdf(bytes) ? PDF : isDocx(bytes) ? DOCX : isDoc(bytes) ? DOC : undefined;
  return kind && fileName.toLowerCase().endsWith(`.${kind.extension}`) ? kind : undefined;
}

function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-PDF_TAIL).includes('%%EOF');
}

const OLE_HEADER = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const WORD_STREAM = Buffer.from('WordDocument\0', 'utf16le');
const OLE_DIRECTORY_ENTRY = 128;

/** An OLE file whose directory names the stream of a Word document; spreadsheets and installers have others. */
function isDoc(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(OLE_HEADER)) return false;
  for (let at = bytes.indexOf(WORD_STREAM); at >= 0; at = bytes.indexOf(WORD_STREAM, at + 1)) if (at % OLE_DIRECTORY_ENTRY === 0) return true;
  return false;
}

interface ZipEntry {
  readonly name: string;
  readonly packed: number;
  readonly unpacked: number;
  readonly isEncrypted: boolean;
}

/** A zip whose central directory is that of a Word document without macros, and that would not blow up when opened. */
function isDocx(bytes: Buffer): boolean {
  const entries = zipEntries(bytes);
  if (!entries) return false;
  const names = new Set(entries.map((e) => e.name));
  const isSound = entries.every((e) => !e.isEncrypted && e.unpacked <= MAX_ENTRY_BYTES && e.unpacked <= Math.max(e.packed, 1) * MAX_RATIO);
  const unpacked = entries.reduce((sum, e) => sum + e.unpacked, 0);
  const hasForbidden = entries.some((e) => /(\.zip|(^|\/)vbaProject\.bin)$/i.test(e.name));
  return isSound && !hasForbidden && unpacked <= MAX_UNPACKED_BYTES && names.has('[Content_Types].xml') && names.has('word/document.xml');
}

const END_OF_DIRECTORY = Buffer.from('PK\x05\x06', 'latin1');
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const ENTRY_BYTES = 46;
const END_BYTES = 22;
const MAX_COMMENT = 65_535;

/** The central directory, or undefined where it is missing, cut off, too long or in the 64-bit form that no document needs. */
function zipEntries(bytes: Buffer): ZipEntry[] | undefined {
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
    });
    at = next;
  }
  return entries;
}
