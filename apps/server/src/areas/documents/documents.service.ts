import type { Document, DocumentVersion } from '@quayside/contracts/documents';
import type { BodyOut, QueryOut } from '@quayside/contracts/endpoint';
import type { patchDocument as patchSpec, replaceDocument as replaceSpec, uploadDocument as uploadSpec } from '@quayside/contracts/documents';
import type { DocumentType, EntityType } from '@quayside/domain/lists';
import type { Work } from '../../db/tx.ts';
import { changed, emit, record } from '../../events/outbox.ts';
import { AppError, fieldError, notFound } from '../../http/errors.ts';
import { cleanFileName, type Upload } from '../../http/upload.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { requireEntities, wishOf } from './documents.entities.ts';
import { type CheckedUpload, checkUpload, requireSpace } from './documents.files.ts';
import type { InvoiceHolder } from './documents.holders.ts';
import {
  type DocumentRow,
  type EntityRef,
  findEntities,
  findText,
  insertDocument,
  insertEntity,
  insertVersion,
  lastVersionNumber,
  lockDocument,
  removeEntity,
  renameVersion,
  saveDocument,
  type TextState,
} from './documents.queries.ts';
import { type DocumentFilter, findDocumentView, findInvoiceIds, listDocumentRows, listVersionRows } from './documents.views.ts';

/** Keeps a checked upload as a document. */
export async function addDocument(
  w: Work,
  upload: CheckedUpload,
  about: { readonly documentType: DocumentType; readonly entities: readonly EntityRef[] },
): Promise<string> {
  await requireSpace(w, upload);
  const id = w.newId();
  await insertDocument(w, { id, document_type: about.documentType });
  await insertUpload(w, id, 1, upload);
  for (const entity of about.entities) await insertEntity(w, id, entity);
  const details = { fileName: upload.fileName, sha256: upload.sha256, documentType: about.documentType, entities: about.entities.map(wordOf) };
  await record(w, { action: 'document.added', subjectType: 'document', subjectIds: [id], details: { to: details } }, changed('documents', [id], 1));
  return id;
}

/** Puts a newer version of the file in front; the older ones stay. Answers its number. */
export async function addVersion(w: Work, documentId: string, upload: CheckedUpload): Promise<number> {
  const row = await lockKept(w, documentId);
  await requireSpace(w, upload);
  const number = (await lastVersionNumber(w, documentId)) + 1;
  const version = row.version + 1;
  await insertUpload(w, documentId, number, upload);
  await saveDocument(w, documentId, { version_number: number, version });
  const details = { from: row.version_number, to: number, fileName: upload.fileName, sha256: upload.sha256 };
  await record(w, { action: 'document.replaced', subjectType: 'document', subjectIds: [documentId], details }, changed('documents', [documentId], version));
  return number;
}

const insertUpload = (w: Work, id: string, number: number, upload: CheckedUpload): Promise<void> =>
  insertVersion(w, {
    document_id: id,
    number,
    file_name: upload.fileName,
    content_type: upload.contentType,
    size: BigInt(upload.size),
    sha256: upload.sha256,
    storage_key: upload.storageKey,
    text_state: upload.contentType === 'application/pdf' ? 'PENDING' : 'NONE',
  });

const wordOf = (e: EntityRef): string => `${e.entityType} ${e.entityId}`;

/** Attaches a document; 404 when the account does not have it. The caller says in its own words whose history that is. */
export async function attachDocument(w: Work, documentId: string, entityType: EntityRef['entityType'], entityId: string): Promise<void> {
  const row = await lockKept(w, documentId);
  if (await insertEntity(w, documentId, { entityType, entityId })) await moved(w, row);
}

/** Detaches a document that is there; nothing happens where it was not attached. */
export async function detachDocument(w: Work, documentId: string, entityType: EntityRef['entityType'], entityId: string): Promise<void> {
  const row = await lockKept(w, documentId);
  if (await removeEntity(w, documentId, { entityType, entityId })) await moved(w, row);
}

async function moved(w: Work, row: DocumentRow): Promise<void> {
  await saveDocument(w, row.id, { version: row.version + 1 });
  await emit(w, changed('documents', [row.id], row.version + 1));
}

