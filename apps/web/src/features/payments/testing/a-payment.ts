import type { Credit } from '@quayside/contracts/payments/credits';
import type { PurchaseOrderPayments } from '@quayside/contracts/payments/deposits';
import type { Transfer, TransferPreview } from '@quayside/contracts/payments/payment-transfers';
import type { InvoicePayment, Payment, PaymentEntry } from '@quayside/contracts/payments/payments';
import { idOf, USER_ID } from '../../../testing/person.ts';

export const YES = { allowed: true, reason: null };
export const no = (reason: string) => ({ allowed: false, reason });
export const NINGBO = { id: idOf(100), companyName: 'Ningbo Haosheng', localName: '宁波昊晟' };
export const MAYA = { id: USER_ID, name: 'Maya Hartley' };

/** The first of two instalments in yuan: 30 % of 10,000.00, due on 23 November 2026. */
export const aPayment = (over: Partial<Payment> = {}): Payment => ({
  id: idOf(500),
  dueDate: '2026-11-23',
  unixDueDate: 1_795_392_000,
  amount: '3000.00',
  currency: 'CNY',
  status: 'UNPAID',
  transactionReference: null,
  accountCode: null,
  invoicePaymentId: idOf(400),
  invoice: { id: idOf(10), number: 'HS-1', date: '2026-11-16', status: 'OPEN' },
  purchaseOrder: null,
  supplier: NINGBO,
  position: 1,
  count: 2,
  percent: '30.00',
  settled: '0.00',
  open: '3000.00',
  accountCurrency: 'GBP',
  openInAccountCurrency: '322.50',
  event: 'INVOICE',
  months: 0,
  days: 7,
  monthEnd: null,
  isPinned: false,
  isEstimated: false,
  isOverdue: false,
  daysLate: 0,
  eventDay: null,
  isEnded: false,
  isRest: false,
  isPartPaid: false,
  entryCount: 0,
  can: { pay: YES, undo: no('Nothing was paid'), move: YES },
  version: 1,
  ...over,
});

/** The second instalment: 70 %, due at shipping, of which the day is estimated. */
export const aBalance = (over: Partial<Payment> = {}): Payment =>
  aPayment({
    id: idOf(501),
    position: 2,
    percent: '70.00',
    amount: '7000.00',
    open: '7000.00',
    openInAccountCurrency: '752.50',
    dueDate: '2026-12-21',
    event: 'SHIPPING',
    days: -7,
    isEstimated: true,
    ...over,
  });

export const paidOf = (payment: Payment): Payment => ({
  ...payment,
  status: 'PAID',
  settled: payment.amount,
  open: '0.00',
  openInAccountCurrency: '0.00',
  isOverdue: false,
  entryCount: 1,
  can: { pay: no('Paid'), undo: YES, move: no('Paid') },
  version: payment.version + 1,
});

/** An invoice of 10,000.00 yuan with a schedule of 30 and 70 %. */
export const aBill = (over: Partial<InvoicePayment> = {}): InvoicePayment => ({
  id: idOf(400),
  invoiceId: idOf(10),
  invoice: {
    id: idOf(10),
    invoiceNumber: 'HS-1',
    date: '2026-11-16',
    unixDate: 1_794_787_200,
    status: 'OPEN',
    archivedAt: null,
  },
  supplier: NINGBO,
  unixDueDate: 1_795_392_000,
  dueDate: '2026-11-23',
  payments: [aPayment(), aBalance()],
  deposits: [],
  isConfirmed: false,
  paymentReference: null,
  confirmationEmailToAddresses: [],
  confirmationEmailCCAddresses: [],
  state: 'UNPAID',
  isReconciled: false,
  isOverdue: false,
  by: 'PERCENT',
  currency: 'CNY',
  accountCurrency: 'GBP',
  total: '10000.00',
  settled: '0.00',
  open: '10000.00',
  openInAccountCurrency: '1075.00',
  difference: '0.00',
  hasSwappedDigitsHint: false,
  surplus: null,
  booked: '1075.00',
  cost: '1075.00',
  costRate: '0.1075',
  exchangeDifference: null,
  fees: '0.00',
  can: {
    schedule: no('It has a schedule'),
    edit: YES,
    delete: YES,
    addRest: no('Nothing is left'),
    takeSurplus: no('Nothing is left'),
  },
  version: 3,
  ...over,
});

/** The same invoice without a schedule. */
export const anUnscheduledBill = (over: Partial<InvoicePayment> = {}): InvoicePayment =>
  aBill({
    id: null,
    payments: [],
    state: 'UNSCHEDULED',
    by: null,
    dueDate: null,
    unixDueDate: null,
    difference: null,
    version: null,
    can: { schedule: YES, edit: no('x'), delete: no('x'), addRest: no('x'), takeSurplus: no('x') },
    ...over,
  });

