import { listAuditLog } from '@quayside/contracts/audit';
import {
  bankFeeTotals,
  createBankFeeInvoice,
  listBankFees,
  previewBankFeeInvoice,
} from '@quayside/contracts/payments/bank-fees';
import { exchangeDifferenceTotals } from '@quayside/contracts/payments/exchange-differences';
import { confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { deleteInvoice, getInvoice, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { correctPaymentEntry, undoTransfer } from '@quayside/contracts/payments/payment-transfers';
import {
  listPaymentEntries,
  listPayments,
  takePaymentSurplus,
  undoPayPayment,
} from '@quayside/contracts/payments/payments';
import { getProduct } from '@quayside/contracts/products/products';
import { mergeSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aProduct } from '../../../testing/invoices.ts';
import {
  aBill,
  anOpenOrder,
  aPayee,
  billOf,
  expectSameDifferences,
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

const landed = async (who: TestPerson, id: string) => {
  const { landedCostTotal, inboundCostTotal } = await t.ok(who, getProduct, { params: { id } });
  return [landedCostTotal, inboundCostTotal];
};
const make = (who: TestPerson, body: object, key?: string) =>
  t.call(who, createBankFeeInvoice, { body, ...(key !== undefined && { headers: { 'idempotency-key': key } }) });

/**
 * Goods of 600.00 and 400.00 yuan, worth 60.00 and 40.00; freight of 50.00 for them; and an invoice that goes over
 * nothing. Each is paid with a fee: 12.00, 3.35 and 1.00.
 */
async function start() {
  const a = await t.admin('GBP');
  const [supplierId, bank] = [await aPayee(t, a), await aPayee(t, a, { name: 'The bank', currency: 'GBP' })];
  const [one, two] = [await aProduct(t, a, 'FEE-1'), await aProduct(t, a, 'FEE-2')];
  const goods = await anInvoice(
    t,
    a,
    { supplierId, invoiceNumber: 'HS-1', date: '2026-10-01', rate: '0.1', total: '1000.00' },
    [
      { costType: 'FACTORY_INVOICE', productId: one, quantity: '100', amount: '600.00' },
      { costType: 'FACTORY_INVOICE', productId: two, quantity: '50', amount: '400.00' },
    ],
  );
  await t.ok(a, confirmInvoice, { params: { id: goods.id }, body: {} });
  const forwarder = await aPayee(t, a, { name: 'Forwarder', currency: 'GBP' });
  const paired = { pairedWith: [{ type: 'INVOICE' as const, id: goods.id }] };
  const freight = await aBill(t, a, {
    ...{ supplierId: forwarder, invoiceNumber: 'FR-1', total: '50.00', rate: null, ...paired },
  });
  const other = await aBill(t, a, { supplierId: forwarder, invoiceNumber: 'ZZ-1', total: '5.00', rate: null });
  const factory = await billOf(t, a, goods.id);
  await pay(t, a, paymentOf(factory), { paidAmount: '101.00', fee: '12.00', paidOn: '2026-10-31' });
  await pay(t, a, paymentOf(freight), { fee: '3.35', paidOn: '2026-11-02' });
  await pay(t, a, paymentOf(other), { fee: '1.00', paidOn: '2026-11-03' });
  return { a, bank, one, two, factory, freight, other };
}

describe('an invoice of bank fees', () => {
  it('brings the fees into the unit costs to the cent, is paid by what left, and gives them back', async () => {
    const { a, bank, one, two, factory, freight } = await start();
    const before = [await landed(a, one), await landed(a, two)];
    const differences = await expectSameDifferences(t, a);
    expect(await t.ok(a, bankFeeTotals)).toMatchObject({
      count: 3,
      fees: '16.35',
      waiting: { count: 0 },
      months: [
        { month: '2026-10', count: 1, fees: '12.00' },
        { month: '2026-11', count: 2, fees: '4.35' },
      ],
    });
    const preview = await t.ok(a, previewBankFeeInvoice, { body: {} });
    expect(preview).toMatchObject({ supplier: null, date: '2026-11-03', total: '16.35' });
    expect(
      preview.lines.map(({ invoice, amount, goods, goodsCount }) => [invoice.number, amount, goods, goodsCount]),
    ).toEqual([
      ['FR-1', '3.35', 'LINES', 2],
      ['HS-1', '12.00', 'INVOICE', 2],
      ['ZZ-1', '1.00', 'NONE', 0],
    ]);
    expect((await make(a, {})).error.errors?.[0]?.field).toBe('supplierId');

    const made = await t.ok(a, createBankFeeInvoice, { body: { supplierId: bank } });
    expect(made).toMatchObject({
      invoice: { number: 'BANK-FEES-2026-11-03' },
      supplier: { companyName: 'The bank' },
      total: '16.35',
      lineCount: 3,
    });
    const { id } = made.invoice;
    const invoice = await t.ok(a, getInvoice, { params: { id } });
    expect(invoice).toMatchObject({ status: 'OPEN', paymentState: 'PAID', reconciled: true, currency: 'GBP' });
    expect(
      invoice.lines.map((line) => [line.name, line.costType, line.effectiveBasis, line.cost.document, line.entryCount]),
    ).toEqual([
      ['Bank fees of FR-1', 'BANK_FEES', 'VALUE', '3.35', 2],
      ['Bank fees of HS-1', 'BANK_FEES', 'VALUE', '12.00', 2],
      ['Bank fees of ZZ-1', 'BANK_FEES', 'VALUE', '1.00', 0],
    ]);
    // 60 : 40 of 12.00 and of 3.35: 7.20 + 2.01 and 4.80 + 1.34.
    const after = [await landed(a, one), await landed(a, two)];
    const cents = (amount = '') => Math.round(Number(amount) * 100);
    expect(after.map((now, i) => now.map((amount, j) => cents(amount) - cents(before[i]?.[j])))).toEqual([
      [921, 921],
      [614, 614],
    ]);
    // No further money left: one entry for each fee, and the same exchange differences and fees as before.
    const bill = await billOf(t, a, id);
    expect(bill).toMatchObject({ state: 'PAID', open: '0.00', exchangeDifference: '0.00', fees: '0.00' });
    const entries = await t.ok(a, listPaymentEntries, { params: { paymentId: paymentOf(bill) } });
    expect(entries.map(({ day, amount, fee, feeOf }) => [day, amount, fee, feeOf?.number])).toEqual([
      ['2026-11-03', '1.00', '0.00', 'ZZ-1'],
      ['2026-11-02', '3.35', '0.00', 'FR-1'],
      ['2026-10-31', '12.00', '0.00', 'HS-1'],
    ]);
    expect(await expectSameDifferences(t, a)).toEqual(differences);
    expect((await t.ok(a, listPayments, { query: { search: 'BANK-FEES' } })).content[0]).toMatchObject({
      status: 'PAID',
      can: { undo: { allowed: false } },
    });
    expect(await t.ok(a, bankFeeTotals)).toMatchObject({ count: 0, fees: '0.00' });
    await expectSound(t, a);

    const actions = (await t.ok(a, listAuditLog, { query: { size: 100 } })).content;
    const said = (action: string) => actions.filter((row) => row.action === action);
    expect(said('account.bank-supplier-chosen')[0]?.changes).toMatchObject([{ from: null, to: 'The bank' }]);
    expect(said('payment.fees-invoiced')[0]?.changes).toMatchObject([
      { from: '0.00 GBP', to: '16.35 GBP' },
      { to: '3' },
    ]);
    expect(said('payment.fee-invoiced')).toHaveLength(3);

    await t.ok(a, deleteInvoice, { params: { id } });
    expect([await landed(a, one), await landed(a, two)]).toEqual(before);
    expect(await t.ok(a, bankFeeTotals)).toMatchObject({ count: 3, fees: '16.35' });
    for (const paid of [factory, freight])
      await t.ok(a, undoPayPayment, { params: { paymentId: paymentOf(paid) }, body: {} });
    expect(await t.ok(a, bankFeeTotals)).toMatchObject({ count: 1, fees: '1.00' });
    await expectSound(t, a);
  });

  it('keeps the payments with these fees, and its own total, as they are', async () => {
    const { a, bank, factory } = await start();
    const { invoice } = await t.ok(a, createBankFeeInvoice, { body: { supplierId: bank } });
    const uses = [{ type: 'INVOICE', id: invoice.id, label: invoice.number }];
    const paymentId = paymentOf(factory);
    const [entry] = await t.ok(a, listPaymentEntries, { params: { paymentId } });
    expect(entry).toMatchObject({ feeInvoice: invoice, can: { correct: { allowed: false } } });
    const refusals = [
      await t.call(a, undoPayPayment, { params: { paymentId }, body: {} }),
      await t.call(a, undoTransfer, { params: { transferId: entry?.transferId ?? '' } }),
      await t.call(a, correctPaymentEntry, { params: { entryId: entry?.id ?? '' }, body: { fee: '11.00' } }),
      await t.call(a, undoPayPayment, { params: { paymentId: paymentOf(await billOf(t, a, invoice.id)) }, body: {} }),
    ];
    for (const { status, error } of refusals)
      expect([status, error.code, error.uses]).toEqual([409, 'payments.fee_invoiced', uses]);
    expect(refusals[0]?.error.message).toBe(
      'The bank fee of this payment is in invoice BANK-FEES-2026-11-03. Delete that invoice first.',
    );
    const params = { id: invoice.id };
    const changed = await t.call(a, updateInvoiceBasic, { params, body: { total: '16.00' } });
    expect([changed.status, changed.error.errors?.[0]]).toMatchObject([
      422,
      { field: 'total', message: 'This invoice is made of bank fees, so its total stays GBP 16.35' },
    ]);
    // What a smaller total leaves over becomes a credit, and the fee stays where it is.
    await t.ok(a, updateInvoiceBasic, { params: { id: factory.invoiceId }, body: { total: '900.00' } });
    await t.ok(a, takePaymentSurplus, { params: { invoicePaymentId: factory.invoiceId }, body: {} });
    expect(await billOf(t, a, factory.invoiceId)).toMatchObject({ fees: '12.00', settled: '900.00' });
    expect(await t.ok(a, bankFeeTotals)).toMatchObject({ count: 0 });
    expect((await t.call(a, undoPayPayment, { params: { paymentId }, body: {} })).error.code).toBe(
      'payments.fee_invoiced',
    );
    await expectSound(t, a);
  });

  it('is made once, however often it is asked for at once, of the chosen months or fees', async () => {
    const { a, bank } = await start();
    const [zz, fr] = (await t.ok(a, listBankFees)).content;
    const october = await t.ok(a, createBankFeeInvoice, { body: { supplierId: bank, months: ['2026-10'] } });
    expect(october).toMatchObject({ total: '12.00', lineCount: 1, invoice: { number: 'BANK-FEES-2026-10-31' } });
    // The supplier is remembered.
    const both = await Promise.all(['a', 'b'].map((key) => make(a, { feeIds: [fr?.id] }, key)));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]));
    const same = await Promise.all(['c', 'c'].map((key) => make(a, { invoiceNumber: 'Statement 11' }, key)));
    expect(new Set(same.flatMap(({ status, body }) => (status === 201 ? [body.invoice.id] : []))).size).toBe(1);
    expect((await make(a, {})).error.code).toBe('payments.no_fees');
    const again = await make(a, { feeIds: [zz?.id] });
    expect([again.status, again.error.uses?.[0]?.label]).toEqual([409, 'Statement 11']);
    expect((await make(a, { feeIds: [a.userId] })).error.errors?.[0]?.field).toBe('feeIds.0');
    expect((await make(a, { months: ['2026-13'] })).status).toBe(422);
    expect(await t.ok(a, bankFeeTotals)).toMatchObject({ count: 0 });
    await expectSound(t, a);
  });

  it('has the fee of a deposit once there is an invoice of the purchase order', async () => {
    const a = await t.admin('GBP');
    const [supplierId, bank] = [await aPayee(t, a), await aPayee(t, a, { name: 'The bank', currency: 'GBP' })];
    const order = await anOpenOrder(t, a, { supplierId, poNumber: 'PO-7', items: ['1000.00'] });
    await pay(t, a, (await orderPaymentsOf(t, a, order.id)).payments[0]?.id ?? '', { fee: '15.00' });
    const [waiting] = (await t.ok(a, listBankFees)).content;
    expect(waiting).toMatchObject({ purchaseOrder: { number: 'PO-7' }, isWaiting: true, goodsOf: null, fee: '15.00' });
    expect((await make(a, { supplierId: bank })).error.code).toBe('payments.no_fees');
    const early = await make(a, { supplierId: bank, feeIds: [waiting?.id] });
    expect(early.error.errors?.[0]).toMatchObject({ field: 'feeIds.0' });
    const lines = [{ amount: '1000.00', purchaseOrderLineId: order.itemIds[0] ?? '' }];
    const bill = await aBill(t, a, { supplierId, invoiceNumber: 'HS-9', total: '1000.00', lines });
    await pay(t, a, paymentOf(bill, 2), { fee: '2.00' });
    const { lines: planned } = await t.ok(a, previewBankFeeInvoice, { body: {} });
    expect(planned).toMatchObject([{ invoice: { number: 'HS-9' }, amount: '17.00', fees: [{}, {}] }]);
    await t.ok(a, createBankFeeInvoice, { body: { supplierId: bank } });
    expect(await t.ok(a, exchangeDifferenceTotals)).toMatchObject({ fees: '17.00' });
    await expectSound(t, a);
  });

  it('is of the supplier that the bank was merged into', async () => {
    const { a, bank } = await start();
    const other = await aPayee(t, a, { name: 'Other bank', currency: 'GBP' });
    await t.ok(a, createBankFeeInvoice, { body: { supplierId: bank, months: ['2026-10'] } });
    const bankOf = async () => (await t.ok(a, previewBankFeeInvoice, { body: {} })).supplier?.companyName;
    const merged = await t.ok(a, mergeSuppliers, { params: { id: other }, body: { supplierId: bank } });
    expect(await bankOf()).toBe('Other bank');
    await t.ok(a, undoOperation, { params: { operationId: merged.operationId ?? '' } });
    expect(await bankOf()).toBe('The bank');
    await expectSound(t, a);
  });
});
