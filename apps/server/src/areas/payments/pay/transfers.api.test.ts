import { createAccountCode } from '@quayside/contracts/payments/account-codes';
import { listInvoiceHistory } from '@quayside/contracts/invoices/invoices';
import {
  correctPaymentEntry,
  createTransfer,
  getTransfer,
  previewTransfer,
  undoTransfer,
} from '@quayside/contracts/payments/payment-transfers';
import { type InvoicePayment, patchPayment, undoPayPayment } from '@quayside/contracts/payments/payments';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aBill, aPayee, billOf, expectSound, pay, paymentOf } from '../../../testing/payments.ts';

let t: TestApp;
let a: TestPerson;
let supplierId: string;
beforeAll(async () => {
  t = await startTestApp();
  a = await t.admin();
  supplierId = await aPayee(t, a, {
    terms: [50, 50].map((percent) => ({ percent: String(percent), event: 'INVOICE' })),
  });
});
afterEach(() => expectSound(t, a));
afterAll(() => t.close());

/** Three bills, of which a transfer pays 1,000.00, 500.00 and 333.33. */
async function threeBills(): Promise<{ bills: InvoicePayment[]; payments: { id: string; amount?: string }[] }> {
  const bills = [
    await aBill(t, a, { supplierId, total: '2000.00', invoiceNumber: 'HS-1' }),
    await aBill(t, a, { supplierId, total: '1000.00', invoiceNumber: 'HS-2' }),
    await aBill(t, a, { supplierId, total: '2000.00', invoiceNumber: 'HS-3' }),
  ];
  const [one, two, three] = bills.map((bill) => ({ id: paymentOf(bill) }));
  return {
    bills,
    payments: [{ ...one, id: one?.id ?? '' }, { id: two?.id ?? '' }, { id: three?.id ?? '', amount: '333.33' }],
  };
}
const transferred = (body: object) => t.ok(a, createTransfer, { body: { isConfirmed: true, ...body } as never });
const withCode = (paymentId: string, accountCode: string) =>
  t.ok(a, patchPayment, { params: { paymentId }, body: { accountCode } });
const settledOf = async (bills: readonly InvoicePayment[]) =>
  Promise.all(bills.map(async ({ invoiceId }) => (await billOf(t, a, invoiceId)).settled));

describe('what a transfer takes over from its instalments, and leaves them', () => {
  it('has the account code that all its instalments have, and none where they differ', async () => {
    for (const code of ['BANK', 'CARD'])
      await t.ok(a, createAccountCode, { body: { code, name: code, type: 'PAYMENT' } });
    const { payments } = await threeBills();
    const [one = '', two = '', three = ''] = payments.map(({ id }) => id);
    await withCode(one, 'BANK');
    await withCode(two, 'CARD');
    await withCode(three, 'BANK');
    const part = (id: string) => ({ id, amount: '10.00' });
    const codeOf = async (...ids: readonly string[]) => (await transferred({ payments: ids.map(part) })).accountCode;
    expect(await codeOf(one, two)).toBeNull();
    expect(await codeOf(two, one)).toBeNull();
    expect(await codeOf(one, three)).toBe('BANK');
    expect((await transferred({ payments: [one, two].map(part), accountCode: 'CARD' })).accountCode).toBe('CARD');
  });

  it('without a reference leaves that of an earlier part payment where it is', async () => {
    const { payments } = await threeBills();
    const id = payments[0]?.id ?? '';
    await pay(t, a, id, { amount: '10.00', paymentReference: 'TT-9' });
    expect(await pay(t, a, id, { amount: '10.00' })).toMatchObject({ transactionReference: 'TT-9', settled: '20.00' });
    expect(await pay(t, a, id, { amount: '10.00', paymentReference: 'TT-10' })).toMatchObject({
      transactionReference: 'TT-10',
    });
    // Undone, the payment before it has no reference, and the one before that has.
    const undone = await t.ok(a, undoPayPayment, { params: { paymentId: id }, body: {} });
    expect(undone).toMatchObject({ transactionReference: 'TT-9', settled: '20.00' });
  });
});

