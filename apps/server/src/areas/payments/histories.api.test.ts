import { createBankFeeInvoice } from '@quayside/contracts/payments/bank-fees';
import { getCredit, listCredits, refundCredit, undoCreditUse, useCredit } from '@quayside/contracts/payments/credits';
import { setExchangePolicy } from '@quayside/contracts/payments/exchange-policy';
import { confirmInvoice, reopenInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { setDeposit } from '@quayside/contracts/payments/deposits';
import {
  createInvoice,
  deleteInvoice,
  getInvoice,
  listInvoices,
  updateInvoiceBasic,
} from '@quayside/contracts/invoices/invoices';
import { createInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { correctPaymentEntry, createTransfer } from '@quayside/contracts/payments/payment-transfers';
import {
  addRestPayment,
  deleteInvoicePayment,
  listPaymentEntries,
  patchPayment,
  payPayment,
  settleBefore,
  takePaymentSurplus,
  undoPayPayment,
  updateInvoicePayment,
} from '@quayside/contracts/payments/payments';
import { patchPurchaseOrderItem } from '@quayside/contracts/purchasing/purchase-order-items';
import { patchPurchaseOrder } from '@quayside/contracts/purchasing/purchase-orders';
import { undoOperation } from '@quayside/contracts/undo';
import { MONTH_ENDS } from '@quayside/domain/payables/due-events';
import { minor } from '@quayside/domain/payables/testing/money';
import { runs } from '@quayside/domain/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { anInvoice } from '../../testing/invoices.ts';
import {
  aBill,
  anOpenOrder,
  aPayee,
  billOf,
  expectSameDifferences,
  expectSound,
  orderPaymentsOf,
} from '../../testing/payments.ts';
import { brokenPayables } from './check/payables-invariants.views.ts';

const KINDS = [
  'pay',
  'payTyped',
  'payMore',
  'undo',
  'correct',
  'transfer',
  'total',
  'rate',
  'line',
  'day',
  'replace',
  'rest',
  'surplus',
  'note',
  'use',
  'refund',
  'takeBack',
  'settle',
  'unschedule',
  'reopen',
  'orderPay',
  'orderPay',
  'orderUndo',
  'orderCorrect',
  'orderInvoice',
  'orderInvoice',
  'orderDeposit',
  'orderTerms',
  'orderPrice',
  'orderEnd',
  'orderReopen',
  'fees',
  'feesBack',
  'policy',
  'policy',
] as const;
interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly which: number;
  readonly value: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  which: fc.nat(40),
  value: fc.integer({ min: 1, max: 99_999 }),
});
const money = (value: number) => (value / 100).toFixed(2);

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/**
 * Creates an account with three bills of one supplier, by shares, by one share and in account currency, and an open
 * purchase order.
 */
async function startHistory() {
  const a = await t.admin('GBP');
  const supplierId = await aPayee(t, a, {
    terms: [
      { percent: '33.33', event: 'INVOICE' },
      { percent: '33.33', event: 'SHIPPING', days: -10 },
      { percent: '33.34', event: 'INVOICE', months: 1, days: 30, monthEnd: 'BEFORE' },
    ],
  });
  const bills = [
    await aBill(t, a, { supplierId, total: '777.77', rate: '0.1081' }),
    await aBill(t, a, { supplierId, total: '500.01', rate: '0.11', lines: ['100.00', '400.01'] }),
    await aBill(t, a, { supplierId, total: '90.00', currency: 'GBP', rate: null }),
  ];
  const order = await anOpenOrder(t, a, { supplierId, items: ['333.33', '400.01', '77'], rate: '0.1093' });
  const bankId = await aPayee(t, a, { name: 'The bank', currency: 'GBP' });
  return { a, supplierId, bankId, order, bills: bills.map(({ invoiceId }) => invoiceId), notes: [] as string[] };
}
type World = Awaited<ReturnType<typeof startHistory>>;

