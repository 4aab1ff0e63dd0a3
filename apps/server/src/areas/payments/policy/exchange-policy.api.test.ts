import { listRestatements } from '@quayside/contracts/costs/cost-reports';
import { explainProduct } from '@quayside/contracts/costs/costs';
import {
  getExchangePolicy,
  previewExchangePolicy,
  setExchangePolicy,
} from '@quayside/contracts/payments/exchange-policy';
import { createInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { closeInvoice, confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { createInvoice, getInvoice, listInvoiceHistory } from '@quayside/contracts/invoices/invoices';
import { correctPaymentEntry, previewTransfer } from '@quayside/contracts/payments/payment-transfers';
import { type InvoicePayment, listPaymentEntries, undoPayPayment } from '@quayside/contracts/payments/payments';
import type { ExchangePolicy } from '@quayside/domain/payables/exchange';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPolicyWorker } from './exchange-policy.job.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aProduct } from '../../../testing/invoices.ts';
import {
  aBill,
  anOpenOrder,
  aPayee,
  billOf,
  expectSound,
  orderPaymentsOf,
  pay,
  paymentOf,
} from '../../../testing/payments.ts';

let t: TestApp;
let a: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  a = await t.admin('GBP');
});
afterEach(() => expectSound(t, a));
afterAll(() => t.close());

/** Changes the policy, and waits until all invoices follow it. */
async function follow(policy: ExchangePolicy): Promise<void> {
  await t.ok(a, setExchangePolicy, { body: { policy } });
  await t.followPolicies();
}
const landedOf = async (id: string) => (await t.ok(a, explainProduct, { params: { id }, query: {} })).landed;
/** What an invoice costs and at which rate, its exchange differences, the worth of what is open, and its fees. */
const rowOf = async (bill: InvoicePayment) => {
  const { cost, costRate, exchangeDifference, openInAccountCurrency, fees } = await billOf(t, a, bill.invoiceId);
  return [cost, costRate, exchangeDifference, openInAccountCurrency, fees];
};

/** Invoice 137,000.00 CNY of payables §4, with its goods. */
async function example() {
  const supplierId = await aPayee(t, a, {
    terms: [
      { percent: '30', event: 'ORDER' },
      { percent: '70', event: 'INVOICE', days: 30 },
    ],
  });
  const productId = await aProduct(t, a, 'LAMP');
  const lines = ['70080.00', '40115.55', '26804.45'];
  const bill = await aBill(t, a, { supplierId, total: '137000.00', rate: '0.1075', lines, productId });
  return { supplierId, productId, bill };
}
const DEPOSIT = { paidAmount: '4413.66', fee: '12.00', paidOn: '2026-11-03' };
const REST = { paidAmount: '10340.74', fee: '3.35' };

