import {
  deleteDocument,
  type Document,
  getDocument,
  listDocuments,
  listDocumentVersions,
  listEntityDocuments,
  patchDocument,
  restoreDocument,
} from '@quayside/contracts/documents/documents';
import type { QueryIn } from '@quayside/contracts/endpoint';
import { attachInvoiceDocument, matchDocument } from '@quayside/contracts/invoices/invoice-documents';
import {
  createInvoice,
  findInvoiceDuplicates,
  getInvoice,
  type InvoiceWithLines,
  listInvoices,
} from '@quayside/contracts/invoices/invoices';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { keyOf, queryClient, read } from '../../lib/api/query-client.ts';

const POLL_MS = 2000;
const OPTIONS = 20;

export type DocumentFilter = QueryIn<typeof listDocuments>;

export const documentQuery = (documentId: string) => read('documents', getDocument, { params: { documentId } });
export const documentsQuery = (query: DocumentFilter) => ({
  ...read('documents', listDocuments, { query }),
  placeholderData: keepPreviousData,
});
export const invoiceDocumentsQuery = (invoiceId: string) =>
  read('documents', listEntityDocuments, { params: { entityType: 'INVOICE', entityId: invoiceId } });
export const versionsQuery = (documentId: string) =>
  read('documents', listDocumentVersions, { params: { documentId } });

/**
 * The query for invoices that a document may belong to. It polls while the server is still extracting the document's
 * text, because the live message about the end of the extraction can be missed.
 */
export const matchQuery = (documentId: string) => ({
  ...read('documents', matchDocument, { params: { documentId } }),
  refetchInterval: (query: { state: { data?: { textState: string } | undefined } }) =>
    query.state.data?.textState === 'PENDING' ? POLL_MS : (false as const),
});
/** The query for invoices that have an identical file. */
export const sameFileQuery = (documentId: string) =>
  read('documents', findInvoiceDuplicates, { query: { documentId } });

export const useInvoiceOptions = (search: string, isOpen: boolean) =>
  useQuery({
    ...read('invoices', listInvoices, {
      query: { size: OPTIONS, sort: ['date,desc'], ...(search.trim() ? { search: search.trim() } : {}) },
    }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
    select: (page) => page.content,
  });

/** Caches the document from a response, so that the next screen can show it at once. */
export function rememberDocument(document: Document): void {
  queryClient.setQueryData(documentQuery(document.id).queryKey, document);
}

/** Caches the invoice from a response, so that its page can show it at once, and returns the invoice. */
export function rememberInvoice(invoice: InvoiceWithLines): InvoiceWithLines {
  queryClient.setQueryData(keyOf('invoices', getInvoice, { params: { id: invoice.id }, query: undefined }), invoice);
  return invoice;
}

export const attachDocument = async (
  invoiceId: string,
  documentId: string,
  inFront?: boolean,
): Promise<InvoiceWithLines> =>
  rememberInvoice(
    await call(attachInvoiceDocument, {
      params: { id: invoiceId },
      body: { documentId, ...(inFront === undefined ? {} : { inFront }) },
    }),
  );

export const createFromDocument = async (documentId: string, supplierId: string | null): Promise<InvoiceWithLines> =>
  rememberInvoice(await call(createInvoice, { body: { documentId, ...(supplierId ? { supplierId } : {}) } }));

export async function removeDocument({ id, version }: Pick<Document, 'id' | 'version'>): Promise<void> {
  await call(deleteDocument, { params: { documentId: id }, ifMatch: version });
}
export async function bringBack(id: string): Promise<void> {
  await call(restoreDocument, { params: { documentId: id } });
}

type Entities = Document['entities'];
/** Replaces the list of records to which a document belongs. */
export async function setEntities(id: string, entities: Entities): Promise<void> {
  await call(patchDocument, {
    params: { id },
    body: { entities: entities.map(({ entityType, entityId }) => ({ entityType, entityId })) },
  });
}
export async function setType(id: string, documentType: Document['documentType']): Promise<void> {
  await call(patchDocument, { params: { id }, body: { documentType } });
}
