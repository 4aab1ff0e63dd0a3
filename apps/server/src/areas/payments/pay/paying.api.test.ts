import { createAccountCode, patchAccountCode } from '@quayside/contracts/payments/account-codes';
import { closeInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { getInvoice, listInvoiceHistory, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { correctPaymentEntry, getTransfer, previewTransfer } from '@quayside/contracts/payments/payment-transfers';
import {
  createInvoicePayment,
  listPaymentEntries,
  patchPayment,
  payPayment,
  undoPayPayment,
} from '@quayside/contracts/payments/payments';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aProduct } from '../../../testing/invoices.ts';
import { aBill, aPayee, billOf, expectSound, inShort, pay, paymentOf } from '../../../testing/payments.ts';

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
const refused = async (paymentId: string, body: object) => {
  const { status, error } = await t.call(a, payPayment, {
    params: { paymentId },
    body: { isConfirmed: true, ...body } as never,
  });
  return [status, error.errors?.[0]?.field, error.errors?.[0]?.message];
};
/** Undoes the newest payment of an instalment, with the body that the documented screen sends. */
const undo = (paymentId: string) =>
  t.ok(a, undoPayPayment, {
    params: { paymentId },
    body: {
      isConfirmed: true,
      paymentReference: '',
      confirmationEmailToAddresses: [],
      confirmationEmailCCAddresses: [],
    },
  });
const entriesOf = (paymentId: string) => t.ok(a, listPaymentEntries, { params: { paymentId } });

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
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a, { terms: TERMS }) });
    const id = paymentOf(bill);
    await pay(t, a, id, { amount: '100.00', paymentReference: 'TT-1' });
    await pay(t, a, id, { amount: '50.00', paymentReference: 'TT-2' });
    expect((await billOf(t, a, bill.invoiceId)).payments[0]).toMatchObject({
      settled: '150.00',
      isPartPaid: true,
      transactionReference: 'TT-2',
      entryCount: 2,
    });
    // The body that the documented clients send.
    const body = {
      isConfirmed: true,
      paymentReference: '',
      confirmationEmailToAddresses: [],
      confirmationEmailCCAddresses: [],
    };
    const one = await t.ok(a, undoPayPayment, { params: { paymentId: id }, body });
    expect(one).toMatchObject({ settled: '100.00', transactionReference: 'TT-1', mail: { state: 'NONE' } });
    expect(await t.ok(a, undoPayPayment, { params: { paymentId: id }, body })).toMatchObject({
      settled: '0.00',
      transactionReference: null,
      status: 'UNPAID',
    });
    expect(await t.call(a, undoPayPayment, { params: { paymentId: id }, body })).toMatchObject({
      status: 409,
      error: { code: 'payments.unpaid' },
    });
    const after = await billOf(t, a, bill.invoiceId);
    const plain = (one: typeof bill) => ({ ...one, payments: inShort(one), version: 0 });
    expect(plain(after)).toEqual(plain(bill));
    expect((await entriesOf(id)).map(({ amount, reversedAt }) => [amount, reversedAt === null])).toEqual([
      ['50.00', false],
      ['100.00', false],
    ]);
    const history = await t.ok(a, listInvoiceHistory, { params: { id: bill.invoiceId } });
    expect(
      history.content.slice(0, 4).map(({ action, changes }) => [action, changes[0]?.from, changes[0]?.to]),
    ).toEqual([
      ['payment.undone', '100.00 CNY', '0.00 CNY'],
      ['payment.undone', '150.00 CNY', '100.00 CNY'],
      ['payment.paid', '100.00 CNY', '150.00 CNY'],
      ['payment.paid', '0.00 CNY', '100.00 CNY'],
    ]);
  });

  it('leaves the differences of others as in a history without it, when it is undone among them', async () => {
    const terms = [25, 25, 25, 25].map((percent) => ({ percent: String(percent), event: 'INVOICE' as const }));
    const supplierId = await aPayee(t, a, { terms });
    const [without, undone] = [await aBill(t, a, { supplierId }), await aBill(t, a, { supplierId })];
    const bank = ['25.31', '24.07', '26.40', '25.99'];
    for (const [place, paidAmount] of bank.entries()) {
      const paidOn = `2026-11-0${place + 2}`;
      if (place !== 1) await pay(t, a, paymentOf(without, place + 1), { paidAmount, paidOn });
      await pay(t, a, paymentOf(undone, place + 1), { paidAmount, paidOn });
    }
    await undo(paymentOf(undone, 2));
    const differencesOf = async (bill: typeof without) => {
      const now = await billOf(t, a, bill.invoiceId);
      const entries = await Promise.all([1, 3, 4].map((place) => entriesOf(paymentOf(now, place))));
      return [now.exchangeDifference, now.openInAccountCurrency, ...entries.map(([one]) => one?.exchangeDifference)];
    };
    expect(await differencesOf(undone)).toEqual(await differencesOf(without));
    expect(await differencesOf(undone)).toEqual(['2.70', '25.00', '0.31', '1.40', '0.99']);
  });

  it('of more than is open keeps the excess as a credit only on request', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a), total: '8000.00' });
    const id = paymentOf(bill);
    expect(await refused(id, { amount: '8045.00' })).toEqual([422, 'amount', '45.00 more than is open']);
    const paid = await pay(t, a, id, { amount: '8100.00', paidAmount: '870.75', fee: '2.00', keepExcess: true });
    expect(paid.transfer).toMatchObject({
      amount: '8100.00',
      base: '870.75',
      fee: '2.00',
      parts: [{ amount: '8000.00', base: '860.00', fee: '2.00' }],
      credit: { amount: '100.00', base: '10.75' },
    });
    expect(await t.ok(a, getTransfer, { params: { transferId: paid.transfer.id } })).toEqual(paid.transfer);
    expect(await undo(id)).toMatchObject({ settled: '0.00' });
    // With nothing typed of the bank, both parts are converted at the rate.
    expect((await pay(t, a, id, { amount: '8100.00', keepExcess: true })).transfer).toMatchObject({
      isAssumed: true,
      parts: [{ base: '800.00' }],
      credit: { amount: '100.00', base: '10.00' },
    });
  });

  it('in account currency is what left the bank, and what the bank took on top is the fee', async () => {
    const supplierId = await aPayee(t, a, { currency: 'GBP' });
    const bill = await aBill(t, a, { supplierId, total: '100.00', rate: null });
    const id = paymentOf(bill);
    expect(await refused(id, { paidAmount: '100.30' })).toEqual([
      422,
      'paidAmount',
      'The bank took 0.30 more than was paid: enter this as the fee',
    ]);
    expect((await refused(id, { paidAmount: '99.00' }))[1]).toBe('paidAmount');
    expect((await pay(t, a, id, { paidAmount: '100.00', fee: '0.30' })).transfer).toMatchObject({
      isAssumed: false,
      base: '100.00',
      fee: '0.30',
      rate: '1',
      parts: [{ exchangeDifference: '0.00' }],
    });
  });

  it('from an account in a third currency is converted once, at the typed rate', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a), total: '1000.00' });
    const paid = await pay(t, a, paymentOf(bill), { paidAmount: '140.05', paidCurrency: 'USD', paidRate: '0.7321' });
    expect(paid.transfer).toMatchObject({ base: '102.53', paidCurrency: 'USD', paidRate: '0.7321', rate: '0.10253' });
  });

  it('of an invoice without a rate needs what left the bank, and has its differences once there is a rate', async () => {
    const supplierId = await aPayee(t, a);
    const bill = await aBill(t, a, { supplierId, total: '500.00', rate: null, isDraft: true });
    const params = { invoiceId: bill.invoiceId };
    const scheduled = await t.ok(a, createInvoicePayment, { body: { ...params, byTerms: true } });
    const id = paymentOf(scheduled);
    expect((await refused(id, {}))[1]).toBe('paidAmount');
    expect((await pay(t, a, id, { paidAmount: '51.20' })).transfer.parts[0]).toMatchObject({
      base: '51.20',
      booked: null,
      exchangeDifference: null,
    });
    await t.ok(a, updateInvoiceBasic, { params: { id: bill.invoiceId }, body: { rate: '0.1' } });
    expect(await billOf(t, a, bill.invoiceId)).toMatchObject({ booked: '50.00', exchangeDifference: '1.20' });
  });

  it('follows the rate of the invoice while its base is assumed', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a), total: '1000.00' });
    const id = paymentOf(bill);
    await pay(t, a, id, { amount: '300.00' });
    expect((await entriesOf(id))[0]).toMatchObject({ isAssumed: true, base: '30.00', exchangeDifference: '0.00' });
    await t.ok(a, updateInvoiceBasic, { params: { id: bill.invoiceId }, body: { rate: '0.11' } });
    expect((await entriesOf(id))[0]).toMatchObject({ base: '33.00', exchangeDifference: '0.00' });
    expect(await billOf(t, a, bill.invoiceId)).toMatchObject({ openInAccountCurrency: '77.00' });
  });

  it('never pays another amount than the person has seen', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a), total: '1000.00' });
    const id = paymentOf(bill);
    const seen = bill.payments[0]?.version;
    await t.ok(a, updateInvoiceBasic, { params: { id: bill.invoiceId }, body: { total: '900.00' } });
    const stale = await t.call(a, payPayment, {
      params: { paymentId: id },
      body: { isConfirmed: true, amount: '1000.00', version: seen },
    });
    expect([stale.status, stale.error.code]).toEqual([409, 'conflict_version']);
    expect(stale.error.current).toMatchObject({ amount: '900.00', version: (seen ?? 0) + 1 });
    expect(await pay(t, a, id, { amount: '900.00', version: (seen ?? 0) + 1 })).toMatchObject({ status: 'PAID' });
    expect(await refused(id, {})).toEqual([409, 'amount', 'This instalment is paid already.']);
    const undone = await t.call(a, undoPayPayment, { params: { paymentId: id }, body: { version: seen } });
    expect(undone.status).toBe(409);
  });

  it('is recorded once, however often it is sent at the same time', async () => {
    const supplierId = await aPayee(t, a);
    const send = (paymentId: string, keys: readonly string[]) =>
      Promise.all(
        keys.map((key) =>
          t.call(a, payPayment, {
            params: { paymentId },
            body: { isConfirmed: true },
            headers: { 'idempotency-key': key },
          }),
        ),
      );
    const [one, two] = [paymentOf(await aBill(t, a, { supplierId })), paymentOf(await aBill(t, a, { supplierId }))];
    const same = await send(one, Array<string>(30).fill('one-intent'));
    expect(new Set(same.filter(({ status }) => status === 200).map(({ body }) => body.transfer.id)).size).toBe(1);
    expect(same.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const own = await send(
      two,
      Array.from({ length: 30 }, (_, i) => `intent-${i}`),
    );
    expect(own.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([...new Set(own.filter(({ status }) => status !== 200).map(({ error }) => error.code))]).toEqual([
      'payments.paid',
    ]);
    for (const id of [one, two]) expect(await entriesOf(id)).toHaveLength(1);
  });

  it('and its undo also work on a closed invoice, whose amounts stay', async () => {
    const supplierId = await aPayee(t, a, { terms: TERMS });
    const productId = await aProduct(t, a, 'CLOSED-1');
    const bill = await aBill(t, a, { supplierId, total: '100.01', productId });
    await t.ok(a, closeInvoice, { params: { id: bill.invoiceId }, body: {} });
    const [one, two] = [paymentOf(bill, 1), paymentOf(bill, 2)];
    await pay(t, a, one);
    await pay(t, a, two, { amount: '10.00' });
    await undo(one);
    const moved = await t.ok(a, patchPayment, { params: { paymentId: two }, body: { dueDate: '2026-12-24' } });
    expect(moved).toMatchObject({ dueDate: '2026-12-24', isPinned: true });
    expect(inShort(await billOf(t, a, bill.invoiceId))).toEqual(['30.00 0.00 2026-11-01', '70.01 10.00 2026-12-24']);
  });

  it('remembers its account code, which cannot be chosen once it is archived', async () => {
    const code = await t.ok(a, createAccountCode, {
      body: { code: 'BANK-1', name: 'Current account', type: 'PAYMENT' },
    });
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a) });
    const id = paymentOf(bill);
    expect(await pay(t, a, id, { amount: '1.00', accountCode: 'bank-1' })).toMatchObject({
      accountCode: 'BANK-1',
      transfer: { accountCode: 'BANK-1' },
    });
    await t.ok(a, patchAccountCode, { params: { id: code.id }, body: { archivedAt: '2026-11-20T00:00:00Z' } });
    expect(await refused(id, { accountCode: 'BANK-1' })).toEqual([
      422,
      'accountCode',
      'Choose a pay-from account code that is not archived',
    ]);
  });
});

