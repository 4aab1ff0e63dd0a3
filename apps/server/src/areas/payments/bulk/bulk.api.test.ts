import { confirmInvoice, closeInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { listInvoiceHistory } from '@quayside/contracts/invoices/invoices';
import {
  createInvoicePayment,
  patchPayment,
  scheduleByTerms,
  settleBefore,
  undoPayPayment,
} from '@quayside/contracts/payments/payments';
import { getTransfer } from '@quayside/contracts/payments/payment-transfers';
import { listPaymentEntries } from '@quayside/contracts/payments/payments';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aProduct } from '../../../testing/invoices.ts';
import { aBill, aPayee, billOf, expectSound, inShort, pay, paymentOf } from '../../../testing/payments.ts';

let t: TestApp;
let a: TestPerson;
let supplierId: string;
let productId: string;
beforeAll(async () => {
  t = await startTestApp();
  a = await t.admin();
  productId = await aProduct(t, a, 'GOODS-1');
  supplierId = await aPayee(t, a, {
    terms: [
      { percent: '30', event: 'INVOICE' },
      { percent: '70', event: 'INVOICE', days: 30 },
    ],
  });
});
beforeEach(() => t.setTime('2026-11-20T10:00:00.000Z'));
afterEach(() => expectSound(t, a));
afterAll(() => t.close());

/** Creates a confirmed invoice from before payments were recorded, which has no schedule. */
async function anOldBill(body: Partial<Parameters<typeof aBill>[2]> = {}): Promise<string> {
  const { invoiceId: id } = await aBill(t, a, { supplierId, isDraft: true, ...body });
  await t.ok(a, confirmInvoice, { params: { id }, body: {} });
  await t.work(a, async (w) => {
    await w.tx.deleteFrom('payment').where('invoice_id', '=', id).execute();
    await w.tx.deleteFrom('payment_schedule').where('invoice_id', '=', id).execute();
    await w.tx.updateTable('invoice').set({ is_before_payments: true }).where('id', '=', id).execute();
  });
  return id;
}
const schedule = (invoiceIds: string[], query: { dryRun?: 'true' } = {}) =>
  t.ok(a, scheduleByTerms, { query, body: { invoiceIds } });
const settle = (invoiceIds: string[], query: { dryRun?: 'true' } = {}) =>
  t.ok(a, settleBefore, { query, body: { invoiceIds } });
const undo = (operationId: string | null) => t.ok(a, undoOperation, { params: { operationId: operationId ?? '' } });
const stateOf = async (id: string) => (await billOf(t, a, id)).state;

describe('many bills that are scheduled by terms', () => {
  it('are previewed without storing anything, scheduled, and unscheduled again by the undo', async () => {
    const [one, two] = [await anOldBill({ total: '0.05' }), await anOldBill({ total: '100.01' })];
    const done = (await aBill(t, a, { supplierId })).invoiceId;
    const without = (await aBill(t, a, { supplierId, total: '0.00' })).invoiceId;
    const preview = await schedule([one, two, one, done, without], { dryRun: 'true' });
    expect(preview).toMatchObject({ operationId: null, counts: { selected: 4, change: 2, fail: 2 } });
    expect(preview.rows.map(({ invoiceId, paidOn, payments }) => [invoiceId, paidOn, payments])).toEqual([
      [
        one,
        null,
        [
          { percent: '30', amount: '0.02', dueDate: '2026-11-01', isEstimated: false },
          { percent: '70', amount: '0.03', dueDate: '2026-12-01', isEstimated: false },
        ],
      ],
      [
        two,
        null,
        [
          { percent: '30', amount: '30.00', dueDate: '2026-11-01', isEstimated: false },
          { percent: '70', amount: '70.01', dueDate: '2026-12-01', isEstimated: false },
        ],
      ],
    ]);
    expect(preview.errors.map(({ invoiceId, message }) => [invoiceId, message])).toEqual([
      [done, 'The payments of this invoice are scheduled already.'],
      [without, 'Payments can be scheduled once the invoice has a total above 0.'],
    ]);
    expect(await stateOf(two)).toBe('UNSCHEDULED');

    const { operationId, counts } = await schedule([one, two, done]);
    expect(counts).toEqual({ selected: 3, change: 2, fail: 1 });
    expect(inShort(await billOf(t, a, two))).toEqual(['30.00 0.00 2026-11-01', '70.01 0.00 2026-12-01']);
    expect(await undo(operationId)).toMatchObject({ restored: 2, keptCount: 0 });
    expect([await stateOf(one), await stateOf(two), await stateOf(done)]).toEqual([
      'UNSCHEDULED',
      'UNSCHEDULED',
      'UNPAID',
    ]);
    const actions = (await t.ok(a, listInvoiceHistory, { params: { id: two } })).content.map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(['invoice-payment.deleted', 'invoice-payment.created']);
  });

  it('keep their schedule where somebody has paid or changed it since', async () => {
    const [paid, moved, free] = [await anOldBill(), await anOldBill(), await anOldBill()];
    const { operationId } = await schedule([paid, moved, free]);
    await pay(t, a, paymentOf(await billOf(t, a, paid)), { amount: '1.00' });
    const paymentId = paymentOf(await billOf(t, a, moved), 2);
    await t.ok(a, patchPayment, { params: { paymentId }, body: { dueDate: '2026-12-24' } });
    const result = await undo(operationId);
    expect(result).toMatchObject({ restored: 1, keptCount: 2 });
    expect(result.kept.map(({ id, reason }) => [id, reason])).toEqual([
      [paid, 'USED'],
      [moved, 'EDITED'],
    ]);
    expect(await stateOf(free)).toBe('UNSCHEDULED');
  });

  it('are refused as a whole without an invoice, and one by one where there is none', async () => {
    const foreign = await t.admin();
    const theirs = (await aBill(t, foreign, { supplierId: await aPayee(t, foreign) })).invoiceId;
    const none = await t.call(a, scheduleByTerms, { body: { invoiceIds: [] } });
    expect([none.status, none.error.errors?.[0]?.field]).toEqual([422, 'invoiceIds']);
    expect(await schedule([theirs])).toMatchObject({
      operationId: null,
      counts: { selected: 1, change: 0, fail: 1 },
      errors: [{ invoiceId: theirs, invoiceNumber: '' }],
    });
    const viewer = await t.member(a);
    expect((await t.call(viewer, scheduleByTerms, { body: { invoiceIds: [theirs] } })).status).toBe(403);
  });
});

