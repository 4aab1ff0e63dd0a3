import type { Document } from '@quayside/contracts/documents/documents';
import type { Work } from '../../../db/tx.ts';
import { changed, emit, record } from '../../../events/outbox.ts';
import { react, type Reactions } from '../../../events/reactions.ts';
import type { StoredFiles } from '../../../files/stored-files.ts';
import { AppError } from '../../../http/errors.ts';
import type { Upload } from '../../../http/upload.ts';
import type { DocumentOwner } from '../../area.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { addDocument, checkUpload, listDocumentsOf, removeDocumentOf } from '../../documents/public.ts';
import { requireOrderRow } from './purchase-orders.service.ts';
import { labelOfOrder } from '../lists/purchase-orders.views.ts';

/** How documents belong to purchase orders. Also those of a closed one may be changed. */
export const orderDocuments: DocumentOwner = {
  entityType: 'PURCHASE_ORDER',
  labelOf: labelOfOrder,
  unknown: 'purchasing.unknown',
  lock: lockCosts,
};

const refOf = (orderId: string) => ({ entityType: 'PURCHASE_ORDER', entityId: orderId }) as const;

export async function listFiles(w: Work, orderId: string): Promise<Document[]> {
  await requireOrderRow(w, orderId, undefined);
  return listDocumentsOf(w, { type: 'PURCHASE_ORDER', id: orderId });
}

/** Stores a file as a document of a purchase order. */
export async function uploadFile(
  w: Work,
  files: Pick<StoredFiles, 'read' | 'quotaBytes'>,
  orderId: string,
  upload: Upload,
): Promise<Document> {
  await requireOrderRow(w, orderId, undefined);
  const checked = await checkUpload(files, upload);
  const entities = [refOf(orderId)];
  const id = await addDocument(w, checked, { documentType: 'PURCHASE_ORDER', entities });
  await react(w, 'document.attached', { documentId: id, entities });
  const document = (await listFiles(w, orderId)).find((one) => one.id === id);
  if (!document) throw new AppError('documents.unknown');
  return document;
}

/** Deletes a file of a purchase order, or detaches it if it belongs to other records as well. */
export async function deleteFile(w: Work, orderId: string, fileId: string, version: number | undefined): Promise<void> {
  await requireOrderRow(w, orderId, undefined);
  const fileName = await removeDocumentOf(w, fileId, refOf(orderId), version);
  await record(w, {
    action: 'purchase-order.file-deleted',
    subjectIds: [orderId],
    historyOf: orderId,
    details: { changes: [{ field: 'fileName', from: fileName, to: null }] },
  });
}

/** Tells open tabs of purchase orders whose documents changed. */
async function tellOfFiles(
  w: Work,
  { entities }: { readonly entities: readonly { readonly entityType: string; readonly entityId: string }[] },
): Promise<void> {
  const ids = entities.filter(({ entityType }) => entityType === 'PURCHASE_ORDER').map(({ entityId }) => entityId);
  if (ids.length === 0) return;
  await emit(w, changed('purchase-orders', ids));
}

export const fileReactions: Reactions = {
  'document.attached': tellOfFiles,
  'document.detached': tellOfFiles,
  'document.restored': tellOfFiles,
  'document.replaced': tellOfFiles,
};
