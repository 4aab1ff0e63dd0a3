import {
  creditTotals,
  getCredit,
  listCredits,
  previewCreditNote,
  refundCredit,
  takeUpCreditNotes,
  undoCreditUse,
  useCredit,
} from '@quayside/contracts/payments/credits';
import { exportCredits } from '@quayside/contracts/exports';
import { closeInvoice, confirmInvoice, reopenInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { createInvoice, deleteInvoice, getInvoice, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { correctPaymentEntry, undoTransfer } from '@quayside/contracts/payments/payment-transfers';
import { type InvoicePayment, undoPayPayment } from '@quayside/contracts/payments/payments';
import { mergeSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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
let a: TestPerson;
let productId: string;
beforeAll(async () => {
  t = await startTestApp();
  a = await t.admin();
  productId = await aProduct(t, a, 'CREDITED-1');
});
afterEach(() => expectSound(t, a));
afterAll(() => t.close());

/** A credit of an overpayment: of so much more than was open. */
async function aCredit(supplierId: string, amount = '100.00', base = '10.75') {
  const bill = await aBill(t, a, { supplierId, total: '8000.00' });
  const total = (8000 + Number(amount)).toFixed(2);
  const paidAmount = (860 + Number(base)).toFixed(2);
  const { transfer } = await pay(t, a, paymentOf(bill), { amount: total, paidAmount, keepExcess: true });
  const id = transfer.credit?.id ?? '';
  return { id, bill, transfer, credit: await t.ok(a, getCredit, { params: { creditId: id } }) };
}
const spend = (creditId: string, body: object) => t.call(a, useCredit, { params: { creditId }, body: body as never });
const leftOf = async (creditId: string) => {
  const { left, leftBase } = await t.ok(a, getCredit, { params: { creditId } });
  return [left, leftBase];
};

describe('a supplier credit of an overpayment', () => {
  it('is used in parts, whose bases add up to its own, and given back', async () => {
    const supplierId = await aPayee(t, a);
    const { id, credit } = await aCredit(supplierId);
    expect(credit).toMatchObject({ source: 'OVERPAYMENT', amount: '100.00', base: '10.75', left: '100.00' });
    const bill = await aBill(t, a, { supplierId, total: '250.00' });
    const paymentId = paymentOf(bill);
    const first = await spend(id, { paymentId, amount: '33.33' });
    expect(first.body.uses.map(({ amount, base }) => [amount, base])).toEqual([['33.33', '3.58']]);
    await spend(id, { paymentId, amount: '33.33' });
    const all = await spend(id, { paymentId });
    expect(all.body.uses.map(({ amount, base }) => [amount, base])).toEqual([
      ['33.34', '3.59'],
      ['33.33', '3.58'],
      ['33.33', '3.58'],
    ]);
    expect(await billOf(t, a, bill.invoiceId)).toMatchObject({ settled: '100.00', exchangeDifference: '0.75' });
    expect(await leftOf(id)).toEqual(['0.00', '0.00']);
    const none = await spend(id, { paymentId });
    expect([none.status, none.error.errors?.[0]?.message]).toEqual([422, 'Nothing is left of this credit']);
    // The parts of the later uses are worked out again.
    const useId = all.body.uses[2]?.id ?? '';
    const taken = await t.ok(a, undoCreditUse, { params: { useId } });
    expect(taken).toMatchObject({ left: '33.33', leftBase: '3.59' });
    expect(taken.uses.filter((one) => one.reversedAt === null).map(({ base }) => base)).toEqual(['3.58', '3.58']);
    expect((await t.call(a, undoCreditUse, { params: { useId } })).status).toBe(409);
    expect((await billOf(t, a, bill.invoiceId)).settled).toBe('66.67');
  });

  it('is refunded, and the money that came in less is an exchange difference', async () => {
    const { id } = await aCredit(await aPayee(t, a));
    const refund = (body: object) => t.call(a, refundCredit, { params: { creditId: id }, body: body as never });
    const fieldOf = async (body: object) => (await refund(body)).error.errors?.[0]?.field;
    expect(await fieldOf({ amount: '40.00' })).toBe('receivedAmount');
    expect(await fieldOf({ amount: '100.01', receivedAmount: '1' })).toBe('amount');
    expect(await fieldOf({ receivedAmount: '0' })).toBe('receivedAmount');
    expect(await fieldOf({ receivedAmount: '1', receivedOn: '2026-11-21' })).toBe('receivedOn');
    expect(await fieldOf({ receivedAmount: '1', receivedCurrency: 'USD' })).toBe('receivedRate');
    const part = await refund({ amount: '40.00', receivedAmount: '4.10', receivedOn: '2026-11-15' });
    expect(part.body.uses[0]).toMatchObject({
      payment: null,
      day: '2026-11-15',
      base: '4.30',
      received: '4.10',
      exchangeDifference: '0.20',
    });
    const rest = await refund({ receivedAmount: '8.06', receivedCurrency: 'USD', receivedRate: '0.8' });
    expect(rest.body).toMatchObject({ left: '0.00', uses: [{ base: '6.45', received: '6.45' }, {}] });
    await t.ok(a, undoCreditUse, { params: { useId: part.body.uses[0]?.id ?? '' } });
    expect(await leftOf(id)).toEqual(['40.00', '4.30']);
  });

  it('keeps the payment that it came from while it is in use', async () => {
    const supplierId = await aPayee(t, a);
    const { id, transfer, bill } = await aCredit(supplierId);
    const other = await aBill(t, a, { supplierId, total: '250.00', invoiceNumber: 'HS-USED' });
    const used = await spend(id, { paymentId: paymentOf(other), amount: '60.00' });
    const refusals = [
      await t.call(a, undoTransfer, { params: { transferId: transfer.id } }),
      await t.call(a, undoPayPayment, { params: { paymentId: paymentOf(bill) }, body: {} }),
      await t.call(a, correctPaymentEntry, {
        params: { entryId: transfer.parts[0]?.entryId ?? '' },
        body: { fee: '1.00' },
      }),
    ];
    for (const { status, error } of refusals)
      expect([status, error.code, error.uses]).toMatchObject([
        409,
        'payments.credit_used',
        [{ type: 'INVOICE', id: other.invoiceId, label: 'HS-USED' }],
      ]);
    await t.ok(a, undoCreditUse, { params: { useId: used.body.uses[0]?.id ?? '' } });
    await t.ok(a, undoTransfer, { params: { transferId: transfer.id } });
    expect((await t.call(a, getCredit, { params: { creditId: id } })).status).toBe(404);
  });

  it('is used only on open instalments of its supplier and currency, at most what is open and left', async () => {
    const supplierId = await aPayee(t, a);
    const { id, credit } = await aCredit(supplierId);
    const small = await aBill(t, a, { supplierId, total: '30.00' });
    const fieldOf = async (body: object) => {
      const { status, error } = await spend(id, body);
      return [status, error.errors?.[0]?.field];
    };
    const own = { paymentId: paymentOf(small) };
    expect(await fieldOf({ ...own, amount: '30.01' })).toEqual([422, 'amount']);
    expect(await fieldOf({ ...own, amount: '0' })).toEqual([422, 'amount']);
    const dollars = await aBill(t, a, { supplierId, currency: 'USD' });
    expect(await fieldOf({ paymentId: paymentOf(dollars) })).toEqual([422, 'paymentId']);
    const others = await aBill(t, a, { supplierId: await aPayee(t, a, { name: 'Yiwu' }) });
    expect(await fieldOf({ paymentId: paymentOf(others) })).toEqual([422, 'paymentId']);
    expect((await spend(id, { ...own, version: credit.version + 7 })).error.code).toBe('conflict_version');
    expect((await spend(id, own)).body).toMatchObject({ left: '70.00' });
    expect(await fieldOf(own)).toEqual([409, 'paymentId']);
  });

  it('moves with a merge of suppliers, and back when that is undone', async () => {
    const [supplierId, other] = [
      await aPayee(t, a, { name: 'Haosheng Ltd' }),
      await aPayee(t, a, { name: 'Haosheng' }),
    ];
    const { id, bill, transfer } = await aCredit(other);
    const open = await aBill(t, a, { supplierId: other, total: '100.00' });
    const merged = await t.ok(a, mergeSuppliers, { params: { id: supplierId }, body: { supplierId: other } });
    const suppliers = async () => [
      (await t.ok(a, getCredit, { params: { creditId: id } })).supplier.id,
      (await billOf(t, a, bill.invoiceId)).payments[0]?.supplier.id,
      (await billOf(t, a, open.invoiceId)).payments[0]?.supplier.id,
    ];
    expect(await suppliers()).toEqual([supplierId, supplierId, supplierId]);
    await expectSound(t, a);
    await t.ok(a, undoOperation, { params: { operationId: merged.operationId ?? '' } });
    expect(await suppliers()).toEqual([other, other, other]);
    await t.ok(a, undoTransfer, { params: { transferId: transfer.id } });
  });
});

/** A credit note for a part of the first line of an invoice, still WORKING. */
let noteCount = 0;
async function aNote(bill: InvoicePayment, amount: string) {
  const { lines } = await t.ok(a, getInvoice, { params: { id: bill.invoiceId } });
  return t.ok(a, createInvoice, {
    body: {
      creditsInvoiceId: bill.invoiceId,
      invoiceNumber: `CN-${++noteCount}`,
      creditLines: [{ invoiceLineId: lines[0]?.invoiceLineId ?? '', amount, quantity: 0 }],
    },
  });
}

describe('a credit note', () => {
  it('is used by confirming on the open instalments of what it credits, the last first', async () => {
    const supplierId = await aPayee(t, a, {
      terms: ['30', '30', '40'].map((percent) => ({ percent, event: 'INVOICE' as const })),
    });
    const bill = await aBill(t, a, { supplierId, total: '10000.00', rate: '0.1075' });
    await pay(t, a, paymentOf(bill, 1));
    const note = await aNote(bill, '5000.00');
    const preview = await t.ok(a, previewCreditNote, { params: { invoiceId: note.id } });
    expect(preview).toMatchObject({ amount: '5000.00', rest: '0.00' });
    expect(preview.uses.map(({ position, open, amount }) => [position, open, amount])).toEqual([
      [3, '4000.00', '4000.00'],
      [2, '3000.00', '1000.00'],
    ]);
    await t.ok(a, confirmInvoice, { params: { id: note.id }, body: {} });
    expect(inShort(await billOf(t, a, bill.invoiceId)).map((one) => one.slice(0, -11))).toEqual([
      '3000.00 3000.00',
      '3000.00 1000.00',
      '4000.00 4000.00',
    ]);
    const [credit] = (await t.ok(a, listCredits, { query: { search: note.invoiceNumber } })).content;
    expect(credit).toMatchObject({ source: 'CREDIT_NOTE', used: '5000.00', left: '0.00', base: '537.50' });
    // What the note is worth follows the rate of what it credits, and so do its uses.
    await t.ok(a, updateInvoiceBasic, { params: { id: bill.invoiceId }, body: { rate: '0.11' } });
    const after = await t.ok(a, getCredit, { params: { creditId: credit?.id ?? '' } });
    expect([after.base, after.uses.map(({ base }) => base)]).toEqual(['550.00', ['110.00', '440.00']]);
    expect(await billOf(t, a, bill.invoiceId)).toMatchObject({ openInAccountCurrency: '220.00' });
    // While it is in use, it is not made smaller, re-opened or deleted.
    const refusals = [
      await t.call(a, patchInvoiceLine, {
        params: { invoiceId: note.id, id: note.lines[0]?.invoiceLineId ?? '' },
        body: { amount: '-4000.00' },
      }),
      await t.call(a, deleteInvoice, { params: { id: note.id } }),
    ];
    for (const { status, error } of refusals) expect([status, error.code]).toEqual([409, 'payments.credit_used']);
    for (const one of after.uses) await t.ok(a, undoCreditUse, { params: { useId: one.id } });
    await t.ok(a, patchInvoiceLine, {
      params: { invoiceId: note.id, id: note.lines[0]?.invoiceLineId ?? '' },
      body: { amount: '-4000.00' },
    });
    expect(await leftOf(credit?.id ?? '')).toEqual(['4000.00', '440.00']);
    await t.ok(a, deleteInvoice, { params: { id: note.id } });
    expect((await t.call(a, getCredit, { params: { creditId: credit?.id ?? '' } })).status).toBe(404);
  });

  it('is kept as a credit on request, and used on another invoice', async () => {
    const supplierId = await aPayee(t, a);
    const bill = await aBill(t, a, { supplierId, total: '1000.00' });
    const note = await aNote(bill, '200.00');
    await t.ok(a, confirmInvoice, { params: { id: note.id }, body: { keepAsCredit: true } });
    const [credit] = (await t.ok(a, listCredits, { query: { search: note.invoiceNumber } })).content;
    expect(credit).toMatchObject({ left: '200.00', leftBase: '20.00' });
    expect((await billOf(t, a, bill.invoiceId)).settled).toBe('0.00');
    const other = await aBill(t, a, { supplierId, total: '500.00', rate: '0.12' });
    await spend(credit?.id ?? '', { paymentId: paymentOf(other) });
    expect(await billOf(t, a, other.invoiceId)).toMatchObject({ settled: '200.00', exchangeDifference: '-4.00' });
  });

  it('that is closed is re-opened only when its uses were taken back', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a), total: '1000.00', productId });
    const note = await aNote(bill, '200.00');
    const params = { id: note.id };
    await t.ok(a, updateInvoiceBasic, { params, body: { total: '-200.00' } });
    await t.ok(a, confirmInvoice, { params, body: {} });
    await t.ok(a, closeInvoice, { params, body: {} });
    const reopened = await t.call(a, reopenInvoice, { params, body: {} });
    expect([reopened.status, reopened.error.code, reopened.error.uses]).toMatchObject([
      409,
      'payments.credit_used',
      [{ type: 'INVOICE', id: bill.invoiceId }],
    ]);
    expect((await t.ok(a, getInvoice, { params })).can.reopen.allowed).toBe(false);
    const [credit] = (await t.ok(a, listCredits, { query: { search: note.invoiceNumber } })).content;
    const { uses } = await t.ok(a, getCredit, { params: { creditId: credit?.id ?? '' } });
    await t.ok(a, undoCreditUse, { params: { useId: uses[0]?.id ?? '' } });
    await t.ok(a, reopenInvoice, { params, body: {} });
  });

  it('from before payments were recorded is no credit until it is taken up', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a), total: '1000.00' });
    const note = await aNote(bill, '150.00');
    await t.ok(a, confirmInvoice, { params: { id: note.id }, body: { keepAsCredit: true } });
    // As if it had been confirmed by the release before.
    await t.work(a, async (w) => {
      await w.tx.deleteFrom('credit').where('invoice_id', '=', note.id).execute();
      await w.tx.updateTable('invoice').set({ is_before_payments: true }).where('id', '=', note.id).execute();
    });
    const search = { query: { search: note.invoiceNumber } };
    expect((await t.ok(a, listCredits, search)).content).toEqual([]);
    const refused = await t.call(a, takeUpCreditNotes, { body: { invoiceIds: [note.id, bill.invoiceId] } });
    expect([refused.status, refused.error.code]).toEqual([422, 'payments.not_a_credit']);
    const body = { invoiceIds: [note.id], keepAsCredit: true };
    const [credit] = await t.ok(a, takeUpCreditNotes, { body });
    expect(credit).toMatchObject({ left: '150.00', source: 'CREDIT_NOTE' });
    expect(await t.ok(a, takeUpCreditNotes, { body })).toMatchObject([{ id: credit?.id }]);
  });

  it('does not settle the instalment of a purchase order', async () => {
    const supplierId = await aPayee(t, a);
    const bill = await aBill(t, a, { supplierId, total: '1000.00' });
    const note = await aNote(bill, '150.00');
    await t.ok(a, confirmInvoice, { params: { id: note.id }, body: { keepAsCredit: true } });
    const [credit] = (await t.ok(a, listCredits, { query: { search: note.invoiceNumber } })).content;
    const order = await anOpenOrder(t, a, { supplierId, items: ['100'] });
    const paymentId = (await orderPaymentsOf(t, a, order.id)).payments[0]?.id ?? '';
    const refused = await spend(credit?.id ?? '', { paymentId });
    expect([refused.status, refused.error.errors?.[0]?.message]).toEqual([
      422,
      'A credit note is used on invoices, not on purchase orders',
    ]);
  });
});