describe('many bills that were settled before', () => {
  it('are paid on the invoice date, without difference and fee, and open again after the undo', async () => {
    const [old, ahead] = [await anOldBill({ total: '100.01' }), await anOldBill({ date: '2026-12-24' })];
    const own = await anOldBill({ total: '7.00', currency: 'GBP', rate: null });
    const scheduled = (await aBill(t, a, { supplierId, total: '50.00' })).invoiceId;
    const partPaid = (await aBill(t, a, { supplierId, total: '50.00' })).invoiceId;
    await pay(t, a, paymentOf(await billOf(t, a, partPaid)), { amount: '1.00' });
    const ids = [old, ahead, own, scheduled, partPaid];
    const preview = await settle(ids, { dryRun: 'true' });
    expect(preview.rows.map(({ invoiceId, paidOn }) => [invoiceId, paidOn])).toEqual([
      [old, '2026-11-01'],
      // An invoice of a later day counts as paid today.
      [ahead, '2026-11-20'],
      [own, '2026-11-01'],
      [scheduled, '2026-11-01'],
    ]);
    expect(preview.errors).toMatchObject([{ invoiceId: partPaid }]);
    expect(await stateOf(old)).toBe('UNSCHEDULED');

    const { operationId } = await settle(ids);
    for (const id of [old, ahead, own, scheduled])
      expect(await billOf(t, a, id)).toMatchObject({
        state: 'PAID',
        isReconciled: true,
        open: '0.00',
        exchangeDifference: '0.00',
        fees: '0.00',
      });
    const entries = await t.ok(a, listPaymentEntries, { params: { paymentId: paymentOf(await billOf(t, a, old)) } });
    expect(entries).toMatchObject([
      { isSettledBefore: true, isAssumed: true, day: '2026-11-01', amount: '30.00', base: '2.99' },
    ]);
    expect(await undo(operationId)).toMatchObject({ restored: 4, keptCount: 0 });
    expect(await stateOf(old)).toBe('UNSCHEDULED');
    // A schedule that was there before stays.
    expect(await stateOf(scheduled)).toBe('UNPAID');
  });

  it('are undone like other payments, each as a whole, and the operation leaves these alone', async () => {
    const [one, two] = [await anOldBill(), await anOldBill()];
    const { operationId } = await settle([one, two]);
    const bill = await billOf(t, a, one);
    const [entry] = await t.ok(a, listPaymentEntries, { params: { paymentId: paymentOf(bill) } });
    const transfer = await t.ok(a, getTransfer, { params: { transferId: entry?.transferId ?? '' } });
    expect([transfer.isSettledBefore, transfer.parts.length, transfer.mail.state]).toEqual([true, 2, 'NONE']);
    await t.ok(a, undoPayPayment, { params: { paymentId: paymentOf(bill, 2) }, body: {} });
    expect(await stateOf(one)).toBe('UNPAID');
    await pay(t, a, paymentOf(bill), { amount: '1.00' });
    expect(await undo(operationId)).toMatchObject({ restored: 1, keptCount: 1, kept: [{ id: one, reason: 'USED' }] });
    expect([await stateOf(one), await stateOf(two)]).toEqual(['PART_PAID', 'UNSCHEDULED']);
  });

  it('can be closed invoices, which close without a schedule', async () => {
    const id = await anOldBill({ productId });
    await t.ok(a, closeInvoice, { params: { id }, body: {} });
    expect(await stateOf(id)).toBe('UNSCHEDULED');
    const typed = await t.call(a, createInvoicePayment, {
      body: { invoiceId: id, payments: [{ amount: '400.00' }, { amount: '600.00' }] },
    });
    expect([typed.status, typed.error.code]).toEqual([422, 'invoices.closed']);
    const { operationId } = await settle([id]);
    expect(await stateOf(id)).toBe('PAID');
    await undo(operationId);
    expect(await stateOf(id)).toBe('UNSCHEDULED');
  });
});
