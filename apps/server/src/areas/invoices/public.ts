/** What other areas may ask of invoices: whether one exists, what it is, and what a row of the log says of one. */
export { changesOf } from './invoice-history.rules.ts';
export { findInvoiceRow as findInvoice, type InvoiceRow } from './invoices.queries.ts';
