import { replaceProductSuppliers } from '@quayside/contracts/products/product-suppliers';
import { createProduct, getProduct, patchProduct } from '@quayside/contracts/products/products';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

let t: TestApp;
let maya: TestPerson;
let a: string;
let b: string;
let id: string;
let made = 0;
beforeAll(async () => {
  t = await startTestApp();
  maya = await t.admin();
  [a, b] = [
    (await t.ok(maya, createSupplier, { body: { companyName: 'A', currency: 'CNY' } })).id,
    (await t.ok(maya, createSupplier, { body: { companyName: 'B' } })).id,
  ];
});
afterAll(() => t.close());
beforeEach(async () => {
  made += 1;
  id = (await t.ok(maya, createProduct, { body: { name: 'Pan', sku: `T-${made}`, supplierIds: [a] } })).id;
});

const put = (suppliers: Record<string, unknown>[], version?: number) =>
  t.call(maya, replaceProductSuppliers, { params: { id }, body: { suppliers: suppliers as never, version } });
const shown = async () =>
  (await t.ok(maya, getProduct, { params: { id } })).suppliers.map((s) => [
    s.companyName,
    s.price,
    s.currency,
    s.minimumOrder,
    s.leadTime,
    s.supplierSku,
  ]);

describe("the terms of a product's suppliers", () => {
  it('have an order and prices to the millionth; the first supplier is the usual one', async () => {
    const answer = await put([
      { supplierId: b, price: '0.123456', currency: 'USD', minimumOrder: 500, leadTime: 45, supplierSku: ' B-77 ' },
      { supplierId: a, price: 12, leadTime: 0 },
    ]);
    expect([answer.status, answer.body.version]).toEqual([200, 2]);
    expect(await shown()).toEqual([
      ['B', '0.123456', 'USD', 500, 45, 'B-77'],
      ['A', '12.00', 'CNY', null, 0, null],
    ]);
    expect(answer.body.supplier.map((s) => s.companyName)).toEqual(['B', 'A']);
  });

  it('keep absent values, clear null ones, and stay if nothing changes', async () => {
    await put([{ supplierId: a, price: '3.45', currency: 'USD', minimumOrder: 100 }]);
    await put([{ supplierId: a, minimumOrder: null, leadTime: 30 }, { supplierId: b }]);
    expect(await shown()).toEqual([
      ['A', '3.45', 'USD', null, 30, null],
      ['B', null, null, null, null, null],
    ]);
    expect((await put([{ supplierId: a, price: '3.450' }, { supplierId: b }])).body.version).toBe(3);
    const log = await t.work(maya, (w) =>
      w.tx
        .selectFrom('product_history')
        .select(['field', 'old_value', 'new_value'])
        .where('product_id', '=', id)
        .orderBy('id')
        .execute(),
    );
    expect(log.slice(1)).toEqual([
      { field: 'supplier', old_value: 'A', new_value: 'A (3.45 USD, from 100)' },
      { field: 'supplier', old_value: 'A (3.45 USD, from 100)', new_value: 'A (3.45 USD, 30 days), B' },
    ]);
  });

  it('are kept when only the list of suppliers changes', async () => {
    await put([{ supplierId: a, price: '3.45', currency: 'USD' }]);
    await t.ok(maya, patchProduct, { params: { id }, body: { supplierIds: [b, a] } });
    expect(await shown()).toEqual([
      ['B', null, null, null, null, null],
      ['A', '3.45', 'USD', null, null, null],
    ]);
  });

  it('are refused for an unknown or repeated supplier, a price without currency, or a stale version', async () => {
    const unknown = '01900000-0000-7000-8000-000000000000';
    const refused = await put([
      { supplierId: a, price: '1', currency: 'XXQ' },
      { supplierId: unknown },
      { supplierId: b, price: '1' },
      { supplierId: a },
    ]);
    expect(refused.error.errors).toMatchObject([
      { field: 'suppliers.0.currency', message: 'Choose a currency' },
      { field: 'suppliers.1.supplierId', message: 'Choose a supplier' },
      { field: 'suppliers.2.currency', message: 'Choose a currency' },
      { field: 'suppliers.3.supplierId', message: 'This supplier is there already' },
    ]);
    expect((await put([{ supplierId: b }], 7)).error.code).toBe('conflict_version');
    expect((await put([])).status).toBe(422);
    expect(await shown()).toEqual([['A', null, null, null, null, null]]);
  });
});
