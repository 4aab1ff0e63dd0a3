import { createExchangeRate } from '@quayside/contracts/rates/exchange-rates';
import { createInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import {
  createInvoice,
  findInvoiceDuplicates,
  getInvoice,
  updateInvoiceBasic,
} from '@quayside/contracts/invoices/invoices';
import { previewTransfer } from '@quayside/contracts/payments/payment-transfers';
import { addDays } from '@quayside/domain/days/days';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aProduct, aSupplier } from '../../../testing/invoices.ts';
import { anOpenOrder } from '../../../testing/purchase-orders.ts';

let t: TestApp;
let admin: TestPerson;
let factory: string;
let kettle: string;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.admin();
  factory = await aSupplier(t, admin);
  kettle = await aProduct(t, admin, 'KTL-1');
});
afterAll(() => t.close());

/** The day on which the clock of the test application stands. */
const today = '2026-11-20';
const dayFromNow = (days: number) => addDays(today, days);
const warningsOf = async (id: string) => (await t.ok(admin, getInvoice, { params: { id } })).warnings;
const codesOf = async (id: string) => (await warningsOf(id)).map(({ code }) => code);
const supplierOf = (currency = 'GBP') => aSupplier(t, admin, { name: `Supplier ${crypto.randomUUID()}`, currency });

describe('the rate of an invoice', () => {
  const started = async (rate: string, date = today) =>
    (await anInvoice(t, admin, { supplierId: factory, currency: 'CNY', rate, date }, [{ amount: '1000.00' }])).id;

  it('is held against the last one known on its day, in both directions, and never refused', async () => {
    const unknown = await started('9.3');
    expect(await codesOf(unknown)).toEqual([]);
    await t.ok(admin, createExchangeRate, {
      body: { base: 'CNY', quote: 'GBP', day: dayFromNow(-10), rate: '0.1075' },
    });
    await t.ok(admin, createExchangeRate, { body: { base: 'CNY', quote: 'GBP', day: dayFromNow(30), rate: '9.3' } });
    expect(await codesOf(await started('0.1080'))).toEqual([]);
    const far = await started('0.2');
    expect(await warningsOf(far)).toEqual([
      {
        code: 'RATE_FAR',
        message: `The rate 0.2 GBP for 1 CNY is more than 10 % off the last known one, 0.1075 of ${dayFromNow(-10)}`,
      },
    ]);
    expect(await codesOf(unknown)).toEqual(['LOOKS_SWAPPED']);
    // A rate from before the first known one is held against nothing.
    expect(await codesOf(await started('9.3', dayFromNow(-40)))).toEqual([]);
    await t.ok(admin, confirmInvoice, { params: { id: unknown }, body: {} });
    expect((await t.ok(admin, getInvoice, { params: { id: unknown } })).totals.total.account).toBe('9300.00');
  });
});

describe('the day of an invoice', () => {
  it('is warned of when it is more than a year from today, until the invoice is confirmed', async () => {
    const supplierId = await supplierOf();
    const started = async (date: string) =>
      (await anInvoice(t, admin, { supplierId, currency: 'GBP', date }, [{ amount: '10.00' }])).id;
    expect(await codesOf(await started(dayFromNow(300)))).toEqual([]);
    expect(await codesOf(await started(dayFromNow(-300)))).toEqual([]);
    const far = await started('2062-08-01');
    expect(await warningsOf(far)).toEqual([
      { code: 'DAY_FAR', message: 'The invoice date 2062-08-01 is more than a year from today' },
    ]);
    expect(await codesOf(await started(dayFromNow(-400)))).toEqual(['DAY_FAR']);
    expect((await t.ok(admin, updateInvoiceBasic, { params: { id: far }, body: { date: today } })).warnings).toEqual(
      [],
    );
    await t.ok(admin, updateInvoiceBasic, { params: { id: far }, body: { date: '2062-08-01' } });
    await t.ok(admin, confirmInvoice, { params: { id: far }, body: {} });
    expect(await codesOf(far)).toEqual([]);
  });
});

