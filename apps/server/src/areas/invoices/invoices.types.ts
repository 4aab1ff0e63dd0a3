import type { BodyOut, QueryOut } from '@quayside/contracts/endpoint';
import type * as lineImports from '@quayside/contracts/invoice-line-imports';
import type * as lines from '@quayside/contracts/invoice-lines';
import type * as invoices from '@quayside/contracts/invoices';

export type { Invoice } from '@quayside/contracts/invoice-header';
export type { LineImport } from '@quayside/contracts/invoice-line-imports';
export type { InvoiceLine } from '@quayside/contracts/invoice-lines';
export type { Duplicate, HistoryEntry, InvoiceWithLines } from '@quayside/contracts/invoices';
type Calls = typeof invoices & typeof lines & typeof lineImports;
/** The parsed body of one of this area's calls. */
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
/** The parsed query of one of this area's lists. */
export type QueryOf<K extends 'listInvoices' | 'invoiceTotals' | 'listInvoiceHistory' | 'findInvoiceDuplicates'> =
  QueryOut<Calls[K]>;
