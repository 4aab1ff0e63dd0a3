import { say } from '@quayside/contracts/texts/catalogue';
import type { Document, DocumentVersion } from '@quayside/contracts/documents/documents';
import type { BodyOut, QueryOut } from '@quayside/contracts/endpoint';
import type {
  patchDocument as patchSpec,
  replaceDocument as replaceSpec,
  uploadDocument as uploadSpec,
} from '@quayside/contracts/documents/documents';
import type { DocumentType, EntityType } from '@quayside/domain/lists';
import type { Work } from '../../db/tx.ts';
import { type AuditValue, changesBetween } from '../../events/audit-actions.ts';
import { changed, emit, record } from '../../events/outbox.ts';
import { type EntityRef, react } from '../../events/reactions.ts';
import { AppError, fieldError, notFound } from '../../http/errors.ts';
import { wake } from '../../jobs/queue.ts';
import { cleanFileName, type Upload } from '../../http/upload.ts';
import type { StoredFiles } from '../../files/stored-files.ts';
import { requireEntities, wishOf } from './documents.entities.ts';
import { type CheckedUpload, checkUpload, requireSpace } from './documents.files.ts';
import { findPresent } from './document-owners.views.ts';
import { lockOwners, ownerOf, requireChangeable } from './documents.owners.ts';
import {
  type DocumentRow,
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
import { type DocumentFilter, findDocumentView, listDocumentRows, listVersionRows } from './documents.views.ts';

/** Stores a checked upload as a new document. */
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
  const changes = changesBetween(
    LOGGED,
    () => null,
    (field) => loggedOf({ ...about, fileName: upload.fileName })[field],
  );
  const details = { name: upload.fileName, changes, trace: { sha256: upload.sha256 } };
  await record(w, { action: 'document.added', subjectIds: [id], details }, changed('documents', [id], 1));
  return id;
}

/**
 * Adds a newer version of the file; the older versions stay. All records that own the document must allow the change,
 * and their areas are informed by an event. The caller must hold the locks of these areas.
 */
export async function addVersion(w: Work, documentId: string, upload: CheckedUpload): Promise<void> {
  const entities = await findPresent(w, await findEntities(w, documentId));
  await requireChangeable(w, entities);
  const row = await lockExisting(w, documentId);
  await requireSpace(w, upload);
  const number = (await lastVersionNumber(w, documentId)) + 1;
  const version = row.version + 1;
  await insertUpload(w, documentId, number, upload);
  await saveDocument(w, documentId, { version_number: number, version });
  const details = {
    name: upload.fileName,
    changes: [
      { field: 'fileVersion', from: row.version_number, to: number },
      { field: 'fileName', from: null, to: upload.fileName },
    ],
    trace: { sha256: upload.sha256 },
  } as const;
  await record(
    w,
    { action: 'document.replaced', subjectIds: [documentId], details },
    changed('documents', [documentId], version),
  );
  await react(w, 'document.replaced', { documentId, entities });
}

async function insertUpload(w: Work, id: string, number: number, upload: CheckedUpload): Promise<void> {
  const isPdf = upload.contentType === 'application/pdf';
  await insertVersion(w, {
    document_id: id,
    number,
    file_name: upload.fileName,
    content_type: upload.contentType,
    size: BigInt(upload.size),
    sha256: upload.sha256,
    storage_key: upload.storageKey,
    text_state: isPdf ? 'PENDING' : 'NONE',
  });
  if (isPdf) await wake(w.tx, 'documents.text', { accountId: w.scope.accountId });
}

const wordOf = (e: EntityRef): string => `${e.entityType} ${e.entityId}`;

const LOGGED = ['fileName', 'documentType', 'entities'] as const;
/** The fields of a document as the audit log stores them. */
const loggedOf = ({
  fileName,
  documentType,
  entities,
}: Logged): Readonly<Record<(typeof LOGGED)[number], AuditValue>> => ({
  fileName,
  documentType,
  entities: entities.map((entity) => ({ ref: entity.entityId })),
});
interface Logged {
  readonly fileName: string;
  readonly documentType: DocumentType;
  readonly entities: readonly EntityRef[];
}

/**
 * Attaches a document to a record. Throws 404 if the account does not have the document. The caller writes the history
 * of the record.
 */
