/** What other areas may use of documents: check, store, attach and open uploads, and read their text. */
export { type CheckedUpload, checkUpload, nameOfDocument, openDocument, requireSpace } from './documents.files.ts';
export { addDocument, addVersion, attachDocument, documentText } from './documents.service.ts';
export { findEntitiesWithSameFile } from './documents.views.ts';