describe('the number of an invoice', () => {
  it('is compared by letters and digits, without case and in any width', async () => {
    const supplierId = await supplierOf();
    const { id } = await anInvoice(t, admin, { supplierId, currency: 'GBP', invoiceNumber: 'INV-001', date: today });
    const found = async (invoiceNumber: string) =>
      (await t.ok(admin, findInvoiceDuplicates, { query: { supplierId, invoiceNumber } })).map((one) => [
        one.id === id,
        one.reasons,
      ]);
    for (const number of [
      'INV-001',
      'INV001',
      'inv 001',
      'INV–001',
      'INV‑001',
      'inv_001.',
      'ＩＮＶ－００１',
      'I N V / 0 0 1',
    ])
      expect([number, await found(number)]).toEqual([number, [[true, ['NUMBER']]]]);
    for (const number of ['INV-0011', 'INW-001', 'INV-01', '发票001', '-'])
      expect([number, await found(number)]).toEqual([number, []]);
    const again = await anInvoice(t, admin, { supplierId, currency: 'GBP', invoiceNumber: 'inv 001', date: today });
    expect(await warningsOf(again.id)).toEqual([
      { code: 'SAME_NUMBER', message: `Invoice INV-001 of ${today} from the same supplier has the same number` },
    ]);
    expect(await codesOf(id)).toEqual(['SAME_NUMBER']);
  });
  it('is said again where it is paid', async () => {
    const supplierId = await supplierOf();
    const scheduled = async (invoiceNumber: string) => {
      const body = { supplierId, currency: 'GBP', date: today, total: '10.00', invoiceNumber };
      const { id } = await anInvoice(t, admin, body, [{ amount: '10.00' }]);
      await t.ok(admin, confirmInvoice, { params: { id }, body: {} });
      return (await t.ok(admin, getInvoice, { params: { id } })).payments[0]?.id ?? '';
    };
    const preview = async (paymentId: string) =>
      (await t.ok(admin, previewTransfer, { body: { payments: [{ id: paymentId }] } })).warnings;
    const first = await scheduled('B-77');
    expect(await preview(first)).toEqual([]);
    await scheduled('b 77');
    expect(await preview(first)).toEqual([
      { code: 'SAME_NUMBER', message: `Invoice b 77 of ${today} from the same supplier has the same number` },
    ]);
  });
});

describe('a credit', () => {
  it('of more than the credited line is warned of, and confirmed all the same', async () => {
    const supplierId = await supplierOf();
    const goods = await anInvoice(t, admin, { supplierId, currency: 'GBP', date: today }, [
      { productId: kettle, costType: 'FACTORY_INVOICE', quantity: 100, amount: '500.00' },
    ]);
    await t.ok(admin, confirmInvoice, { params: { id: goods.id }, body: {} });
    const credited = async (amount: string) => {
      const { id } = await t.ok(admin, createInvoice, {
        body: { kind: 'CREDIT_NOTE', supplierId, currency: 'GBP', date: today },
      });
      const body = { creditsLineId: goods.lineIds[0] ?? '', amount };
      await t.ok(admin, createInvoiceLine, { params: { invoiceId: id }, body });
      return id;
    };
    const first = await credited('-500.00');
    expect(await codesOf(first)).toEqual([]);
    const cent = await credited('-0.01');
    const number = (await t.ok(admin, getInvoice, { params: { id: goods.id } })).invoiceNumber;
    expect(await warningsOf(cent)).toEqual([
      { code: 'CREDIT_OVER', message: `Line 1 of invoice ${number} is GBP 500.00, and GBP 500.01 of it are credited` },
    ]);
    await t.ok(admin, confirmInvoice, { params: { id: cent }, body: {} });
  });
});

describe('an invoice that is paired with goods', () => {
  const paired = async (supplierId: string, goodsId: string, lines: Parameters<typeof anInvoice>[3]) =>
    (
      await anInvoice(
        t,
        admin,
        { supplierId, currency: 'GBP', date: today, pairedWith: [{ type: 'INVOICE', id: goodsId }] },
        lines,
      )
    ).id;

  it('of another supplier is warned of when all of its lines are factory costs without a product', async () => {
    const [maker, forwarder] = [await supplierOf(), await supplierOf()];
    const goods = await anInvoice(t, admin, { supplierId: maker, currency: 'GBP', date: today }, [
      { productId: kettle, costType: 'FACTORY_INVOICE', quantity: 10, amount: '50.00' },
    ]);
    const duty = { costType: 'FACTORY_INVOICE' as const, name: 'Import duty', amount: '10.00' };
    const all = await paired(forwarder, goods.id, [duty, duty]);
    expect(await warningsOf(all)).toEqual([
      {
        code: 'ALL_FACTORY',
        message:
          'All lines of this invoice are factory costs without a product, but it is paired with goods of another ' +
          'supplier',
      },
    ]);
    expect(await codesOf(await paired(forwarder, goods.id, [duty, { ...duty, costType: 'SHIPPING' }]))).toEqual([]);
    expect(await codesOf(await paired(forwarder, goods.id, []))).toEqual([]);
    // What is paired with its own purchase order is not for the goods of others.
    const ordered = (supplier: string) =>
      anOpenOrder(t, admin, {
        supplierId: supplier,
        currency: 'GBP',
        items: [{ name: 'Mould', quantity: '1', unitPrice: '10' }],
      });
    const started = await t.ok(admin, createInvoice, { body: { purchaseOrderId: (await ordered(maker)).id } });
    expect([started.lines[0]?.costType, started.warnings]).toEqual(['FACTORY_INVOICE', []]);
    const other = await ordered(maker);
    const pairedWith = [{ type: 'PURCHASE_ORDER' as const, id: other.id }];
    const carried = await anInvoice(t, admin, { supplierId: forwarder, currency: 'GBP', date: today, pairedWith }, [
      duty,
    ]);
    expect(await codesOf(carried.id)).toEqual(['ALL_FACTORY']);
    // A mould of the same factory is rightly a factory cost.
    expect(await codesOf(await paired(maker, goods.id, [{ ...duty, name: 'Mould' }]))).toEqual([]);
  });
});
