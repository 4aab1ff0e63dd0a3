import { updateAccountSettings } from '@quayside/contracts/accounts';
import { explainProduct, listCosts, listProductCosts } from '@quayside/contracts/costs';
import { closeInvoice, confirmInvoice } from '@quayside/contracts/invoice-moves';
import { createInvoice, getInvoice, listInvoiceHistory, updateInvoiceBasic } from '@quayside/contracts/invoices';
import { previewAllocation } from '@quayside/contracts/allocation-preview';
import { createInvoiceLine, type InvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoice-lines';
import { listNotifications } from '@quayside/contracts/notifications';
import { createProduct, getProduct, type Product } from '@quayside/contracts/products';
import { createSupplier } from '@quayside/contracts/suppliers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { brokenInvariants } from './invariants.views.ts';

let t: TestApp;
let maya: TestPerson;
let factory: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  maya = await t.admin('GBP');
  factory = (await t.ok(maya, createSupplier, { body: { companyName: 'Ningbo', currency: 'CNY' } })).id;
});

const product = (sku: string, weight: string | null = '500') =>
  t.ok(maya, createProduct, {
    body: { sku, name: sku, supplierIds: [factory], weight, length: '20', width: '10', height: '10' },
  });
const invoice = (invoiceNumber: string, extra: Record<string, unknown> = {}) =>
  t.ok(maya, createInvoice, {
    body: { supplierId: factory, invoiceNumber, date: '2026-11-02', currency: 'CNY', rate: '0.1081', ...extra },
  });
const line = async (invoiceId: string, body: Record<string, unknown>): Promise<InvoiceLine> =>
  (await t.ok(maya, createInvoiceLine, { params: { invoiceId }, body })).line;
const patch = async (invoiceId: string, id: string, body: Record<string, unknown>): Promise<InvoiceLine> =>
  (await t.ok(maya, patchInvoiceLine, { params: { invoiceId, id }, body })).line;
const cost = (id: string): Promise<Product> => t.ok(maya, getProduct, { params: { id } });
const sound = async () => expect(await t.work(maya, brokenInvariants)).toEqual([]);

describe('costs of invoices in yuan, dollars and pounds', () => {
  it('give every product its factory, inbound and landed cost, to the penny and in one transaction', async () => {
    const [kettle, lamp, towel] = [
      await product('KTL', '1000'),
      await product('LMP', '500'),
      await product('TWL', '2000'),
    ];
    const f1 = await invoice('F-1', { total: '15000.00' });
    const kettles = await line(f1.id, { productId: kettle.id, quantity: 100, amount: '10000.00' });
    await line(f1.id, { productId: lamp.id, quantity: 200, amount: '5000.00' });
    const f2 = await invoice('F-2', { total: '8000.00' });
    await line(f2.id, { productId: towel.id, quantity: 50, amount: '8000.00' });
    const freight = await invoice('M-1', {
      currency: 'USD',
      rate: '0.7652',
      shippingMethod: 'SEA',
      pairedWith: [
        { type: 'INVOICE', id: f1.id },
        { type: 'INVOICE', id: f2.id },
      ],
    });
    const sea = await line(freight.id, { costType: 'SHIPPING', name: 'Sea freight', amount: '1000.00' });
    const customs = await invoice('C-1', {
      currency: 'GBP',
      rate: null,
      pairedWith: [
        { type: 'INVOICE', id: f1.id },
        { type: 'INVOICE', id: f2.id },
      ],
    });
    await line(customs.id, { costType: 'CUSTOMS_AND_DUTIES', name: 'Duty', amount: '230.00' });

    // The gross weight of kettles, lamps and towels is 100 kg each. The volume of the kettles is 350 × 2 l = 0.7 m3,
    // for which sea freight charges 700 kg. Because the volumetric weight of the load is larger, the weights are 100 :
    // 200 : 50.
    expect(sea).toMatchObject({
      effectiveBasis: 'CHARGEABLE_WEIGHT',
      cost: { document: '1000.00', account: '765.20' },
      unassigned: { document: '0.00', account: '0.00' },
      entryCount: 3,
    });
    // The duty is shared by factory value in pounds: 1081.00, 540.50 and 864.80 of 2486.30.
    expect(await cost(kettle.id)).toMatchObject({
      factoryCostTotal: '1081.00',
      inboundCostTotal: '318.63',
      landedCostTotal: '1399.63',
      landedCostPerUnit: '13.9963',
      unitsOrdered: 100,
    });
    expect(await cost(lamp.id)).toMatchObject({
      factoryCostTotal: '540.50',
      inboundCostTotal: '487.26',
      landedCostPerUnit: '5.1388',
    });
    expect(await cost(towel.id)).toMatchObject({
      factoryCostTotal: '864.80',
      inboundCostTotal: '189.31',
      landedCostPerUnit: '21.0822',
    });
    await sound();

    // Correcting one quantity changes the freight of all three products at once.
    await patch(f1.id, kettles.invoiceLineId, { quantity: 300 });
    // 765.20 shared by 300 : 200 : 50 is 417.3818, 278.2545 and 69.5636, so the remaining penny goes to the lamps. The
    // duty stays 100.00 and 50.00.
    expect(await cost(kettle.id)).toMatchObject({ inboundCostTotal: '517.38', unitsOrdered: 300 });
    expect((await cost(lamp.id)).inboundCostTotal).toBe('328.26');
    await sound();

    const tree = await t.ok(maya, explainProduct, { params: { id: kettle.id } });
    expect(tree).toMatchObject({ landed: '1598.38', units: 300, replays: true });
    expect(tree.documents.map((d) => [d.number, d.addsUp])).toEqual(
      [
        ['F-1', true],
        ['M-1', true],
        ['C-1', true],
      ].sort((x, y) => String(x[0]).localeCompare(String(y[0]))),
    );
    const seaEntry = tree.layers[0]?.entries.find((e) => e.costType === 'SHIPPING');
    expect(seaEntry).toMatchObject({
      basis: 'CHARGEABLE_WEIGHT',
      measure: 'VOLUME',
      chargeableMethod: 'SEA',
      lineDocumentAmount: '1000.00',
      lineAmount: '765.20',
      rate: { value: '0.7652', source: 'manual' },
      amount: '417.38',
      exactAmount: '417.38181818',
    });
    expect(tree.layers[0]?.history.map((h) => h.amount)).toContain('218.63');
    const seaLine = { invoiceId: freight.id, id: seaEntry?.line.id ?? '' };
    expect(await t.ok(maya, previewAllocation, { params: seaLine, body: {} })).toMatchObject({
      measure: 'VOLUME',
      chargeableMethod: 'SEA',
    });

    // The entries are found by invoice id, because a search for an invoice number also finds longer numbers that
    // contain it.
    const of = async (id: string) =>
      (
        await t.ok(maya, listCosts, {
          query: { filter: JSON.stringify([{ field: 'invoice', op: 'in', values: [id] }]) },
        })
      ).content.map((entry) => entry.amount);
    expect((await of(freight.id)).sort()).toEqual(['278.26', '417.38', '69.56']);
    expect(await of(customs.id)).toHaveLength(3);
  });

  it('allow closing only when nothing is unassigned and the difference is 0', async () => {
    const p = await product('P');
    const f = await invoice('F', { total: '100.00' });
    const l = await line(f.id, { productId: p.id, quantity: 10, amount: '90.00' });
    await t.ok(maya, confirmInvoice, { params: { id: f.id }, body: {} });
    expect((await t.ok(maya, getInvoice, { params: { id: f.id } })).can.close).toMatchObject({ allowed: false });
    await patch(f.id, l.invoiceLineId, { amount: '100.00' });
    expect((await t.ok(maya, getInvoice, { params: { id: f.id } })).can.close).toEqual({ allowed: true, reason: null });
    expect((await cost(p.id)).isProvisional).toBe(false);
    await sound();
  });
});