describe('the list of credits', () => {
  it('is filtered, sorted, summed and exported over all of it', async () => {
    const who = await t.admin();
    const add = async (name: string, currency: string, amounts: readonly string[]) => {
      const supplierId = await aPayee(t, who, { name, currency });
      for (const amount of amounts) {
        const bill = await aBill(t, who, { supplierId, total: '10.00', rate: currency === 'GBP' ? null : '0.1' });
        await pay(t, who, paymentOf(bill), { amount, keepExcess: true });
      }
    };
    await add('Alpha', 'CNY', ['30.00', '15.00']);
    await add('Beta', 'GBP', ['12.00']);
    const amounts = async (query: object) =>
      (await t.ok(who, listCredits, { query: query as never })).content.map(({ amount }) => amount);
    const chip = (field: string, op: string, ...values: string[]) => JSON.stringify([{ field, op, values }]);
    expect(await amounts({ sort: 'amount,asc' })).toEqual(['2.00', '5.00', '20.00']);
    expect(await amounts({ sort: 'supplier,desc' })).toHaveLength(3);
    expect(await amounts({ filter: chip('currency', 'in', 'GBP') })).toEqual(['2.00']);
    expect(await amounts({ filter: chip('left', 'isEmpty') })).toEqual([]);
    expect(await amounts({ filter: chip('source', 'in', 'OVERPAYMENT'), search: 'alpha', sort: 'left,desc' })).toEqual([
      '20.00',
      '5.00',
    ]);
    expect(await t.ok(who, creditTotals, {})).toEqual({
      count: 3,
      currencies: [
        { currency: 'CNY', count: 2, amount: '25.00', left: '25.00' },
        { currency: 'GBP', count: 1, amount: '2.00', left: '2.00' },
      ],
      accountCurrency: 'GBP',
      leftInAccountCurrency: '4.50',
      withoutRate: 0,
    });
    const file = await t.call(who, exportCredits, { query: { columns: 'supplier,left', sort: 'left,asc' } as never });
    expect(file.text.trim().split(/\r?\n/)).toEqual([
      'Supplier,Currency,Left',
      '"Beta","GBP",2.00',
      '"Alpha","CNY",5.00',
      '"Alpha","CNY",20.00',
    ]);
    await expectSound(t, who);
  });
});