describe('a payment with a wrong value', () => {
  let id: string;
  beforeAll(async () => {
    id = paymentOf(await aBill(t, a, { supplierId: await aPayee(t, a) }));
  });
  it.each([
    [{ amount: '0' }, 'amount', 'Enter an amount above 0'],
    [{ amount: '-1.00' }, 'amount', 'Enter an amount above 0'],
    [{ amount: '1.005' }, 'amount', undefined],
    [{ amount: '1234567890123456.00' }, 'amount', undefined],
    [{ amount: 'ten' }, 'amount', undefined],
    [{ paidOn: '2026-11-21' }, 'paidOn', 'Today or an earlier day'],
    [{ paidOn: '2026-02-31' }, 'paidOn', undefined],
    [{ paidAmount: '0' }, 'paidAmount', 'Enter an amount above 0'],
    [{ paidAmount: '10', paidCurrency: 'USD' }, 'paidRate', 'Enter the rate from USD to GBP'],
    [{ paidAmount: '10', paidCurrency: 'QQQ', paidRate: '1' }, 'paidCurrency', undefined],
    [{ paidAmount: '10', paidRate: '1.1' }, 'paidRate', 'An amount in the currency of the account has no rate'],
    [{ paidRate: '1.1' }, 'paidAmount', undefined],
    [{ fee: '-0.01' }, 'fee', undefined],
    [{ fee: '0.001' }, 'fee', undefined],
    [{ isConfirmed: false }, 'isConfirmed', 'Confirm that it was paid'],
    [{ accountCode: 'nowhere' }, 'accountCode', undefined],
    [{ paymentReference: 'x'.repeat(201) }, 'paymentReference', undefined],
    [{ confirmationEmailToAddresses: ['nobody'] }, 'confirmationEmailToAddresses.0', undefined],
    [
      { confirmationEmailToAddresses: Array.from({ length: 21 }, (_, i) => `a${i}@b.example`) },
      'confirmationEmailToAddresses',
      'At most 20 addresses',
    ],
    [{ confirmationEmailCCAddresses: ['a@b.example'] }, 'confirmationEmailToAddresses', undefined],
  ])('%j is refused at %s', async (body, field, message) => {
    const answer = await refused(id, body);
    expect(answer.slice(0, 2)).toEqual([422, field]);
    if (message !== undefined) expect(answer[2]).toBe(message);
  });

  it('keeps markup and formulas in a reference as they are', async () => {
    const paymentReference = '=HYPERLINK("x") <script>alert(1)</script>';
    expect(await pay(t, a, id, { amount: '1.00', paymentReference })).toMatchObject({
      transactionReference: paymentReference,
    });
  });
});

