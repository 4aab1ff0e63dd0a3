import { say } from '@quayside/contracts/texts/catalogue';
import type { BodyOut } from '@quayside/contracts/endpoint';
import type { attachInvoiceDocument as attachSpec } from '@quayside/contracts/invoices/invoice-documents';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import type { EntityRef, Reactions } from '../../../events/reactions.ts';
import { AppError, notFound } from '../../../http/errors.ts';
import type { BinaryAnswer } from '../../../http/mount.ts';
import type { Upload } from '../../../http/upload.ts';
import type { StoredFiles } from '../../../files/stored-files.ts';
import type { DocumentOwner } from '../../area.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import {
  addDocument,
  addVersion,
  attachDocument,
  checkUpload,
  nameOfDocument,
  openDocument,
} from '../../documents/public.ts';
import { findInvoiceRows, clearFrontDocuments, type InvoiceRow, saveInvoice } from '../rows/invoices.queries.ts';
import { getInvoice, requireInvoice, requireOpenRow, startInvoice } from '../edit/invoices.service.ts';
import type { InvoiceWithLines } from '../invoices.types.ts';
import { labelOfInvoice } from '../lists/invoices.views.ts';

type Checking = Pick<StoredFiles, 'read' | 'quotaBytes'>;

/**
 * Creates an invoice in REVIEW from an uploaded document. The invoice has no costs until somebody edits it, and its
 * supplier can be chosen later.
 */
export async function uploadInvoice(
  w: Work,
  files: Checking,
  supplierId: string | undefined,
  upload: Upload,
): Promise<InvoiceWithLines> {
  const checked = await checkUpload(files, upload);
  await lockCosts(w);
  const documentId = await addDocument(w, checked, { documentType: 'INVOICE', entities: [] });
  const id = await startInvoice(w, { documentId, supplierId }, 'REVIEW');
  await recordDocument(w, id, { action: 'attached', documentId, fileName: checked.fileName });
  return getInvoice(w, id);
}

/**
 * Uploads a newer version of the document that the invoice shows. If the invoice has no document, the file becomes its
 * first.
 */
export async function replaceInvoiceUpload(
  w: Work,
  files: Checking,
  id: string,
  upload: Upload,
): Promise<InvoiceWithLines> {
  await requireInvoice(w, id);
  const checked = await checkUpload(files, upload);
  await lockCosts(w);
  const row = await requireOpenRow(w, id, undefined);
  if (row.document_id === null) {
    const documentId = await addDocument(w, checked, {
      documentType: 'INVOICE',
      entities: [{ entityType: 'INVOICE', entityId: id }],
    });
    await putInFront(w, row, documentId);
    await recordDocument(w, id, { action: 'attached', documentId, fileName: checked.fileName }, row.version + 1);
  } else {
    await addVersion(w, row.document_id, checked);
  }
  return getInvoice(w, id);
}

/**
 * Attaches an existing document. The invoice then shows this document if it has no other, or if the request asks for
 * it.
 */
export async function attachInvoiceDocument(
  w: Work,
  id: string,
  body: BodyOut<typeof attachSpec>,
): Promise<InvoiceWithLines> {
  await lockCosts(w);
  const row = await requireOpenRow(w, id, body.version);
  await attachDocument(w, body.documentId, 'INVOICE', id);
  const comesToFront = row.document_id === null || (body.inFront === true && row.document_id !== body.documentId);
  if (comesToFront) await putInFront(w, row, body.documentId);
  const fileName = await nameOfDocument(w, body.documentId);
  const change = { action: 'attached', documentId: body.documentId, fileName } as const;
  await recordDocument(w, id, change, moved(row, comesToFront));
  return getInvoice(w, id);
}

/** The bytes of the invoice's front document, which is the one that its screen shows. */
export async function getInvoiceDocument(w: Work, files: Pick<StoredFiles, 'open'>, id: string): Promise<BinaryAnswer> {
  const row = await requireInvoice(w, id);
  if (row.document_id === null) throw notFound(say('invoices.no_document'));
  return openDocument(w, files, row.document_id);
}

