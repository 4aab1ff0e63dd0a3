/** What other areas may ask of invoices: whether one exists, and what it is. */
export { findInvoiceRow as findInvoice, type InvoiceRow } from './invoices.queries.ts';
