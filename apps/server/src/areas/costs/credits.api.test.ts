import { explainProduct } from '@quayside/contracts/costs';
import { closeInvoice, confirmInvoice } from '@quayside/contracts/invoice-moves';
import { createInvoice, getInvoice, type InvoiceWithLines, updateInvoiceBasic } from '@quayside/contracts/invoices';
import {
  createInvoiceLine,
  deleteInvoiceLine,
  type InvoiceLine,
  patchInvoiceLine,
} from '@quayside/contracts/invoice-lines';
import { createProduct, getProduct, type Product } from '@quayside/contracts/products';
import { createSupplier } from '@quayside/contracts/suppliers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { recompute } from '../../testing/recompute.ts';
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

const product = (sku: string) =>
  t.ok(maya, createProduct, {
    body: { sku, name: sku, supplierIds: [factory], weight: '500', length: '20', width: '10', height: '10' },
  });
const invoice = (invoiceNumber: string, extra: Record<string, unknown> = {}) =>
  t.ok(maya, createInvoice, {
    body: { supplierId: factory, invoiceNumber, date: '2026-11-02', currency: 'CNY', rate: '0.1081', ...extra },
  });
const line = async (invoiceId: string, body: Record<string, unknown>): Promise<InvoiceLine> =>
  (await t.ok(maya, createInvoiceLine, { params: { invoiceId }, body })).line;
const patch = async (invoiceId: string, id: string, body: Record<string, unknown>): Promise<InvoiceLine> =>
  (await t.ok(maya, patchInvoiceLine, { params: { invoiceId, id }, body })).line;
const credit = (
  creditsInvoiceId: string,
  creditLines?: { invoiceLineId: string; amount?: string; quantity?: string }[],
): Promise<InvoiceWithLines> =>
  t.ok(maya, createInvoice, { body: { creditsInvoiceId, date: '2026-11-12', ...(creditLines && { creditLines }) } });
const cost = (id: string): Promise<Product> => t.ok(maya, getProduct, { params: { id } });
const sound = async () => {
  expect(await t.work(maya, brokenInvariants)).toEqual([]);
  expect(await t.work(maya, recompute)).toEqual([]);
};

