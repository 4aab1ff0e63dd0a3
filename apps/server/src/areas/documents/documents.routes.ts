import * as calls from '@quayside/contracts/documents/documents';
import * as mailCalls from '@quayside/contracts/documents/sent-mails';
import { exportDocuments } from '@quayside/contracts/exports';
import { type DocumentType, DOCUMENT_TYPES, ENTITY_TYPES, type EntityType } from '@quayside/domain/lists';
import { mountExport } from '../../http/export.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { documentExport } from './documents.export.ts';
import { openDocument } from './documents.files.ts';
import * as documents from './documents.service.ts';
import * as mails from './sent-mails.service.ts';

const LABELS: Readonly<Record<DocumentType | EntityType, string>> = {
  PURCHASE_ORDER: 'Purchase order',
  INVOICE: 'Invoice',
  SHIPMENT_PLAN: 'Shipment plan',
  OTHER: 'Other',
  NONE: 'Nothing',
};
const optionsOf = (values: readonly (DocumentType | EntityType)[]) =>
  values.map((value) => ({ value, label: LABELS[value] }));

export function mountDocuments(m: Mounting): void {
  const { files } = m.deps;
  mount(m, calls.listDocuments)((w, i) => documents.listDocuments(w, i.query));
  mountExport(m, exportDocuments)(documentExport);
  mount(m, calls.listDocumentTypes)(async () => optionsOf(DOCUMENT_TYPES));
  mount(m, calls.listEntityTypes)(async () => optionsOf(ENTITY_TYPES));
  mount(
    m,
    calls.listEntityDocuments,
  )((w, i) => documents.listEntityDocuments(w, i.params.entityType, i.params.entityId));
  mount(
    m,
    calls.listEntityTypeDocuments,
  )((w, i) => documents.listDocuments(w, { ...i.query, entity: { type: i.params.entityType } }));
  mount(m, calls.uploadDocument)((w, i) => documents.uploadDocument(w, files, i.query, i.upload));
  mount(m, calls.getDocument)((w, i) => documents.getDocument(w, i.params.documentId));
  mount(m, calls.downloadDocument)((w, i) => openDocument(w, files, i.params.documentId, i.query.versionNumber));
  mount(m, calls.listDocumentVersions)((w, i) => documents.listVersions(w, i.params.documentId));
  mount(m, calls.uploadDocumentVersion)((w, i) => documents.uploadVersion(w, files, i.params.documentId, i.upload));
  mount(m, calls.replaceDocument)((w, i) => documents.changeDocument(w, i.params.id, i.body));
  mount(m, calls.patchDocument)((w, i) => documents.changeDocument(w, i.params.id, i.body));
  mount(m, calls.deleteDocument)((w, i) => documents.deleteDocument(w, i.params.documentId, i.ifMatch));
  mount(m, mailCalls.sendEmailWithAttachments)((w, i) => mails.sendDocuments(w, m.deps, i.body));
  mount(m, mailCalls.listSentMails)((w, i) => mails.listSentMails(w, m.deps, i.params.entityType, i.params.entityId));
  mount(m, mailCalls.retrySentMail)((w, i) => mails.retryMail(w, m.deps, i.params.id));
  mount(m, calls.restoreDocument)((w, i) => documents.restoreDocument(w, i.params.documentId));
}
