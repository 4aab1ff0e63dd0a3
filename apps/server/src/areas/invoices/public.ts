export { setCostRates } from './cost-rates.service.ts';
export { paymentState } from './invoice-payments.views.ts';