describe('a credit note', () => {
  it('takes units and money off the credited order, and freight spread by value changes with it', async () => {
    const [a, b] = [await product('A'), await product('B')];
    const goods = await invoice('F-1');
    const la = await line(goods.id, { productId: a.id, quantity: 100, amount: '1000.00' });
    await line(goods.id, { productId: b.id, quantity: 100, amount: '1000.00' });
    const duty = await line(goods.id, { costType: 'CUSTOMS_AND_DUTIES', amount: '300.00' });
    expect(duty.entryCount).toBe(2);
    const note = await credit(goods.id, [{ invoiceLineId: la.invoiceLineId, amount: '500.00', quantity: '50' }]);
    expect(note).toMatchObject({ kind: 'CREDIT_NOTE', currency: 'CNY', rate: '0.1081', credits: [{ id: goods.id }] });
    expect(note.lines[0]).toMatchObject({
      amount: '-500.00',
      quantity: '-50',
      cost: { document: '-500.00', account: '-54.05' },
      entryCount: 1,
    });
    // 1000 − 500 against 1000: a third and two thirds of 32.43.
    expect(await cost(a.id)).toMatchObject({ factoryCostTotal: '54.05', inboundCostTotal: '10.81', unitsOrdered: 50 });
    expect(await cost(b.id)).toMatchObject({
      factoryCostTotal: '108.10',
      inboundCostTotal: '21.62',
      unitsOrdered: 100,
    });
    await sound();
  });

  it('of freight uses the weights of the freight line, also when they change later', async () => {
    const [a, b] = [await product('A'), await product('B')];
    const goods = await invoice('F-1');
    const la = await line(goods.id, { productId: a.id, quantity: 1, amount: '1000.00' });
    await line(goods.id, { productId: b.id, quantity: 2, amount: '1000.00' });
    const freight = await line(goods.id, { costType: 'OTHER', amount: '100.00' });
    await credit(goods.id, [{ invoiceLineId: freight.invoiceLineId, amount: '99.00' }]);
    // 1.00 CNY is left, which is 0.11 GBP; a third of it is 0.03 2/3, so the shares are 0.04 and 0.07.
    expect([(await cost(a.id)).inboundCostTotal, (await cost(b.id)).inboundCostTotal]).toEqual(['0.04', '0.07']);
    await patch(goods.id, la.invoiceLineId, { quantity: 8 });
    expect([(await cost(a.id)).inboundCostTotal, (await cost(b.id)).inboundCostTotal]).toEqual(['0.09', '0.02']);
    await sound();
  });

  it('in full leaves 0 everywhere, for any later rate', async () => {
    const [a, b] = [await product('A'), await product('B')];
    const goods = await invoice('F-1');
    await line(goods.id, {
      productId: a.id,
      quantity: 3,
      amount: '1000.01',
      taxAmount: '33.33',
      isTaxRecoverable: false,
    });
    await line(goods.id, { productId: b.id, quantity: 7, amount: '77.77' });
    await line(goods.id, { costType: 'SHIPPING', amount: '123.45' });
    await credit(goods.id, undefined);
    const zero = { factoryCostTotal: '0.00', inboundCostTotal: '0.00', unitsOrdered: 0, landedCostPerUnit: null };
    expect([await cost(a.id), await cost(b.id)]).toMatchObject([zero, zero]);
    await t.ok(maya, updateInvoiceBasic, { params: { id: goods.id }, body: { rate: '0.1237' } });
    expect([await cost(a.id), await cost(b.id)]).toMatchObject([zero, zero]);
    await sound();
  });

  it('inherits exclusion and kind of tax from its line', async () => {
    const a = await product('A');
    const goods = await invoice('F-1', { currency: 'GBP', rate: null });
    await line(goods.id, { productId: a.id, quantity: 10, amount: '100.00' });
    const photos = await line(goods.id, {
      costType: 'PHOTOGRAPHY',
      productId: a.id,
      amount: '30.00',
      taxAmount: '6.00',
    });
    const note = await credit(goods.id, [{ invoiceLineId: photos.invoiceLineId }]);
    expect((await cost(a.id)).inboundCostTotal).toBe('0.00');
    await patch(goods.id, photos.invoiceLineId, { isTaxRecoverable: false });
    expect((await t.ok(maya, getInvoice, { params: { id: note.id } })).lines[0]?.cost.account).toBe('-36.00');
    await patch(goods.id, photos.invoiceLineId, { isExcludedFromGeneralCostsData: true, exclusionReason: 'Marketing' });
    expect(await cost(a.id)).toMatchObject({ inboundCostTotal: '0.00', landedCostTotal: '100.00' });
    expect((await t.ok(maya, getInvoice, { params: { id: note.id } })).totals.excluded.account).toBe('-36.00');
    await sound();
  });

  it('returns no more units than the order has, and the units it returned cannot be removed from the order', async () => {
    const a = await product('A');
    const goods = await invoice('F-1');
    const la = await line(goods.id, { productId: a.id, quantity: 10, amount: '100.00' });
    const refused = await t.call(maya, createInvoice, {
      body: {
        creditsInvoiceId: goods.id,
        creditLines: [{ invoiceLineId: la.invoiceLineId, amount: '10.00', quantity: '11' }],
      },
    });
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('More units are credited than SO-000001 has'),
    ]);
    const note = await credit(goods.id, [{ invoiceLineId: la.invoiceLineId, amount: '40.00', quantity: '4' }]);
    const fewer = await t.call(maya, patchInvoiceLine, {
      params: { invoiceId: goods.id, id: la.invoiceLineId },
      body: { quantity: 3 },
    });
    expect(fewer.status).toBe(422);
    const [creditLine] = note.lines;
    await t.ok(maya, deleteInvoiceLine, { params: { invoiceId: note.id, id: creditLine?.invoiceLineId ?? '' } });
    expect(await cost(a.id)).toMatchObject({ unitsOrdered: 10, factoryCostTotal: '10.81' });
    await sound();
  });

  it('is re-opened, with its negative rest unassigned, when the credited line becomes unassigned', async () => {
    const a = await product('A');
    const goods = await invoice('F-1');
    await line(goods.id, { productId: a.id, quantity: 10, amount: '1000.00' });
    const freight = await invoice('S-1', { total: '100.00', pairedWith: [{ type: 'INVOICE', id: goods.id }] });
    const shipping = await line(freight.id, { costType: 'CUSTOMS_AND_DUTIES', amount: '100.00' });
    const note = await credit(freight.id, [{ invoiceLineId: shipping.invoiceLineId, amount: '40.00' }]);
    await t.ok(maya, updateInvoiceBasic, { params: { id: note.id }, body: { total: '-40.00' } });
    await t.ok(maya, confirmInvoice, { params: { id: note.id }, body: {} });
    expect((await t.ok(maya, closeInvoice, { params: { id: note.id }, body: {} })).status).toBe('CLOSED');
    await t.ok(maya, updateInvoiceBasic, { params: { id: goods.id }, body: { rate: null } });
    expect(await t.ok(maya, getInvoice, { params: { id: note.id } })).toMatchObject({
      status: 'OPEN',
      unassignedLineCount: 1,
      totals: { unassigned: { document: '-40.00' } },
    });
    await sound();
  });

  it('explains its costs: the entries of line and credit replay, and a closed invoice still adds up', async () => {
    const a = await product('A');
    const goods = await invoice('F-1', { total: '1000.00' });
    const la = await line(goods.id, { productId: a.id, quantity: 9, amount: '1000.00' });
    await t.ok(maya, confirmInvoice, { params: { id: goods.id }, body: {} });
    await t.ok(maya, closeInvoice, { params: { id: goods.id }, body: {} });
    await credit(goods.id, [{ invoiceLineId: la.invoiceLineId, amount: '333.33' }]);
    const tree = await t.ok(maya, explainProduct, { params: { id: a.id } });
    expect(tree).toMatchObject({ replays: true, landed: '72.07', units: 9 });
    expect(tree.layers[0]?.entries.map((e) => [e.amount, e.creditOf?.after.account ?? null])).toEqual(
      expect.arrayContaining([
        ['108.10', null],
        ['-36.03', '72.07'],
      ]),
    );
    expect(tree.documents.every((d) => d.addsUp)).toBe(true);
    await sound();
  });
});