describe('under PAID_RATE an invoice', () => {
  it('costs what was paid, under INVOICE_RATE what was booked, there and back (payables §4)', async () => {
    const { productId, bill } = await example();
    await pay(t, a, paymentOf(bill, 1), DEPOSIT);
    const invoiceRate = ['14727.50', '0.1075', '-4.59', '10309.25', '12.00'];
    expect(await rowOf(bill)).toEqual(invoiceRate);

    const preview = await t.ok(a, previewExchangePolicy, { body: { policy: 'PAID_RATE' } });
    expect(preview).toMatchObject({ invoices: 1, orders: 3, months: ['2026-11'], change: '-4.59' });
    expect(preview.largest).toMatchObject([
      { rateBefore: '0.1075', rateAfter: '0.1074664964', before: '14727.50', after: '14722.91', change: '-4.59' },
    ]);
    await follow('PAID_RATE');
    expect(await rowOf(bill)).toEqual(['14722.91', '0.1074664964', '0.00', '10309.25', '12.00']);
    expect(await landedOf(productId)).toBe('14722.91');
    expect(await t.ok(a, getInvoice, { params: { id: bill.invoiceId } })).toMatchObject({
      rate: '0.1075',
      costRate: '0.1074664964',
      totals: { total: { account: '14722.91' }, unassigned: { account: '0.00' } },
    });
    expect(await billOf(t, a, bill.invoiceId)).toMatchObject({ booked: '14727.50' });

    const seen = await t.ok(a, previewTransfer, { body: { payments: [{ id: paymentOf(bill, 2) }], ...REST } });
    expect(seen).toMatchObject({ exchangeDifference: '0.00', fee: '3.35' });
    await pay(t, a, paymentOf(bill, 2), REST);
    expect(await rowOf(bill)).toEqual(['14754.40', '0.1076963504', '0.00', '0.00', '15.35']);
    await t.ok(a, closeInvoice, { params: { id: bill.invoiceId }, body: {} });
    expect(await landedOf(productId)).toBe('14754.40');

    await follow('INVOICE_RATE');
    expect(await rowOf(bill)).toEqual(['14727.50', '0.1075', '26.90', '0.00', '15.35']);
    expect(await landedOf(productId)).toBe('14727.50');
    await follow('PAID_RATE');
    expect(await rowOf(bill)).toEqual(['14754.40', '0.1076963504', '0.00', '0.00', '15.35']);
  });

  it('is explained by its payments, each with its rate, and by what is open at its own', async () => {
    const { productId, bill } = await example();
    await follow('PAID_RATE');
    await pay(t, a, paymentOf(bill, 1), DEPOSIT);
    const explained = await t.ok(a, explainProduct, { params: { id: productId }, query: {} });
    expect(explained).toMatchObject({ replays: true, landed: '14722.91' });
    expect(explained.layers[0]?.entries[0]?.rate).toEqual({
      value: '0.1074664964',
      typed: null,
      date: null,
      source: 'payment',
    });
    expect(explained.paidRates).toEqual([
      {
        invoice: { id: bill.invoiceId, number: bill.invoice.invoiceNumber },
        currency: 'CNY',
        costRate: '0.1074664964',
        ownRate: '0.1075',
        payments: [{ kind: 'PAYMENT', day: '2026-11-03', amount: '41100.00', base: '4413.66', rate: '0.1073883212' }],
        creditNotes: '0.00',
        open: '95900.00',
        openWorth: '10309.25',
        total: '137000.00',
        worth: '14722.91',
      },
    ]);
  });

  it('gives its payments back to its own rate with their undo, and follows a correction, also when it is closed', async () => {
    const { productId, bill } = await example();
    await follow('PAID_RATE');
    await t.ok(a, closeInvoice, { params: { id: bill.invoiceId }, body: {} });
    const before = await rowOf(bill);
    expect(before.slice(0, 2)).toEqual(['14727.50', '0.1075']);
    await pay(t, a, paymentOf(bill, 1), DEPOSIT);
    expect((await rowOf(bill))[1]).toBe('0.1074664964');
    const [entry] = await t.ok(a, listPaymentEntries, { params: { paymentId: paymentOf(bill, 1) } });
    await t.ok(a, correctPaymentEntry, { params: { entryId: entry?.id ?? '' }, body: { paidAmount: '4418.25' } });
    expect((await rowOf(bill)).slice(0, 2)).toEqual(['14727.50', '0.1075']);
    await t.ok(a, undoPayPayment, { params: { paymentId: paymentOf(bill, 1) }, body: {} });
    expect(await rowOf(bill)).toEqual(before);
    expect(await landedOf(productId)).toBe('14727.50');
    const history = await t.ok(a, listInvoiceHistory, { params: { id: bill.invoiceId } });
    expect(history.content.filter(({ action }) => action === 'invoice.cost-rate-set')).toHaveLength(2);
  });

  it('leaves credit notes out of its rate, and their worth follows what their lines cost', async () => {
    const { productId, bill } = await example();
    await follow('PAID_RATE');
    await pay(t, a, paymentOf(bill, 1), DEPOSIT);
    const { lines } = await t.ok(a, getInvoice, { params: { id: bill.invoiceId } });
    const note = await t.ok(a, createInvoice, {
      body: {
        creditsInvoiceId: bill.invoiceId,
        creditLines: [{ invoiceLineId: lines[0]?.invoiceLineId ?? '', amount: '10000.00', quantity: 0 }],
      },
    });
    await t.ok(a, confirmInvoice, { params: { id: note.id }, body: {} });
    // (4,413.66 + 85,900.00 × 0.1075) ÷ (41,100.00 + 85,900.00)
    expect((await rowOf(bill))[1]).toBe('0.1074638583');
    const [use] = (await t.ok(a, listPaymentEntries, { params: { paymentId: paymentOf(bill, 2) } })).filter(
      ({ kind }) => kind === 'CREDIT',
    );
    expect(use?.base).toBe('1074.64');
    await pay(t, a, paymentOf(bill, 2), { paidAmount: '9300.00' });
    // 13,713.66 ÷ 127,000.00; what is left of the cost is what left the bank.
    expect((await rowOf(bill)).slice(0, 2)).toEqual(['14793.48', '0.1079815748']);
    expect(await landedOf(productId)).toBe('13713.66');
  });

  it('counts a part of a deposit as money', async () => {
    const supplierId = await aPayee(t, a);
    await follow('PAID_RATE');
    const order = await anOpenOrder(t, a, { supplierId, items: ['1000'], rate: '0.1' });
    const paymentId = (await orderPaymentsOf(t, a, order.id)).payments[0]?.id ?? '';
    await pay(t, a, paymentId, { paidAmount: '33.00' });
    const bill = await aBill(t, a, {
      supplierId,
      total: '1000.00',
      rate: '0.1',
      lines: [{ amount: '1000.00', purchaseOrderLineId: order.itemIds[0] ?? '' }],
    });
    // (33.00 + 700.00 × 0.1) ÷ 1,000.00
    expect((await rowOf(bill)).slice(0, 2)).toEqual(['103.00', '0.103']);
  });

  it('moves what is shared by the value of its orders, in one restatement that says why', async () => {
    const { productId, bill, supplierId } = await example();
    const other = await aProduct(t, a, 'KETTLE');
    const goods = await aBill(t, a, { supplierId, total: '137000.00', rate: '0.1075', productId: other });
    const freight = await anInvoice(t, a, {
      supplierId,
      currency: 'GBP',
      date: '2026-11-05',
      pairedWith: [bill.invoiceId, goods.invoiceId].map((id) => ({ type: 'INVOICE' as const, id })),
    });
    const params = { invoiceId: freight.id };
    await t.ok(a, createInvoiceLine, { params, body: { costType: 'SHIPPING', basis: 'VALUE', amount: '1000.00' } });
    expect(await landedOf(productId)).toBe('15227.50');
    t.setTime('2026-11-21T10:00:00.000Z');
    a = await t.member(a, 'sv-account-admin');
    await pay(t, a, paymentOf(bill, 1), DEPOSIT);
    await pay(t, a, paymentOf(bill, 2), REST);
    await follow('PAID_RATE');
    // 14,754.40 and 14,727.50 of 29,481.90 share the freight.
    expect([await landedOf(productId), await landedOf(other)]).toEqual(['15254.86', '15227.04']);
    const asKnownOn = '2026-11-20';
    const past = await t.ok(a, explainProduct, { params: { id: productId }, query: { asKnownOn } });
    expect([past.landed, past.paidRates, past.replays]).toEqual(['15227.50', [], true]);
    const moved = await t.ok(a, listRestatements, { query: { from: asKnownOn } });
    expect(moved.content.map(({ product, change }) => [product.sku, change])).toEqual(
      expect.arrayContaining([['KETTLE', '-0.46']]),
    );
    expect(moved.content.flatMap(({ causes }) => causes.map(({ invoice }) => invoice.id))).toContain(bill.invoiceId);
    await follow('INVOICE_RATE');
    expect([await landedOf(productId), await landedOf(other)]).toEqual(['15227.50', '15227.50']);
    expect((await t.ok(a, listRestatements, { query: { from: asKnownOn } })).content).toEqual([]);
  });
});

