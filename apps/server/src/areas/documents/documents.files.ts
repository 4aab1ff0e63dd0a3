import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../db/tx.ts';
import { AppError } from '../../http/errors.ts';
import type { BinaryAnswer } from '../../http/mount.ts';
import type { Upload } from '../../http/upload.ts';
import type { StoredFiles } from '../../files/stored-files.ts';
import { documentKindOf } from './documents.kinds.ts';
import { bytesInUse, findVersion, lockSpace } from './documents.queries.ts';

/** An upload whose content was found to be of a supported kind. */
export interface CheckedUpload extends Upload {
  readonly contentType: string;
  /** The storage quota of the account in bytes, for all of its files. */
  readonly quotaBytes: number;
}

/**
 * Detects the kind of a file from its content instead of trusting the sender. Refuses anything but Pdf, Doc and Docx
 * with 415.
 */
export async function checkUpload(
  files: Pick<StoredFiles, 'read' | 'quotaBytes'>,
  upload: Upload,
): Promise<CheckedUpload> {
  const kind = await documentKindOf(await files.read(upload.storageKey), upload.fileName);
  const message = say('documents.only_documents');
  if (!kind) throw new AppError('wrong_file', { message, errors: [{ field: 'file', message }] });
  return { ...upload, contentType: kind.contentType, quotaBytes: files.quotaBytes };
}

/**
 * Refuses an upload that exceeds the account's quota. A lock makes the uploads of an account pass this check one at a
 * time.
 */
export async function requireSpace(w: Work, upload: Pick<CheckedUpload, 'size' | 'quotaBytes'>): Promise<void> {
  await lockSpace(w);
  if ((await bytesInUse(w)) + upload.size > upload.quotaBytes) throw new AppError('documents.quota');
}

// Whatever a document contains, it must not run scripts in the origin of the web app.
const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
};

/**
 * The bytes of a version (by default the newest), with headers that let a browser display PDFs and make it download
 * other files.
 */
export async function openDocument(
  w: Work,
  files: Pick<StoredFiles, 'open'>,
  id: string,
  versionNumber?: number,
): Promise<BinaryAnswer> {
  const row = await findVersion(w, id, versionNumber);
  if (!row) throw new AppError('documents.unknown');
  const way = row.content_type === 'application/pdf' ? 'inline' : 'attachment';
  return {
    headers: {
      ...SAFE_HEADERS,
      'content-type': row.content_type,
      'content-length': String(row.size),
      'content-disposition': `${way}; filename*=UTF-8''${extendedValue(row.file_name)}`,
    },
    body: await files.open(row.storage_key),
  };
}

/**
 * Encodes a header value as RFC 8187 requires. `encodeURIComponent` leaves some characters as they are that must be
 * encoded there, so these are encoded separately.
 */
const extendedValue = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** The file name of a document's newest version. */
export async function nameOfDocument(w: Work, id: string): Promise<string> {
  const row = await findVersion(w, id);
  if (!row) throw new AppError('documents.unknown');
  return row.file_name;
}
