/** What other areas may ask of documents: check an upload, keep it, and hand it out. */
export { addInvoiceDocument, type CheckedUpload, checkUpload, openDocument } from './documents.service.ts';
