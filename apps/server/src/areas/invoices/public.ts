export { paymentState } from './invoice-payments.views.ts';
