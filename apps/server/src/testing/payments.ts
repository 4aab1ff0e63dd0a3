import type { BodyIn } from '@quayside/contracts/endpoint';
import type { createInvoice } from '@quayside/contracts/invoices/invoices';
import { getPurchaseOrderPayments, type PurchaseOrderPayments } from '@quayside/contracts/payments/deposits';
import {
  DIFFERENCES_BY,
  type ExchangeDifference,
  exchangeDifferenceTotals,
  listExchangeDifferences,
} from '@quayside/contracts/payments/exchange-differences';
import { confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import {
  getInvoicePayment,
  type InvoicePayment,
  listInvoicePayments,
  payPayment,
} from '@quayside/contracts/payments/payments';
import { createPurchaseOrder, patchPurchaseOrder } from '@quayside/contracts/purchasing/purchase-orders';
import { createSupplier, type PaymentTerm } from '@quayside/contracts/suppliers/suppliers';
import { formatAmount } from '@quayside/domain/money/money';
import { minor } from '@quayside/domain/payables/testing/money';
import { expect } from 'vitest';
import { brokenPayables } from '../areas/payments/check/payables-invariants.views.ts';
import type { TestApp, TestPerson } from './app.ts';
import { anInvoice, invariantsOf } from './invoices.ts';

export type Term = Pick<PaymentTerm, 'percent' | 'event'> & Partial<PaymentTerm>;

/** Creates a supplier with payment terms. Unless they are given, all is due on the invoice date. */
export async function aPayee(
  t: TestApp,
  who: TestPerson,
  {
    name = 'Ningbo Haosheng',
    currency = 'CNY',
    terms = [{ percent: '100', event: 'INVOICE' }] as readonly Term[],
  } = {},
): Promise<string> {
  const { id } = await t.ok(who, createSupplier, {
    body: { companyName: name, currency, paymentTerms: [...terms] },
  });
  return id;
}

interface BillLine {
  readonly amount: string;
  readonly purchaseOrderLineId?: string;
  /** 1 unless it is given. */
  readonly quantity?: string;
}

interface BillOptions extends Omit<BodyIn<typeof createInvoice>, 'total'> {
  readonly total?: string;
  /** The amounts of the lines; one line of the total unless they are given. With the items that they invoice. */
  readonly lines?: readonly (string | BillLine)[];
  /** The product of the lines, which is then ordered by them, so that the invoice can be closed. */
  readonly productId?: string;
  /** Whether it stays WORKING. */
  readonly isDraft?: boolean;
}

/** Creates an invoice through the API and confirms it, which schedules its payments. Returns its bill. */
export async function aBill(
  t: TestApp,
  who: TestPerson,
  { total = '1000.00', lines = [total], productId, isDraft = false, ...body }: BillOptions,
): Promise<InvoicePayment> {
  const { id } = await anInvoice(
    t,
    who,
    { rate: '0.1', date: '2026-11-01', ...body, total },
    lines.map((line) => {
      const named = typeof line === 'string' ? { amount: line } : line;
      return productId === undefined
        ? { ...named, costType: 'OTHER', quantity: '1', name: 'Goods' }
        : { quantity: '1', ...named, costType: 'FACTORY_INVOICE', productId };
    }),
  );
  if (!isDraft) await t.ok(who, confirmInvoice, { params: { id }, body: {} });
  return billOf(t, who, id);
}

interface OrderOptions extends Omit<BodyIn<typeof createPurchaseOrder>, 'items' | 'paymentTerms'> {
  /** The amounts of its items. */
  readonly items: readonly string[];
  /** Shares in the documented form; 30 % with the order and 70 % when it is shipped unless they are given. */
  readonly terms?: BodyIn<typeof createPurchaseOrder>['paymentTerms'];
}

/** Creates a purchase order through the API and opens it, which makes its instalments. */
export async function anOpenOrder(
  t: TestApp,
  who: TestPerson,
  { items, terms, ...body }: OrderOptions,
): Promise<{ id: string; itemIds: string[] }> {
  const made = await t.ok(who, createPurchaseOrder, {
    body: {
      orderDate: '2026-11-01',
      rate: '0.1',
      paymentTerms: terms ?? [
        { percentOfPayment: '0.3', event: 'ORDER' },
        { percentOfPayment: '0.7', event: 'SHIPPING' },
      ],
      ...body,
      items: items.map((unitPrice, i) => ({ name: `Item ${i + 1}`, quantity: '1', unitPrice })),
    },
  });
  await t.ok(who, patchPurchaseOrder, { params: { id: made.id }, body: { status: 'OPEN' } });
  return { id: made.id, itemIds: made.items.map(({ id }) => id) };
}

/** The instalments of a purchase order, with its deposit. */
export const orderPaymentsOf = (t: TestApp, who: TestPerson, purchaseOrderId: string): Promise<PurchaseOrderPayments> =>
  t.ok(who, getPurchaseOrderPayments, { params: { purchaseOrderId } });

/** The bill of an invoice. */
export const billOf = (t: TestApp, who: TestPerson, invoiceId: string): Promise<InvoicePayment> =>
  t.ok(who, getInvoicePayment, { params: { invoicePaymentId: invoiceId } });

/** The id of an instalment, by its position from 1. */
export function paymentOf(bill: InvoicePayment, position = 1): string {
  const payment = bill.payments[position - 1];
  if (!payment) throw new Error(`The bill has no instalment ${position}`);
  return payment.id;
}

/** Pays an instalment. */
export const pay = (t: TestApp, who: TestPerson, paymentId: string, body: Partial<BodyIn<typeof payPayment>> = {}) =>
  t.ok(who, payPayment, { params: { paymentId }, body: { isConfirmed: true, ...body } });

/** The instalments of a bill in short: "amount settled day". */
export const inShort = (bill: Pick<InvoicePayment, 'payments'>): string[] =>
  bill.payments.map(({ amount, settled, dueDate }) => `${amount} ${settled} ${dueDate ?? 'unknown'}`);

/** Checks the rules of payables and of landed cost over the whole account. */
export async function expectSound(t: TestApp, who: TestPerson): Promise<void> {
  expect(await t.work(who, brokenPayables)).toEqual([]);
  expect(await invariantsOf(t, who)).toEqual([]);
}

const sumOf = (amounts: readonly string[], currency: string): string =>
  formatAmount(
    amounts.reduce((sum, amount) => sum + minor(amount, currency), 0n),
    currency,
  );

/**
 * Checks that exchange differences and bank fees by month, by supplier and by document have the same sums, and that
 * each bill has those of its row. Returns the sums.
 */
export async function expectSameDifferences(t: TestApp, who: TestPerson) {
  const all = { size: 9999 };
  const totals = await t.ok(who, exchangeDifferenceTotals);
  const currency = totals.accountCurrency;
  const { count: _, ...sums } = totals;
  for (const by of DIFFERENCES_BY) {
    const rows = (await t.ok(who, listExchangeDifferences, { query: { ...all, by } })).content;
    const { count, ...own } = await t.ok(who, exchangeDifferenceTotals, { query: { by } });
    expect([by, count, own]).toEqual([by, rows.length, sums]);
    for (const field of ['base', 'booked', 'exchangeDifference', 'fees'] as const)
      expect([
        by,
        field,
        sumOf(
          rows.map((row) => row[field]),
          currency,
        ),
      ]).toEqual([by, field, sums[field]]);
    if (by === 'INVOICE') await expectSumsOfBills(t, who, rows);
  }
  return totals;
}

async function expectSumsOfBills(t: TestApp, who: TestPerson, rows: readonly ExchangeDifference[]): Promise<void> {
  const bills = (await t.ok(who, listInvoicePayments, { query: { size: 9999 } })).content;
  const byId = new Map(bills.map((bill) => [bill.invoiceId, bill]));
  const ofBills = rows.filter(({ document }) => document?.type === 'INVOICE' && byId.has(document.id));
  for (const { id, exchangeDifference, fees, withoutRate } of ofBills)
    expect([byId.get(id)?.exchangeDifference, byId.get(id)?.fees]).toEqual([
      withoutRate > 0 ? null : exchangeDifference,
      fees,
    ]);
  const shown = new Set(ofBills.map(({ id }) => id));
  // A bill that is not listed has neither.
  for (const bill of bills.filter(({ invoiceId }) => !shown.has(invoiceId)))
    expect([bill.invoice.invoiceNumber, Number(bill.exchangeDifference), Number(bill.fees)]).toEqual([
      bill.invoice.invoiceNumber,
      0,
      0,
    ]);
}