describe('one transfer for several instalments', () => {
  it('shares what left the bank and the fee by their amounts, and is undone as a whole', async () => {
    const { bills, payments } = await threeBills();
    const body = { payments, paidAmount: '1398.90', fee: '9.00', paymentReference: 'TT-3', paidOn: '2026-11-12' };
    const preview = await t.ok(a, previewTransfer, {
      body: { payments, paidAmount: '1398.90', fee: '9.00', paidOn: '2026-11-12' },
    });
    const transfer = await transferred(body);
    const parts = transfer.parts.map(({ number, base, fee }) => `${number} ${base} ${fee}`);
    expect(parts).toEqual(['HS-1 763.04 4.91', 'HS-2 381.52 2.45', 'HS-3 254.34 1.64']);
    expect(preview.parts.map(({ number, base, fee }) => `${number} ${base} ${fee}`)).toEqual(parts);
    expect(preview.exchangeDifference).toBe('1215.57');
    expect(transfer).toMatchObject({ amount: '1833.33', base: '1398.90', fee: '9.00', credit: null });
    expect(await settledOf(bills)).toEqual(['1000.00', '500.00', '333.33']);
    expect((await billOf(t, a, bills[2]?.invoiceId ?? '')).payments[0]).toMatchObject({
      isPartPaid: true,
      transactionReference: 'TT-3',
    });
    // Undoing it at one of its instalments undoes all of it.
    const undone = await t.ok(a, undoPayPayment, { params: { paymentId: payments[1]?.id ?? '' }, body: {} });
    expect(undone).toMatchObject({ settled: '0.00', transactionReference: null });
    expect(await settledOf(bills)).toEqual(['0.00', '0.00', '0.00']);
    const now = await t.ok(a, getTransfer, { params: { transferId: transfer.id } });
    expect([now.reversedAt !== null, now.reversedBy?.id, now.can.undo.allowed, now.parts.length]).toEqual([
      true,
      a.userId,
      false,
      3,
    ]);
    const again = await t.call(a, undoTransfer, { params: { transferId: transfer.id } });
    expect([again.status, again.error.code]).toEqual([409, 'payments.unpaid']);
    const history = await t.ok(a, listInvoiceHistory, { params: { id: bills[2]?.invoiceId ?? '' } });
    expect(history.content.slice(0, 2).map(({ action }) => action)).toEqual(['payment.undone', 'payment.paid']);
  });

  it('is corrected as a whole, also the amount of one of its parts', async () => {
    const { bills, payments } = await threeBills();
    const transfer = await transferred({ payments });
    expect(transfer).toMatchObject({ isAssumed: true, base: '183.33' });
    const entryId = transfer.parts[2]?.entryId ?? '';
    const typed = await t.ok(a, correctPaymentEntry, { params: { entryId }, body: { paidAmount: '190.00' } });
    expect(typed.parts.map(({ base }) => base)).toEqual(['103.64', '51.82', '34.54']);
    const third = typed.parts[2]?.entryId ?? '';
    const moved = await t.ok(a, correctPaymentEntry, { params: { entryId: third }, body: { amount: '1000.00' } });
    expect(moved).toMatchObject({ amount: '2500.00', base: '190.00' });
    expect(moved.parts.map(({ amount, base }) => [amount, base])).toEqual([
      ['1000.00', '76.00'],
      ['500.00', '38.00'],
      ['1000.00', '76.00'],
    ]);
    expect(await settledOf(bills)).toEqual(['1000.00', '500.00', '1000.00']);
    // The body of a correction has `amount`, not the list of the transfer.
    const second = moved.parts[1]?.entryId ?? '';
    for (const amount of ['99999.00', '0.00']) {
      const { status, error } = await t.call(a, correctPaymentEntry, { params: { entryId: second }, body: { amount } });
      expect([status, error.errors?.map(({ field }) => field)]).toEqual([422, ['amount']]);
      expect(error.message).toBe(error.errors?.[0]?.message);
    }
    await t.ok(a, undoTransfer, { params: { transferId: moved.id } });
    expect(await settledOf(bills)).toEqual(['0.00', '0.00', '0.00']);
  });

  it('pays both instalments of one invoice, also below what is open', async () => {
    const bill = await aBill(t, a, { supplierId, total: '300.00' });
    const [one, two] = [paymentOf(bill, 1), paymentOf(bill, 2)];
    const transfer = await transferred({ payments: [{ id: two, amount: '100.00' }, { id: one }], paidAmount: '25.01' });
    expect(transfer.parts.map(({ position, base }) => [position, base])).toEqual([
      [2, '10.00'],
      [1, '15.01'],
    ]);
    expect(await billOf(t, a, bill.invoiceId)).toMatchObject({ settled: '250.00', exchangeDifference: '0.01' });
  });

  it.each([
    ['an instalment twice', async (one: string) => [{ id: one }, { id: one }], 422, 'payments.1.id'],
    ['more than is open', async (one: string) => [{ id: one, amount: '50.01' }], 422, 'payments.0.amount'],
    ['an amount of 0', async (one: string) => [{ id: one, amount: '0' }], 422, 'payments.0.amount'],
    [
      'two suppliers',
      async (one: string) => [
        { id: one },
        { id: paymentOf(await aBill(t, a, { supplierId: await aPayee(t, a, { name: 'Yiwu' }) })) },
      ],
      422,
      'payments.1.id',
    ],
    [
      'two currencies',
      async (one: string) => [{ id: one }, { id: paymentOf(await aBill(t, a, { supplierId, currency: 'USD' })) }],
      422,
      'payments.1.id',
    ],
    [
      'what is paid already',
      async (one: string) => {
        const paid = paymentOf(await aBill(t, a, { supplierId }));
        await pay(t, a, paid);
        return [{ id: one }, { id: paid }];
      },
      409,
      'payments.1.id',
    ],
    ['a stale version', async (one: string) => [{ id: one, version: 99 }], 409, 'payments.0.version'],
    ['what is unknown', async () => [{ id: '01a1fd84-0000-7000-8000-00000000dead' }], 422, 'payments.0.id'],
    ['nothing', async () => [], 422, 'payments'],
  ])('is refused with %s', async (_, paymentsOf, status, field) => {
    const bill = await aBill(t, a, { supplierId, total: '100.00' });
    const payments = await paymentsOf(paymentOf(bill));
    for (const call of [createTransfer, previewTransfer]) {
      const body = call === createTransfer ? { isConfirmed: true, payments } : { payments };
      const answer = await t.call(a, call, { body: body as never });
      expect([call.id, answer.status, answer.error.errors?.[0]?.field]).toEqual([call.id, status, field]);
    }
    expect((await billOf(t, a, bill.invoiceId)).settled).toBe('0.00');
  });
});
