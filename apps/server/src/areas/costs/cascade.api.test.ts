import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { createInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { createProduct } from '@quayside/contracts/products/products';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { type OrderChange, OrderChanges, findAffectedLines } from './ledger/orders.ts';

let t: TestApp;
let maya: TestPerson;
let names: Map<string, string>;
let order: { id: string; invoiceId: string; purchaseOrderId: null; productIds: string[] };

// Creates one order, and one line of every kind that depends on an order.
beforeAll(async () => {
  t = await startTestApp();
  maya = await t.admin('GBP');
  const supplierId = (await t.ok(maya, createSupplier, { body: { companyName: 'F', currency: 'GBP' } })).id;
  const product = await t.ok(maya, createProduct, {
    body: { sku: 'A', name: 'A', supplierIds: [supplierId], weight: '100', length: '2', width: '1', height: '1' },
  });
  const goods = await t.ok(maya, createInvoice, { body: { supplierId, date: '2026-11-02' } });
  const own = await t.ok(maya, createInvoiceLine, {
    params: { invoiceId: goods.id },
    body: { productId: product.id, quantity: 5, amount: '10.00' },
  });
  const bill = await t.ok(maya, createInvoice, {
    body: { supplierId, date: '2026-11-03', pairedWith: [{ type: 'INVOICE', id: goods.id }] },
  });
  const other = await t.ok(maya, createInvoice, { body: { supplierId, date: '2026-11-03' } });
  names = new Map();
  const add = async (name: string, body: Record<string, unknown>, invoiceId = bill.id) =>
    names.set(
      (await t.ok(maya, createInvoiceLine, { params: { invoiceId }, body: { amount: '5.00', ...body } })).line
        .invoiceLineId,
      name,
    );
  for (const basis of ['QUANTITY', 'VALUE', 'WEIGHT', 'VOLUME', 'CHARGEABLE_WEIGHT', 'EQUAL'])
    await add(basis, { costType: 'OTHER', basis });
  await add('freight by default', { costType: 'SHIPPING' });
  await add('duty by default', { costType: 'CUSTOMS_AND_DUTIES' });
  await add('of the product', { costType: 'PHOTOGRAPHY', productId: product.id });
  await add('by hand', {
    costType: 'OTHER',
    basis: 'MANUAL',
    manualShares: [{ layerId: own.line.order?.id ?? '', amount: '1.00' }],
  });
  await add('elsewhere', { costType: 'OTHER' }, other.id);
  order = { id: own.line.order?.id ?? '', invoiceId: goods.id, purchaseOrderId: null, productIds: [product.id] };
});
afterAll(() => t.close());

const byMeasure = ['WEIGHT', 'VOLUME', 'CHARGEABLE_WEIGHT', 'freight by default'];
it.each<[OrderChange, string[]]>([
  ['AMOUNT', ['VALUE', 'duty by default']],
  ['MEASURES', byMeasure],
  ['UNITS', ['QUANTITY', ...byMeasure, 'of the product']],
  ['DATE', ['of the product']],
  ['SET', ['QUANTITY', 'VALUE', ...byMeasure, 'EQUAL', 'duty by default', 'of the product', 'by hand']],
])('a change of an order (%s) recomputes only the lines %j', async (change, expected) => {
  const orderChanges = new OrderChanges();
  orderChanges.add(order, change);
  const affected = await t.work(maya, (w) => findAffectedLines(w, orderChanges, new Set()));
  expect(new Set(affected.map((line) => names.get(line.id)))).toEqual(new Set(expected));
});
