import { setDeposit } from '@quayside/contracts/payments/deposits';
import { closeInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { correctPaymentEntry, createTransfer } from '@quayside/contracts/payments/payment-transfers';
import { listPaymentEntries, patchPayment, undoPayPayment } from '@quayside/contracts/payments/payments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aProduct } from '../../../testing/invoices.ts';
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
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const idOf = async (a: TestPerson, orderId: string, position = 1): Promise<string> =>
  (await orderPaymentsOf(t, a, orderId)).payments[position - 1]?.id ?? '';
const entryOf = async (a: TestPerson, paymentId: string) => {
  const [entry] = (await t.ok(a, listPaymentEntries, { params: { paymentId } })).filter((one) => !one.reversedAt);
  return entry;
};

/** A deposit of 300.00, nothing typed of the bank; two invoices have 120.00 and 180.00 of it, the first is closed. */
async function aDepositInUse() {
  const a = await t.admin('GBP');
  const supplierId = await aPayee(t, a);
  const productId = await aProduct(t, a, 'SKU-1');
  const order = await anOpenOrder(t, a, { supplierId, items: ['400', '600'] });
  const paymentId = await idOf(a, order.id);
  await pay(t, a, paymentId);
  const bill = (total: string, purchaseOrderLineId = '') =>
    aBill(t, a, { supplierId, productId, total, lines: [{ amount: total, purchaseOrderLineId }] });
  const one = await bill('400.00', order.itemIds[0]);
  await t.ok(a, closeInvoice, { params: { id: one.invoiceId }, body: {} });
  const two = await bill('600.00', order.itemIds[1]);
  const depositsOf = async () =>
    (await Promise.all([one, two].map(({ invoiceId }) => billOf(t, a, invoiceId)))).map(({ deposits }) =>
      deposits.map(({ amount, base }) => `${amount} ${base}`).join(),
    );
  const correct = async (body: object) =>
    t.call(a, correctPaymentEntry, { params: { entryId: (await entryOf(a, paymentId))?.id ?? '' }, body });
  return { a, supplierId, order, paymentId, bills: [one, two] as const, depositsOf, correct };
}

describe('a deposit that invoices have parts of', () => {
  it('is corrected to what left the bank, and the bases of its parts follow, also on a closed invoice', async () => {
    const { a, order, paymentId, depositsOf, correct } = await aDepositInUse();
    expect(await depositsOf()).toEqual(['120.00 12.00', '180.00 18.00']);
    expect((await entryOf(a, paymentId))?.can.correct).toEqual({ allowed: true, reason: null });
    expect((await correct({ paidAmount: '31.99', fee: '0.75' })).status).toBe(200);
    // Cumulatively: 31.99 × 120 ÷ 300, rounded down, and the rest.
    expect(await depositsOf()).toEqual(['120.00 12.79', '180.00 19.20']);
    expect(await orderPaymentsOf(t, a, order.id)).toMatchObject({ deposit: '300.00', depositBase: '31.99' });
    await expectSound(t, a);
  });

  it.each([
    ['the fee', { fee: '1.20' }, { fee: '1.20' }],
    ['the day', { paidOn: '2026-11-03' }, { day: '2026-11-03' }],
    ['the reference', { paymentReference: 'TT-77' }, { paymentReference: 'TT-77' }],
    ['the amount as it is', { amount: '300.00', fee: '0.10' }, { amount: '300.00', fee: '0.10' }],
  ])('is corrected in %s alone', async (_, body, expected) => {
    const { a, paymentId, depositsOf, correct } = await aDepositInUse();
    const corrected = await correct(body);
    expect([corrected.status, await entryOf(a, paymentId)]).toMatchObject([200, expected]);
    expect(await depositsOf()).toEqual(['120.00 12.00', '180.00 18.00']);
    await expectSound(t, a);
  });

  it('keeps its amount, and the refusal names the invoices; an undo is refused as well', async () => {
    const { a, paymentId, bills, depositsOf, correct } = await aDepositInUse();
    for (const amount of ['299.99', '200.00']) {
      const refused = await correct({ amount });
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { code: 'payments.credit_used', message: expect.stringContaining('its amount stays'), uses: [{}, {}] },
      ]);
      const uses = refused.error.uses ?? [];
      expect(uses.map(({ id }) => id).sort()).toEqual(bills.map(({ invoiceId }) => invoiceId).sort());
    }
    const undone = await t.call(a, undoPayPayment, { params: { paymentId }, body: {} });
    expect(undone.body).toMatchObject({ code: 'payments.credit_used', uses: [{}, {}] });
    expect(await depositsOf()).toEqual(['120.00 12.00', '180.00 18.00']);
    await expectSound(t, a);
  });

  it('shares its transfer with a bill whose amount is corrected', async () => {
    const a = await t.admin('GBP');
    const supplierId = await aPayee(t, a);
    const order = await anOpenOrder(t, a, { supplierId, items: ['1000'] });
    const other = await aBill(t, a, { supplierId, total: '500.00' });
    const [depositId, billId] = [await idOf(a, order.id), paymentOf(other)];
    const payments = [{ id: depositId }, { id: billId }];
    await t.ok(a, createTransfer, { body: { isConfirmed: true, payments, paidAmount: '90.00' } });
    const purchaseOrderLineId = order.itemIds[0] ?? '';
    const bill = await aBill(t, a, {
      supplierId,
      total: '1000.00',
      lines: [{ amount: '1000.00', purchaseOrderLineId }],
    });
    expect(bill.deposits).toMatchObject([{ amount: '300.00', base: '33.75' }]);
    const correct = async (paymentId: string, amount: string) =>
      t.call(a, correctPaymentEntry, {
        params: { entryId: (await entryOf(a, paymentId))?.id ?? '' },
        body: { amount },
      });
    expect((await correct(depositId, '250.00')).status).toBe(409);
    expect((await correct(billId, '450.00')).status).toBe(200);
    // 90.00 by 300.00 and 450.00.
    expect((await billOf(t, a, bill.invoiceId)).deposits).toMatchObject([{ amount: '300.00', base: '36.00' }]);
    const params = { invoicePaymentId: bill.invoiceId, purchaseOrderId: order.id };
    await t.ok(a, setDeposit, { params, body: { amount: '0' } });
    expect((await correct(depositId, '250.00')).status).toBe(200);
    await t.ok(a, patchPayment, { params: { paymentId: depositId }, body: { transactionReference: 'TT-1' } });
    await expectSound(t, a);
  });
});
