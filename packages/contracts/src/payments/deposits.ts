import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { invoicePaymentSchema, paymentSchema } from './payments.ts';
import { amount, amountIn, blankToNull, currencyCode, id, userAnd, version } from '../primitives.ts';

// What is paid on purchase orders before their invoices come, and what these invoices have of it.

const orderPaymentsSchema = z.object({
  purchaseOrderId: id,
  currency: currencyCode,
  accountCurrency: currencyCode,
  total: amount,
  invoiced: amount.meta({ description: 'What lines of invoices with a schedule name of its items, without credits' }),
  open: amount.meta({ description: 'What is still owed by the purchase order, without what invoices have taken over' }),
  /** All that is settled on its instalments, what invoices have of it, and what is left; with their worth. */
  deposit: amount,
  depositBase: amount.nullable(),
  applied: amount,
  appliedBase: amount.nullable(),
  left: amount,
  leftBase: amount.nullable(),
  creditId: id.nullable().meta({ description: 'The credit of what is left once it is fully invoiced or closed' }),
  payments: z.array(paymentSchema).meta({ description: 'Empty for a draft' }),
  /** The invoices that have a part of the deposit. */
  invoices: z.array(
    z.object({ invoice: z.object({ id, number: z.string() }), amount, base: amount.nullable(), isTyped: z.boolean() }),
  ),
});
export type PurchaseOrderPayments = z.infer<typeof orderPaymentsSchema>;

export const getPurchaseOrderPayments = endpoint({
  id: 'getPurchaseOrderPayments',
  method: 'GET',
  path: '/payments/{userId}/purchase-orders/{purchaseOrderId}',
  access: 'read',
  flags: management,
  summary: 'The instalments of a purchase order, its deposit, and what invoices have of it',
  params: userAnd('purchaseOrderId'),
  response: orderPaymentsSchema,
  errors: ['purchasing.unknown'],
});

export const setDeposit = endpoint({
  id: 'setInvoiceDeposit',
  method: 'PUT',
  path: '/payments/{userId}/invoice-payments/{invoicePaymentId}/deposits/{purchaseOrderId}',
  access: 'write',
  flags: management,
  summary: 'Set how much of the deposit of a purchase order an invoice has',
  description: 'At most what other invoices leave of it, and what the invoice can take. null: it is worked out again.',
  params: userAnd('invoicePaymentId', 'purchaseOrderId'),
  body: z.strictObject({
    amount: z.preprocess(blankToNull, amountIn.nullable()),
    version: version.optional().meta({ description: 'Of the schedule' }),
  }),
  response: invoicePaymentSchema,
  errors: ['payments.unknown', 'purchasing.unknown', 'invoices.closed', 'payments.credit_used', 'conflict_version'],
});