describe('a change of the exchange policy', () => {
  it('is followed by all invoices in the background, while new payments follow it at once', async () => {
    const supplierId = await aPayee(t, a);
    const bills = [
      await aBill(t, a, { supplierId, total: '1000.00' }),
      await aBill(t, a, { supplierId, total: '2000.00' }),
      await aBill(t, a, { supplierId, total: '3000.00' }),
    ];
    for (const [i, bill] of bills.slice(0, 2).entries())
      await pay(t, a, paymentOf(bill), { paidAmount: `${110 * (i + 1)}.00` });
    const rates = async () => Promise.all(bills.map(async ({ invoiceId }) => (await billOf(t, a, invoiceId)).costRate));
    expect(await t.ok(a, getExchangePolicy)).toEqual({ policy: 'INVOICE_RATE', change: null });
    const begun = await t.ok(a, setExchangePolicy, { body: { policy: 'PAID_RATE' } });
    expect(begun).toMatchObject({
      policy: 'PAID_RATE',
      change: { from: 'INVOICE_RATE', to: 'PAID_RATE', invoices: 2, done: 0, endedAt: null },
    });
    const [, , last] = bills;
    if (last) await pay(t, a, paymentOf(last), { paidAmount: '330.00' });
    expect(await rates()).toEqual(['0.1', '0.1', '0.11']);
    // The process stops after the first invoices; another one goes on.
    let reads = 0;
    const stopping = {
      signal: {
        get aborted() {
          return reads++ > 0;
        },
      } as AbortSignal,
    };
    expect(await createPolicyWorker(t.deps)({ accountId: a.accountId }, stopping)).toMatchObject({});
    expect((await t.ok(a, getExchangePolicy)).change).toMatchObject({ endedAt: null });
    await t.followPolicies();
    expect(await rates()).toEqual(['0.11', '0.11', '0.11']);
    const done = await t.ok(a, getExchangePolicy);
    expect(done.change).toMatchObject({ invoices: 2, done: 2 });
    expect(done.change?.endedAt).not.toBeNull();
    expect(await t.ok(a, setExchangePolicy, { body: { policy: 'PAID_RATE' } })).toEqual(done);
    // A change back before the first has ended takes its place.
    await t.ok(a, setExchangePolicy, { body: { policy: 'INVOICE_RATE' } });
    await t.ok(a, setExchangePolicy, { body: { policy: 'PAID_RATE' } });
    await follow('INVOICE_RATE');
    expect(await rates()).toEqual(['0.1', '0.1', '0.1']);
  });
});
