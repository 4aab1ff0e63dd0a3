export { moveInvoice } from './invoice-moves.service.ts';
export { paymentState } from './invoice-payments.views.ts';
export { createWithLines } from './invoices.service.ts';
