export { moveInvoice } from './invoice-moves.service.ts';
export { setCostRates } from './cost-rates.service.ts';
export { patchLine } from './invoice-lines.service.ts';
export { paymentState } from './invoice-payments.views.ts';
export { createWithLines } from './invoices.service.ts';
export { sameNumbersOf } from './invoice-duplicates.service.ts';
