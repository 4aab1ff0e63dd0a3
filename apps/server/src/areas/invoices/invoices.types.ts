import type { BodyOut, QueryOut } from '@quayside/contracts/endpoint';
import type * as contract from '@quayside/contracts/invoices';

export type { Duplicate, HistoryEntry, Invoice, InvoiceLine, InvoiceWithLines, LineImport } from '@quayside/contracts/invoices';
type Calls = typeof contract;
/** Parsed body of a call of this area. */
export type BodyOf<
  K extends
    | 'createInvoice'
    | 'updateInvoiceBasic'
    | 'replaceInvoice'
    | 'createInvoiceLine'
    | 'patchInvoiceLine'
    | 'bulkPatchInvoiceLines'
    | 'importInvoiceLines'
    | 'previewAllocation',
> = BodyOut<Calls[K]>;
/** Parsed query of a list of this area. */
export type QueryOf<K extends 'listInvoices' | 'invoiceTotals' | 'listInvoiceHistory' | 'findInvoiceDuplicates'> = QueryOut<Calls[K]>;
