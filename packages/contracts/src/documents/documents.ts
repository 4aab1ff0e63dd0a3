import { DOCUMENT_TYPES, ENTITY_TYPES } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, optionSchema, requiredText, userAnd, userPath, version } from '../primitives.ts';

/**
 * PENDING: the text of a PDF is being extracted. NONE: the file has no text (a scan, or not a PDF). FAILED: extracting
 * it failed.
 */
export const TEXT_STATES = ['PENDING', 'READY', 'NONE', 'FAILED'] as const;

const entity = z.object({ entityType: z.enum(ENTITY_TYPES), entityId: id });
const entityIn = z.strictObject({ entityType: z.enum(ENTITY_TYPES), entityId: id });
const person = z.object({ id, name: z.string() });

export const documentSchema = z.object({
  id,
  documentType: z.enum(DOCUMENT_TYPES),
  /** The first of `entities`. A document that belongs to no record has the type NONE and the id null. */
  entityType: z.enum(ENTITY_TYPES),
  entityId: id.nullable(),
  /** All records that the document is attached to, in the order of attachment. */
  entities: z.array(
    entity.extend({
      label: z.string().meta({ description: 'The name of the record, for example the number of the invoice' }),
    }),
  ),
  fileName: z.string(),
  contentType: z.string(),
  size: z.int().meta({ description: 'Size in bytes' }),
  sha256: z.string(),
  pageCount: z.int().nullable(),
  textState: z.enum(TEXT_STATES),
  /** In the answer to a search, the matching passage of the document's text; otherwise null. */
  snippet: z.string().nullable(),
  /** The number of the file's version, counted from 1. */
  versionNumber: z.int(),
  uploadedAt: instant,
  uploadedBy: person.nullable(),
  updatedAt: instant,
  version,
});
export type Document = z.infer<typeof documentSchema>;
const documentVersionSchema = z.object({
  versionNumber: z.int(),
  fileName: z.string(),
  contentType: z.string(),
  size: z.int(),
  sha256: z.string(),
  pageCount: z.int().nullable(),
  uploadedAt: instant,
  uploadedBy: person.nullable(),
});
export type DocumentVersion = z.infer<typeof documentVersionSchema>;

export const documentBody = z.strictObject({
  documentType: z.enum(DOCUMENT_TYPES),
  fileName: requiredText(255).optional(),
  entityType: z.enum(ENTITY_TYPES),
  entityId: id.nullable().optional().meta({ description: 'Required unless entityType is NONE' }),
  entities: z.array(entityIn).max(100).optional().meta({
    description: 'All records that the document belongs to; entityType and entityId can then name only the first one',
  }),
  version: version.optional(),
});
const upload = { field: 'file', maxBytes: 20 * 1024 * 1024, kinds: 'Pdf, Doc, Docx' } as const;

/** The filter of the document list, which is not paged and shows the newest documents first. */
export const documentFilter = z.strictObject({
  search: z.string().max(200).optional().meta({ description: 'Searches file names and the text of PDFs' }),
  unattached: z.enum(['true', 'false']).optional().meta({ description: 'Only documents that belong to no record' }),
  documentType: z.enum(DOCUMENT_TYPES).optional(),
});
const documents = z.array(documentSchema);

