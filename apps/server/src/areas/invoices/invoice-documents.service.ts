import type { BodyOut } from '@quayside/contracts/endpoint';
import type { attachInvoiceDocument as attachSpec } from '@quayside/contracts/invoices';
import type { Work } from '../../db/tx.ts';
import { changed, record } from '../../events/outbox.ts';
import { AppError, notFound } from '../../http/errors.ts';
import type { BinaryAnswer } from '../../http/mount.ts';
import type { Upload } from '../../http/upload.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { lockCosts } from '../costs/public.ts';
import {
  addDocument,
  addVersion,
  attachDocument,
  checkUpload,
  type InvoiceHolder,
  invoicesOfDocument,
  nameOfDocument,
  openDocument,
} from '../documents/public.ts';
import { findInvoiceRows, type InvoiceRow, saveInvoice } from './invoices.queries.ts';
import { getInvoice, requireInvoice, requireOpenRow, startInvoice } from './invoices.service.ts';
import type { InvoiceWithLines } from './invoices.types.ts';

type Checking = Pick<FileStore, 'read' | 'quotaBytes'>;

/** A document becomes an invoice in REVIEW: it costs nothing until somebody types into it, and its supplier may be given later. */
export async function uploadInvoice(w: Work, files: Checking, supplierId: string | undefined, upload: Upload): Promise<InvoiceWithLines> {
  const checked = await checkUpload(files, upload);
  await lockCosts(w);
  const documentId = await addDocument(w, checked, { documentType: 'INVOICE', entities: [] });
  const id = await startInvoice(w, { documentId, supplierId }, 'REVIEW');
  await recordDocument(w, id, 'invoice.document-attached', { to: documentId, fileName: checked.fileName });
  return getInvoice(w, id);
}

/** A newer version of the document in front, or the first document. */
export async function replaceInvoiceUpload(w: Work, files: Checking, id: string, upload: Upload): Promise<InvoiceWithLines> {
  await requireInvoice(w, id);
  const checked = await checkUpload(files, upload);
  await lockCosts(w);
  const row = await requireOpenRow(w, id, undefined);
  if (row.document_id === null) {
    const documentId = await addDocument(w, checked, { documentType: 'INVOICE', entities: [{ entityType: 'INVOICE', entityId: id }] });
    await putInFront(w, row, documentId);
    await recordDocument(w, id, 'invoice.document-attached', { to: documentId, fileName: checked.fileName }, row.version + 1);
  } else {
    // Others may share it.
    const invoiceIds = await invoicesOfDocument(w, row.document_id);
    await invoiceHolder.requireOpen(w, invoiceIds);
    await addVersion(w, row.document_id, checked);
    await invoiceHolder.replaced(w, invoiceIds, row.document_id);
  }
  return getInvoice(w, id);
}

/** Attaches a document that is here already; it comes to the front where nothing is, or where that is asked for. */
export async function attachInvoiceDocument(w: Work, id: string, body: BodyOut<typeof attachSpec>): Promise<InvoiceWithLines> {
  await lockCosts(w);
  const row = await requireOpenRow(w, id, body.version);
  await attachDocument(w, body.documentId, 'INVOICE', id);
  const comesToFront = row.document_id === null || (body.inFront === true && row.document_id !== body.documentId);
  if (comesToFront) await putInFront(w, row, body.documentId);
  const fileName = await nameOfDocument(w, body.documentId);
  await recordDocument(
    w,
    id,
    'invoice.document-attached',
    { from: row.document_id, to: body.documentId, fileName, inFront: comesToFront },
    moved(row, comesToFront),
  );
  return getInvoice(w, id);
}

/** The bytes of the document in front. */
export async function getInvoiceDocument(w: Work, files: Pick<FileStore, 'open'>, id: string): Promise<BinaryAnswer> {
  const row = await requireInvoice(w, id);
  if (row.document_id === null) throw notFound('This invoice has no document');
  return openDocument(w, files, row.document_id);
}

const putInFront = (w: Work, row: InvoiceRow, documentId: string | null): Promise<void> =>
  saveInvoice(w, row.id, { document_id: documentId, version: row.version + 1 });

const recordDocument = (w: Work, id: string, action: string, details: Readonly<Record<string, unknown>>, version: number | null = null): Promise<void> =>
  record(w, { action, subjectType: 'invoice', subjectIds: [id], historyOf: id, details }, changed('invoices', [id], version));

/** Keeps the front of invoices in step with what happens to documents by themselves. */
export const invoiceHolder: InvoiceHolder = {
  lock: lockCosts,
  async requireOpen(w, invoiceIds) {
    for (const row of await rowsOf(w, invoiceIds)) if (row.status === 'CLOSED') throw new AppError('invoices.closed');
  },
  attached: async (w, invoiceIds, documentId) => come(w, await rowsOf(w, invoiceIds), documentId),
  restored: async (w, invoiceIds, documentId) => {
    const rows = await rowsOf(w, invoiceIds);
    return come(
      w,
      rows.filter((row) => row.status !== 'CLOSED'),
      documentId,
    );
  },
  async detached(w, invoiceIds, documentId) {
    for (const row of await rowsOf(w, invoiceIds)) {
      const wasInFront = row.document_id === documentId;
      if (wasInFront) await putInFront(w, row, null);
      const document = await nameOfDocument(w, documentId);
      await recordDocument(w, row.id, 'invoice.document-detached', { from: { document }, to: { document: null }, documentId }, moved(row, wasInFront));
    }
  },
  async replaced(w, invoiceIds, documentId) {
    for (const row of await rowsOf(w, invoiceIds)) {
      const isInFront = row.document_id === documentId;
      if (isInFront) await putInFront(w, row, documentId);
      const fileName = await nameOfDocument(w, documentId);
      await recordDocument(w, row.id, 'invoice.document-replaced', { document: documentId, fileName }, moved(row, isInFront));
    }
  },
};

async function come(w: Work, rows: readonly InvoiceRow[], documentId: string): Promise<void> {
  for (const row of rows) {
    const inFront = row.document_id === null;
    if (inFront) await putInFront(w, row, documentId);
    const fileName = await nameOfDocument(w, documentId);
    await recordDocument(w, row.id, 'invoice.document-attached', { to: documentId, fileName, inFront }, moved(row, inFront));
  }
}

const moved = (row: InvoiceRow, isMoved: boolean): number => (isMoved ? row.version + 1 : row.version);
const rowsOf = async (w: Work, ids: readonly string[]): Promise<InvoiceRow[]> => [...(await findInvoiceRows(w, ids)).values()];
