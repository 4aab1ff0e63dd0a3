import { DOCUMENT_TYPES, ENTITY_TYPES } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, optionSchema, requiredText, userAnd, userPath, version } from './primitives.ts';

/** PENDING: the text of a PDF is being read. NONE: there is none (a scan, or no PDF). FAILED: it could not be read. */
export const TEXT_STATES = ['PENDING', 'READY', 'NONE', 'FAILED'] as const;

const entity = z.object({ entityType: z.enum(ENTITY_TYPES), entityId: id });
const entityIn = z.strictObject({ entityType: z.enum(ENTITY_TYPES), entityId: id });
const person = z.object({ id, name: z.string() });

export const documentSchema = z.object({
  id,
  documentType: z.enum(DOCUMENT_TYPES),
  /** The first of `entities`; NONE and null while it belongs to nothing. */
  entityType: z.enum(ENTITY_TYPES),
  entityId: id.nullable(),
  /** Everything that it belongs to, in the order in which it was attached. */
  entities: z.array(
    entity.extend({ label: z.string().meta({ description: 'For example the number of the invoice' }) }),
  ),
  fileName: z.string(),
  contentType: z.string(),
  size: z.int().meta({ description: 'Bytes' }),
  sha256: z.string(),
  pageCount: z.int().nullable(),
  textState: z.enum(TEXT_STATES),
  /** With `search`: where it was found. */
  snippet: z.string().nullable(),
  /** Which version of the file this is, from 1. */
  versionNumber: z.int(),
  uploadedAt: instant,
  uploadedBy: person.nullable(),
  updatedAt: instant,
  version,
});
export type Document = z.infer<typeof documentSchema>;
export const documentVersionSchema = z.object({
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
  entityId: id.nullable().optional().meta({ description: 'Needed unless entityType is NONE' }),
  entities: z
    .array(entityIn)
    .max(100)
    .optional()
    .meta({ description: 'All of them; then entityType and entityId may only name the first' }),
  version: version.optional(),
});
const upload = { field: 'file', maxBytes: 20 * 1024 * 1024, kinds: 'Pdf, Doc, Docx' } as const;

/** A plain list, newest first (G-163). */
const filter = z.strictObject({
  search: z.string().max(200).optional().meta({ description: 'File name and the text of PDFs' }),
  unattached: z.enum(['true', 'false']).optional().meta({ description: 'Only what belongs to nothing' }),
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
  query: filter,
  response: documents,
});
export const listDocumentTypes = endpoint({
  id: 'listDocumentTypes',
  method: 'GET',
  path: '/documents/{userId}/document-types',
  access: 'read',
  summary: 'What a document can be',
  params: userPath,
  response: z.array(optionSchema),
});
export const listEntityTypes = endpoint({
  id: 'listEntityTypes',
  method: 'GET',
  path: '/documents/{userId}/entity-types',
  access: 'read',
  summary: 'What a document can belong to',
  params: userPath,
  response: z.array(optionSchema),
});
export const listEntityDocuments = endpoint({
  id: 'listEntityDocuments',
  method: 'GET',
  path: '/documents/{userId}/entity/{entityType}/{entityId}',
  access: 'read',
  summary: 'Documents of one invoice, order or plan, newest first',
  params: z.strictObject({ userId: id, entityType: z.enum(ENTITY_TYPES), entityId: id }),
  response: documents,
});
export const listEntityTypeDocuments = endpoint({
  id: 'listEntityTypeDocuments',
  method: 'GET',
  path: '/documents/{userId}/entity-type/{entityType}',
  access: 'read',
  summary: 'Documents of a kind of thing, newest first',
  params: z.strictObject({ userId: id, entityType: z.enum(ENTITY_TYPES) }),
  query: filter,
  response: documents,
});
export const uploadDocument = endpoint({
  id: 'uploadDocument',
  method: 'POST',
  path: '/documents/{userId}',
  access: 'write',
  idempotent: true,
  summary: 'Keep a file; its kind is found by its content',
  description: 'documentType, entityType and entityId may travel as form fields before the file, or in the query.',
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
  summary: 'What is known of one document',
  params: userAnd('documentId'),
  response: documentSchema,
  errors: ['documents.unknown'],
});
export const downloadDocument = endpoint({
  id: 'downloadDocument',
  method: 'GET',
  path: '/documents/{userId}/{documentId}/download',
  access: 'read',
  summary: 'The bytes of a document',
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
  summary: 'Put a newer version of the file in front; the older ones stay',
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
  summary: 'Replace what a document is and what it belongs to',
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
  summary: 'Change some of what a document is or belongs to',
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
  summary: 'Delete a document; for 30 days it can be restored',
  params: userAnd('documentId'),
  errors: ['documents.unknown', 'invoices.closed', 'conflict_version'],
});
export const restoreDocument = endpoint({
  id: 'restoreDocument',
  method: 'POST',
  path: '/documents/{userId}/{documentId}/restore',
  access: 'write',
  idempotent: true,
  summary: 'Bring a deleted document back, to where it belonged',
  params: userAnd('documentId'),
  response: documentSchema,
  errors: ['documents.unknown'],
});

declare module './live.ts' {
  interface Topics {
    readonly documents: true;
  }
}
