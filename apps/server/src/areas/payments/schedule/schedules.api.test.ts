import { closeInvoice, confirmInvoice, reopenInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { createInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { createInvoice, deleteInvoice, getInvoice, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import {
  addRestPayment,
  createInvoicePayment,
  deleteInvoicePayment,
  getInvoicePayment,
  type InvoicePayment,
  listInvoicePayments,
  listPaymentBuckets,
  listPayments,
  patchPayment,
  takePaymentSurplus,
  undoPayPayment,
  updateInvoicePayment,
} from '@quayside/contracts/payments/payments';
import { getCredit, listCredits, undoCreditUse, useCredit } from '@quayside/contracts/payments/credits';
import { updateSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aProduct } from '../../../testing/invoices.ts';
import { aBill, aPayee, billOf, expectSound, inShort, pay, paymentOf, type Term } from '../../../testing/payments.ts';

let t: TestApp;
let a: TestPerson;
let productId: string;
beforeAll(async () => {
  t = await startTestApp();
  a = await t.admin();
  productId = await aProduct(t, a, 'SCHEDULED-1');
});
afterEach(() => expectSound(t, a));
afterAll(() => t.close());

const percents = (...shares: number[]): Term[] =>
  shares.map((percent, n) => ({ percent: String(percent), event: 'INVOICE', days: n * 30 }));
const amountsOf = (bill: InvoicePayment) => bill.payments.map(({ amount }) => amount).join(' ');
const setTotal = async (bill: InvoicePayment, total: string) => {
  await t.ok(a, updateInvoiceBasic, { params: { id: bill.invoiceId }, body: { total } });
  return billOf(t, a, bill.invoiceId);
};
const put = (bill: InvoicePayment, body: object) =>
  t.call(a, updateInvoicePayment, { params: { invoicePaymentId: bill.id ?? '' }, body: body as never });
const replaced = async (bill: InvoicePayment, body: object) =>
  t.ok(a, updateInvoicePayment, { params: { invoicePaymentId: bill.id ?? '' }, body: body as never });
const asked = (bill: InvoicePayment) => ({ params: { invoicePaymentId: bill.id ?? '' }, body: {} });

describe('a schedule by the terms', () => {
  it.each([
    ['100.01', [33.33, 33.33, 33.34], '33.33 33.33 33.35'],
    ['0.05', [50, 50], '0.03 0.02'],
    ['117198.40', [30, 70], '35159.52 82038.88'],
  ])('shares %s by %j as %s', async (total, shares, amounts) => {
    const supplierId = await aPayee(t, a, { terms: percents(...shares) });
    expect(amountsOf(await aBill(t, a, { supplierId, total }))).toBe(amounts);
  });

  it.each([
    ['JPY', '50003', [30, 70], '15001 35002'],
    ['KWD', '0.001', [50, 50], '0.001 0.000'],
  ])('in %s shares %s by %j as %s', async (currency, total, shares, amounts) => {
    const supplierId = await aPayee(t, a, { currency, terms: percents(...shares) });
    const bill = await aBill(t, a, { supplierId, total });
    expect(amountsOf(bill)).toBe(amounts);
    if (currency === 'KWD') expect(bill.payments[1]).toMatchObject({ status: 'PAID', open: '0.000' });
  });

  it('is made by confirming', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a) });
    expect(bill).toMatchObject({ by: 'PERCENT', state: 'UNPAID', difference: '0.00', unixDueDate: 1_793_491_200 });
    expect(inShort(bill)).toEqual(['1000.00 0.00 2026-11-01']);
  });

  it('without terms is one instalment without event and day, which is listed under "No day yet"', async () => {
    const [supplierId, date] = [await aPayee(t, a, { terms: [] }), '2020-01-01'];
    const bill = await aBill(t, a, { supplierId, date });
    expect(bill).toMatchObject({ by: 'PERCENT', isOverdue: false, dueDate: null, unixDueDate: null });
    expect(bill.payments).toMatchObject([
      { percent: '100', event: null, dueDate: null, isOverdue: false, eventDay: null },
    ]);
    const inBucket = async (bucket: string) => {
      const filter = JSON.stringify([{ field: 'bucket', op: 'in', values: [bucket] }]);
      const { content } = await t.ok(a, listPayments, { query: { filter } });
      return content.some(({ id }) => id === paymentOf(bill));
    };
    expect([await inBucket('NO_DAY'), await inBucket('LATE_OVER_30')]).toEqual([true, false]);
    const { buckets } = await t.ok(a, listPaymentBuckets);
    expect(buckets.find(({ bucket }) => bucket === 'NO_DAY')?.count).toBeGreaterThan(0);
    // What the invoice learns of its goods says nothing of it; a typed day and a typed event do.
    await t.ok(a, updateInvoiceBasic, { params: { id: bill.invoiceId }, body: { shippedOn: '2026-11-03' } as never });
    const params = { paymentId: paymentOf(bill) };
    expect((await billOf(t, a, bill.invoiceId)).payments[0]?.dueDate).toBeNull();
    expect(await t.ok(a, patchPayment, { params, body: { dueDate: '2026-12-01' } })).toMatchObject({
      ...{ dueDate: '2026-12-01', isPinned: true, event: null },
    });
    expect(await t.ok(a, patchPayment, { params, body: { dueDate: null } })).toMatchObject({ dueDate: null });
    const known = await t.ok(a, patchPayment, { params, body: { event: 'INVOICE', days: 30 } });
    expect(known).toMatchObject({ dueDate: '2020-01-31', event: 'INVOICE' });
    expect(await t.ok(a, patchPayment, { params, body: { event: null } })).toMatchObject({
      dueDate: null,
      event: null,
    });
  });

  it('is made when the total is typed after confirming, and not again after it was deleted', async () => {
    const supplierId = await aPayee(t, a, { terms: percents(40, 60) });
    const made = await t.ok(a, createInvoice, { body: { supplierId, rate: '0.1' } });
    const params = { id: made.id };
    await t.ok(a, createInvoiceLine, { params: { invoiceId: made.id }, body: { amount: '500.00', costType: 'OTHER' } });
    await t.ok(a, confirmInvoice, { params, body: {} });
    expect(await billOf(t, a, made.id)).toMatchObject({ id: null, state: 'UNSCHEDULED', payments: [] });
    await t.ok(a, updateInvoiceBasic, { params, body: { total: '500.00' } });
    const bill = await billOf(t, a, made.id);
    expect(amountsOf(bill)).toBe('200.00 300.00');
    await t.ok(a, deleteInvoicePayment, { params: { invoicePaymentId: bill.id ?? '' } });
    await t.ok(a, updateInvoiceBasic, { params, body: { tracking: 'T-1' } });
    expect((await billOf(t, a, made.id)).id).toBeNull();
  });

  it('is made before an invoice is closed without one', async () => {
    const supplierId = await aPayee(t, a, { terms: percents(40, 60) });
    const bill = await aBill(t, a, { supplierId, productId });
    await t.ok(a, deleteInvoicePayment, { params: { invoicePaymentId: bill.id ?? '' } });
    await t.ok(a, closeInvoice, { params: { id: bill.invoiceId }, body: {} });
    expect(amountsOf(await billOf(t, a, bill.invoiceId))).toBe('400.00 600.00');
  });

  it('copies the terms, which then change only on it', async () => {
    const supplierId = await aPayee(t, a, { terms: percents(40, 60) });
    const bill = await aBill(t, a, { supplierId, isDraft: true });
    const { id } = await t.ok(a, createInvoicePayment, { body: { invoiceId: bill.invoiceId, byTerms: true } });
    const body = { companyName: 'Ningbo Haosheng', paymentTerms: percents(100) };
    await t.ok(a, updateSupplier, { params: { id: supplierId }, body });
    expect(amountsOf(await setTotal(bill, '2000.00'))).toBe('800.00 1200.00');
    const again = await t.call(a, createInvoicePayment, { body: { invoiceId: bill.invoiceId, byTerms: true } });
    expect([again.status, again.error.code, id === null]).toEqual([409, 'payments.scheduled', false]);
  });
});

