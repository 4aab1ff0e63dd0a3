/** What other areas may ask of documents: check an upload, keep it, attach it, hand it out, and what stands in it. */
export { type CheckedUpload, checkUpload, nameOfDocument, openDocument, requireSpace } from './documents.files.ts';
export type { InvoiceHolder } from './documents.holders.ts';
export { addDocument, addVersion, attachDocument, detachDocument, documentText, invoicesOfDocument } from './documents.service.ts';
export { findInvoicesWithSameFile as invoicesWithSameFile } from './documents.views.ts';
