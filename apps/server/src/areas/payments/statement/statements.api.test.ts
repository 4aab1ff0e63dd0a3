import { refundCredit, undoCreditUse, useCredit } from '@quayside/contracts/payments/credits';
import { exportSupplierStatement } from '@quayside/contracts/exports';
import { confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { createInvoice, getInvoice, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { deleteInvoicePayment, undoPayPayment, updateInvoicePayment } from '@quayside/contracts/payments/payments';
import {
  type CurrencyStatement,
  getSupplierBalance,
  getSupplierStatement,
  MOST_STATEMENT_LINES,
} from '@quayside/contracts/payments/supplier-statements';
import { listSuppliers, supplierTotals } from '@quayside/contracts/suppliers/suppliers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aBill, anOpenOrder, aPayee, expectSound, orderPaymentsOf, pay, paymentOf } from '../../../testing/payments.ts';

let t: TestApp;
let a: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  a = await t.admin();
});
afterAll(() => t.close());

const balanceOf = async (supplierId: string) => t.ok(a, getSupplierBalance, { params: { supplierId } });
const statementOf = async (supplierId: string, query: { from?: string; to?: string } = {}) =>
  (await t.ok(a, getSupplierStatement, { params: { supplierId }, query })).currencies;
const inShort = ({ lines }: Pick<CurrencyStatement, 'lines'>) =>
  lines.map(({ day, kind, documents, debit, credit, used, balance }) =>
    [day.slice(5), kind, documents.map(({ number }) => number).join('+'), debit ?? credit ?? `(${used})`, balance].join(
      ' ',
    ),
  );

/** A supplier with everything that can happen between it and the account. */
async function aHistory() {
  const supplierId = await aPayee(t, a, { name: 'Statement Works' });
  const order = await anOpenOrder(t, a, { supplierId, poNumber: 'PO-S', items: ['700.00', '1300.00'] });
  const [deposit] = (await orderPaymentsOf(t, a, order.id)).payments;
  await pay(t, a, deposit?.id ?? '', { paidOn: '2026-11-05', paymentReference: 'TT 5' });
  const first = await aBill(t, a, { supplierId, invoiceNumber: 'A-1', total: '1000.00', date: '2026-11-01' });
  const second = await aBill(t, a, { supplierId, invoiceNumber: 'B-1', total: '500.00', date: '2026-11-03' });
  await pay(t, a, paymentOf(first), { amount: '400.00', paidOn: '2026-11-10' });
  const { transfer } = await pay(t, a, paymentOf(second), {
    amount: '550.00',
    paidOn: '2026-11-12',
    paidAmount: '55.00',
    keepExcess: true,
  });
  const { lines } = await t.ok(a, getInvoice, { params: { id: first.invoiceId } });
  const note = await t.ok(a, createInvoice, {
    body: {
      creditsInvoiceId: first.invoiceId,
      invoiceNumber: 'A-1-C',
      date: '2026-11-14',
      creditLines: [{ invoiceLineId: lines[0]?.invoiceLineId ?? '', amount: '100.00', quantity: 0 }],
    },
  });
  await t.ok(a, confirmInvoice, { params: { id: note.id }, body: { keepAsCredit: true } });
  const { id: creditId } = await t.work(a, (w) =>
    w.tx.selectFrom('credit').select('id').where('invoice_id', '=', note.id).executeTakeFirstOrThrow(),
  );
  const paymentId = paymentOf(first);
  await t.ok(a, useCredit, { params: { creditId }, body: { paymentId, amount: '60.00' } });
  const again = await t.ok(a, useCredit, { params: { creditId }, body: { paymentId, amount: '40.00' } });
  await t.ok(a, undoCreditUse, { params: { useId: again.uses[0]?.id ?? '' } });
  await pay(t, a, paymentId, { amount: '99.99', paidOn: '2026-11-11' });
  await t.ok(a, undoPayPayment, { params: { paymentId }, body: { isConfirmed: true } });
  await t.ok(a, refundCredit, {
    params: { creditId: transfer.credit?.id ?? '' },
    body: { amount: '20.00', receivedAmount: '2.00', receivedOn: '2026-11-18' },
  });
  await aBill(t, a, {
    supplierId,
    invoiceNumber: 'C-1',
    total: '700.00',
    date: '2026-11-15',
    lines: [{ amount: '700.00', purchaseOrderLineId: order.itemIds[0] ?? '' }],
  });
  return { supplierId };
}