export async function attachDocument(
  w: Work,
  documentId: string,
  entityType: EntityRef['entityType'],
  entityId: string,
): Promise<void> {
  const row = await lockExisting(w, documentId);
  if (!(await insertEntity(w, documentId, { entityType, entityId }))) return;
  await saveDocument(w, documentId, { version: row.version + 1 });
  await emit(w, changed('documents', [documentId], row.version + 1));
}

/** The extracted text of the newest version, page by page; an empty list if no text has been extracted. */
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

/** Lists the documents of one record. Throws 404 if the account does not have the record. */
export async function listEntityDocuments(w: Work, type: EntityType, id: string): Promise<Document[]> {
  const owner = ownerOf(type);
  if (type === 'NONE' || !owner) throw notFound();
  if ((await findPresent(w, [{ entityType: type, entityId: id }])).length === 0) throw new AppError(owner.unknown);
  return listDocumentRows(w, { entity: { type, id } });
}

export const listDocuments = (w: Work, filter: DocumentFilter): Promise<Document[]> => listDocumentRows(w, filter);

export async function listVersions(w: Work, id: string): Promise<DocumentVersion[]> {
  const versions = await listVersionRows(w, id);
  if (versions.length === 0) throw new AppError('documents.unknown');
  return versions;
}

/**
 * Stores a file as a document. If the request names no document type, the type follows from the record that the
 * document is attached to.
 */
export async function uploadDocument(
  w: Work,
  files: Pick<StoredFiles, 'read' | 'quotaBytes'>,
  about: QueryOut<typeof uploadSpec>,
  upload: Upload,
): Promise<Document> {
  if (about.entityId !== undefined && about.entityType === undefined)
    throw fieldError('entityType', say('field.required'));
  const entities = wishOf({ entityType: about.entityType ?? 'NONE', entityId: about.entityId ?? null }, []);
  await requireEntities(w, entities);
  const checked = await checkUpload(files, upload);
  const refs = entities.map((e) => e.ref);
  if (refs.length > 0) await lockOwners(w);
  await requireChangeable(w, refs);
  const type = about.entityType === undefined || about.entityType === 'NONE' ? 'OTHER' : about.entityType;
  const id = await addDocument(w, checked, {
    documentType: about.documentType ?? type,
    entities: refs,
  });
  await react(w, 'document.attached', { documentId: id, entities: refs });
  return getDocument(w, id);
}

/** Uploads a newer version through the documents API. */
export async function uploadVersion(
  w: Work,
  files: Pick<StoredFiles, 'read' | 'quotaBytes'>,
  id: string,
  upload: Upload,
): Promise<Document> {
  await getDocument(w, id);
  const checked = await checkUpload(files, upload);
  await lockOwners(w);
  await addVersion(w, id, checked);
  return getDocument(w, id);
}

type ChangeBody = BodyOut<typeof replaceSpec> | BodyOut<typeof patchSpec>;
/**
 * Updates the fields that the body contains: document type, file name, and the records that the document is attached
 * to.
 */
export async function changeDocument(w: Work, id: string, body: ChangeBody): Promise<Document> {
  await lockOwners(w);
  const row = await lockCurrent(w, id, body.version);
  const document = await getDocument(w, id);
  const before = document.entities.map(
    (e): EntityRef => ({ entityType: e.entityType as EntityRef['entityType'], entityId: e.entityId }),
  );
  const wish = wishOf(body, before);
  await requireEntities(w, wish, before);
  const fileName = newName(document.fileName, body.fileName);
  const documentType = body.documentType ?? document.documentType;

  const after = wish.map((e) => e.ref);
  const came = missingIn(before, after);
  const gone = missingIn(after, before);
  const isMoved = after.map(wordOf).join() !== before.map(wordOf).join();
  if (!isMoved && fileName === document.fileName && documentType === document.documentType) return document;
  await requireChangeable(w, [...came, ...gone]);
  // Records that stay attached keep their position. If the request has them in another order, all are detached and
  // attached again.
  const isReordered =
    after.map(wordOf).join() !== [...before.filter((e) => !gone.includes(e)), ...came].map(wordOf).join();
  for (const entity of isReordered ? before : gone) await removeEntity(w, id, entity);
  for (const entity of isReordered ? after : came) await insertEntity(w, id, entity);
  await renameVersion(w, id, row.version_number, fileName);
  const version = row.version + 1;
  await saveDocument(w, id, { document_type: documentType, version });
  await record(
    w,
    {
      action: 'document.changed',
      subjectIds: [id],
      details: {
        changes: changesBetween(
          LOGGED,
          (field) => loggedOf({ ...document, entities: before })[field],
          (field) => loggedOf({ fileName, documentType, entities: after })[field],
        ),
      },
    },
    changed('documents', [id], version),
  );
  await react(w, 'document.detached', { documentId: id, entities: gone });
  await react(w, 'document.attached', { documentId: id, entities: came });
  return getDocument(w, id);
}

