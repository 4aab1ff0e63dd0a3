/** What other areas may use of documents: functions that check, store, attach and open uploads, and read their text. */
export { checkUpload, nameOfDocument, openDocument, requireSpace } from './documents.files.ts';
export { addDocument, addVersion, attachDocument, documentText, removeDocumentOf } from './documents.service.ts';
export { findDocumentVersion, findEntitiesWithSameFile, listDocumentsOf } from './documents.views.ts';