/** What was read from the version in front, page by page; no pages while there is no text. */
export async function documentText(w: Work, id: string): Promise<{ state: TextState; pages: string[] }> {
  const row = await findText(w, id);
  if (!row) throw new AppError('documents.unknown');
  return { state: row.text_state as TextState, pages: row.text === null ? [] : row.text.split('\f') };
}

export async function getDocument(w: Work, id: string): Promise<Document> {
  const document = await findDocumentView(w, id);
  if (!document) throw new AppError('documents.unknown');
  return document;
}

/** Documents of one thing, or 404 where the account does not have it. */
export async function listEntityDocuments(w: Work, type: EntityType, id: string): Promise<Document[]> {
  if (type !== 'INVOICE' || !(await findInvoiceIds(w, [id])).has(id)) throw type === 'INVOICE' ? new AppError('invoices.unknown') : notFound();
  return listDocumentRows(w, { entity: { type, id } });
}

export const listDocuments = (w: Work, filter: DocumentFilter): Promise<Document[]> => listDocumentRows(w, filter);

export async function listVersions(w: Work, id: string): Promise<DocumentVersion[]> {
  const versions = await listVersionRows(w, id);
  if (versions.length === 0) throw new AppError('documents.unknown');
  return versions;
}

/** Keeps a file; without a type it is what it belongs to. */
export async function uploadDocument(
  w: Work,
  files: Pick<FileStore, 'read' | 'quotaBytes'>,
  holder: InvoiceHolder,
  about: QueryOut<typeof uploadSpec>,
  upload: Upload,
): Promise<Document> {
  if (about.entityId !== undefined && about.entityType === undefined) throw fieldError('entityType', 'This field is required');
  const entities = wishOf({ entityType: about.entityType ?? 'NONE', entityId: about.entityId ?? null }, []);
  await requireEntities(w, entities);
  const checked = await checkUpload(files, upload);
  const invoiceIds = entities.map((e) => e.ref.entityId);
  if (invoiceIds.length > 0) await holder.lock(w);
  await holder.requireOpen(w, invoiceIds);
  const type = about.entityType === undefined || about.entityType === 'NONE' ? 'OTHER' : about.entityType;
  const id = await addDocument(w, checked, { documentType: about.documentType ?? type, entities: entities.map((e) => e.ref) });
  await holder.attached(w, invoiceIds, id);
  return getDocument(w, id);
}

/** A newer version through the documents themselves; the invoices that it belongs to get to know. */
export async function uploadVersion(
  w: Work,
  files: Pick<FileStore, 'read' | 'quotaBytes'>,
  holder: InvoiceHolder,
  id: string,
  upload: Upload,
): Promise<Document> {
  await getDocument(w, id);
  const checked = await checkUpload(files, upload);
  await holder.lock(w);
  const invoiceIds = await invoicesOfDocument(w, id);
  await holder.requireOpen(w, invoiceIds);
  await addVersion(w, id, checked);
  await holder.replaced(w, invoiceIds, id);
  return getDocument(w, id);
}

