import { createInvoice, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { createSupplier, getSupplierPurchases } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aProduct } from '../../../testing/invoices.ts';
import { lastMonths } from './supplier-purchases.service.ts';

let t: TestApp;
let admin: TestPerson;
let id: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  admin = await t.admin();
  id = (await t.ok(admin, createSupplier, { body: { companyName: 'Haosheng' } })).id;
});
const purchases = () => t.ok(admin, getSupplierPurchases, { params: { id } });

describe('the last months', () => {
  it.each([
    ['2026-11-20', 3, ['2026-09', '2026-10', '2026-11']],
    ['2026-02-28', 4, ['2025-11', '2025-12', '2026-01', '2026-02']],
    ['2026-12-31', 1, ['2026-12']],
  ])('until %s, when %i are requested, are %j', (today, count, months) => {
    expect(lastMonths(today, count)).toEqual(months);
  });
});

describe('the purchases from a supplier', () => {
  it('are empty at first', async () => {
    expect(await purchases()).toEqual({ currencies: [], products: [] });
  });

  it('are summed per currency, with credits shown separately, and by month for a year', async () => {
    const bill = (invoiceNumber: string, date: string, total: string, currency = 'CNY') =>
      t.ok(admin, createInvoice, {
        body: {
          supplierId: id,
          invoiceNumber,
          date,
          total,
          currency,
          ...(total.startsWith('-') && { kind: 'CREDIT_NOTE' as const }),
        },
      });
    await bill('1', '2026-11-01', '1000.10');
    await bill('2', '2026-11-19', '0.20');
    await bill('3', '2025-12-31', '50.00');
    await bill('old', '2025-11-30', '7.00');
    await bill('4', '2026-10-05', '-100.00');
    await bill('yen', '2026-09-09', '5000', 'JPY');
    await anInvoice(t, admin, { supplierId: id, invoiceNumber: 'no total', date: '2026-11-03', currency: 'CNY' }, [
      { name: 'x', amount: '3.00', taxAmount: '0.60' },
    ]);
    const waiting = await bill('review', '2026-11-03', '999.00');
    await t.work(admin, (w) =>
      w.tx.updateTable('invoice').set({ status: 'REVIEW' }).where('id', '=', waiting.id).execute(),
    );
    const { currencies } = await purchases();
    expect(currencies).toMatchObject([
      {
        currency: 'CNY',
        invoices: 5,
        unconfirmed: 5,
        invoiced: '1060.90',
        credited: '-100.00',
        net: '960.90',
        firstDate: '2025-11-30',
        lastDate: '2026-11-19',
      },
      { currency: 'JPY', invoices: 1, unconfirmed: 1, invoiced: '5000', credited: '0', net: '5000' },
    ]);
    const months = currencies[0]?.months ?? [];
    expect([months.length, months[0], months.at(-2), months.at(-1)]).toEqual([
      12,
      { month: '2025-12', net: '50.00' },
      { month: '2026-10', net: '-100.00' },
      { month: '2026-11', net: '1003.90' },
    ]);
  });

  it('are counted in units per product, less credits, with the latest price', async () => {
    const [kettle, pan] = [await aProduct(t, admin, 'KETTLE'), await aProduct(t, admin, 'PAN')];
    const first = await anInvoice(t, admin, { supplierId: id, date: '2026-09-01', currency: 'CNY' }, [
      { productId: kettle, quantity: 100, amount: '800.00' },
      { productId: pan, quantity: 10, amount: '10.00' },
      { productId: kettle, costType: 'SHIPPING', amount: '99.00' },
    ]);
    await anInvoice(t, admin, { supplierId: id, date: '2026-10-01', currency: 'CNY' }, [
      { productId: kettle, quantity: 30, amount: '250.00' },
    ]);
    await t.ok(admin, createInvoice, {
      body: {
        creditsInvoiceId: first.id,
        date: '2026-11-01',
        creditLines: [{ invoiceLineId: first.lineIds[0] ?? '', amount: '80.00', quantity: 10 }],
      },
    });
    expect((await purchases()).products).toEqual([
      {
        product: { id: kettle, sku: 'KETTLE', name: 'Product KETTLE' },
        currency: 'CNY',
        units: '120',
        amount: '970.00',
        lastUnitPrice: '8.333333',
        lastDate: '2026-10-01',
      },
      {
        product: { id: pan, sku: 'PAN', name: 'Product PAN' },
        currency: 'CNY',
        units: '10',
        amount: '10.00',
        lastUnitPrice: '1.0000',
        lastDate: '2026-09-01',
      },
    ]);
    await t.ok(admin, updateInvoiceBasic, {
      params: { id: first.id },
      body: { supplierId: (await t.ok(admin, createSupplier, { body: { companyName: 'Other' } })).id },
    });
    expect((await purchases()).products.map((p) => p.product.sku)).toEqual(['KETTLE']);
  });

  it('are hidden from other accounts', async () => {
    expect((await t.call(await t.admin(), getSupplierPurchases, { params: { id } })).status).toBe(404);
    expect((await t.call(await t.member(admin), getSupplierPurchases, { params: { id } })).status).toBe(200);
  });
});
