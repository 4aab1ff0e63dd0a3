import type { DocumentReading } from '@quayside/contracts/invoices/invoice-documents';
import { readWords } from '@quayside/domain/invoices/document-words';
import { findSuppliers } from '@quayside/domain/invoices/known-suppliers';
import { readDocument } from '@quayside/domain/invoices/read-document';
import type { Work } from '../../../db/tx.ts';
import { documentText } from '../../documents/public.ts';
import { findReaderFacts, listKnownSuppliers } from './invoice-reading.views.ts';

/**
 * Reads what the document of an invoice says: number, date, currency, total, supplier and lines. A person accepts each
 * value; nothing is stored here.
 */
export async function readInvoiceDocument(w: Work, documentId: string): Promise<DocumentReading> {
  const { state, pages } = await documentText(w, documentId);
  if (pages.length === 0)
    return {
      ...{ textState: state, invoiceNumbers: [], dates: [], dueDates: [], currencies: [], totals: [] },
      ...{ suppliers: [], newSuppliers: [], lines: null },
    };
  const read = readDocument(pages, await findReaderFacts(w));
  const known = await listKnownSuppliers(w);
  const suppliers = findSuppliers(pages, readWords(pages), known);
  const nameOf = new Map(known.map(({ id, names }) => [id, names[0] ?? '']));
  return {
    textState: state,
    invoiceNumbers: [...read.numbers],
    dates: [...read.dates],
    dueDates: [...read.dueDates],
    currencies: [...read.currencies],
    totals: [...read.totals],
    suppliers: suppliers.map((found) => ({ ...found, companyName: nameOf.get(found.id) ?? '' })),
    newSuppliers: suppliers.length > 0 ? [] : [...read.sellers],
    lines: read.lines && {
      page: read.lines.page,
      cells: [[...read.lines.headings], ...read.lines.rows.map((row) => [...row])],
    },
  };
}