describe('a supplier with bills, payments, credits and a deposit', () => {
  let supplierId: string;
  beforeAll(async () => {
    ({ supplierId } = await aHistory());
  });
  afterEach(() => expectSound(t, a));

  it('has a balance that says what is owed, and what its credits and deposits take off', async () => {
    const { currencies, ...sums } = await balanceOf(supplierId);
    expect(currencies).toEqual([
      {
        currency: 'CNY',
        owed: { count: 3, amount: '1940.00', inAccountCurrency: '194.00', withoutRate: 0 },
        overdue: { count: 1, amount: '540.00', inAccountCurrency: '54.00', withoutRate: 0 },
        notDue: { count: 0, amount: '0.00', inAccountCurrency: '0.00', withoutRate: 0 },
        withoutDay: { count: 2, amount: '1400.00', inAccountCurrency: '140.00', withoutRate: 0 },
        onPurchaseOrders: { count: 1, amount: '910.00', inAccountCurrency: '91.00', withoutRate: 0 },
        credits: { count: 2, amount: '70.00', inAccountCurrency: '7.00', withoutRate: 0 },
        deposits: { count: 1, amount: '390.00', inAccountCurrency: '39.00', withoutRate: 0 },
        balance: '570.00',
      },
    ]);
    expect(sums).toMatchObject({ owedInAccountCurrency: '194.00', overdueInAccountCurrency: '54.00', withoutRate: 0 });
  });

  it('has a statement that adds up to the balance, line by line', async () => {
    const [cny] = await statementOf(supplierId);
    expect(inShort(cny ?? { lines: [] })).toEqual([
      '11-01 INVOICE A-1 1000.00 1000.00',
      '11-03 INVOICE B-1 500.00 1500.00',
      '11-05 DEPOSIT PO-S 600.00 900.00',
      '11-10 PAYMENT A-1 400.00 500.00',
      '11-12 PAYMENT B-1 550.00 -50.00',
      '11-14 CREDIT_NOTE A-1-C 100.00 -150.00',
      '11-15 INVOICE C-1 700.00 550.00',
      '11-18 REFUND B-1 20.00 570.00',
      '11-20 CREDIT_USED A-1-C+A-1 (60.00) 570.00',
      '11-20 DEPOSIT_USED PO-S+C-1 (210.00) 570.00',
    ]);
    expect(cny).toMatchObject({ opening: '0.00', debit: '2220.00', credit: '1650.00', closing: '570.00', count: 10 });
    expect(cny?.lines[2]?.reference).toBe('TT 5');
  });

  it('has a statement of a period, which begins with what was before it; a file has the same', async () => {
    const period = { from: '2026-11-05', to: '2026-11-12' };
    const [cny] = await statementOf(supplierId, period);
    expect(cny).toMatchObject({ opening: '1500.00', debit: '0.00', credit: '1550.00', closing: '-50.00', count: 3 });
    expect(inShort(cny ?? { lines: [] }).at(-1)).toBe('11-12 PAYMENT B-1 550.00 -50.00');
    const file = await t.call(a, exportSupplierStatement, { params: { supplierId }, query: { ...period } as never });
    expect(file.text.trim().split(/\r?\n/)).toEqual([
      'Currency,Day,Kind,Numbers,Reference,Debit,Credit,Used,Balance',
      '"CNY","2026-11-05","OPENING",,,,,,1500.00',
      '"CNY","2026-11-05","DEPOSIT","PO-S","TT 5",,600.00,,900.00',
      '"CNY","2026-11-10","PAYMENT","A-1",,,400.00,,500.00',
      '"CNY","2026-11-12","PAYMENT","B-1",,,550.00,,-50.00',
    ]);
    const reversed = { from: '2026-11-12', to: '2026-11-05' };
    const refused = await t.call(a, getSupplierStatement, { params: { supplierId }, query: reversed });
    expect([refused.status, refused.error.errors?.[0]?.field]).toEqual([422, 'from']);
  });

  it('is listed with what is owed and overdue, and sorted, filtered and summed by it', async () => {
    await aPayee(t, a, { name: 'Owed Nothing' });
    const of = async (query: object) =>
      (await t.ok(a, listSuppliers, { query: { sort: ['owed,desc'], ...query } as never })).content.map(
        ({ companyName, owed, overdue }) => `${companyName} ${owed} ${overdue}`,
      );
    expect(await of({})).toEqual(['Statement Works 194.00 54.00', 'Owed Nothing 0.00 0.00']);
    const filter = (field: string, op: string, ...values: string[]) => JSON.stringify([{ field, op, values }]);
    expect(await of({ filter: filter('owed', 'gte', '194') })).toHaveLength(1);
    expect(await of({ filter: filter('owed', 'gte', '194.01') })).toEqual([]);
    expect(await of({ filter: filter('overdue', 'lte', '53.99') })).toEqual(['Owed Nothing 0.00 0.00']);
    expect(await t.ok(a, supplierTotals)).toEqual({ count: 2, owed: '194.00', overdue: '54.00', owedWithoutRate: 0 });
  });
});

