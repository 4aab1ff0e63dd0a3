import { explainProduct } from '@quayside/contracts/costs/costs';
import { createInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { importInvoiceLines } from '@quayside/contracts/invoices/invoice-line-imports';
import { createInvoice, getInvoice, replaceInvoice, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aProduct, aSupplier } from '../../../testing/invoices.ts';
import { anOpenOrder } from '../../../testing/purchase-orders.ts';

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  maya = await t.admin('GBP');
});

const AMOUNT = '1500000000.00';
const line = (productId: string, amount: string) => ({
  ...{ productId, costType: 'FACTORY_INVOICE' as const, quantity: 10, amount },
});
async function invoiceAt(rate: string | null, amount: string) {
  const supplierId = await aSupplier(t, maya);
  const productId = await aProduct(t, maya, 'KTL');
  const made = await anInvoice(
    t,
    maya,
    { supplierId, invoiceNumber: 'F-1', date: '2026-11-01', currency: 'CNY', rate },
    [line(productId, amount)],
  );
  return { id: made.id, lineId: made.lineIds[0] ?? '', productId };
}
const refusedAt = (field: string) => ({ status: 422, body: { errors: [{ field }] } });

it('an amount that comes to too much at the rate is refused where it is typed, and nothing is stored', async () => {
  const { id, lineId, productId } = await invoiceAt('12345', '10.00');
  const params = { invoiceId: id, id: lineId };
  expect(await t.call(maya, patchInvoiceLine, { params, body: { amount: AMOUNT } })).toMatchObject(refusedAt('amount'));
  const body = line(productId, AMOUNT);
  expect(await t.call(maya, createInvoiceLine, { params: { invoiceId: id }, body })).toMatchObject(refusedAt('amount'));
  const lines = [{ invoiceLineId: lineId, ...line(productId, AMOUNT) }];
  const { version } = await t.ok(maya, getInvoice, { params: { id } });
  expect(await t.call(maya, replaceInvoice, { params: { id }, body: { version, lines } })).toMatchObject(
    refusedAt('lines.0.amount'),
  );
  expect((await t.ok(maya, getInvoice, { params: { id } })).lines).toMatchObject([{ amount: '10.00' }]);
});

it('an amount of a pasted table that comes to too much is refused with its row, and nothing is stored', async () => {
  const { id } = await invoiceAt('12345', '10.00');
  const body = { text: `Description\tAmount\nMould\t5.00\nTooling\t${AMOUNT}\n` };
  expect(await t.call(maya, importInvoiceLines, { params: { id }, body })).toMatchObject(refusedAt('rows.3.amount'));
  expect((await t.ok(maya, getInvoice, { params: { id } })).lines).toHaveLength(1);
});

it('a rate at which what is left of a purchase order comes to too much is refused', async () => {
  const supplierId = await aSupplier(t, maya);
  const productId = await aProduct(t, maya, 'KTL');
  const items = [{ productId, quantity: '10', unitPrice: '150000000' }];
  const order = await anOpenOrder(t, maya, { supplierId, rate: '0.1', items });
  const start = (rate: string) => t.call(maya, createInvoice, { body: { purchaseOrderId: order.id, rate } });
  expect(await start('12345')).toMatchObject(refusedAt('rate'));
  expect(await start('0.1')).toMatchObject({ status: 201 });
});

it('a rate at which a line comes to too much is refused', async () => {
  const { id } = await invoiceAt(null, AMOUNT);
  expect(await t.call(maya, updateInvoiceBasic, { params: { id }, body: { rate: '12345' } })).toMatchObject(
    refusedAt('rate'),
  );
  await t.ok(maya, updateInvoiceBasic, { params: { id }, body: { rate: '0.1' } });
});

it('what an earlier release stored is explained', async () => {
  const { id, productId } = await invoiceAt('0.1', AMOUNT);
  const large = 1_851_750_000_000_000n;
  await t.work(maya, async (w) => {
    await sql`update invoice set rate = '12345', cost_rate = null where id = ${id}`.execute(w.tx);
    for (const table of ['cost_allocation', 'cost_entry'])
      await sql`update ${sql.table(table)} set account_minor = ${large} where invoice_id = ${id}`.execute(w.tx);
    await sql`update product_cost_total set factory_minor = ${large} where product_id = ${productId}`.execute(w.tx);
  });
  const explain = await t.ok(maya, explainProduct, { params: { id: productId }, query: {} });
  expect(explain.landed).toBe('18517500000000.00');
});