describe('the correction of a payment', () => {
  const correct = (entryId: string, body: object) =>
    t.ok(a, correctPaymentEntry, { params: { entryId }, body: body as never });

  it('writes it anew at its place, with what left the bank', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a), total: '1000.00' });
    const id = paymentOf(bill);
    const paid = await pay(t, a, id, { amount: '400.00', paymentReference: 'TT-7', paidOn: '2026-11-10' });
    await pay(t, a, id, { amount: '100.00', paidAmount: '10.40', paidOn: '2026-11-10' });
    const entryId = paid.transfer.parts[0]?.entryId ?? '';
    const corrected = await correct(entryId, { paidAmount: '41.13', fee: '0.50', paymentReference: 'TT-8' });
    expect(corrected).toMatchObject({
      amount: '400.00',
      base: '41.13',
      isAssumed: false,
      fee: '0.50',
      paidOn: '2026-11-10',
      paymentReference: 'TT-8',
      replacesId: paid.transfer.id,
      parts: [{ booked: '40.00', exchangeDifference: '1.13' }],
    });
    const entries = await entriesOf(id);
    expect(entries.map(({ amount, reversedAt, replacesId }) => [amount, reversedAt === null, replacesId])).toEqual([
      ['100.00', true, null],
      ['400.00', true, entryId],
      ['400.00', false, null],
    ]);
    expect(entries[2]?.replacedById).toBe(entries[1]?.id);
    // The payment that was recorded last is undone first, also after an earlier one was corrected.
    expect(await undo(id)).toMatchObject({ settled: '400.00' });
  });

  it('of the amount leaves the rest open, or keeps the excess as a credit', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a), total: '1000.00' });
    const id = paymentOf(bill);
    const { transfer } = await pay(t, a, id, { paidAmount: '104.00' });
    const smaller = await correct(transfer.parts[0]?.entryId ?? '', { amount: '900.00' });
    expect(await billOf(t, a, bill.invoiceId)).toMatchObject({ state: 'PART_PAID', open: '100.00' });
    const entryId = smaller.parts[0]?.entryId ?? '';
    const tooMuch = await t.call(a, correctPaymentEntry, { params: { entryId }, body: { amount: '1040.00' } });
    expect([tooMuch.status, tooMuch.error.errors?.[0]]).toMatchObject([422, { field: 'amount' }]);
    const kept = await correct(entryId, { amount: '1040.00', keepExcess: true });
    expect(kept).toMatchObject({ amount: '1040.00', parts: [{ amount: '1000.00', base: '100.00' }] });
    expect(kept.credit).toMatchObject({ amount: '40.00', base: '4.00' });
    // Another field alone changes neither the amount nor the credit.
    const again = await correct(kept.parts[0]?.entryId ?? '', { paidOn: '2026-11-02' });
    expect(again).toMatchObject({ amount: '1040.00', paidOn: '2026-11-02', credit: { amount: '40.00', base: '4.00' } });
    const gone = await t.call(a, correctPaymentEntry, { params: { entryId }, body: { fee: '1.00' } });
    expect([gone.status, gone.error.code]).toEqual([409, 'payments.unpaid']);
  });

  it.each([
    ['lower: nothing is open of what is paid beyond it', '500.00', ['100.00 100.00', '600.00 600.00']],
    ['higher: the rest is open as before', '1200.00', ['400.00 100.00', '600.00 600.00', '200.00 0.00']],
  ])('to a smaller amount shares what is open again if the total is now %s', async (_, total, expected) => {
    const terms = [40, 60].map((percent) => ({ percent: String(percent), event: 'INVOICE' as const }));
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a, { terms }), total: '1000.00' });
    const [first, second] = bill.payments.map(({ id }) => id);
    const { transfer } = await pay(t, a, first ?? '');
    await pay(t, a, second ?? '');
    await t.ok(a, updateInvoiceBasic, { params: { id: bill.invoiceId }, body: { total } });
    await correct(transfer.parts[0]?.entryId ?? '', { amount: '100.00' });
    const now = await billOf(t, a, bill.invoiceId);
    expect(now.payments.map(({ amount, settled }) => `${amount} ${settled}`)).toEqual(expected);
  });

  it('can forget what was typed of the bank', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a), total: '1000.00' });
    const { transfer } = await pay(t, a, paymentOf(bill), {
      paidAmount: '140.00',
      paidCurrency: 'USD',
      paidRate: '0.8',
    });
    const assumed = await correct(transfer.parts[0]?.entryId ?? '', { paidAmount: null });
    expect(assumed).toMatchObject({ base: '100.00', isAssumed: true, paidAmount: null, paidRate: null });
  });
});

