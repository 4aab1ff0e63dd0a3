import type { Area } from '../area.ts';
import { bankOfSupplier } from './reactions/bank-supplier-merge.service.ts';
import { SCHEDULE_OPERATION, SETTLE_OPERATION } from './bulk/bulk.service.ts';
import { undoBulk } from './bulk/bulk.undo.ts';
import { DELETE_ENTRY_OPERATION, undoDeleteEntry } from './calendar/cash-entries.undo.ts';
import { invoiceReactions } from './reactions/invoice-reactions.service.ts';
import { orderReactions } from './reactions/order-reactions.service.ts';
import { paymentNames } from './lists/payment-names.views.ts';
import { findPayments } from './lists/payment-search.views.ts';
import { paymentsAudit } from './payments.audit.ts';
import { paymentsJobs } from './payments.jobs.ts';
import { mountPayments } from './payments.routes.ts';
import { shipmentReactions } from './reactions/shipment-reactions.service.ts';
import { listDuePayments } from './lists/waiting-payments.views.ts';

export const paymentsArea: Area = {
  name: 'payments',
  audit: paymentsAudit,
  tables: [
    'account_code',
    'bank_fee',
    'cash_entry',
    'cash_opening',
    'credit',
    'credit_use',
    'deposit',
    'deposit_part',
    'exchange_policy_change',
    'payment',
    'payment_entry',
    'payment_entry_value',
    'payment_schedule',
    'payment_transfer',
    'purchase_order_schedule',
  ],
  mount: mountPayments,
  reactions: { ...invoiceReactions, ...orderReactions, ...shipmentReactions },
  undoers: {
    [SCHEDULE_OPERATION]: undoBulk,
    [SETTLE_OPERATION]: undoBulk,
    [DELETE_ENTRY_OPERATION]: undoDeleteEntry,
  },
  jobs: paymentsJobs,
  search: findPayments,
  names: paymentNames,
  waiting: listDuePayments,
  ofSupplier: bankOfSupplier,
};