describe('a schedule that a person saves', () => {
  it('by amounts adds up to the total, or says by how much not, with a hint at swapped digits', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a), total: '1000.00', isDraft: true });
    const save = (...amounts: string[]) =>
      t.call(a, createInvoicePayment, {
        body: { invoiceId: bill.invoiceId, payments: amounts.map((amount) => ({ amount })) },
      });
    const wrong = await save('360.00', '370.00');
    expect([wrong.status, wrong.error.errors]).toMatchObject([
      422,
      [
        { field: 'payments.1.amount', message: 'Payments do not match! Difference of CNY 270.00' },
        { field: 'payments.1.amount', message: 'Divisible by 9: are two digits swapped?' },
      ],
    ]);
    expect((await save('360.00', '640.01')).error.errors).toMatchObject([
      { message: 'Payments do not match! Difference of CNY 0.01' },
    ]);
    const saved = await save('360.00', '640.00');
    expect([saved.status, saved.body.by, amountsOf(saved.body)]).toEqual([201, 'AMOUNT', '360.00 640.00']);
    // It stays when the total changes, and shows the difference.
    const now = await setTotal(bill, '1270.00');
    expect(now).toMatchObject({ difference: '270.00', hasSwappedDigitsHint: true, isReconciled: false });
    const close = await t.call(a, closeInvoice, { params: { id: bill.invoiceId }, body: {} });
    expect(close.status).toBe(422);
  });

  it('by percents adds up to the whole', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a), total: '100.00' });
    const short = await put(bill, { payments: [{ percent: '60' }, { percent: '39.99' }] });
    expect([short.status, short.error.errors?.[0]?.field]).toEqual([422, 'payments']);
    const first = { id: paymentOf(bill), percent: '60', months: 0, days: 14, monthEnd: 'BEFORE' };
    const saved = await replaced(bill, {
      payments: [first, { percent: '40', event: 'INVOICE', dueDate: '2026-12-24' }],
    });
    expect(inShort(saved)).toEqual(['60.00 0.00 2026-12-14', '40.00 0.00 2026-12-24']);
    expect(saved.payments.map(({ id, isPinned }) => [id === paymentOf(bill), isPinned])).toEqual([
      [true, false],
      [false, true],
    ]);
    // What a call answers can be sent back as it is.
    const same = await replaced(saved, saved);
    const plain = ({ version: _version, payments, ...rest }: InvoicePayment) => ({
      ...rest,
      payments: payments.map(({ version: _version, ...one }) => one),
    });
    expect(plain(same)).toEqual(plain(saved));
    const swapped = await replaced(same, {
      payments: saved.payments.toReversed().map(({ id, percent }) => ({ id, percent })),
    });
    expect(inShort(swapped)).toEqual(['40.00 0.00 2026-12-24', '60.00 0.00 2026-12-14']);
  });

  it('keeps the instalments of which something is settled, by their ids', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a, { terms: percents(30, 70) }) });
    await pay(t, a, paymentOf(bill), { amount: '100.00' });
    const [one, two] = bill.payments.map(({ id }) => ({ id }));
    const errorOf = async (payments: object[], more: object = {}) => {
      const { status, error } = await put(bill, { payments, ...more });
      return [status, error.errors?.[0]?.field, error.errors?.[0]?.message];
    };
    expect(await errorOf([{ ...two, percent: '100' }])).toEqual([
      422,
      'payments',
      'An instalment of which something is settled stays in the schedule',
    ]);
    expect(
      await errorOf([
        { ...one, amount: '99.99' },
        { ...two, amount: '900.01' },
      ]),
    ).toEqual([422, 'payments.0.amount', 'At least 100.00, which is settled already']);
    expect(
      (
        await errorOf([
          { ...one, percent: '50' },
          { ...one, percent: '50' },
        ])
      )[1],
    ).toBe('payments.1.id');
    const other = await aBill(t, a, { supplierId: await aPayee(t, a) });
    expect(
      (
        await errorOf([
          { ...one, percent: '50' },
          { id: paymentOf(other), percent: '50' },
        ])
      )[1],
    ).toBe('payments.1.id');
    const deleted = await t.call(a, deleteInvoicePayment, { params: { invoicePaymentId: bill.id ?? '' } });
    expect([deleted.status, deleted.error.code, deleted.error.uses?.length]).toEqual([409, 'payments.has_entries', 1]);
    const saved = await replaced(bill, { payments: [{ ...one, amount: '100.00' }, { amount: '900.00' }] });
    expect(saved.payments.map(({ status }) => status)).toEqual(['PAID', 'UNPAID']);
    // The day of a paid instalment stays.
    const moved = await put(saved, {
      payments: [{ ...one, amount: '100.00', dueDate: '2027-01-01' }, { amount: '900.00' }],
    });
    expect(moved.error.errors?.[0]?.field).toBe('payments.0.dueDate');
    const patched = await t.call(a, patchPayment, { params: { paymentId: paymentOf(saved) }, body: { days: 3 } });
    expect(patched.error.errors?.[0]?.field).toBe('dueDate');
  });

  it.each([
    [{ payments: [] }, 'payments'],
    [{ payments: Array.from({ length: 101 }, () => ({ amount: '1.00' })) }, 'payments'],
    [{ payments: [{ percent: '0' }] }, 'payments.0.percent'],
    [{ payments: [{ percent: '100.001' }] }, 'payments.0.percent'],
    [{ payments: [{ amount: '0' }, { amount: '1000.00' }] }, 'payments.0.amount'],
    [{ payments: [{ amount: '-5' }, { amount: '1005.00' }] }, 'payments.0.amount'],
    [{ payments: [{ amount: '1000.001' }] }, 'payments.0.amount'],
    [{ payments: [{ percent: '50' }, { amount: '500.00' }] }, 'payments'],
    [{ payments: [{ percent: '100', days: 366 }] }, 'payments.0.days'],
    [{ payments: [{ percent: '100', dueDate: '2026-02-31' }] }, 'payments.0.dueDate'],
    [{ payments: [{ percent: '100', dueDate: '2026-12-01', unixDueDate: 0 }] }, 'payments.0.unixDueDate'],
    [{ payments: [{ percent: '100', isPinned: true }] }, 'payments.0.dueDate'],
    [{ payments: [{ percent: '100', event: 'PAYDAY' }] }, 'payments.0.event'],
    [{ payments: [{ percent: '100', accountCode: 'nowhere' }] }, 'payments.0.accountCode'],
    [{}, 'payments'],
  ])('is refused with %j at %s', async (body, field) => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a), isDraft: true });
    const answer = await t.call(a, createInvoicePayment, { body: { invoiceId: bill.invoiceId, ...body } as never });
    expect([answer.status, answer.error.errors?.[0]?.field]).toEqual([422, field]);
  });

  it('needs a total above 0 and no credit note', async () => {
    const supplierId = await aPayee(t, a);
    const bill = await aBill(t, a, { supplierId });
    const note = await t.ok(a, createInvoice, { body: { creditsInvoiceId: bill.invoiceId } });
    const empty = await t.ok(a, createInvoice, { body: { supplierId } });
    for (const invoiceId of [note.id, empty.id]) {
      const answer = await t.call(a, createInvoicePayment, { body: { invoiceId, byTerms: true } });
      expect([answer.status, answer.error.code]).toEqual([422, 'payments.no_total']);
    }
  });
});

