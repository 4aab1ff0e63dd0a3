/** What other areas may use of purchase orders. */
export { syncInvoiced } from './invoiced/invoiced.service.ts';
export {
  findInvoiceableItems,
  listLeftItems,
  refusalOfItem,
  requireInvoiceable,
} from './invoiced/invoiceable.service.ts';
export type { InvoiceableItem } from './invoiced/invoiceable.service.ts';
export { listSummariesForInvoices } from './orders/purchase-orders.service.ts';
export { changeTermDue } from './orders/term-days.service.ts';
