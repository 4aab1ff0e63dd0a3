import { listPaymentEntries, undoPayPayment } from '@quayside/contracts/payments';
import { getInvoice } from '@quayside/contracts/invoices';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { aBill, aPayee, billOf, expectSound, inShort, pay, paymentOf } from '../../testing/payments.ts';

let t: TestApp;
let a: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  a = await t.admin();
});
afterEach(() => expectSound(t, a));
afterAll(() => t.close());

const TERMS = [
  { percent: '30', event: 'ORDER' },
  { percent: '70', event: 'INVOICE', days: 30 },
] as const;

describe('a payment', () => {
  it('puts what left the bank beside what was booked, in the order of the days', async () => {
    const supplierId = await aPayee(t, a, { terms: TERMS });
    const bill = await aBill(t, a, {
      supplierId,
      total: '137000.00',
      rate: '0.1075',
      lines: ['70080.00', '40115.55', '26804.45'],
    });
    expect(bill).toMatchObject({ booked: '14727.50', open: '137000.00', openInAccountCurrency: '14727.50' });
    expect(inShort(bill)).toEqual(['41100.00 0.00 2026-11-01', '95900.00 0.00 2026-12-01']);

    const first = await pay(t, a, paymentOf(bill, 1), { paidAmount: '4413.66', fee: '12.00', paidOn: '2026-11-03' });
    expect(first).toMatchObject({ status: 'PAID', open: '0.00', transfer: { base: '4413.66', fee: '12.00' } });
    expect(first.transfer.parts[0]).toMatchObject({ booked: '4418.25', exchangeDifference: '-4.59' });
    expect(await billOf(t, a, bill.invoiceId)).toMatchObject({
      state: 'PART_PAID',
      openInAccountCurrency: '10309.25',
      exchangeDifference: '-4.59',
      fees: '12.00',
    });
    await pay(t, a, paymentOf(bill, 2), { paidAmount: '10340.74', fee: '3.35' });
    expect(await billOf(t, a, bill.invoiceId)).toMatchObject({
      state: 'PAID',
      isConfirmed: true,
      isReconciled: true,
      openInAccountCurrency: '0.00',
      exchangeDifference: '26.90',
      fees: '15.35',
    });
    const invoice = await t.ok(a, getInvoice, { params: { id: bill.invoiceId } });
    expect(invoice).toMatchObject({ paymentState: 'PAID', reconciled: true, paymentDifference: '0.00' });
    expect(invoice.payments.map(({ status }) => status)).toEqual(['PAID', 'PAID']);
  });

  it('is undone with what followed from it, and leaves only the log', async () => {
    const supplierId = await aPayee(t, a, { terms: TERMS });
    const bill = await aBill(t, a, { supplierId });
    const id = paymentOf(bill);
    await pay(t, a, id, { amount: '100.00', paymentReference: 'TT-1' });
    await pay(t, a, id, { amount: '50.00', paymentReference: 'TT-2' });
    expect((await billOf(t, a, bill.invoiceId)).payments[0]).toMatchObject({
      settled: '150.00',
      isPartPaid: true,
      transactionReference: 'TT-2',
      entryCount: 2,
    });
    const body = {
      isConfirmed: true,
      paymentReference: '',
      confirmationEmailToAddresses: [],
      confirmationEmailCCAddresses: [],
    };
    const one = await t.ok(a, undoPayPayment, { params: { paymentId: id }, body });
    expect(one).toMatchObject({ settled: '100.00', transactionReference: 'TT-1', mail: { state: 'NONE' } });
    const none = await t.ok(a, undoPayPayment, { params: { paymentId: id }, body });
    expect(none).toMatchObject({ settled: '0.00', transactionReference: null, status: 'UNPAID' });
    expect(await t.call(a, undoPayPayment, { params: { paymentId: id }, body })).toMatchObject({
      status: 409,
      error: { code: 'payments.unpaid' },
    });
    const after = await billOf(t, a, bill.invoiceId);
    expect({ ...after, payments: inShort(after), version: 0 }).toEqual({
      ...bill,
      payments: inShort(bill),
      version: 0,
    });
    const entries = await t.ok(a, listPaymentEntries, { params: { paymentId: id } });
    expect(entries.map(({ amount, reversedAt }) => [amount, reversedAt === null])).toEqual([
      ['50.00', false],
      ['100.00', false],
    ]);
  });
});
