export { isReconciled, paymentState } from './invoice-payments.views.ts';