const putInFront = (w: Work, row: InvoiceRow, documentId: string | null): Promise<void> =>
  saveInvoice(w, row.id, { document_id: documentId, version: row.version + 1 });

const recordDocument = (
  w: Work,
  id: string,
  { action, documentId, fileName }: DocumentChange,
  version: number | null = null,
): Promise<void> => {
  const isGone = action === 'detached';
  const changes = [{ field: 'document', from: isGone ? fileName : null, to: isGone ? null : fileName }] as const;
  return record(
    w,
    {
      action: `invoice.document-${action}`,
      subjectIds: [id],
      historyOf: id,
      details: { changes, trace: { documentId } },
    },
    changed('invoices', [id], version),
  );
};
interface DocumentChange {
  readonly action: 'attached' | 'detached' | 'replaced';
  readonly documentId: string;
  readonly fileName: string;
}

/** Invoices as records that documents can belong to. The documents of a closed invoice cannot change. */
export const invoiceDocuments: DocumentOwner = {
  entityType: 'INVOICE',
  labelOf: labelOfInvoice,
  unknown: 'invoices.unknown',
  lock: lockCosts,
  async requireChangeable(w, ids) {
    for (const row of await rowsOf(w, ids)) if (row.status === 'CLOSED') throw new AppError('invoices.closed');
  },
};

/**
 * Updates the front document of an invoice, which is the one that its screen shows, when documents are attached,
 * detached, restored or removed.
 */
export const documentReactions: Reactions = {
  'document.attached': async (w, event) =>
    setMissingFrontDocument(w, await invoicesOf(w, event.entities), event.documentId),
  // The front document of a closed invoice does not change.
  'document.restored': async (w, event) => {
    const rows = await invoicesOf(w, event.entities);
    return setMissingFrontDocument(
      w,
      rows.filter((row) => row.status !== 'CLOSED'),
      event.documentId,
    );
  },
  'document.detached': async (w, { documentId, entities }) => {
    for (const row of await invoicesOf(w, entities)) {
      const wasInFront = row.document_id === documentId;
      if (wasInFront) await putInFront(w, row, null);
      const fileName = await nameOfDocument(w, documentId);
      await recordDocument(w, row.id, { action: 'detached', documentId, fileName }, moved(row, wasInFront));
    }
  },
  'document.replaced': async (w, { documentId, entities }) => {
    for (const row of await invoicesOf(w, entities)) {
      const isInFront = row.document_id === documentId;
      if (isInFront) await putInFront(w, row, documentId);
      const fileName = await nameOfDocument(w, documentId);
      await recordDocument(w, row.id, { action: 'replaced', documentId, fileName }, moved(row, isInFront));
    }
  },
  // The row of a deleted invoice is kept and may still refer to a document as its front document.
  'document.removed': (w, { documentIds }) => clearFrontDocuments(w, documentIds),
};

/** Makes the invoices that have no document yet show this one. */
async function setMissingFrontDocument(w: Work, rows: readonly InvoiceRow[], documentId: string): Promise<void> {
  for (const row of rows) {
    const inFront = row.document_id === null;
    if (inFront) await putInFront(w, row, documentId);
    const fileName = await nameOfDocument(w, documentId);
    await recordDocument(w, row.id, { action: 'attached', documentId, fileName }, moved(row, inFront));
  }
}

const moved = (row: InvoiceRow, isMoved: boolean): number => (isMoved ? row.version + 1 : row.version);
const rowsOf = async (w: Work, ids: readonly string[]): Promise<InvoiceRow[]> => [
  ...(await findInvoiceRows(w, ids)).values(),
];
const invoicesOf = (w: Work, entities: readonly EntityRef[]): Promise<InvoiceRow[]> =>
  rowsOf(
    w,
    entities.filter((e) => e.entityType === 'INVOICE').map((e) => e.entityId),
  );
