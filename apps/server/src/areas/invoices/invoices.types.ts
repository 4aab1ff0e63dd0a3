import type * as allocations from '@quayside/contracts/costs/allocation-preview';
import type { BodyOut, QueryOut } from '@quayside/contracts/endpoint';
import type * as lineImports from '@quayside/contracts/invoices/invoice-line-imports';
import type * as moves from '@quayside/contracts/invoices/invoice-moves';
import type * as lines from '@quayside/contracts/invoices/invoice-lines';
import type * as invoices from '@quayside/contracts/invoices/invoices';

export type { Invoice } from '@quayside/contracts/invoices/invoice-header';
export type { LineImport } from '@quayside/contracts/invoices/invoice-line-imports';
export type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
export type { Duplicate, HistoryEntry, InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
type Calls = typeof allocations & typeof invoices & typeof lines & typeof lineImports & typeof moves;
/** The parsed request body of a call in this area. */
export type BodyOf<
  K extends
    | 'createInvoice'
    | 'updateInvoiceBasic'
    | 'acceptInvoiceRate'
    | 'replaceInvoice'
    | 'createInvoiceLine'
    | 'patchInvoiceLine'
    | 'bulkPatchInvoiceLines'
    | 'importInvoiceLines'
    | 'previewAllocation',
> = BodyOut<Calls[K]>;
/** The parsed query of a list call in this area. */
export type QueryOf<K extends 'listInvoices' | 'invoiceTotals' | 'listInvoiceHistory' | 'findInvoiceDuplicates'> =
  QueryOut<Calls[K]>;