describe('a cost that is too large to be stored', () => {
  it('is refused at the field that made it so large, and nothing changes', async () => {
    const p = await product('P');
    const f = await invoice('F');
    const l = await line(f.id, { productId: p.id, quantity: 1, amount: '9999999999999.99' });
    const rate = await t.call(maya, updateInvoiceBasic, { params: { id: f.id }, body: { rate: '9999999999' } });
    expect([rate.status, rate.error.errors?.map((e) => e.field)]).toEqual([422, ['rate']]);
    await patch(f.id, l.invoiceLineId, { amount: '1.00' });
    await t.ok(maya, updateInvoiceBasic, { params: { id: f.id }, body: { rate: '9999999999' } });
    const amount = await t.call(maya, patchInvoiceLine, {
      params: { invoiceId: f.id, id: l.invoiceLineId },
      body: { amount: '9999999999999.99' },
    });
    expect([amount.status, amount.error.errors?.map((e) => e.field)]).toEqual([422, ['amount']]);
    await sound();
  });
});

describe('the currency of the account', () => {
  it('is fixed with the first figure, even one that still lacks a rate', async () => {
    const settings = { accountName: 'A', currency: 'EUR', timeZone: 'UTC' };
    expect((await t.call(maya, updateAccountSettings, { body: settings })).status).toBe(200);
    t.deps.signIn.forgetAccount(maya.accountId);
    const p = await product('P');
    const f = await invoice('F', { rate: null });
    await line(f.id, { productId: p.id, quantity: 1, amount: '1.00' });
    const refused = await t.call(maya, updateAccountSettings, { body: { ...settings, currency: 'GBP' } });
    expect([refused.status, refused.error.errors?.[0]?.field]).toEqual([422, 'currency']);
  });

  it('is read from the account, even when a cached sign-in has the old one', async () => {
    // The cache itself may be emptied at any moment, by time or by an event that arrives late, so the test keeps the
    // scope with the old currency in its place.
    const { signIn } = t.deps;
    const old = await signIn.scopeOf(maya.token, { id: 'r', language: 'en' });
    const cached = vi.spyOn(signIn, 'scopeOf').mockResolvedValue(old);
    onTestFinished(() => cached.mockRestore());
    await t.work(maya, (w) =>
      w.tx.updateTable('account').set({ currency: 'EUR' }).where('account_id', '=', maya.accountId).execute(),
    );
    const late = await t.call(maya, createInvoice, {
      body: { supplierId: factory, invoiceNumber: 'L', total: '5.00', rate: '0.1' },
    });
    expect(late.status).toBe(503);
  });
});
