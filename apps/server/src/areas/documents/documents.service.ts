import type { Work } from '../../db/tx.ts';
import { AppError, notFound } from '../../http/errors.ts';
import type { BinaryAnswer } from '../../http/mount.ts';
import type { Upload } from '../../http/upload.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { documentKindOf } from './documents.kinds.ts';
import { findDocumentRow, insertDocument } from './documents.queries.ts';

/** An upload whose content is of a kind that may be kept. */
export interface CheckedUpload extends Upload {
  readonly contentType: string;
}

/** Looks at the content, not at what the sender says it is: 415 for anything but Pdf, Doc and Docx. */
export async function checkUpload(files: Pick<FileStore, 'read'>, upload: Upload): Promise<CheckedUpload> {
  const kind = documentKindOf(await files.read(upload.storageKey), upload.fileName);
  const message = 'Only Pdf, Doc, Docx files are allowed';
  if (!kind) throw new AppError('wrong_file', { message, errors: [{ field: 'file', message }] });
  return { ...upload, contentType: kind.contentType };
}

/** Keeps a checked upload as a document of an invoice. What it replaces stays as an older version. */
export async function addInvoiceDocument(w: Work, upload: CheckedUpload, invoiceId: string): Promise<string> {
  const id = w.newId();
  await insertDocument(w, {
    id,
    document_type: 'INVOICE',
    entity_type: 'INVOICE',
    entity_id: invoiceId,
    file_name: upload.fileName,
    content_type: upload.contentType,
    size: BigInt(upload.size),
    sha256: upload.sha256,
    storage_key: upload.storageKey,
  });
  return id;
}

// Whatever a document holds, it may not act in our origin.
const SAFE_HEADERS = { 'x-content-type-options': 'nosniff', 'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'" };

/** The bytes with headers that let a browser show a PDF and only save the rest. */
export async function openDocument(w: Work, files: Pick<FileStore, 'open'>, id: string): Promise<BinaryAnswer> {
  const row = await findDocumentRow(w, id);
  if (!row) throw notFound('This document does not exist');
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
