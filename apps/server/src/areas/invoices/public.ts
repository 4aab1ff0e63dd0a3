export { moveInvoice } from './lines/invoice-moves.service.ts';
export { setCostRates } from './edit/cost-rates.service.ts';
export { patchLine } from './lines/invoice-lines.service.ts';
export { paymentState } from './lists/invoice-payments.views.ts';
export { createWithLines } from './edit/invoices.service.ts';
export { sameNumbersOf } from './warnings/invoice-duplicates.service.ts';
