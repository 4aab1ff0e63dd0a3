import { isHonestZip, isModestZip, zipEntries } from '../../tables/zip.ts';

/** A supported kind of document, as detected from its content. */
interface DocumentKind {
  readonly extension: 'pdf' | 'docx' | 'doc';
  readonly contentType: string;
}

const PDF: DocumentKind = { extension: 'pdf', contentType: 'application/pdf' };
const DOCX: DocumentKind = {
  extension: 'docx',
  contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};
const DOC: DocumentKind = { extension: 'doc', contentType: 'application/msword' };

/** A PDF may end this many bytes before the end of the file, because some scanners append a few bytes. */
const PDF_TAIL = 4096;
const MAX_ENTRY_BYTES = 50 * 1024 * 1024;

/**
 * Detects the kind from the content. Returns undefined if the kind is not supported or does not match the extension of
 * the file name. Nothing is unpacked to disk, and no XML is parsed.
 */
export async function documentKindOf(bytes: Buffer, fileName: string): Promise<DocumentKind | undefined> {
  const kind = isPdf(bytes) ? PDF : (await isDocx(bytes)) ? DOCX : isDoc(bytes) ? DOC : undefined;
  return kind && fileName.toLowerCase().endsWith(`.${kind.extension}`) ? kind : undefined;
}

function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-PDF_TAIL).includes('%%EOF');
}

const OLE_HEADER = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const WORD_STREAM = Buffer.from('WordDocument\0', 'utf16le');
const OLE_DIRECTORY_ENTRY = 128;

/**
 * Whether the file is an OLE file whose directory contains the stream of a Word document. Spreadsheets and installers
 * have other streams.
 */
function isDoc(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(OLE_HEADER)) return false;
  for (let at = bytes.indexOf(WORD_STREAM); at >= 0; at = bytes.indexOf(WORD_STREAM, at + 1))
    if (at % OLE_DIRECTORY_ENTRY === 0) return true;
  return false;
}

/** Whether the file is a zip file with the directory of a Word document without macros, and not a zip bomb. */
async function isDocx(bytes: Buffer): Promise<boolean> {
  const entries = zipEntries(bytes);
  if (!entries) return false;
  const names = new Set(entries.map((e) => e.name));
  const isWord = names.has('[Content_Types].xml') && names.has('word/document.xml');
  return (
    isWord && isModestZip(entries) && entries.every((e) => e.unpacked <= MAX_ENTRY_BYTES) && isHonestZip(bytes, entries)
  );
}