describe('a schedule whose total changes', () => {
  it('keeps what is paid and shares the rest by the remaining percents', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a, { terms: percents(30, 70) }), total: '10000.00' });
    await pay(t, a, paymentOf(bill));
    expect(amountsOf(await setTotal(bill, '12000.00'))).toBe('3000.00 9000.00');
    expect(amountsOf(await setTotal(bill, '10000.00'))).toBe('3000.00 7000.00');
  });

  it('lets nobody fall below what is settled', async () => {
    const terms = percents(20, 40, 40);
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a, { terms }), total: '10000.00' });
    await pay(t, a, paymentOf(bill, 1));
    await pay(t, a, paymentOf(bill, 2), { amount: '3900.00' });
    const now = await setTotal(bill, '9000.00');
    expect(amountsOf(now)).toBe('2000.00 3900.00 3100.00');
    expect(now.payments.map(({ status }) => status)).toEqual(['PAID', 'PAID', 'UNPAID']);
    // An undone payment is shared again.
    await t.ok(a, undoPayPayment, { params: { paymentId: paymentOf(bill, 1) }, body: {} });
    expect(amountsOf(await billOf(t, a, bill.invoiceId))).toBe('1700.00 3900.00 3400.00');
  });

  it('by amounts stays and shows its difference, is part paid meanwhile, and one press schedules the rest', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a), total: '1000.00', productId });
    await replaced(bill, { by: 'AMOUNT', payments: [{ id: paymentOf(bill), amount: '1000.00', event: 'INVOICE' }] });
    await pay(t, a, paymentOf(bill));
    expect(await billOf(t, a, bill.invoiceId)).toMatchObject({ state: 'PAID', isConfirmed: true });
    await t.ok(a, createInvoiceLine, {
      params: { invoiceId: bill.invoiceId },
      body: { amount: '250.00', costType: 'FACTORY_INVOICE', productId, quantity: '1' },
    });
    const now = await setTotal(bill, '1250.00');
    expect(now).toMatchObject({
      ...{ difference: '250.00', can: { addRest: { allowed: true } } },
      ...{ state: 'PART_PAID', isConfirmed: false, isReconciled: false },
    });
    expect((await t.ok(a, getInvoice, { params: { id: bill.invoiceId } })).paymentState).toBe('PART_PAID');
    const listed = async (field: string, op: string, values: readonly string[]) =>
      (await t.ok(a, listInvoicePayments, { query: { filter: JSON.stringify([{ field, op, values }]) } })).content.some(
        ({ invoiceId }) => invoiceId === bill.invoiceId,
      );
    expect(await listed('difference', 'isNotEmpty', [])).toBe(true);
    expect([await listed('state', 'in', ['PAID']), await listed('state', 'in', ['PART_PAID'])]).toEqual([false, true]);
    const closing = await t.call(a, closeInvoice, { params: { id: bill.invoiceId }, body: {} });
    expect([closing.status, closing.error.code]).toEqual([422, 'payments.difference']);
    expect((await t.ok(a, getInvoice, { params: { id: bill.invoiceId } })).can.close.reason).toContain('CNY 250.00');
    const more = await t.ok(a, addRestPayment, asked(bill));
    expect([inShort(more), more.difference, more.state]).toEqual([
      ['1000.00 1000.00 2026-11-01', '250.00 0.00 2026-11-01'],
      '0.00',
      'PART_PAID',
    ]);
    expect((await t.call(a, addRestPayment, asked(bill))).status).toBe(422);
    // Less than the payments is a difference as well, but nothing is owed by it.
    expect(await setTotal(bill, '1000.00')).toMatchObject({ difference: '-250.00', state: 'PART_PAID' });
    expect(await setTotal(bill, '1250.00')).toMatchObject({ difference: '0.00' });
    await t.ok(a, closeInvoice, { params: { id: bill.invoiceId }, body: {} });
  });

  it('that became smaller than what is settled keeps the surplus as a credit on one press', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a, { terms: percents(50, 50) }), total: '1000.00' });
    const [one, two] = [paymentOf(bill, 1), paymentOf(bill, 2)];
    await pay(t, a, one, { paidAmount: '51.00' });
    await pay(t, a, two, { amount: '300.00', paidAmount: '31.00', fee: '0.70' });
    await pay(t, a, two, { amount: '200.00' });
    const now = await setTotal(bill, '600.00');
    expect(now).toMatchObject({ surplus: '400.00', difference: '-400.00', can: { takeSurplus: { allowed: true } } });
    const taken = await t.ok(a, takePaymentSurplus, asked(bill));
    // The newest entries of the last instalment give up first: 200.00, then 200.00 of the 300.00.
    expect([inShort(taken), taken.surplus, taken.difference]).toEqual([
      ['500.00 500.00 2026-11-01', '100.00 100.00 2026-12-01'],
      null,
      '0.00',
    ]);
    const credits = await t.ok(a, listCredits, { query: { sort: 'amount,asc' } });
    const own = credits.content.filter(({ invoice }) => invoice?.id === bill.invoiceId);
    expect(own.map(({ amount, base, source }) => [amount, base, source])).toEqual([
      ['200.00', '20.00', 'OVERPAYMENT'],
      ['200.00', '20.67', 'OVERPAYMENT'],
    ]);
    expect((await t.call(a, takePaymentSurplus, asked(bill))).status).toBe(422);
  });

  it('gives a used credit back that is a surplus', async () => {
    const supplierId = await aPayee(t, a);
    const first = await aBill(t, a, { supplierId, total: '100.00' });
    const { transfer } = await pay(t, a, paymentOf(first), { amount: '400.00', paidAmount: '44.00', keepExcess: true });
    const creditId = transfer.credit?.id ?? '';
    const bill = await aBill(t, a, { supplierId, total: '500.00' });
    const used = await t.ok(a, useCredit, { params: { creditId }, body: { paymentId: paymentOf(bill) } });
    expect(used).toMatchObject({ left: '0.00', uses: [{ amount: '300.00', base: '33.00' }] });
    await setTotal(bill, '120.00');
    await t.ok(a, takePaymentSurplus, asked(bill));
    const credit = await t.ok(a, getCredit, { params: { creditId } });
    expect(credit).toMatchObject({ left: '180.00', leftBase: '19.80' });
    expect(credit.uses.map(({ amount, reversedAt }) => [amount, reversedAt === null])).toEqual([
      ['120.00', true],
      ['300.00', false],
    ]);
    await t.ok(a, undoCreditUse, { params: { useId: credit.uses[0]?.id ?? '' } });
  });

  it('and is unknown for a while keeps its amounts', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a, { terms: percents(30, 70) }) });
    await t.ok(a, updateInvoiceBasic, { params: { id: bill.invoiceId }, body: { total: null } });
    expect(await billOf(t, a, bill.invoiceId)).toMatchObject({
      total: null,
      difference: null,
      open: '1000.00',
      openInAccountCurrency: '100.00',
    });
    expect(amountsOf(await setTotal(bill, '2000.00'))).toBe('600.00 1400.00');
  });
});

