/** What other areas may use of purchase orders. */
export { syncInvoiced } from './invoiced.service.ts';
export { findInvoiceableItems, listLeftItems, refusalOfItem, requireInvoiceable } from './invoiceable.service.ts';
export type { InvoiceableItem } from './invoiceable.service.ts';
export { listSummariesForInvoices } from './purchase-orders.service.ts';
export { changeTermDue } from './term-days.service.ts';