/** Acts as a person would. What the rules refuse changes nothing. Returns the status of the answer; 0 for no call. */
async function act(
  { a, supplierId, bankId, order, bills, notes }: World,
  { kind, which, value }: Step,
): Promise<number> {
  const invoiceId = bills[which % bills.length] ?? '';
  const bill = await billOf(t, a, invoiceId);
  const payment = bill.payments[value % Math.max(1, bill.payments.length)];
  const params = { paymentId: payment?.id ?? invoiceId };
  const ofBill = { invoicePaymentId: invoiceId };
  const some = { amount: money((value % 20_000) + 1) };
  const credits = async () => (await t.ok(a, listCredits)).content;
  const creditOf = async () => (await credits())[which % 3];
  const body = { isConfirmed: true as const };
  const orderId = { id: order.id };
  const ofOrder = async () => (await orderPaymentsOf(t, a, order.id)).payments;
  const oneOfOrder = async () => ({ paymentId: (await ofOrder())[value % 2]?.id ?? order.id });
  const itemId = order.itemIds[which % order.itemIds.length] ?? '';
  switch (kind) {
    case 'pay':
      return (await t.call(a, payPayment, { params, body: value % 3 === 0 ? body : { ...body, ...some } })).status;
    case 'payTyped': {
      const bank = bill.currency === 'GBP' ? some : { ...some, paidAmount: money((value % 3000) + 1) };
      const more = { fee: money(value % 500), paidOn: `2026-11-${10 + (value % 10)}` };
      return (await t.call(a, payPayment, { params, body: { ...body, ...bank, ...more } })).status;
    }
    case 'payMore': {
      const bank = value % 2 === 0 && bill.currency !== 'GBP' ? { paidAmount: money((value % 9000) + 1) } : {};
      const amount = money(40_000 + (value % 10_000));
      return (await t.call(a, payPayment, { params, body: { ...body, amount, ...bank, keepExcess: true } })).status;
    }
    case 'undo':
      return (await t.call(a, undoPayPayment, { params, body: {} })).status;
    case 'correct': {
      if (!payment) return 0;
      const entries = await t.ok(a, listPaymentEntries, { params });
      const entry = entries.find(({ can }) => can.correct.allowed);
      if (!entry) return 0;
      const typed =
        [some, { paidOn: '2026-11-03' }, { paidAmount: money(value) }, { paidAmount: null }][value % 4] ?? {};
      return (await t.call(a, correctPaymentEntry, { params: { entryId: entry.id }, body: typed })).status;
    }
    case 'transfer': {
      const open = bill.payments.filter((one) => one.status === 'UNPAID');
      const payments = open.map(({ id }, i) => ({ id, ...(i === 0 && value % 2 === 0 && { amount: '0.01' }) }));
      const bank = bill.currency === 'GBP' ? {} : { paidAmount: money((value % 8000) + 1) };
      return (await t.call(a, createTransfer, { body: { ...body, payments, ...bank, fee: money(value % 100) } }))
        .status;
    }
    case 'total':
      return (
        await t.call(a, updateInvoiceBasic, { params: { id: invoiceId }, body: { total: money(value % 90_000) } })
      ).status;
    case 'rate': {
      const rate = value % 5 === 0 ? null : `0.${String(1000 + (value % 500))}`;
      return (await t.call(a, updateInvoiceBasic, { params: { id: invoiceId }, body: { rate } })).status;
    }
    case 'line': {
      const { lines } = await t.ok(a, getInvoice, { params: { id: invoiceId } });
      const id = lines[0]?.invoiceLineId ?? '';
      return (await t.call(a, patchInvoiceLine, { params: { invoiceId, id }, body: some })).status;
    }
    case 'day': {
      if (value % 2 === 0)
        return (await t.call(a, patchPayment, { params, body: { dueDate: `2026-12-${10 + (value % 20)}` } })).status;
      if (value % 3 === 0) {
        const rule = { months: value % 25, days: (value % 90) - 30, monthEnd: MONTH_ENDS[value % 2] ?? null };
        return (await t.call(a, patchPayment, { params, body: { dueDate: null, ...rule } })).status;
      }
      const etd = `2027-01-${10 + (value % 20)}`;
      return (await t.call(a, updateInvoiceBasic, { params: { id: invoiceId }, body: { etd, shippedOn: null } }))
        .status;
    }
    case 'replace': {
      const payments = [...bill.payments.map(({ id }) => ({ id, percent: '20' })), { percent: '20', days: value % 90 }];
      const rest = 100 - 20 * (payments.length - 1);
      if (rest <= 0) return 0;
      const whole = payments.map((one, i) => (i === payments.length - 1 ? { ...one, percent: String(rest) } : one));
      return (await t.call(a, updateInvoicePayment, { params: ofBill, body: { payments: whole } })).status;
    }
    case 'rest':
      return (await t.call(a, addRestPayment, { params: ofBill, body: {} })).status;
    case 'surplus':
      return (await t.call(a, takePaymentSurplus, { params: ofBill, body: {} })).status;
    case 'note': {
      const { lines } = await t.ok(a, getInvoice, { params: { id: invoiceId } });
      const creditLines = [{ invoiceLineId: lines[0]?.invoiceLineId ?? '', ...some, quantity: 0 }];
      const made = await t.call(a, createInvoice, { body: { creditsInvoiceId: invoiceId, creditLines } });
      if (made.status !== 201) return made.status;
      notes.push(made.body.id);
      const keepAsCredit = value % 2 === 0;
      return (await t.call(a, confirmInvoice, { params: { id: made.body.id }, body: { keepAsCredit } })).status;
    }
    case 'use': {
      const credit = await creditOf();
      const typed = { paymentId: payment?.id ?? '', ...(value % 2 === 0 && some) };
      return credit ? (await t.call(a, useCredit, { params: { creditId: credit.id }, body: typed })).status : 0;
    }
    case 'refund': {
      const credit = await creditOf();
      const typed = { ...(value % 2 === 0 && some), receivedAmount: money((value % 2000) + 1) };
      return credit ? (await t.call(a, refundCredit, { params: { creditId: credit.id }, body: typed })).status : 0;
    }
    case 'takeBack': {
      const credit = await creditOf();
      if (!credit) return 0;
      const { uses } = await t.ok(a, getCredit, { params: { creditId: credit.id } });
      const use = uses.find(({ can }) => can.takeBack.allowed);
      return use ? (await t.call(a, undoCreditUse, { params: { useId: use.id } })).status : 0;
    }
    case 'settle': {
      const done = await t.ok(a, settleBefore, { body: { invoiceIds: [invoiceId] } });
      if (done.operationId === null || value % 2 === 0) return 0;
      return (await t.call(a, undoOperation, { params: { operationId: done.operationId } })).status;
    }
    case 'unschedule':
      return (await t.call(a, deleteInvoicePayment, { params: ofBill })).status;
    case 'orderPay': {
      const bank = value % 2 === 0 ? {} : { paidAmount: money((value % 3000) + 1) };
      const amount = value % 3 === 0 ? {} : { ...some, keepExcess: true };
      return (await t.call(a, payPayment, { params: await oneOfOrder(), body: { ...body, ...amount, ...bank } }))
        .status;
    }
    case 'orderUndo':
      return (await t.call(a, undoPayPayment, { params: await oneOfOrder(), body: {} })).status;
    case 'orderCorrect': {
      // Its terms may have left it with one instalment.
      const one = (await ofOrder())[value % 2];
      if (!one) return 0;
      const entries = await t.ok(a, listPaymentEntries, { params: { paymentId: one.id } });
      const entry = entries.find(({ can }) => can.correct.allowed);
      if (!entry) return 0;
      return (await t.call(a, correctPaymentEntry, { params: { entryId: entry.id }, body: some })).status;
    }
    case 'orderInvoice': {
      const line = { amount: money(value % 45_000), purchaseOrderLineId: itemId };
      const made = await anInvoice(t, a, { supplierId, rate: '0.1', total: money(10_000 + (value % 30_000)) });
      const named = { ...line, costType: 'OTHER', quantity: '1', name: 'Goods' } as const;
      const stored = await t.call(a, createInvoiceLine, { params: { invoiceId: made.id }, body: named });
      if (stored.status !== 201) return stored.status;
      bills.push(made.id);
      return (await t.call(a, confirmInvoice, { params: { id: made.id }, body: {} })).status;
    }
    case 'orderDeposit': {
      const params = { invoicePaymentId: bills.at(-1) ?? '', purchaseOrderId: order.id };
      const amount = value % 3 === 0 ? null : value % 3 === 1 ? '0' : money(value % 9000);
      return (await t.call(a, setDeposit, { params, body: { amount } })).status;
    }
    case 'orderTerms': {
      const shares = [['0.3', '0.7'], ['0.5', '0.3', '0.2'], ['1']][value % 3];
      const paymentTerms = (shares ?? []).map((percentOfPayment, at) => ({
        percentOfPayment,
        event: 'ORDER' as const,
        months: (value + at) % 25,
        monthEnd: MONTH_ENDS[which % 3] ?? null,
      }));
      return (await t.call(a, patchPurchaseOrder, { params: orderId, body: { paymentTerms } })).status;
    }
    case 'orderPrice': {
      const params = { purchaseOrderId: order.id, id: itemId };
      return (await t.call(a, patchPurchaseOrderItem, { params, body: { unitPrice: money(value % 50_000) } })).status;
    }
    case 'orderEnd': {
      const closeReason = value % 2 === 0 ? 'CANCELLED' : 'SHORT';
      const closing = { status: 'CLOSED', closeReason, closeWords: 'Enough' } as const;
      return (await t.call(a, patchPurchaseOrder, { params: orderId, body: closing })).status;
    }
    case 'orderReopen':
      return (await t.call(a, patchPurchaseOrder, { params: orderId, body: { status: 'OPEN' } })).status;
    case 'fees':
      return (await t.call(a, createBankFeeInvoice, { body: { supplierId: bankId } })).status;
    case 'feesBack': {
      const { content } = await t.ok(a, listInvoices, { query: { search: 'BANK-FEES' } });
      const [made] = content;
      return made ? (await t.call(a, deleteInvoice, { params: { id: made.id } })).status : 0;
    }
    case 'policy': {
      const policy = value % 3 === 0 ? 'INVOICE_RATE' : 'PAID_RATE';
      const { status } = await t.call(a, setExchangePolicy, { body: { policy } });
      await t.followPolicies();
      return status;
    }
    case 'reopen': {
      const id = notes[which % Math.max(1, notes.length)];
      return id === undefined ? 0 : (await t.call(a, reopenInvoice, { params: { id }, body: {} })).status;
    }
  }
}