describe('the day of an instalment', () => {
  const header = (bill: InvoicePayment, body: object) =>
    t.ok(a, updateInvoiceBasic, { params: { id: bill.invoiceId }, body });
  const dayOf = async (bill: InvoicePayment, position = 1) => {
    const { dueDate, isEstimated, isPinned } = (await billOf(t, a, bill.invoiceId)).payments[position - 1] ?? {};
    return [dueDate, isEstimated === true ? 'estimated' : isPinned === true ? 'pinned' : 'certain'];
  };

  it('follows its event, estimated until it is certain, and stays once it is paid', async () => {
    const terms: Term[] = [{ percent: '100', event: 'SHIPPING', days: -10 }];
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a, { terms }), date: '2026-06-10', isDraft: true });
    await t.ok(a, createInvoicePayment, { body: { invoiceId: bill.invoiceId, byTerms: true } });
    expect(await dayOf(bill)).toEqual([null, 'certain']);
    await header(bill, { etd: '2026-06-30' });
    expect(await dayOf(bill)).toEqual(['2026-06-20', 'estimated']);
    await header(bill, { etd: '2026-07-09' });
    expect(await dayOf(bill)).toEqual(['2026-06-29', 'estimated']);
    await header(bill, { shippedOn: '2026-07-11' });
    expect(await dayOf(bill)).toEqual(['2026-07-01', 'certain']);
    const id = paymentOf(await billOf(t, a, bill.invoiceId));
    await pay(t, a, id);
    await header(bill, { shippedOn: '2026-08-01' });
    expect(await dayOf(bill)).toEqual(['2026-07-01', 'certain']);
    await t.ok(a, undoPayPayment, { params: { paymentId: id }, body: {} });
    expect(await dayOf(bill)).toEqual(['2026-07-22', 'certain']);
  });

  it('is estimated by the lead times that the supplier had when the schedule was made', async () => {
    const supplierId = await aPayee(t, a, {
      terms: [
        { percent: '50', event: 'ARRIVAL' },
        { percent: '50', event: 'DELIVERY', days: 5 },
      ],
    });
    const supplier = (checkIn: number) => ({
      companyName: 'Ningbo Haosheng',
      shippingMethod: 'SEA' as const,
      leadTimes: [{ shippingMethod: 'SEA' as const, production: 30, transit: 35, checkIn }],
    });
    await t.ok(a, updateSupplier, { params: { id: supplierId }, body: supplier(5) });
    const bill = await aBill(t, a, { supplierId });
    await t.ok(a, updateSupplier, { params: { id: supplierId }, body: supplier(50) });
    await header(bill, { etd: '2026-11-10' });
    expect([await dayOf(bill, 1), await dayOf(bill, 2)]).toEqual([
      ['2026-12-15', 'estimated'],
      ['2026-12-25', 'estimated'],
    ]);
    await header(bill, { arrivedOn: '2026-12-20' });
    expect([await dayOf(bill, 1), await dayOf(bill, 2)]).toEqual([
      ['2026-12-20', 'certain'],
      ['2026-12-30', 'estimated'],
    ]);
    await header(bill, { deliveredOn: '2026-12-27', arrivedOn: null });
    expect([await dayOf(bill, 1), await dayOf(bill, 2)]).toEqual([
      ['2026-12-15', 'estimated'],
      ['2027-01-01', 'certain'],
    ]);
  });

  it('is pinned by typing one, and follows again when it is cleared', async () => {
    const terms: Term[] = [{ percent: '100', event: 'INVOICE', months: 0, days: 30, monthEnd: 'BEFORE' }];
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a, { terms }), date: '2027-01-15' });
    const paymentId = paymentOf(bill);
    const patch = (body: object) => t.ok(a, patchPayment, { params: { paymentId }, body });
    expect(await dayOf(bill)).toEqual(['2027-03-02', 'certain']);
    expect(await patch({ dueDate: '2027-02-01' })).toMatchObject({ isPinned: true, unixDueDate: 1_801_440_000 });
    await header(bill, { date: '2027-01-20' });
    expect(await dayOf(bill)).toEqual(['2027-02-01', 'pinned']);
    expect(await patch({ dueDate: null, event: 'INSPECTION', months: 0, days: 0, monthEnd: null })).toMatchObject({
      dueDate: null,
      unixDueDate: null,
    });
    await header(bill, { readyOn: '2027-02-28' });
    expect(await dayOf(bill)).toEqual(['2027-02-28', 'estimated']);
    await header(bill, { inspectedOn: '2027-03-05' });
    expect(await dayOf(bill)).toEqual(['2027-03-05', 'certain']);
    const stale = await t.call(a, patchPayment, { params: { paymentId }, body: { days: 1, version: 1 } });
    expect([stale.status, stale.error.code]).toEqual([409, 'conflict_version']);
  });
});