describe('a payment more than a year from its invoice', () => {
  it('is recorded all the same', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a), total: '1000.00' });
    await pay(t, a, paymentOf(bill), { paidOn: '2020-01-01' });
    expect((await billOf(t, a, bill.invoiceId)).state).toBe('PAID');
  });
});

describe('a preview of a payment', () => {
  it('shows its rate, its difference and its warnings, and stores nothing', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a), total: '1000.00' });
    const id = paymentOf(bill);
    const preview = (body: object) => t.ok(a, previewTransfer, { body: { payments: [{ id }], ...body } as never });
    expect(await preview({ paidAmount: '101.25', fee: '1.00' })).toMatchObject({
      amount: '1000.00',
      base: '101.25',
      rate: '0.10125',
      documentRate: '0.1',
      exchangeDifference: '1.25',
      parts: [{ open: '1000.00', openAfter: '0.00', booked: '100.00', fee: '1.00' }],
      warnings: [],
    });
    expect(await preview({})).toMatchObject({ base: '100.00', isAssumed: true, exchangeDifference: '0.00' });
    expect((await preview({ paidAmount: '111.00' })).warnings.map(({ code }) => code)).toEqual(['RATE_FAR']);
    expect((await preview({ paidAmount: '10000.00' })).warnings.map(({ code }) => code)).toEqual(['LOOKS_SWAPPED']);
    // The invoice is of 1 November 2026.
    expect((await preview({ paidOn: '2025-11-01' })).warnings).toEqual([]);
    expect((await preview({ paidOn: '2025-10-31' })).warnings).toEqual([
      {
        code: 'DAY_FAR',
        message: `The payment is more than a year away from ${bill.invoice.invoiceNumber} of 2026-11-01`,
      },
    ]);
    const more = { payments: [{ id, amount: '1100.00' }] };
    expect((await t.call(a, previewTransfer, { body: more })).error.errors?.[0]?.message).toBe(
      '100.00 more than is open',
    );
    expect(await preview({ ...more, keepExcess: true })).toMatchObject({ credit: { amount: '100.00', base: '10.00' } });
    const viewer = await t.member(a);
    expect(await t.ok(viewer, previewTransfer, { body: { payments: [{ id }] } })).toMatchObject({ amount: '1000.00' });
    expect((await billOf(t, a, bill.invoiceId)).settled).toBe('0.00');
  });
});

