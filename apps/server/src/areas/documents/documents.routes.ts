import * as calls from '@quayside/contracts/documents';
import { type DocumentType, DOCUMENT_TYPES, ENTITY_TYPES, type EntityType } from '@quayside/domain/lists';
import { type Mounting, mount } from '../../http/mount.ts';
import { openDocument } from './documents.files.ts';
import type { InvoiceHolder } from './documents.holders.ts';
import * as documents from './documents.service.ts';

const LABELS: Readonly<Record<DocumentType | EntityType, string>> = {
  PURCHASE_ORDER: 'Purchase order',
  INVOICE: 'Invoice',
  SHIPMENT_PLAN: 'Shipment plan',
  OTHER: 'Other',
  NONE: 'Nothing',
};
const optionsOf = (values: readonly (DocumentType | EntityType)[]) => values.map((value) => ({ value, label: LABELS[value] }));

/** Binds the calls of documents. `invoices` is told what comes to them and what leaves them. */
export function mountDocuments(m: Mounting, invoices: InvoiceHolder): void {
  const { files } = m.deps;
  mount(m, calls.listDocuments)((w, i) => documents.listDocuments(w, i.query));
  mount(m, calls.listDocumentTypes)(async () => optionsOf(DOCUMENT_TYPES));
  mount(m, calls.listEntityTypes)(async () => optionsOf(ENTITY_TYPES));
  mount(m, calls.listEntityDocuments)((w, i) => documents.listEntityDocuments(w, i.params.entityType, i.params.entityId));
  mount(m, calls.listEntityTypeDocuments)((w, i) => documents.listDocuments(w, { ...i.query, entity: { type: i.params.entityType } }));
  mount(m, calls.uploadDocument)((w, i) => documents.uploadDocument(w, files, invoices, i.query, i.upload));
  mount(m, calls.getDocument)((w, i) => documents.getDocument(w, i.params.documentId));
  mount(m, calls.downloadDocument)((w, i) => openDocument(w, files, i.params.documentId, i.query.versionNumber));
  mount(m, calls.listDocumentVersions)((w, i) => documents.listVersions(w, i.params.documentId));
  mount(m, calls.uploadDocumentVersion)((w, i) => documents.uploadVersion(w, files, invoices, i.params.documentId, i.upload));
  mount(m, calls.replaceDocument)((w, i) => documents.changeDocument(w, invoices, i.params.id, i.body));
  mount(m, calls.patchDocument)((w, i) => documents.changeDocument(w, invoices, i.params.id, i.body));
  mount(m, calls.deleteDocument)((w, i) => documents.deleteDocument(w, invoices, i.params.documentId, i.ifMatch));
  mount(m, calls.restoreDocument)((w, i) => documents.restoreDocument(w, invoices, i.params.documentId));
}
