import {
  applyMeasures,
  listRestatements,
  type MeasuresPreview,
  previewMeasures,
} from '@quayside/contracts/costs/cost-reports';
import { explainProduct } from '@quayside/contracts/costs/costs';
import { closeInvoice, confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { createInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { createProduct, getProduct, patchProduct } from '@quayside/contracts/products/products';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { recompute } from '../../../testing/recompute.ts';
import { brokenInvariants } from '../check/invariants.views.ts';

let t: TestApp;
let maya: TestPerson;
let ids: { kettle: string; lamp: string; goods: string; firstLine: string };
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const explain = (id: string, asKnownOn?: string) =>
  t.ok(maya, explainProduct, { params: { id }, query: { ...(asKnownOn && { asKnownOn }) } });
const preview = (): Promise<MeasuresPreview> => t.ok(maya, previewMeasures, { params: { id: ids.kettle } });
const apply = (body: { orderIds?: string[] } = {}) => t.ok(maya, applyMeasures, { params: { id: ids.kettle }, body });
const undo = (operationId: string) => t.call(maya, undoOperation, { params: { operationId } });
const weigh = (weight: string) => t.ok(maya, patchProduct, { params: { id: ids.kettle }, body: { weight } });
const sound = async () => {
  expect(await t.work(maya, brokenInvariants)).toEqual([]);
  expect(await t.work(maya, recompute)).toEqual([]);
};

/**
 * Creates two orders of kettles and one of lamps, and three lines that are shared over them: freight by weight on a
 * closed invoice, duty by value, and a credit of the freight.
 */
beforeEach(async () => {
  t.setTime('2026-11-18T10:00:00.000Z');
  maya = await t.admin('GBP');
  const supplierId = (await t.ok(maya, createSupplier, { body: { companyName: 'Ningbo', currency: 'GBP' } })).id;
  const product = async (sku: string) =>
    (
      await t.ok(maya, createProduct, {
        body: { sku, name: sku, supplierIds: [supplierId], weight: '500', length: '20', width: '10', height: '10' },
      })
    ).id;
  const invoice = async (invoiceNumber: string, extra: Record<string, unknown> = {}) =>
    (
      await t.ok(maya, createInvoice, {
        body: { supplierId, invoiceNumber, date: '2026-11-02', currency: 'GBP', ...extra },
      })
    ).id;
  const line = async (invoiceId: string, body: Record<string, unknown>) =>
    (await t.ok(maya, createInvoiceLine, { params: { invoiceId }, body })).line.invoiceLineId;
  const [kettle, lamp] = [await product('KTL'), await product('LMP')];
  const goods = await invoice('F-1');
  const firstLine = await line(goods, { productId: kettle, quantity: 100, amount: '1000.00' });
  await line(goods, { productId: kettle, quantity: 50, amount: '500.00' });
  await line(goods, { productId: lamp, quantity: 50, amount: '500.00' });
  const pairedWith = [{ type: 'INVOICE', id: goods }];
  const freight = await invoice('S-1', { pairedWith, total: '400.00' });
  const sea = await line(freight, { costType: 'SHIPPING', name: 'Sea', basis: 'WEIGHT', amount: '400.00' });
  for (const move of [confirmInvoice, closeInvoice]) await t.ok(maya, move, { params: { id: freight }, body: {} });
  await t.ok(maya, createInvoice, {
    body: { creditsInvoiceId: freight, date: '2026-11-12', creditLines: [{ invoiceLineId: sea, amount: '40.00' }] },
  });
  await line(await invoice('D-1', { pairedWith }), { costType: 'CUSTOMS_AND_DUTIES', amount: '20.00' });
  ids = { kettle, lamp, goods, firstLine };
  t.setTime('2026-11-20T10:00:00.000Z');
  maya = await t.member(maya, 'sv-account-admin');
});

describe('a product with changed measures', () => {
  it('previews its outdated orders, the lines to recompute and the unit costs, and stores nothing', async () => {
    expect(await preview()).toMatchObject({ orders: [], lines: [], products: [] });
    await weigh('1500');
    const before = await explain(ids.kettle);
    const told = await preview();
    expect(told).toMatchObject({ product: { sku: 'KTL' }, now: { weightGrams: '1500.000000', volumeCm3: '2000.000' } });
    expect(told.orders).toMatchObject([
      {
        order: { number: 'SO-000001' },
        units: 100,
        date: '2026-11-02',
        copied: { weightGrams: '500.000000' },
        invoice: { id: ids.goods, number: 'F-1' },
      },
      { order: { number: 'SO-000002' }, units: 50 },
    ]);
    expect(
      told.lines.map((l) => [
        l.invoice.number.slice(0, 1),
        l.invoice.status,
        l.line.name,
        l.line.costType,
        l.basisBefore,
        l.basisAfter,
      ]),
    ).toEqual(expect.arrayContaining([['S', 'CLOSED', 'Sea', 'SHIPPING', 'WEIGHT', 'WEIGHT']]));
    // Only the freight and its credit change, because the duty is shared by value.
    expect(told.lines).toHaveLength(2);
    // The freight is 360.00. The share of the kettles changes from 75 of 100 kg to 225 of 250 kg.
    expect(told.products).toEqual([
      {
        product: { id: ids.kettle, sku: 'KTL', name: 'KTL' },
        landedBefore: '11.9000',
        landedAfter: '12.2600',
        change: '54.00',
      },
      {
        product: { id: ids.lamp, sku: 'LMP', name: 'LMP' },
        landedBefore: '11.9000',
        landedAfter: '10.8200',
        change: '-54.00',
      },
    ]);
    expect(await explain(ids.kettle)).toEqual(before);
    await sound();
  });

  it('updates its orders, on closed invoices too, as previewed, and leaves past readings unchanged', async () => {
    await weigh('1500');
    const told = await preview();
    expect(await apply()).toMatchObject({ orders: told.orders.length, lines: told.lines.length });
    for (const { product, landedAfter } of told.products)
      expect((await t.ok(maya, getProduct, { params: { id: product.id } })).landedCostPerUnit).toBe(landedAfter);
    expect(await preview()).toMatchObject({ orders: [], lines: [], products: [] });
    const now = await explain(ids.kettle);
    expect([now.replays, now.landedPerUnit, now.layers[0]?.unitWeightGrams]).toEqual([true, '12.2600', '1500.000000']);
    const then = await explain(ids.kettle, '2026-11-19');
    expect([then.replays, then.landedPerUnit, then.layers[0]?.unitWeightGrams]).toEqual([
      true,
      '11.9000',
      '500.000000',
    ]);
    expect((await t.ok(maya, listRestatements, { query: { from: '2026-11-19' } })).content).toHaveLength(3);
    await sound();
  });

  it('updates only the chosen orders', async () => {
    await weigh('1500');
    const [first, second] = (await preview()).orders.map((o) => o.order.id);
    const told = await t.ok(maya, previewMeasures, { params: { id: ids.kettle }, query: { orderIds: [second ?? ''] } });
    expect(told.orders).toHaveLength(2);
    expect(await apply({ orderIds: [second ?? ''] })).toMatchObject({ orders: 1, lines: 2 });
    for (const { product, landedAfter } of told.products)
      expect((await t.ok(maya, getProduct, { params: { id: product.id } })).landedCostPerUnit).toBe(landedAfter);
    expect((await preview()).orders.map((o) => o.order.id)).toEqual([first]);
    // The weights are 50 + 75 + 25 kg, so the second order carries half of 360.00 and the first a third.
    expect((await explain(ids.kettle)).layers.map((l) => [l.number, l.inbound])).toEqual([
      ['SO-000002', '185.00'],
      ['SO-000001', '130.00'],
    ]);
    const strange = await t.call(maya, applyMeasures, { params: { id: ids.kettle }, body: { orderIds: [ids.lamp] } });
    expect([strange.status, strange.error.errors?.[0]?.field]).toEqual([422, 'orderIds.0']);
    await sound();
  });

  it('previews and applies a removed weight: the line becomes unassigned', async () => {
    await t.ok(maya, patchProduct, { params: { id: ids.kettle }, body: { weight: null } });
    const told = await preview();
    expect(told.products.map((p) => [p.product.sku, p.change])).toEqual([
      ['KTL', '-270.00'],
      ['LMP', '-90.00'],
    ]);
    await apply();
    for (const { product, landedAfter } of told.products)
      expect((await t.ok(maya, getProduct, { params: { id: product.id } })).landedCostPerUnit).toBe(landedAfter);
    const rows = await t.work(maya, (w) =>
      w.tx
        .selectFrom('audit_log')
        .select(['action', 'subject_ids'])
        .where('account_id', '=', maya.accountId)
        .where('action', 'like', 'product.measures%')
        .execute(),
    );
    expect(rows).toEqual([{ action: 'product.measures_applied', subject_ids: [ids.kettle] }]);
  });
});

describe('undo', () => {
  it('restores the previous measures of each order', async () => {
    await weigh('1500');
    const [first] = (await preview()).orders.map((o) => o.order.id);
    await apply({ orderIds: [first ?? ''] });
    await weigh('2000');
    const before = await explain(ids.kettle);
    const { operationId } = await apply();
    expect((await undo(operationId)).status).toBe(200);
    const after = await explain(ids.kettle);
    expect(after.layers.map((l) => [l.number, l.unitWeightGrams, l.landed])).toEqual(
      before.layers.map((l) => [l.number, l.unitWeightGrams, l.landed]),
    );
    expect(after.layers.map((l) => l.unitWeightGrams)).toEqual(['500.000000', '1500.000000']);
    await sound();
    expect((await undo(operationId)).error.code).toBe('undo.too_late');
  });

  it('is refused, and restores nothing, when an order was deleted or its measures have changed since', async () => {
    await weigh('1500');
    const first = await apply();
    await weigh('2000');
    const second = await apply();
    expect((await undo(first.operationId)).error.code).toBe('undo.too_late');
    await t.ok(maya, patchInvoiceLine, { params: { invoiceId: ids.goods, id: ids.firstLine }, body: { quantity: 0 } });
    expect((await undo(second.operationId)).error).toMatchObject({ status: 409, code: 'undo.too_late' });
    expect((await explain(ids.kettle)).layers.map((l) => l.unitWeightGrams)).toEqual(['2000.000000']);
    await sound();
  });

  it('is allowed when only the units have changed', async () => {
    await weigh('1500');
    const { operationId } = await apply();
    await t.ok(maya, patchInvoiceLine, { params: { invoiceId: ids.goods, id: ids.firstLine }, body: { quantity: 70 } });
    expect((await undo(operationId)).status).toBe(200);
    expect((await explain(ids.kettle)).layers.map((l) => [l.units, l.unitWeightGrams])).toEqual([
      [50, '500.000000'],
      [70, '500.000000'],
    ]);
    await sound();
  });
});
