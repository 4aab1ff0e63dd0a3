import type { Document } from '@quayside/contracts/documents/documents';
import { idOf } from '../../../testing/person.ts';

/** A packing list as a Word file, for which the viewer has no preview. It is not attached to any invoice. */
export const aDocument = (over: Partial<Document> = {}): Document => ({
  id: idOf(71),
  documentType: 'OTHER',
  entityType: 'NONE',
  entityId: null,
  entities: [],
  fileName: 'packing.docx',
  contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  size: 20_480,
  sha256: 'a'.repeat(64),
  pageCount: null,
  textState: 'READY',
  snippet: null,
  versionNumber: 1,
  uploadedAt: '2026-10-09T10:00:00Z',
  uploadedBy: { id: idOf(1), name: 'Ada Crane' },
  updatedAt: '2026-10-09T10:00:00Z',
  version: 3,
  ...over,
});

/** The fields of a document that is attached to invoice `n`, to be spread into a document. */
export const ofInvoice = (n: number, number: string): Pick<Document, 'entityType' | 'entityId' | 'entities'> => ({
  entityType: 'INVOICE',
  entityId: idOf(n),
  entities: [{ entityType: 'INVOICE', entityId: idOf(n), label: number }],
});
