import { updateAccountSettings } from '@quayside/contracts/accounts/accounts';
import { explainProduct, listCosts, listProductCosts } from '@quayside/contracts/costs/costs';
import { closeInvoice, confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import {
  createInvoice,
  getInvoice,
  listInvoiceHistory,
  updateInvoiceBasic,
} from '@quayside/contracts/invoices/invoices';
import { previewAllocation } from '@quayside/contracts/costs/allocation-preview';
import { createInvoiceLine, type InvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { listNotifications } from '@quayside/contracts/notifications/notifications';
import { createProduct, getProduct, type Product } from '@quayside/contracts/products/products';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { brokenInvariants } from './check/invariants.views.ts';

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

describe('an allocation without guessing', () => {
  it('leaves a foreign invoice without a rate unassigned until the rate is typed', async () => {
    const p = await product('P');
    const f = await invoice('F', { rate: null });
    expect(await line(f.id, { productId: p.id, quantity: 10, amount: '100.00' })).toMatchObject({
      unassignedReason: 'NO_RATE',
      cost: { document: '100.00', account: null },
    });
    expect(await cost(p.id)).toMatchObject({ landedCostTotal: '0.00', unitsOrdered: 10 });
    await t.ok(maya, updateInvoiceBasic, { params: { id: f.id }, body: { rate: '0.1' } });
    expect((await cost(p.id)).landedCostTotal).toBe('10.00');
    await sound();
  });

  it('names the products that lack a weight, and falls back to quantity only when nobody chose the basis', async () => {
    const [a, b] = [await product('A'), await product('B', null)];
    const f = await invoice('F');
    await line(f.id, { productId: a.id, quantity: 10, amount: '100.00' });
    await line(f.id, { productId: b.id, quantity: 30, amount: '100.00' });
    const byDefault = await line(f.id, { costType: 'SHIPPING', amount: '40.00' });
    expect(byDefault).toMatchObject({
      effectiveBasis: 'QUANTITY',
      isBasisFallback: true,
      unassignedReason: null,
      entryCount: 2,
    });
    const chosen = await patch(f.id, byDefault.invoiceLineId, { basis: 'WEIGHT' });
    expect(chosen).toMatchObject({
      unassignedReason: 'MISSING_WEIGHT',
      unassigned: { document: '40.00' },
      lackingProducts: [{ id: b.id, sku: 'B' }],
    });
    await sound();
  });

  it('shows the trace of an excluded line and counts nothing of it', async () => {
    const p = await product('P');
    const f = await invoice('F');
    await line(f.id, { productId: p.id, quantity: 10, amount: '100.00' });
    const extra = await line(f.id, { costType: 'OTHER', amount: '50.00' });
    expect((await cost(p.id)).inboundCostTotal).toBe('5.41');
    await patch(f.id, extra.invoiceLineId, { isExcludedFromGeneralCostsData: true, exclusionReason: 'Not ours' });
    expect(await cost(p.id)).toMatchObject({ inboundCostTotal: '0.00', costEntryCount: 1 });
    const { content } = await t.ok(maya, listProductCosts, { params: { productId: p.id }, query: {} });
    expect(content.map((e) => [e.costType, e.isExcluded])).toContainEqual(['OTHER', true]);
    await sound();
  });

  it('assigns the cost of a product without orders to the product itself', async () => {
    const p = await product('P');
    const f = await invoice('F');
    await line(f.id, { productId: p.id, costType: 'PHOTOGRAPHY', amount: '100.00' });
    expect(await cost(p.id)).toMatchObject({ inboundCostTotal: '10.81', landedCostPerUnit: null, unitsOrdered: 0 });
    const tree = await t.ok(maya, explainProduct, { params: { id: p.id } });
    expect(tree).toMatchObject({ replays: true, layers: [], layerless: { amount: '10.81' } });
    await sound();
  });
});

describe('a closed invoice that becomes unassigned by a change elsewhere', () => {
  it('is re-opened with a history entry and a notification, and can be closed once it is assigned', async () => {
    const p = await product('P');
    const goods = await invoice('F', { total: '100.00' });
    await line(goods.id, { productId: p.id, quantity: 10, amount: '100.00' });
    const bill = await invoice('B', {
      currency: 'GBP',
      rate: null,
      total: '7.00',
      pairedWith: [{ type: 'INVOICE', id: goods.id }],
    });
    await line(bill.id, { costType: 'CUSTOMS_AND_DUTIES', amount: '7.00' });
    await t.ok(maya, confirmInvoice, { params: { id: bill.id }, body: {} });
    await t.ok(maya, closeInvoice, { params: { id: bill.id }, body: {} });
    await t.ok(maya, updateInvoiceBasic, { params: { id: goods.id }, body: { rate: null } });
    const open = await t.ok(maya, getInvoice, { params: { id: bill.id } });
    expect([open.status, open.lines[0]?.unassignedReason]).toEqual(['OPEN', 'NO_RATE']);
    expect((await t.ok(maya, listInvoiceHistory, { params: { id: bill.id } })).content[0]?.action).toBe(
      'invoice.reopened',
    );
    expect((await t.ok(maya, listNotifications, {})).content[0]).toMatchObject({
      notificationType: 'ACTION_NEEDED',
      summary: 'Invoice B is open again',
      about: { type: 'INVOICE', id: bill.id },
    });
    await sound();
    await t.ok(maya, updateInvoiceBasic, { params: { id: goods.id }, body: { rate: '0.11' } });
    expect((await t.ok(maya, closeInvoice, { params: { id: bill.id }, body: {} })).status).toBe('CLOSED');
    await sound();
  });
});

describe('scope and preview', () => {
  it('shows the effect of a change and stores nothing', async () => {
    const [a, b] = [await product('A'), await product('B')];
    const f = await invoice('F');
    await line(f.id, { productId: a.id, quantity: 10, amount: '300.00' });
    await line(f.id, { productId: b.id, quantity: 30, amount: '100.00' });
    const extra = await line(f.id, { costType: 'OTHER', amount: '40.00' });
    const before = await t.ok(maya, listCosts, { query: {} });
    const preview = await t.ok(maya, previewAllocation, {
      params: { invoiceId: f.id, id: extra.invoiceLineId },
      body: { basis: 'VALUE' },
    });
    expect(preview.shares.map((s) => [s.product.sku, s.document, s.account, s.percent])).toEqual([
      ['A', '30.00', '3.24', '75.0000'],
      ['B', '10.00', '1.08', '25.0000'],
    ]);
    expect(preview.shares[0]).toMatchObject({ landedBefore: '3.3510', landedAfter: '3.5670' });
    expect(await t.ok(maya, listCosts, { query: {} })).toEqual(before);
    await patch(f.id, extra.invoiceLineId, { basis: 'VALUE' });
    expect((await cost(a.id)).landedCostPerUnit).toBe('3.5670');
    await sound();
  });

  it('spreads over chosen orders of other invoices, and follows their changes', async () => {
    const p = await product('P');
    const f = await invoice('F');
    const own = await line(f.id, { productId: p.id, quantity: 10, amount: '100.00' });
    const bill = await invoice('B', { currency: 'GBP', rate: null });
    const extra = await line(bill.id, {
      costType: 'INSPECTIONS',
      amount: '7.00',
      scope: [{ type: 'ORDER', id: own.order?.id }],
    });
    expect(extra).toMatchObject({ entryCount: 1, unassigned: { document: '0.00' } });
    expect((await cost(p.id)).inboundCostTotal).toBe('7.00');
    await patch(f.id, own.invoiceLineId, { quantity: 0 });
    const now = (await t.ok(maya, getInvoice, { params: { id: bill.id } })).lines[0];
    expect(now).toMatchObject({ unassignedReason: 'NO_SCOPE', unassigned: { document: '7.00' } });
    await sound();
  });

  it('stores typed shares and leaves the rest unassigned', async () => {
    const [a, b] = [await product('A'), await product('B')];
    const f = await invoice('F');
    const la = await line(f.id, { productId: a.id, quantity: 10, amount: '300.00' });
    await line(f.id, { productId: b.id, quantity: 30, amount: '100.00' });
    const extra = await line(f.id, { costType: 'OTHER', amount: '40.00' });
    const typed = await patch(f.id, extra.invoiceLineId, {
      basis: 'MANUAL',
      manualShares: [{ layerId: la.order?.id, amount: '25.00' }],
    });
    expect(typed).toMatchObject({
      unassignedReason: 'MANUAL_REST',
      assigned: { document: '25.00' },
      unassigned: { document: '15.00' },
    });
    const tooMuch = await t.call(maya, patchInvoiceLine, {
      params: { invoiceId: f.id, id: extra.invoiceLineId },
      body: { manualShares: [{ layerId: la.order?.id ?? '', amount: '40.01' }] },
    });
    expect(tooMuch.status).toBe(422);
    await sound();
  });
});
