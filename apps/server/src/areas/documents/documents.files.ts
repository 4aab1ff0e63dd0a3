import type { Work } from '../../db/tx.ts';
import { AppError } from '../../http/errors.ts';
import type { BinaryAnswer } from '../../http/mount.ts';
import type { Upload } from '../../http/upload.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { documentKindOf } from './documents.kinds.ts';
import { bytesInUse, findVersion, lockSpace } from './documents.queries.ts';

/** An upload whose content is of a kind that may be kept. */
export interface CheckedUpload extends Upload {
  readonly contentType: string;
  /** Bytes that all files of the account may take together. */
  readonly quotaBytes: number;
}

/** Looks at the content, not at what the sender says it is: 415 for anything but Pdf, Doc and Docx. */
export async function checkUpload(files: Pick<FileStore, 'read' | 'quotaBytes'>, upload: Upload): Promise<CheckedUpload> {
  const kind = await documentKindOf(await files.read(upload.storageKey), upload.fileName);
  const message = 'Only Pdf, Doc, Docx files are allowed';
  if (!kind) throw new AppError('wrong_file', { message, errors: [{ field: 'file', message }] });
  return { ...upload, contentType: kind.contentType, quotaBytes: files.quotaBytes };
}

/** Refuses an upload for which the account has no space left. Uploads of an account are counted one after the other. */
export async function requireSpace(w: Work, upload: Pick<CheckedUpload, 'size' | 'quotaBytes'>): Promise<void> {
  await lockSpace(w);
  if ((await bytesInUse(w)) + upload.size > upload.quotaBytes) throw new AppError('documents.quota');
}

// Whatever a document holds, it may not act in our origin.
const SAFE_HEADERS = { 'x-content-type-options': 'nosniff', 'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'" };

/** The bytes of a version, by default the one in front, with headers that let a browser show a PDF and only save the rest. */
export async function openDocument(w: Work, files: Pick<FileStore, 'open'>, id: string, versionNumber?: number): Promise<BinaryAnswer> {
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

/** RFC 8187: what encodeURIComponent leaves although it is not an attr-char. */
const extendedValue = (text: string): string => encodeURIComponent(text).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** The name of the file in front. */
export async function nameOfDocument(w: Work, id: string): Promise<string> {
  const row = await findVersion(w, id);
  if (!row) throw new AppError('documents.unknown');
  return row.file_name;
}