const missingIn = (these: readonly EntityRef[], all: readonly EntityRef[]): EntityRef[] =>
  all.filter((e) => !these.some((t) => wordOf(t) === wordOf(e)));

/** Returns the new file name. The extension must not change, because it has to match the content. */
function newName(before: string, wanted: string | undefined): string {
  if (wanted === undefined) return before;
  const name = cleanFileName(wanted);
  const ending = before.slice(before.lastIndexOf('.')).toLowerCase();
  if (!name.toLowerCase().endsWith(ending)) throw fieldError('fileName', say('documents.ending', { ending }));
  return name;
}

/**
 * Marks a document as deleted. It can be restored for 30 days; in the meantime, the records that own it do not show it.
 */
export async function deleteDocument(w: Work, id: string, version: number | undefined): Promise<void> {
  await lockOwners(w);
  const row = await lockCurrent(w, id, version);
  const entities = await findPresent(w, await findEntities(w, id));
  await requireChangeable(w, entities);
  const { fileName } = await getDocument(w, id);
  await react(w, 'document.detached', { documentId: id, entities });
  await saveDocument(w, id, { deleted_at: w.now, version: row.version + 1 });
  await record(
    w,
    {
      action: 'document.deleted',
      subjectIds: [id],
      details: { name: fileName, changes: [{ field: 'fileName', from: fileName, to: null }] },
    },
    changed('documents', [id]),
  );
}

/**
 * Removes a document from one of its records: deletes it if it belongs to no other, and otherwise only detaches it.
 * Throws 404 if it does not belong to the record. Returns its name.
 */
export async function removeDocumentOf(
  w: Work,
  id: string,
  entity: EntityRef,
  version: number | undefined,
): Promise<string> {
  const document = await getDocument(w, id);
  const others = document.entities.filter((e) => e.entityType !== entity.entityType || e.entityId !== entity.entityId);
  if (others.length === document.entities.length) throw new AppError('documents.unknown');
  if (others.length === 0) await deleteDocument(w, id, version);
  else
    await changeDocument(w, id, {
      entities: others.map(({ entityType, entityId }) => ({ entityType, entityId })),
      version,
    });
  return document.fileName;
}

/**
 * Restores a deleted document. It still belongs to the same records. A document that is not deleted is returned
 * unchanged.
 */
export async function restoreDocument(w: Work, id: string): Promise<Document> {
  await lockOwners(w);
  const row = await lockDocument(w, id);
  if (!row) throw new AppError('documents.unknown');
  if (row.deleted_at === null) return getDocument(w, id);
  const version = row.version + 1;
  await saveDocument(w, id, { deleted_at: null, version });
  const document = await getDocument(w, id);
  await record(
    w,
    {
      action: 'document.restored',
      subjectIds: [id],
      details: { name: document.fileName, changes: [{ field: 'fileName', from: null, to: document.fileName }] },
    },
    changed('documents', [id], version),
  );
  await react(w, 'document.restored', { documentId: id, entities: await findEntities(w, id) });
  return document;
}

/** Reads the row of a document that is not deleted, and locks it until the end of the transaction. */
async function lockExisting(w: Work, id: string): Promise<DocumentRow> {
  const row = await lockDocument(w, id);
  if (!row || row.deleted_at !== null) throw new AppError('documents.unknown');
  return row;
}

async function lockCurrent(w: Work, id: string, version: number | undefined): Promise<DocumentRow> {
  const row = await lockExisting(w, id);
  if (version !== undefined && version !== row.version)
    throw new AppError('conflict_version', { current: await getDocument(w, id) });
  return row;
}
