import { getProduct } from '@quayside/contracts/products/products';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aProduct, aSupplier } from '../../../testing/invoices.ts';

let t: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.admin();
});
afterAll(() => t.close());

it('the figures of a product are its orders, their invoices, and the days of the first and the last', async () => {
  const supplierId = await aSupplier(t, admin, { currency: 'GBP' });
  const [kettle, mug] = [await aProduct(t, admin, 'KTL-1'), await aProduct(t, admin, 'MUG-1')];
  const statsOf = async (id: string) => (await t.ok(admin, getProduct, { params: { id } })).stats;
  const line = (productId: string) => ({ productId, costType: 'FACTORY_INVOICE' as const, quantity: 5, amount: 50 });
  expect(await statsOf(kettle)).toEqual({
    ...{ invoiceCount: 0, orderCount: 0, firstOrderDate: null, lastOrderDate: null },
  });
  const on = (date: string, lines: Parameters<typeof anInvoice>[3]) =>
    anInvoice(t, admin, { supplierId, currency: 'GBP', date }, lines);
  await on('2026-03-02', [line(kettle), line(kettle), line(mug)]);
  await on('2026-05-04', [line(kettle)]);
  // A cost of the product is no order of it.
  await on('2026-06-08', [{ productId: kettle, costType: 'SHIPPING', amount: 9 }]);
  expect(await statsOf(kettle)).toEqual({
    ...{ invoiceCount: 2, orderCount: 3, firstOrderDate: '2026-03-02', lastOrderDate: '2026-05-04' },
  });
  expect(await statsOf(mug)).toEqual({
    ...{ invoiceCount: 1, orderCount: 1, firstOrderDate: '2026-03-02', lastOrderDate: '2026-03-02' },
  });
});