describe('the day of a payment', () => {
  it.each([
    ['Pacific/Kiritimati', '2026-11-20T10:30:00Z', '2026-11-21', '2026-11-22'],
    ['America/New_York', '2026-11-21T04:30:00Z', '2026-11-20', '2026-11-21'],
    ['Europe/London', '2028-02-29T12:00:00Z', '2028-02-29', '2028-03-01'],
    ['Europe/London', '2027-03-28T00:30:00Z', '2027-03-28', '2027-03-29'],
  ])('in %s at %s is at most %s', async (timeZone, now, today, tomorrow) => {
    const other = await t.admin();
    await t.work(other, (w) =>
      w.tx.updateTable('account').set({ time_zone: timeZone }).where('account_id', '=', other.accountId).execute(),
    );
    t.setTime(now);
    const who = await t.session(other.userId, other.accountId);
    const bill = await aBill(t, who, { supplierId: await aPayee(t, who) });
    const paymentId = paymentOf(bill);
    const late = await t.call(who, payPayment, {
      params: { paymentId },
      body: { isConfirmed: true, paidOn: tomorrow },
    });
    expect(late.error.errors?.[0]?.field).toBe('paidOn');
    expect((await pay(t, who, paymentId, { amount: '1.00' })).transfer.paidOn).toBe(today);
    await expectSound(t, who);
    t.setTime('2026-11-20T10:00:00.000Z');
  });
});
