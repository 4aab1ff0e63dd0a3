import { getCredit, listCredits, useCredit, undoCreditUse } from '@quayside/contracts/payments/credits';
import { setDeposit } from '@quayside/contracts/payments/deposits';
import { closeInvoice, reopenInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { deleteInvoice, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { listNotifications } from '@quayside/contracts/notifications/notifications';
import { correctPaymentEntry, createTransfer, previewTransfer } from '@quayside/contracts/payments/payment-transfers';
import {
  deleteInvoicePayment,
  listPaymentBuckets,
  listPaymentEntries,
  listPayments,
  patchPayment,
  paymentTotals,
  payPayment,
  undoPayPayment,
} from '@quayside/contracts/payments/payments';
import {
  getPurchaseOrder,
  listPurchaseOrderHistory,
  patchPurchaseOrder,
} from '@quayside/contracts/purchasing/purchase-orders';
import { mergeSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aProduct } from '../../../testing/invoices.ts';
import {
  aBill,
  anOpenOrder,
  aPayee,
  billOf,
  expectSound,
  inShort,
  orderPaymentsOf,
  pay,
  paymentOf,
} from '../../../testing/payments.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** An account in GBP with a supplier that is paid in CNY. */
async function start(): Promise<{ a: TestPerson; supplierId: string }> {
  const a = await t.admin('GBP');
  return { a, supplierId: await aPayee(t, a) };
}
const idOf = async (a: TestPerson, orderId: string, position = 1): Promise<string> =>
  (await orderPaymentsOf(t, a, orderId)).payments[position - 1]?.id ?? '';
const filterOf = (field: string, op: string, value: string) => JSON.stringify([{ field, op, values: [value] }]);
const ofOrder = async (a: TestPerson, orderId: string) => {
  const order = await orderPaymentsOf(t, a, orderId);
  return {
    deposit: [order.deposit, order.depositBase],
    applied: [order.applied, order.appliedBase],
    left: [order.left, order.leftBase],
    open: order.payments.map(({ open }) => open),
  };
};

describe('the deposit of a purchase order', () => {
  it('is applied by what is invoiced, with its own rate, and never counted twice (payables §6)', async () => {
    const { a, supplierId } = await start();
    const order = await anOpenOrder(t, a, { supplierId, items: ['12000', '18441.60'] });
    expect(inShort(await orderPaymentsOf(t, a, order.id))).toEqual([
      '9132.48 0.00 2026-11-01',
      '21309.12 0.00 unknown',
    ]);
    await pay(t, a, await idOf(a, order.id), { paidAmount: '6960.73', paidOn: '2026-11-03' });
    const [first = '', second = ''] = order.itemIds;
    const one = await aBill(t, a, {
      supplierId,
      total: '12000.00',
      lines: [{ amount: '12000.00', purchaseOrderLineId: first }],
    });
    expect(inShort(one)).toEqual(['3600.00 3600.00 2026-11-01', '8400.00 0.00 unknown']);
    expect(one.deposits).toMatchObject([{ amount: '3600.00', base: '2743.90', isTyped: false }]);
    expect(await ofOrder(a, order.id)).toEqual({
      deposit: ['9132.48', '6960.73'],
      applied: ['3600.00', '2743.90'],
      left: ['5532.48', '4216.83'],
      open: ['0.00', '12909.12'],
    });
    const owed = await t.ok(a, paymentTotals, { query: { filter: filterOf('status', 'in', 'UNPAID') } });
    expect(owed.owed).toEqual([{ currency: 'CNY', count: 2, open: '21309.12' }]);
    const two = await aBill(t, a, {
      supplierId,
      total: '18941.60',
      lines: [{ amount: '18441.60', purchaseOrderLineId: second }, '500.00'],
    });
    expect(inShort(two)).toEqual(['5532.48 5532.48 2026-11-01', '13409.12 0.00 unknown']);
    expect(two.deposits).toMatchObject([{ amount: '5532.48', base: '4216.83' }]);
    const after = await orderPaymentsOf(t, a, order.id);
    expect(after).toMatchObject({ left: '0.00', open: '0.00', creditId: null });
    expect(after.payments[1]).toMatchObject({
      status: 'PAID',
      open: '0.00',
      isEnded: true,
      can: { pay: { allowed: false } },
    });
    // What the deposit cost beside what was booked for it: 2,743.90 for 3,600.00 at 0.1.
    const [entry] = await t.ok(a, listPaymentEntries, { params: { paymentId: paymentOf(one) } });
    expect(entry).toMatchObject({
      kind: 'CREDIT',
      amount: '3600.00',
      base: '2743.90',
      booked: '360.00',
      exchangeDifference: '2383.90',
      day: '2026-11-20',
      purchaseOrder: { id: order.id },
      can: { takeBack: { allowed: false } },
    });
    await expectSound(t, a);
  });

  it('is at most the total of an invoice, and what is left once all is invoiced is a credit (payables §6)', async () => {
    const { a, supplierId } = await start();
    const terms = [
      { percentOfPayment: '0.4', event: 'ORDER' },
      { percentOfPayment: '0.6', event: 'SHIPPING' },
    ] as const;
    const order = await anOpenOrder(t, a, { supplierId, items: ['1500', '500'], terms: [...terms] });
    await pay(t, a, await idOf(a, order.id), { paidAmount: '612.00' });
    const [first = '', second = ''] = order.itemIds;
    const one = await aBill(t, a, {
      supplierId,
      total: '550.00',
      lines: [{ amount: '1500.00', purchaseOrderLineId: first }, '-950.00'],
    });
    expect(one.deposits).toMatchObject([{ amount: '550.00', base: '420.75' }]);
    expect(one).toMatchObject({ state: 'PAID', isReconciled: true });
    const two = await aBill(t, a, {
      supplierId,
      total: '200.00',
      lines: [{ amount: '500.00', purchaseOrderLineId: second }, '-300.00'],
    });
    expect(two.deposits).toMatchObject([{ amount: '200.00', base: '153.00' }]);
    const { content } = await t.ok(a, listCredits);
    expect(content).toMatchObject([
      {
        source: 'DEPOSIT',
        amount: '50.00',
        base: '38.25',
        left: '50.00',
        purchaseOrder: { id: order.id },
        invoice: null,
      },
    ]);
    const notices = await t.ok(a, listNotifications);
    expect(notices.content.filter(({ about }) => about?.id === order.id)).toMatchObject([
      { notificationType: 'ACTION_NEEDED' },
    ]);
    await expectSound(t, a);
  });

  it('is another amount if a person types one, and worked out again when that is cleared', async () => {
    const { a, supplierId } = await start();
    const order = await anOpenOrder(t, a, {
      supplierId,
      items: ['1000', '1000'],
      terms: [{ percentOfPayment: '1', event: 'ORDER' }],
    });
    await pay(t, a, await idOf(a, order.id), { amount: '800.00', paidAmount: '612.00' });
    const [first = '', second = ''] = order.itemIds;
    const bill = async (purchaseOrderLineId: string) =>
      aBill(t, a, { supplierId, total: '1000.00', lines: [{ amount: '1000.00', purchaseOrderLineId }] });
    const one = await bill(first);
    const params = { invoicePaymentId: one.invoiceId, purchaseOrderId: order.id };
    const typed = (amount: string | null) => t.call(a, setDeposit, { params, body: { amount } });
    expect((await typed('800.01')).body).toMatchObject({ errors: [{ field: 'amount' }] });
    expect((await typed('-1')).status).toBe(422);
    expect((await typed('100.00')).body).toMatchObject({
      deposits: [{ amount: '100.00', base: '76.50', isTyped: true }],
    });
    const two = await bill(second);
    // All is invoiced, so the second one has what the first leaves of its part.
    expect(two.deposits).toMatchObject([{ amount: '700.00', base: '535.50' }]);
    expect((await typed('100.01')).body).toMatchObject({ errors: [{ field: 'amount' }] });
    expect((await typed(null)).body).toMatchObject({ deposits: [{ amount: '400.00', isTyped: false }] });
    expect((await billOf(t, a, two.invoiceId)).deposits).toMatchObject([{ amount: '400.00' }]);
    await expectSound(t, a);
    // The deposit is in use, so neither its payment nor the invoice goes away before it is given back.
    const payment = await idOf(a, order.id);
    const undone = await t.call(a, undoPayPayment, { params: { paymentId: payment }, body: {} });
    expect([undone.status, undone.body]).toMatchObject([
      409,
      { code: 'payments.credit_used', uses: [{ type: 'INVOICE' }, {}] },
    ]);
    expect((await t.call(a, deleteInvoice, { params: { id: one.invoiceId } })).status).toBe(409);
    expect((await t.call(a, deleteInvoicePayment, { params: { invoicePaymentId: one.invoiceId } })).status).toBe(409);
    await typed('0');
    await t.ok(a, setDeposit, { params: { ...params, invoicePaymentId: two.invoiceId }, body: { amount: '0' } });
    await t.ok(a, undoPayPayment, { params: { paymentId: payment }, body: {} });
    expect(await ofOrder(a, order.id)).toMatchObject({ deposit: ['0.00', '0.00'], applied: ['0.00', '0.00'] });
    await expectSound(t, a);
  });

  it('is taken over by a schedule that was typed, and moves with a total', async () => {
    const { a, supplierId } = await start();
    const order = await anOpenOrder(t, a, { supplierId, items: ['1000'] });
    await pay(t, a, await idOf(a, order.id));
    const [item = ''] = order.itemIds;
    const bill = await aBill(t, a, {
      supplierId,
      total: '900.00',
      lines: [{ amount: '900.00', purchaseOrderLineId: item }],
    });
    expect(inShort(bill).map((text) => text.split(' ').slice(0, 2).join(' '))).toEqual([
      '270.00 270.00',
      '630.00 0.00',
    ]);
    await t.ok(a, updateInvoiceBasic, { params: { id: bill.invoiceId }, body: { total: '950.00' } });
    expect(inShort(await billOf(t, a, bill.invoiceId)).map((text) => text.split(' ').slice(0, 2).join(' '))).toEqual([
      '270.00 270.00',
      '680.00 0.00',
    ]);
    await expectSound(t, a);
  });
});

describe('an instalment of a purchase order', () => {
  it('is listed, counted and paid like those of invoices, alone and together with them', async () => {
    const { a, supplierId } = await start();
    const order = await anOpenOrder(t, a, { supplierId, items: ['1000'], poNumber: 'PO-LIST' });
    const bill = await aBill(t, a, { supplierId, total: '500.00' });
    const list = async (field: string, op: string, value: string) =>
      (await t.ok(a, listPayments, { query: { filter: filterOf(field, op, value) } })).content;
    const rows = await list('kind', 'in', 'PURCHASE_ORDER');
    expect(
      rows.map(({ amount, count, purchaseOrder, invoice }) => [amount, count, purchaseOrder?.number, invoice]),
    ).toEqual(
      expect.arrayContaining([
        ['300.00', 2, 'PO-LIST', null],
        ['700.00', 2, 'PO-LIST', null],
      ]),
    );
    expect(rows).toHaveLength(2);
    expect(await list('number', 'contains', 'po-li')).toHaveLength(2);
    expect(await list('purchaseOrder', 'in', order.id)).toHaveLength(2);
    expect(await list('kind', 'in', 'INVOICE')).toHaveLength(1);
    const { buckets } = await t.ok(a, listPaymentBuckets);
    expect(buckets.flatMap(({ bucket, count }) => (count > 0 ? [`${bucket} ${count}`] : []))).toEqual([
      'LATE_1_TO_30 2',
      'NO_DAY 1',
    ]);
    const payments = [{ id: await idOf(a, order.id) }, { id: paymentOf(bill) }];
    const bank = { paidAmount: '90.00', fee: '0.80' };
    const preview = await t.ok(a, previewTransfer, { body: { payments, ...bank } });
    expect(preview.parts).toMatchObject([
      { number: 'PO-LIST', position: 1, base: '33.75', booked: null, exchangeDifference: null, openAfter: '0.00' },
      { base: '56.25', booked: '50.00', exchangeDifference: '6.25' },
    ]);
    const transfer = await t.ok(a, createTransfer, { body: { isConfirmed: true, payments, ...bank } });
    expect(transfer.parts.map(({ number, base, fee }) => [number, base, fee])).toEqual([
      ['PO-LIST', '33.75', '0.30'],
      [bill.invoice.invoiceNumber, '56.25', '0.50'],
    ]);
    const [entry] = await t.ok(a, listPaymentEntries, { params: { paymentId: payments[0]?.id ?? '' } });
    await t.ok(a, correctPaymentEntry, { params: { entryId: entry?.id ?? '' }, body: { fee: '1.60' } });
    expect(await ofOrder(a, order.id)).toMatchObject({ deposit: ['300.00', '33.75'] });
    await t.ok(a, undoPayPayment, { params: { paymentId: payments[0]?.id ?? '' }, body: {} });
    expect((await billOf(t, a, bill.invoiceId)).settled).toBe('0.00');
    const history = await t.ok(a, listPurchaseOrderHistory, { params: { id: order.id } });
    expect(history.content.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['payment.paid', 'payment.corrected', 'payment.undone']),
    );
    await expectSound(t, a);
  });

  it('follows its terms, its total and its days; a paid one does not move', async () => {
    const { a, supplierId } = await start();
    const order = await anOpenOrder(t, a, { supplierId, items: ['1000'], etd: '2026-12-10' });
    const deposit = await idOf(a, order.id);
    await pay(t, a, deposit);
    const patch = (body: object) => t.call(a, patchPurchaseOrder, { params: { id: order.id }, body });
    expect(inShort(await orderPaymentsOf(t, a, order.id))).toEqual([
      '300.00 300.00 2026-11-01',
      '700.00 0.00 2026-12-10',
    ]);
    await patch({ etd: '2026-12-19', orderDate: '2026-11-05' });
    expect(inShort(await orderPaymentsOf(t, a, order.id))).toEqual([
      '300.00 300.00 2026-11-01',
      '700.00 0.00 2026-12-19',
    ]);
    // A typed day is that of the term, which shows it too; cleared, it follows again.
    const balance = await idOf(a, order.id, 2);
    const pinned = await t.ok(a, patchPayment, { params: { paymentId: balance }, body: { dueDate: '2027-01-15' } });
    expect(pinned).toMatchObject({ dueDate: '2027-01-15', isPinned: true });
    const { paymentTerms } = await t.ok(a, getPurchaseOrder, { params: { id: order.id } });
    expect(paymentTerms[1]).toMatchObject({ dueDate: '2027-01-15', isPinned: true });
    await t.ok(a, patchPayment, {
      params: { paymentId: balance },
      body: { dueDate: null, transactionReference: 'REF' },
    });
    expect(inShort(await orderPaymentsOf(t, a, order.id))[1]).toBe('700.00 0.00 2026-12-19');
    // Other shares: the paid deposit keeps its amount, and there must be a share for it.
    await patch({
      paymentTerms: [
        { percentOfPayment: '0.3', event: 'ORDER' },
        { percentOfPayment: '0.5', event: 'SHIPPING' },
        { percentOfPayment: '0.2', event: 'SHIPPING', days: 30 },
      ],
    });
    expect(inShort(await orderPaymentsOf(t, a, order.id))).toEqual([
      '300.00 300.00 2026-11-01',
      '500.00 0.00 2026-12-19',
      '200.00 0.00 2027-01-18',
    ]);
    expect(await idOf(a, order.id)).toBe(deposit);
    await pay(t, a, await idOf(a, order.id, 2));
    const refused = await patch({ paymentTerms: [{ percentOfPayment: '1', event: 'ORDER' }] });
    expect([refused.status, refused.body]).toMatchObject([422, { errors: [{ field: 'paymentTerms' }] }]);
    await expectSound(t, a);
  });

  it('keeps its supplier and its currency once something is paid', async () => {
    const { a, supplierId } = await start();
    const order = await anOpenOrder(t, a, { supplierId, items: ['1000'] });
    const other = await aPayee(t, a, { name: 'Other' });
    await pay(t, a, await idOf(a, order.id));
    const refused = await t.call(a, patchPurchaseOrder, { params: { id: order.id }, body: { supplierId: other } });
    expect([refused.status, refused.body]).toMatchObject([422, { errors: [{ field: 'supplierId' }] }]);
    const inUsd = await t.call(a, patchPurchaseOrder, { params: { id: order.id }, body: { currency: 'USD' } });
    expect([inUsd.status, inUsd.body]).toMatchObject([422, { errors: [{ field: 'currency' }] }]);
  });
});

describe('a purchase order that ends', () => {
  const cancel = { status: 'CLOSED', closeReason: 'CANCELLED', closeWords: 'The factory stopped making it' } as const;

  it('leaves its deposit as a credit, which is used on the next bill and moves with a merge of suppliers', async () => {
    const { a, supplierId } = await start();
    const order = await anOpenOrder(t, a, { supplierId, items: ['1000'], poNumber: 'PO-END' });
    await pay(t, a, await idOf(a, order.id), { paidAmount: '31.00' });
    const params = { id: order.id };
    await t.ok(a, patchPurchaseOrder, { params, body: cancel });
    expect(await ofOrder(a, order.id)).toMatchObject({ open: ['0.00', '0.00'], left: ['300.00', '31.00'] });
    const unpaid = await idOf(a, order.id, 2);
    const { can } = (await orderPaymentsOf(t, a, order.id)).payments[1] ?? {};
    const denied = [
      await t.call(a, payPayment, { params: { paymentId: unpaid }, body: { isConfirmed: true } }),
      await t.call(a, createTransfer, { body: { isConfirmed: true, payments: [{ id: unpaid }] } }),
      await t.call(a, previewTransfer, { body: { payments: [{ id: unpaid }] } }),
    ];
    for (const { status, error } of denied) {
      expect([status, error.code]).toEqual([409, 'payments.ended']);
      expect([error.message, error.errors?.[0]?.message]).toContain(can?.pay.reason);
    }
    // One of which something was paid is paid.
    const twice = await t.call(a, payPayment, {
      params: { paymentId: await idOf(a, order.id) },
      body: { isConfirmed: true },
    });
    expect(twice.error.code).toBe('payments.paid');
    const list = await t.ok(a, listPayments, { query: { filter: filterOf('kind', 'in', 'PURCHASE_ORDER') } });
    expect(list.content.map(({ amount, status }) => [amount, status])).toEqual([['300.00', 'PAID']]);
    const [credit] = (await t.ok(a, listCredits)).content;
    expect(credit).toMatchObject({ source: 'DEPOSIT', label: 'PO-END', amount: '300.00', base: '31.00' });
    const creditId = credit?.id ?? '';
    const bill = await aBill(t, a, { supplierId, total: '200.00' });
    const used = await t.ok(a, useCredit, { params: { creditId }, body: { paymentId: paymentOf(bill) } });
    // 31.00 × 200 ÷ 300, rounded down; 20.00 were booked.
    expect([used.left, used.uses[0]?.base]).toEqual(['100.00', '20.66']);
    expect((await billOf(t, a, bill.invoiceId)).exchangeDifference).toBe('0.66');
    const reopened = await t.call(a, patchPurchaseOrder, { params, body: { status: 'OPEN' } });
    expect([reopened.status, reopened.body]).toMatchObject([409, { uses: [{ type: 'INVOICE', id: bill.invoiceId }] }]);
    const payment = await idOf(a, order.id);
    expect((await t.call(a, undoPayPayment, { params: { paymentId: payment }, body: {} })).status).toBe(409);
    const target = await aPayee(t, a, { name: 'Ningbo Haosheng Trading' });
    const merged = await t.ok(a, mergeSuppliers, { params: { id: target }, query: {}, body: { supplierId } });
    const supplierOf = async () => [
      (await t.ok(a, getCredit, { params: { creditId } })).supplier.id,
      (await orderPaymentsOf(t, a, order.id)).payments[0]?.supplier.id,
    ];
    expect(await supplierOf()).toEqual([target, target]);
    await expectSound(t, a);
    await t.ok(a, undoOperation, { params: { operationId: merged.operationId ?? '' } });
    expect(await supplierOf()).toEqual([supplierId, supplierId]);
    await t.ok(a, undoCreditUse, { params: { useId: used.uses[0]?.id ?? '' } });
    await t.ok(a, patchPurchaseOrder, { params, body: { status: 'OPEN' } });
    expect(await ofOrder(a, order.id)).toMatchObject({ open: ['0.00', '700.00'], left: ['300.00', '31.00'] });
    expect((await t.ok(a, listCredits)).content).toEqual([]);
    const history = await t.ok(a, listPurchaseOrderHistory, { params });
    expect(history.content.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['credit.deposit-left', 'credit.deposit-back']),
    );
    await expectSound(t, a);
  });

  it('closes by itself once all is invoiced and all its invoices are closed, and opens again with one of them', async () => {
    const { a, supplierId } = await start();
    const productId = await aProduct(t, a, 'SKU-1');
    const order = await anOpenOrder(t, a, { supplierId, items: ['1000'] });
    await pay(t, a, await idOf(a, order.id));
    const bill = await aBill(t, a, {
      supplierId,
      total: '1000.00',
      lines: [{ amount: '1000.00', purchaseOrderLineId: order.itemIds[0] ?? '' }],
      productId,
    });
    const statusOf = async () => (await t.ok(a, getPurchaseOrder, { params: { id: order.id } })).status;
    expect(await statusOf()).toBe('OPEN');
    await t.ok(a, closeInvoice, { params: { id: bill.invoiceId }, body: {} });
    expect(await statusOf()).toBe('CLOSED');
    expect(await ofOrder(a, order.id)).toMatchObject({ applied: ['300.00', '30.00'], open: ['0.00', '0.00'] });
    await pay(t, a, paymentOf(await billOf(t, a, bill.invoiceId), 2));
    await t.ok(a, reopenInvoice, { params: { id: bill.invoiceId }, body: {} });
    expect(await statusOf()).toBe('OPEN');
    const denied = await t.call(a, payPayment, {
      params: { paymentId: await idOf(a, order.id, 2) },
      body: { isConfirmed: true },
    });
    const ended = 'The purchase order is invoiced or closed, so nothing is to be paid of it any more.';
    expect([denied.status, denied.body]).toMatchObject([409, { code: 'payments.ended', message: ended }]);
    await expectSound(t, a);
  });
});
