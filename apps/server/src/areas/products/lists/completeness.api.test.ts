import { getProductCompleteness } from '@quayside/contracts/products/product-completeness';
import { listProductGroups, listProductTags } from '@quayside/contracts/products/product-tags';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { createInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { createProduct, patchProduct } from '@quayside/contracts/products/products';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { applyMeasures } from '@quayside/contracts/costs/cost-reports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  maya = await t.admin();
});
afterAll(() => t.close());

const gaps = async () => {
  const { products, gaps: all } = await t.ok(maya, getProductCompleteness);
  const shown: Record<string, unknown> = { products };
  for (const g of all) shown[g.gap] = [g.products, g.blockedLines, g.blockedInvoices.map((i) => i.number)];
  return shown;
};

it('the completeness summary counts missing data as the list finds it, and names waiting invoices', async () => {
  const supplierId = (await t.ok(maya, createSupplier, { body: { companyName: 'S', currency: 'GBP' } })).id;
  const add = async (sku: string, more: Record<string, unknown> = {}) =>
    (await t.ok(maya, createProduct, { body: { name: sku, sku, supplierIds: [supplierId], ...more } })).id;
  const heavy = await add('HEAVY', { weight: '500', length: '10', width: '10', height: '10' });
  const light = await add('LIGHT', { tags: ['kitchen', 'b'], group: 'Pans' });
  await t.ok(maya, patchProduct, {
    params: { id: await add('GONE', { tags: ['A'] }) },
    body: { archivedAt: '2026-11-20T09:00:00Z' },
  });
  expect(await gaps()).toEqual({
    products: 2,
    WEIGHT: [1, 0, []],
    VOLUME: [1, 0, []],
    SUPPLIER: [0, 0, []],
    COST: [2, 0, []],
  });
  const invoiceId = (
    await t.ok(maya, createInvoice, { body: { supplierId, invoiceNumber: 'F-1', date: '2026-11-02', currency: 'GBP' } })
  ).id;
  const line = async (body: Record<string, unknown>) =>
    (await t.ok(maya, createInvoiceLine, { params: { invoiceId }, body: body as never })).line.invoiceLineId;
  await line({ productId: heavy, quantity: 5, amount: '10.00' });
  await line({ productId: light, quantity: 5, amount: '10.00' });
  const freight = await line({ costType: 'SHIPPING', basis: 'WEIGHT', amount: '5.00' });
  await line({ costType: 'SHIPPING', basis: 'WEIGHT', amount: '6.00' });
  expect(await gaps()).toEqual({
    products: 2,
    WEIGHT: [1, 2, ['F-1']],
    VOLUME: [1, 0, []],
    SUPPLIER: [0, 0, []],
    COST: [0, 0, []],
  });
  const chip = { field: 'missing', op: 'in', values: ['WEIGHT'] };
  expect(
    (await t.ok(maya, listProducts, { query: { filter: JSON.stringify([chip]) } })).content.map((p) => p.sku),
  ).toEqual(['LIGHT']);
  await t.ok(maya, patchInvoiceLine, {
    params: { invoiceId, id: freight },
    body: { isExcludedFromGeneralCostsData: true, exclusionReason: 'Private' },
  });
  expect((await gaps())['WEIGHT']).toEqual([1, 1, ['F-1']]);
  // The new weight of the product does not affect the cost of the line before it is copied to the order.
  await t.ok(maya, patchProduct, { params: { id: light }, body: { weight: '100' } });
  expect((await gaps())['WEIGHT']).toEqual([0, 1, ['F-1']]);
  await t.ok(maya, applyMeasures, { params: { id: light }, body: {} });
  expect((await gaps())['WEIGHT']).toEqual([0, 0, []]);
  expect((await t.ok(maya, listProductTags)).map((o) => o.value)).toEqual(['A', 'b', 'kitchen']);
  expect(await t.ok(maya, listProductGroups)).toEqual([{ value: 'Pans', label: 'Pans' }]);
});
