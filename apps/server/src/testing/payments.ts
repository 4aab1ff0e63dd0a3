import type { BodyIn } from '@quayside/contracts/endpoint';
import type { createInvoice } from '@quayside/contracts/invoices';
import { confirmInvoice } from '@quayside/contracts/invoice-moves';
import { getInvoicePayment, type InvoicePayment, payPayment } from '@quayside/contracts/payments';
import { createSupplier, type PaymentTerm } from '@quayside/contracts/suppliers';
import { expect } from 'vitest';
import { brokenPayables } from '../areas/payments/payables-invariants.views.ts';
import type { TestApp, TestPerson } from './app.ts';
import { anInvoice, invariantsOf } from './invoices.ts';

export type Term = Pick<PaymentTerm, 'percent' | 'event'> & Partial<PaymentTerm>;

/** Creates a supplier with payment terms. Without terms, all is due on the invoice date. */
export async function aPayee(
  t: TestApp,
  who: TestPerson,
  { name = 'Ningbo Haosheng', currency = 'CNY', terms = [] as readonly Term[] } = {},
): Promise<string> {
  const { id } = await t.ok(who, createSupplier, {
    body: { companyName: name, currency, paymentTerms: [...terms] },
  });
  return id;
}

interface BillOptions extends Omit<BodyIn<typeof createInvoice>, 'total'> {
  readonly total?: string;
  /** The amounts of the lines; one line of the total unless they are given. */
  readonly lines?: readonly string[];
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
    lines.map((amount) =>
      productId === undefined
        ? { amount, costType: 'OTHER', quantity: '1', name: 'Goods' }
        : { amount, costType: 'FACTORY_INVOICE', quantity: '1', productId },
    ),
  );
  if (!isDraft) await t.ok(who, confirmInvoice, { params: { id }, body: {} });
  return billOf(t, who, id);
}

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
export const inShort = (bill: InvoicePayment): string[] =>
  bill.payments.map(({ amount, settled, dueDate }) => `${amount} ${settled} ${dueDate ?? 'unknown'}`);

/** Checks the rules of payables and of landed cost over the whole account. */
export async function expectSound(t: TestApp, who: TestPerson): Promise<void> {
  expect(await t.work(who, brokenPayables)).toEqual([]);
  expect(await invariantsOf(t, who)).toEqual([]);
}