type ChangeBody = BodyOut<typeof replaceSpec> | BodyOut<typeof patchSpec>;
/** Changes what the body names: its type, its name, and what it belongs to. */
export async function changeDocument(w: Work, holder: InvoiceHolder, id: string, body: ChangeBody): Promise<Document> {
  await holder.lock(w);
  const row = await lockCurrent(w, id, body.version);
  const document = await getDocument(w, id);
  const before = document.entities.map((e): EntityRef => ({ entityType: e.entityType as EntityRef['entityType'], entityId: e.entityId }));
  const wish = wishOf(body, before);
  await requireEntities(w, wish, before);
  const fileName = newName(document.fileName, body.fileName);
  const documentType = body.documentType ?? document.documentType;

  const after = wish.map((e) => e.ref);
  const came = missingIn(before, after);
  const gone = missingIn(after, before);
  const isMoved = after.map(wordOf).join() !== before.map(wordOf).join();
  if (!isMoved && fileName === document.fileName && documentType === document.documentType) return document;
  await holder.requireOpen(w, idsOf([...came, ...gone]));
  // What stays keeps its place; a new order is written anew.
  const isReordered = after.map(wordOf).join() !== [...before.filter((e) => !gone.includes(e)), ...came].map(wordOf).join();
  for (const entity of isReordered ? before : gone) await removeEntity(w, id, entity);
  for (const entity of isReordered ? after : came) await insertEntity(w, id, entity);
  await renameVersion(w, id, row.version_number, fileName);
  const version = row.version + 1;
  await saveDocument(w, id, { document_type: documentType, version });
  await record(
    w,
    {
      action: 'document.changed',
      subjectType: 'document',
      subjectIds: [id],
      details: {
        from: { documentType: document.documentType, fileName: document.fileName, entities: before.map(wordOf) },
        to: { documentType, fileName, entities: after.map(wordOf) },
      },
    },
    changed('documents', [id], version),
  );
  await holder.detached(w, idsOf(gone), id);
  await holder.attached(w, idsOf(came), id);
  return getDocument(w, id);
}

const missingIn = (these: readonly EntityRef[], all: readonly EntityRef[]): EntityRef[] => all.filter((e) => !these.some((t) => wordOf(t) === wordOf(e)));
const idsOf = (entities: readonly EntityRef[]): string[] => entities.filter((e) => e.entityType === 'INVOICE').map((e) => e.entityId);

/** The name may change, the kind that it tells may not: the content decided it. */
function newName(before: string, wanted: string | undefined): string {
  if (wanted === undefined) return before;
  const name = cleanFileName(wanted);
  const ending = before.slice(before.lastIndexOf('.')).toLowerCase();
  if (!name.toLowerCase().endsWith(ending)) throw fieldError('fileName', `The name has to end in ${ending}`);
  return name;
}

/** Deletes softly: for 30 days it can be restored. It is taken off the invoices that it was in front of. */
export async function deleteDocument(w: Work, holder: InvoiceHolder, id: string, version: number | undefined): Promise<void> {
  await holder.lock(w);
  const row = await lockCurrent(w, id, version);
  const invoiceIds = await invoicesOfDocument(w, id);
  await holder.requireOpen(w, invoiceIds);
  const { fileName } = await getDocument(w, id);
  await holder.detached(w, invoiceIds, id);
  await saveDocument(w, id, { deleted_at: w.now, version: row.version + 1 });
  await record(w, { action: 'document.deleted', subjectType: 'document', subjectIds: [id], details: { fileName } }, changed('documents', [id]));
}

/** Brings a deleted document back, to where it belonged; one that is there is only answered. */
export async function restoreDocument(w: Work, holder: InvoiceHolder, id: string): Promise<Document> {
  await holder.lock(w);
  const row = await lockDocument(w, id);
  if (!row) throw new AppError('documents.unknown');
  if (row.deleted_at === null) return getDocument(w, id);
  const version = row.version + 1;
  await saveDocument(w, id, { deleted_at: null, version });
  const document = await getDocument(w, id);
  await record(
    w,
    { action: 'document.restored', subjectType: 'document', subjectIds: [id], details: { fileName: document.fileName } },
    changed('documents', [id], version),
  );
  await holder.restored(w, idsOf(await findEntities(w, id)), id);
  return document;
}

/** The invoices that a document belongs to, as far as they are still there. */
export async function invoicesOfDocument(w: Work, id: string): Promise<string[]> {
  return [...(await findInvoiceIds(w, idsOf(await findEntities(w, id))))];
}

/** The row of a document that is not deleted, held until the end of the unit of work. */
async function lockKept(w: Work, id: string): Promise<DocumentRow> {
  const row = await lockDocument(w, id);
  if (!row || row.deleted_at !== null) throw new AppError('documents.unknown');
  return row;
}

async function lockCurrent(w: Work, id: string, version: number | undefined): Promise<DocumentRow> {
  const row = await lockKept(w, id);
  if (version !== undefined && version !== row.version) throw new AppError('conflict_version', { current: await getDocument(w, id) });
  return row;
}