export const aTransfer = (over: Partial<Transfer> = {}): Transfer => ({
  id: idOf(600),
  supplier: NINGBO,
  paidOn: '2026-11-20',
  currency: 'CNY',
  amount: '3000.00',
  paidAmount: '325.00',
  paidCurrency: 'GBP',
  paidRate: null,
  accountCurrency: 'GBP',
  base: '325.00',
  isAssumed: false,
  fee: '0.00',
  rate: '0.1083333333',
  paymentReference: null,
  accountCode: null,
  isSettledBefore: false,
  mail: { state: 'NONE', to: [], cc: [] },
  parts: [
    {
      paymentId: idOf(500),
      number: 'HS-1',
      position: 1,
      amount: '3000.00',
      base: '325.00',
      booked: '322.50',
      exchangeDifference: '2.50',
      fee: '0.00',
      entryId: idOf(700),
    },
  ],
  credit: null,
  recordedAt: '2026-11-20T10:00:00Z',
  recordedBy: MAYA,
  reversedAt: null,
  reversedBy: null,
  replacesId: null,
  can: { undo: YES, correct: YES },
  ...over,
});

export const aPreview = (over: Partial<TransferPreview> = {}): TransferPreview => ({
  supplier: NINGBO,
  currency: 'CNY',
  accountCurrency: 'GBP',
  paidOn: '2026-11-20',
  amount: '3000.00',
  base: '322.50',
  isAssumed: true,
  fee: '0.00',
  rate: '0.1075',
  documentRate: '0.1075268817',
  exchangeDifference: '0.00',
  parts: [],
  credit: null,
  warnings: [],
  ...over,
});

export const anEntry = (over: Partial<PaymentEntry> = {}): PaymentEntry => ({
  id: idOf(700),
  kind: 'PAYMENT',
  day: '2026-11-20',
  amount: '3000.00',
  currency: 'CNY',
  accountCurrency: 'GBP',
  base: '325.00',
  isAssumed: false,
  rate: '0.1083333333',
  booked: '322.50',
  exchangeDifference: '2.50',
  fee: '3.00',
  transferId: idOf(600),
  transferCount: 1,
  isSettledBefore: false,
  feeInvoice: null,
  feeOf: null,
  paymentReference: 'INV 77',
  accountCode: null,
  creditId: null,
  creditUseId: null,
  creditLabel: null,
  purchaseOrder: null,
  recordedAt: '2026-11-20T10:00:00Z',
  recordedBy: MAYA,
  reversedAt: null,
  reversedBy: null,
  replacesId: null,
  replacedById: null,
  can: { correct: YES, takeBack: no('x') },
  ...over,
});

export const aCredit = (over: Partial<Credit> = {}): Credit => ({
  id: idOf(800),
  supplier: NINGBO,
  source: 'OVERPAYMENT',
  label: 'HS-0',
  invoice: { id: idOf(11), number: 'HS-0' },
  purchaseOrder: null,
  transferId: null,
  currency: 'CNY',
  accountCurrency: 'GBP',
  amount: '100.00',
  used: '0.00',
  left: '100.00',
  base: '10.75',
  leftBase: '10.75',
  createdAt: '2026-11-10T10:00:00Z',
  can: { use: YES, refund: YES },
  version: 1,
  ...over,
});

export const PURCHASE_ORDER = { id: idOf(900), number: 'PO-7' };

/** The deposit of a purchase order of 20,000.00 yuan, due when it was ordered. */
export const anOrderPayment = (over: Partial<Payment> = {}): Payment =>
  aPayment({
    id: idOf(510),
    invoicePaymentId: null,
    invoice: null,
    purchaseOrder: PURCHASE_ORDER,
    amount: '6000.00',
    open: '6000.00',
    openInAccountCurrency: '645.00',
    event: 'ORDER',
    days: 0,
    ...over,
  });

/** The payments of that purchase order, of which nothing is paid or invoiced. */
export const orderPayments = (over: Partial<PurchaseOrderPayments> = {}): PurchaseOrderPayments => ({
  purchaseOrderId: PURCHASE_ORDER.id,
  currency: 'CNY',
  accountCurrency: 'GBP',
  total: '20000.00',
  invoiced: '0.00',
  open: '20000.00',
  deposit: '0.00',
  depositBase: '0.00',
  applied: '0.00',
  appliedBase: '0.00',
  left: '0.00',
  leftBase: '0.00',
  creditId: null,
  payments: [
    anOrderPayment(),
    anOrderPayment({
      id: idOf(511),
      position: 2,
      percent: '70.00',
      amount: '14000.00',
      open: '14000.00',
      event: 'SHIPPING',
    }),
  ],
  invoices: [],
  ...over,
});