describe('the statement of a supplier', () => {
  it('says what is not in it: invoices without a schedule, and parts of totals that no payment has', async () => {
    const supplierId = await aPayee(t, a, { name: 'Partly Scheduled' });
    const bill = await aBill(t, a, { supplierId, invoiceNumber: 'D-1', total: '300.00', isDraft: true });
    expect(await statementOf(supplierId)).toMatchObject([{ count: 0, unscheduled: { count: 1, total: '300.00' } }]);
    await t.ok(a, confirmInvoice, { params: { id: bill.invoiceId }, body: {} });
    await t.ok(a, updateInvoicePayment, {
      params: { invoicePaymentId: bill.invoiceId },
      body: { payments: [{ amount: '300.00' }] },
    });
    await t.ok(a, updateInvoiceBasic, { params: { id: bill.invoiceId }, body: { total: '310.00' } });
    const [cny] = await statementOf(supplierId);
    expect(cny).toMatchObject({ closing: '300.00', unscheduled: { count: 0, total: '0.00' } });
    expect(cny?.lines).toMatchObject([{ debit: '300.00', difference: '10.00', isConfirmed: true }]);
    expect((await balanceOf(supplierId)).currencies[0]?.balance).toBe('300.00');
    await expectSound(t, a);
  });

  it('is refreshed in other tabs by whatever moves it: a payment, a refund, a deleted schedule', async () => {
    const supplierId = await aPayee(t, a, { name: 'Live Works' });
    const told = async () =>
      Number(
        (
          await t.deps.db
            .selectFrom('outbox')
            .select((eb) => eb.fn.countAll<bigint>().as('n'))
            .where(sql<boolean>`payload->>'topic' = 'suppliers' and payload->'ids' ? ${supplierId}`)
            .executeTakeFirstOrThrow()
        ).n,
      );
    const tells = async (what: string, act: () => Promise<unknown>) => {
      const before = await told();
      await act();
      expect([what, (await told()) > before]).toEqual([what, true]);
    };
    const bill = await aBill(t, a, { supplierId, total: '10.00' });
    const paid = await aBill(t, a, { supplierId, total: '10.00' });
    let creditId = '';
    await tells('payment', async () => {
      const { transfer } = await pay(t, a, paymentOf(paid), { amount: '12.00', paidAmount: '1.20', keepExcess: true });
      creditId = transfer.credit?.id ?? '';
    });
    await tells('refund', () =>
      t.ok(a, refundCredit, { params: { creditId }, body: { amount: '2.00', receivedAmount: '0.20' } }),
    );
    await tells('schedule', () => t.ok(a, deleteInvoicePayment, { params: { invoicePaymentId: bill.invoiceId } }));
  });

  it('shows the newest lines of a long period, and counts the others', async () => {
    const supplierId = await aPayee(t, a, { name: 'Long Statement' });
    await t.work(a, (w) =>
      sql`
        insert into payment_transfer
          (account_id, id, kind, supplier_id, currency, amount_minor, paid_on, fee_minor, to_addresses, cc_addresses,
            recorded_at)
        select ${a.accountId}, gen_random_uuid(), 'PAID', ${supplierId}, 'CNY', 1, date '2020-01-01' + n, 0, '{}', '{}',
          ${w.now}
        from generate_series(1, ${MOST_STATEMENT_LINES + 2}::integer) n`.execute(w.tx),
    );
    const [cny] = await statementOf(supplierId);
    expect(cny).toMatchObject({ opening: '0.00', closing: '-10.02', count: 1002, omitted: 2 });
    expect([cny?.lines.length, cny?.lines[0]?.balance, cny?.lines.at(-1)?.balance]).toEqual([1000, '-0.03', '-10.02']);
  });
});
