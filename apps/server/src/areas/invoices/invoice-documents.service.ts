import type { Work } from '../../db/tx.ts';
import { changed, record } from '../../events/outbox.ts';
import { notFound } from '../../http/errors.ts';
import type { BinaryAnswer } from '../../http/mount.ts';
import type { Upload } from '../../http/upload.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { lockCosts } from '../costs/public.ts';
import { addInvoiceDocument, checkUpload, openDocument } from '../documents/public.ts';
import { saveInvoice } from './invoices.queries.ts';
import { getInvoice, requireInvoice, requireOpenRow, startInvoice } from './invoices.service.ts';
import type { InvoiceWithLines } from './invoices.types.ts';

/** A document becomes an invoice in REVIEW: it costs nothing until somebody types into it. */
export async function uploadInvoice(w: Work, files: Pick<FileStore, 'read'>, supplierId: string, upload: Upload): Promise<InvoiceWithLines> {
  const checked = await checkUpload(files, upload);
  await lockCosts(w);
  const id = await startInvoice(w, { supplierId }, 'REVIEW');
  await saveInvoice(w, id, { document_id: await addInvoiceDocument(w, checked, id) });
  return getInvoice(w, id);
}

/** Attaches a document or puts a newer one in front; the older one stays as a version. */
export async function replaceInvoiceUpload(w: Work, files: Pick<FileStore, 'read'>, id: string, upload: Upload): Promise<InvoiceWithLines> {
  await requireInvoice(w, id);
  const checked = await checkUpload(files, upload);
  await lockCosts(w);
  const row = await requireOpenRow(w, id, undefined);
  const documentId = await addInvoiceDocument(w, checked, id);
  const version = row.version + 1;
  await saveInvoice(w, id, { document_id: documentId, version });
  const details = { from: row.document_id, to: documentId, fileName: checked.fileName, sha256: checked.sha256 };
  await record(w, { action: 'invoice.document-attached', subjectType: 'invoice', subjectIds: [id], details }, changed('invoices', [id], version));
  return getInvoice(w, id);
}

/** The bytes of the document in front. */
export async function getInvoiceDocument(w: Work, files: Pick<FileStore, 'open'>, id: string): Promise<BinaryAnswer> {
  const row = await requireInvoice(w, id);
  if (row.document_id === null) throw notFound('This invoice has no document');
  return openDocument(w, files, row.document_id);
}
