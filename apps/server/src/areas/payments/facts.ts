import { relation } from '../../db/relation.ts';

/** What of credits was used. */
export const CREDIT_USES = relation('credit_use', ['account_id', 'id', 'credit_id']);

/** What settlement entries are worth in account currency. */
export const SETTLEMENT_VALUES = relation('payment_entry_value', ['account_id', 'base_minor', 'entry_id']);

/** The payments of which the deposit of an invoice consists. */
export const DEPOSIT_PARTS = relation('deposit_part', [
  'account_id',
  'amount_minor',
  'booked_minor',
  'difference_minor',
  'invoice_id',
  'purchase_order_id',
]);

/** The instalments of invoices and purchase orders. */
export const INSTALMENTS = relation('payment', [
  'account_id',
  'id',
  'account_code_id',
  'amount_minor',
  'currency',
  'due_on',
  'invoice_id',
  'position',
  'removed_at',
  'settled_minor',
  'transaction_reference',
]);

/** The settlement entries of instalments. */
export const SETTLEMENTS = relation('payment_entry', [
  'account_id',
  'id',
  'amount_minor',
  'credit_use_id',
  'day',
  'payment_id',
  'rank',
  'reversed_at',
]);

/** The parts of the deposits of purchase orders that invoices have. */
export const DEPOSITS = relation('deposit', ['account_id', 'day', 'invoice_id', 'purchase_order_id', 'rank']);

/** What suppliers owe: credit notes, overpayments and deposits. */
export const CREDITS = relation('credit', ['account_id', 'id', 'ended_at', 'invoice_id', 'source', 'used_minor']);

/** The codes of the bookkeeping that payments carry. */
export const ACCOUNT_CODES = relation('account_code', ['account_id', 'id', 'code']);

/** The schedules of instalments. */
export const SCHEDULES = relation('payment_schedule', [
  'account_id',
  'amount_minor',
  'fee_minor',
  'invoice_id',
  'removed_at',
  'settled_minor',
]);