/** Pays what is still open of every bill, as far as it can be paid. */
async function payRest({ a, bills }: World): Promise<void> {
  for (const id of bills)
    for (const payment of (await billOf(t, a, id)).payments)
      if (payment.can.pay.allowed)
        await t.call(a, payPayment, { params: { paymentId: payment.id }, body: { isConfirmed: true } });
}

/** Once an invoice is settled: what it cost, with its exchange differences, is what left for it (payables §4). */
async function expectIdentity({ a, bills }: World): Promise<number> {
  let settled = 0;
  for (const id of bills) {
    const bill = await billOf(t, a, id);
    if (!bill.isReconciled || bill.cost === null) continue;
    settled += 1;
    let base = 0n;
    for (const payment of bill.payments)
      for (const entry of await t.ok(a, listPaymentEntries, { params: { paymentId: payment.id } }))
        if (entry.reversedAt === null) base += minor(entry.base ?? '', 'GBP');
    expect(minor(bill.cost, 'GBP') + minor(bill.exchangeDifference ?? '', 'GBP')).toBe(base);
  }
  return settled;
}

const CASES = 5;
const limit = { timeout: Math.max(600_000, 60_000 * runs(CASES)) };
it('after any history what is stored is what follows from its entries, and everything adds up', limit, async () => {
  process.stdout.write(`histories of payments: ${runs(CASES)} cases of seed ${inject('propertySeed')}\n`);
  const done = new Map<string, number>();
  let settled = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30 }), async (steps) => {
      const world = await startHistory();
      for (const each of steps) {
        const status = await act(world, each);
        expect([each.kind, status < 500]).toEqual([each.kind, true]);
        if (status >= 200 && status < 300) done.set(each.kind, (done.get(each.kind) ?? 0) + 1);
        expect(await t.work(world.a, brokenPayables)).toEqual([]);
      }
      await expectSound(t, world.a);
      await expectSameDifferences(t, world.a);
      await payRest(world);
      settled += await expectIdentity(world);
      for (const policy of ['PAID_RATE', 'INVOICE_RATE'] as const) {
        await t.call(world.a, setExchangePolicy, { body: { policy } });
        await t.followPolicies();
        await expectSound(t, world.a);
        await expectIdentity(world);
      }
      for (const id of world.bills) {
        const { cost, booked } = await billOf(t, world.a, id);
        expect(cost).toBe(booked);
      }
    }),
    // The shrinking of a long history would take minutes, and end in a timeout that hides what failed.
    { numRuns: runs(CASES) },
  );
  // Ensures that the test checks something. Many histories meet most kinds of step, two short ones only a few.
  const fewest = runs(CASES) < CASES ? 4 : new Set(KINDS).size / 2;
  expect([done.size >= fewest, settled > 0]).toEqual([true, true]);
});