export const listDocuments = endpoint({
  id: 'listDocuments',
  method: 'GET',
  path: '/documents/{userId}',
  access: 'read',
  summary: 'Documents, newest first (at most 9,999)',
  params: userPath,
  query: documentFilter,
  response: documents,
});
export const listDocumentTypes = endpoint({
  id: 'listDocumentTypes',
  method: 'GET',
  path: '/documents/{userId}/document-types',
  access: 'read',
  summary: 'Types of documents',
  params: userPath,
  response: z.array(optionSchema),
});
export const listEntityTypes = endpoint({
  id: 'listEntityTypes',
  method: 'GET',
  path: '/documents/{userId}/entity-types',
  access: 'read',
  summary: 'Kinds of records that a document can belong to',
  params: userPath,
  response: z.array(optionSchema),
});
export const listEntityDocuments = endpoint({
  id: 'listEntityDocuments',
  method: 'GET',
  path: '/documents/{userId}/entity/{entityType}/{entityId}',
  access: 'read',
  summary: 'Documents of one invoice, order or shipment plan, newest first',
  params: z.strictObject({ userId: id, entityType: z.enum(ENTITY_TYPES), entityId: id }),
  response: documents,
  errors: ['invoices.unknown', 'purchasing.unknown', 'shipments.unknown_plan'],
});
export const listEntityTypeDocuments = endpoint({
  id: 'listEntityTypeDocuments',
  method: 'GET',
  path: '/documents/{userId}/entity-type/{entityType}',
  access: 'read',
  summary: 'Documents of one kind of record, newest first',
  params: z.strictObject({ userId: id, entityType: z.enum(ENTITY_TYPES) }),
  query: documentFilter,
  response: documents,
});
export const uploadDocument = endpoint({
  id: 'uploadDocument',
  method: 'POST',
  path: '/documents/{userId}',
  access: 'write',
  idempotent: true,
  summary: 'Upload a document; the kind of file is detected from its content',
  description: 'documentType, entityType and entityId can be sent as form fields before the file, or in the query.',
  params: userPath,
  query: z.strictObject({
    documentType: z.enum(DOCUMENT_TYPES).optional(),
    entityType: z.enum(ENTITY_TYPES).optional(),
    entityId: id.optional(),
  }),
  upload,
  response: documentSchema,
  status: 201,
  errors: ['invoices.closed', 'wrong_file', 'too_large', 'documents.quota'],
});
export const getDocument = endpoint({
  id: 'getDocument',
  method: 'GET',
  path: '/documents/{userId}/{documentId}',
  access: 'read',
  summary: 'Details of one document',
  params: userAnd('documentId'),
  response: documentSchema,
  errors: ['documents.unknown'],
});
export const downloadDocument = endpoint({
  id: 'downloadDocument',
  method: 'GET',
  path: '/documents/{userId}/{documentId}/download',
  access: 'read',
  summary: 'The file of a document',
  params: userAnd('documentId'),
  query: z.strictObject({ versionNumber: z.coerce.number().int().min(1).optional() }),
  response: { binary: 'application/octet-stream' },
  errors: ['documents.unknown'],
});
export const listDocumentVersions = endpoint({
  id: 'listDocumentVersions',
  method: 'GET',
  path: '/documents/{userId}/{documentId}/versions',
  access: 'read',
  summary: 'All versions of the file of a document, newest first',
  params: userAnd('documentId'),
  response: z.array(documentVersionSchema),
  errors: ['documents.unknown'],
});
export const uploadDocumentVersion = endpoint({
  id: 'uploadDocumentVersion',
  method: 'POST',
  path: '/documents/{userId}/{documentId}/versions',
  access: 'write',
  idempotent: true,
  summary: 'Upload a new version of the file of a document; the older versions are kept',
  params: userAnd('documentId'),
  upload,
  response: documentSchema,
  status: 201,
  errors: ['documents.unknown', 'invoices.closed', 'wrong_file', 'too_large', 'documents.quota'],
});
export const replaceDocument = endpoint({
  id: 'replaceDocument',
  method: 'PUT',
  path: '/documents/{userId}/{id}',
  access: 'write',
  summary: 'Replace the properties of a document and the records that it belongs to',
  params: userAnd('id'),
  body: documentBody,
  response: documentSchema,
  errors: ['documents.unknown', 'invoices.closed', 'conflict_version'],
});
export const patchDocument = endpoint({
  id: 'patchDocument',
  method: 'PATCH',
  path: '/documents/{userId}/{id}',
  access: 'write',
  summary: 'Change some properties of a document, or the records that it belongs to',
  params: userAnd('id'),
  body: documentBody.partial(),
  response: documentSchema,
  errors: ['documents.unknown', 'invoices.closed', 'conflict_version'],
});
export const deleteDocument = endpoint({
  id: 'deleteDocument',
  method: 'DELETE',
  path: '/documents/{userId}/{documentId}',
  access: 'write',
  summary: 'Delete a document; it can be restored for 30 days',
  params: userAnd('documentId'),
  errors: ['documents.unknown', 'invoices.closed', 'conflict_version'],
});
export const restoreDocument = endpoint({
  id: 'restoreDocument',
  method: 'POST',
  path: '/documents/{userId}/{documentId}/restore',
  access: 'write',
  idempotent: true,
  summary: 'Restore a deleted document to the records that it belonged to',
  params: userAnd('documentId'),
  response: documentSchema,
  errors: ['documents.unknown'],
});

declare module '../live.ts' {
  interface Topics {
    readonly documents: true;
  }
}
