import { updateAccountSettings } from '@quayside/contracts/accounts/accounts';
import { refundCredit, undoCreditUse } from '@quayside/contracts/payments/credits';
import {
  type DifferencesBy,
  exchangeDifferenceTotals,
  listExchangeDifferences,
} from '@quayside/contracts/payments/exchange-differences';
import { exportExchangeDifferences } from '@quayside/contracts/exports';
import { updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { settleBefore, undoPayPayment } from '@quayside/contracts/payments/payments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import {
  aBill,
  anOpenOrder,
  aPayee,
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

const filterOf = (field: string, op: string, ...values: string[]) => JSON.stringify([{ field, op, values }]);
/** The rows in short: "name settlements base booked difference fees". */
const rowsOf = async (who: TestPerson, by: DifferencesBy, query: object = {}): Promise<string[]> => {
  const { content } = await t.ok(who, listExchangeDifferences, { query: { by, ...query } });
  return content.map(({ month, supplier, document, ...row }) =>
    [
      month ?? (document ? `${document.type} ${document.number}` : supplier?.companyName),
      ...[row.settlements, row.base, row.booked, row.exchangeDifference, row.fees],
    ].join(' '),
  );
};

const TWO = [
  { percent: '30', event: 'ORDER' },
  { percent: '70', event: 'INVOICE', days: 30 },
] as const;

describe('exchange differences', () => {
  it('are those of the bill, by the days of its payments, and go with an undone payment (payables §4)', async () => {
    const a = await t.admin('GBP');
    const supplierId = await aPayee(t, a, { terms: TWO });
    const bill = await aBill(t, a, {
      ...{ supplierId, invoiceNumber: 'HS-1', date: '2026-10-01', rate: '0.1075', total: '137000.00' },
      lines: ['70080.00', '40115.55', '26804.45'],
    });
    // The last day of one month, and the first of the next.
    await pay(t, a, paymentOf(bill, 1), { paidAmount: '4413.66', fee: '12.00', paidOn: '2026-10-31' });
    await pay(t, a, paymentOf(bill, 2), { paidAmount: '10340.74', fee: '3.35', paidOn: '2026-11-01' });
    expect(await rowsOf(a, 'MONTH')).toEqual([
      '2026-11 1 10340.74 10309.25 31.49 3.35',
      '2026-10 1 4413.66 4418.25 -4.59 12.00',
    ]);
    expect(await rowsOf(a, 'SUPPLIER')).toEqual(['Ningbo Haosheng 2 14754.40 14727.50 26.90 15.35']);
    expect(await rowsOf(a, 'INVOICE')).toEqual(['INVOICE HS-1 2 14754.40 14727.50 26.90 15.35']);
    // Until the end of October.
    const october = { filter: filterOf('day', 'lte', '2026-10-31') };
    expect(await rowsOf(a, 'INVOICE', october)).toEqual(['INVOICE HS-1 1 4413.66 4418.25 -4.59 12.00']);
    expect(await t.ok(a, exchangeDifferenceTotals, { query: october })).toMatchObject({
      count: 1,
      exchangeDifference: '-4.59',
      fees: '12.00',
    });
    await expectSameDifferences(t, a);
    await t.ok(a, undoPayPayment, { params: { paymentId: paymentOf(bill, 2) }, body: {} });
    expect(await rowsOf(a, 'MONTH')).toEqual(['2026-10 1 4413.66 4418.25 -4.59 12.00']);
    await expectSameDifferences(t, a);
  });

  it('contain refunds on their day, deposits, and the fees of purchase orders', async () => {
    const a = await t.admin('GBP');
    const supplierId = await aPayee(t, a);
    const over = await aBill(t, a, { supplierId, invoiceNumber: 'HS-2', total: '8000.00' });
    const { transfer } = await pay(t, a, paymentOf(over), {
      ...{ amount: '8100.00', paidAmount: '870.75', keepExcess: true, paidOn: '2026-11-02' },
    });
    const refunded = await t.ok(a, refundCredit, {
      params: { creditId: transfer.credit?.id ?? '' },
      body: { amount: '50.00', receivedAmount: '4.37', receivedOn: '2026-10-30' },
    });
    const order = await anOpenOrder(t, a, { supplierId, poNumber: 'PO-7', items: ['30441.60'] });
    const deposit = (await orderPaymentsOf(t, a, order.id)).payments[0]?.id ?? '';
    await pay(t, a, deposit, { paidAmount: '6960.73', fee: '15.00', paidOn: '2026-09-30' });
    const lines = [{ amount: '12000.00', purchaseOrderLineId: order.itemIds[0] ?? '' }];
    await aBill(t, a, { supplierId, invoiceNumber: 'HS-3', total: '12000.00', lines });
    // 860.00 for 800.00; 2,743.90 for 360.00 of the deposit, taken off today; half of 10.75 for 4.37.
    expect(await rowsOf(a, 'INVOICE', { sort: ['number,asc'] })).toEqual([
      expect.stringMatching(/^(INVOICE HS-2 1 860.00 800.00 60.00|CREDIT HS-2 1 5.37 4.37 1.00) 0.00$/),
      expect.stringMatching(/^(INVOICE HS-2 1 860.00 800.00 60.00|CREDIT HS-2 1 5.37 4.37 1.00) 0.00$/),
      'INVOICE HS-3 1 2743.90 360.00 2383.90 0.00',
      'PURCHASE_ORDER PO-7 1 0.00 0.00 0.00 15.00',
    ]);
    expect(await rowsOf(a, 'MONTH')).toEqual([
      '2026-11 2 3603.90 1160.00 2443.90 0.00',
      '2026-10 1 5.37 4.37 1.00 0.00',
      '2026-09 1 0.00 0.00 0.00 15.00',
    ]);
    expect(await expectSameDifferences(t, a)).toMatchObject({ exchangeDifference: '2444.90', fees: '15.00' });
    await t.ok(a, undoCreditUse, { params: { useId: refunded.uses[0]?.id ?? '' } });
    expect(await expectSameDifferences(t, a)).toMatchObject({ exchangeDifference: '2443.90', settlements: 3 });
    await expectSound(t, a);
  });

  it('leave out what was settled before, and count what has no rate', async () => {
    const a = await t.admin('GBP');
    const [supplierId, other] = [await aPayee(t, a), await aPayee(t, a, { name: 'Yiwu', currency: 'USD' })];
    const before = await aBill(t, a, { supplierId, total: '100.00' });
    await t.ok(a, settleBefore, { body: { invoiceIds: [before.invoiceId] }, query: { dryRun: 'false' } });
    expect(await rowsOf(a, 'INVOICE')).toEqual([]);
    const unrated = await aBill(t, a, { supplierId: other, rate: '0.8', total: '500.00', invoiceNumber: 'YW-1' });
    await pay(t, a, paymentOf(unrated), { paidAmount: '401.00', fee: '1.00' });
    const query = { filter: filterOf('currency', 'in', 'USD') };
    expect(await rowsOf(a, 'SUPPLIER', query)).toEqual(['Yiwu 1 401.00 400.00 1.00 1.00']);
    expect(await rowsOf(a, 'SUPPLIER', { filter: filterOf('supplier', 'in', supplierId) })).toEqual([]);
    expect(await rowsOf(a, 'INVOICE', { search: 'yw yi' })).toEqual(['INVOICE YW-1 1 401.00 400.00 1.00 1.00']);
    await expectSameDifferences(t, a);
  });

  it('belong to the month of the day in the account, 14 hours ahead of UTC', async () => {
    t.setTime('2026-11-30T12:00:00Z');
    try {
      const a = await t.admin('GBP');
      const timeZone = 'Pacific/Kiritimati';
      await t.ok(a, updateAccountSettings, { body: { accountName: 'Quay', currency: 'GBP', timeZone } });
      const bill = await aBill(t, a, { supplierId: await aPayee(t, a), total: '10.00' });
      await pay(t, a, paymentOf(bill), { paidAmount: '1.05' });
      expect(await rowsOf(a, 'MONTH')).toEqual(['2026-12 1 1.05 1.00 0.05 0.00']);
    } finally {
      t.setTime('2026-11-20T12:00:00Z');
    }
  });

  it('are told to other tabs when a rate changes that moves no instalment', async () => {
    const a = await t.admin('GBP');
    const bill = await aBill(t, a, { supplierId: await aPayee(t, a), total: '10.00', rate: '0.1' });
    await pay(t, a, paymentOf(bill), { paidAmount: '1.05' });
    const last = await t.deps.db.selectFrom('outbox').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    await t.ok(a, updateInvoiceBasic, { params: { id: bill.invoiceId }, body: { rate: '0.11' } });
    const told = await t.deps.db.selectFrom('outbox').select('payload').where('id', '>', last.id).execute();
    expect(told.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ topic: 'payments', ids: [paymentOf(bill)] }),
    );
    expect(await rowsOf(a, 'MONTH')).toEqual(['2026-11 1 1.05 1.10 -0.05 0.00']);
  });

  it('are exported with the columns of each way', async () => {
    const a = await t.admin('GBP');
    const supplierId = await aPayee(t, a, { name: '=Formula' });
    const bill = await aBill(t, a, { supplierId, invoiceNumber: 'HS-4', total: '1000.00' });
    await pay(t, a, paymentOf(bill), { paidAmount: '98.50', fee: '2.00', paidOn: '2026-11-03' });
    const file = async (query: object) =>
      (await t.call(a, exportExchangeDifferences, { query: query as never })).text.trim().split(/\r?\n/);
    expect(await file({ by: 'INVOICE', columns: 'number,kind,supplier,date,exchangeDifference,fees' })).toEqual([
      'Number,Kind,Supplier,Date,Exchange difference,Bank fees',
      `"HS-4","INVOICE","'=Formula","2026-11-01",-1.50,2.00`,
    ]);
    expect(await file({ columns: 'month,settlements,base' })).toEqual([
      'Month,Payments,Left the bank',
      '"2026-11",1,98.50',
    ]);
    const xlsx = await t.call(a, exportExchangeDifferences, { query: { format: 'xlsx', by: 'SUPPLIER' } as never });
    expect([xlsx.status, xlsx.text.startsWith('PK')]).toEqual([200, true]);
  });
});