describe('an invoice with a schedule', () => {
  it('keeps its supplier and its currency, and is not deleted, once something is settled', async () => {
    const supplierId = await aPayee(t, a);
    const other = await aPayee(t, a, { name: 'Yiwu Boxes' });
    const bill = await aBill(t, a, { supplierId, isDraft: true });
    const scheduled = await t.ok(a, createInvoicePayment, { body: { invoiceId: bill.invoiceId, byTerms: true } });
    const params = { id: bill.invoiceId };
    const change = (body: object) => t.call(a, updateInvoiceBasic, { params, body });
    expect((await change({ supplierId: other, currency: 'USD' })).status).toBe(200);
    expect((await billOf(t, a, bill.invoiceId)).payments[0]).toMatchObject({
      currency: 'USD',
      supplier: { id: other },
    });
    await change({ supplierId, currency: 'CNY', rate: '0.1' });
    await pay(t, a, paymentOf(scheduled), { amount: '1.00' });
    const refused = await change({ supplierId: other, currency: 'USD' });
    expect([refused.status, refused.error.errors?.map(({ field }) => field)]).toEqual([
      422,
      ['supplierId', 'currency'],
    ]);
    const gone = await t.call(a, deleteInvoice, { params });
    expect([gone.status, gone.error.code, gone.error.uses]).toMatchObject([
      409,
      'payments.has_entries',
      [{ type: 'PAYMENT' }],
    ]);
    expect((await t.ok(a, getInvoice, { params })).can.delete.allowed).toBe(false);
    await t.ok(a, undoPayPayment, { params: { paymentId: paymentOf(scheduled) }, body: {} });
    await t.ok(a, deleteInvoice, { params });
    expect((await t.call(a, getInvoicePayment, { params: { invoicePaymentId: bill.invoiceId } })).status).toBe(404);
  });

  it('is closed and re-opened with it, and its amounts are fixed in between', async () => {
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a), productId });
    const params = { id: bill.invoiceId };
    await t.ok(a, closeInvoice, { params, body: {} });
    const closed = await put(bill, { payments: [{ percent: '100' }] });
    expect([closed.status, closed.error.code]).toEqual([422, 'invoices.closed']);
    expect(await billOf(t, a, bill.invoiceId)).toMatchObject({ can: { edit: { allowed: false } } });
    await t.ok(a, reopenInvoice, { params, body: {} });
    expect((await put(bill, { payments: [{ id: paymentOf(bill), percent: '100' }] })).status).toBe(200);
  });
});
