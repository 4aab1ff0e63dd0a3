import { getReconciliation } from '@quayside/contracts/costs/cost-reports';
import { explainProduct } from '@quayside/contracts/costs/costs';
import { closeInvoice, confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import {
  createInvoice,
  getInvoice,
  type InvoiceWithLines,
  updateInvoiceBasic,
} from '@quayside/contracts/invoices/invoices';
import { previewAllocation } from '@quayside/contracts/costs/allocation-preview';
import {
  createInvoiceLine,
  deleteInvoiceLine,
  type InvoiceLine,
  patchInvoiceLine,
} from '@quayside/contracts/invoices/invoice-lines';
import { createProduct, getProduct, type Product } from '@quayside/contracts/products/products';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { sql } from 'kysely';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { recompute } from '../../testing/recompute.ts';
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
    // After the credit of 500 the values are 500 and 1000, so the products carry one third and two thirds of 32.43.
    expect(await cost(a.id)).toMatchObject({ factoryCostTotal: '54.05', inboundCostTotal: '10.81', unitsOrdered: 50 });
    expect(await cost(b.id)).toMatchObject({
      factoryCostTotal: '108.10',
      inboundCostTotal: '21.62',
      unitsOrdered: 100,
    });
    await sound();
  });

  it('of all units leaves an order without units, over which a preview and typed shares still work', async () => {
    const [a, b] = [await product('A'), await product('B')];
    const goods = await invoice('F-1');
    const la = await line(goods.id, { productId: a.id, quantity: 100, amount: '1000.00' });
    await line(goods.id, { productId: b.id, quantity: 100, amount: '1000.00' });
    const freight = await line(goods.id, { costType: 'SHIPPING', amount: '300.00', basis: 'EQUAL' });
    await credit(goods.id, [{ invoiceLineId: la.invoiceLineId, amount: '1000.00', quantity: '100' }]);
    const params = { invoiceId: goods.id, id: freight.invoiceLineId };
    const preview = (body: Record<string, unknown>) => t.ok(maya, previewAllocation, { params, body });
    const equal = await preview({ basis: 'EQUAL' });
    expect(equal.shares.map(({ product: { sku }, units, perUnit }) => [sku, units, perUnit])).toEqual([
      ['B', 100, '0.3243'],
      ['A', 0, null],
    ]);
    const manualShares = equal.shares.map(({ layerId }) => ({ layerId: layerId ?? '', amount: '150.00' }));
    // What has no units bears nothing, typed or not.
    const refused = await t.call(maya, previewAllocation, { params, body: { basis: 'MANUAL', manualShares } });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'manualShares' }] } });
    const typed = await preview({ basis: 'MANUAL', manualShares: manualShares.slice(0, 1) });
    expect(typed.shares.map(({ document, perUnit }) => [document, perUnit])).toEqual([['150.00', '0.1622']]);
    expect(
      await patch(goods.id, freight.invoiceLineId, { basis: 'MANUAL', manualShares: manualShares.slice(0, 1) }),
    ).toMatchObject({
      unassigned: { document: '150.00' },
      unassignedReason: 'MANUAL_REST',
    });
    await sound();
  });

  it('has its difference converted at the rate of the credited invoice, whatever its own rate is', async () => {
    const a = await product('A');
    const goods = await invoice('F-1', { rate: '0.1' });
    const la = await line(goods.id, { productId: a.id, quantity: 100, amount: '1000.00' });
    const note = await credit(goods.id, [{ invoiceLineId: la.invoiceLineId, amount: '50.00', quantity: '5' }]);
    const typed = await t.ok(maya, updateInvoiceBasic, {
      params: { id: note.id },
      body: { rate: '0.5', total: '-60.00' },
    });
    expect(typed.totals.difference).toEqual({ document: '-10.00', account: '-1.00' });
    await sound();
  });

  it('is converted at the rate of the credited invoice, or waits for that rate, whichever rate is entered first', async () => {
    const a = await product('A');
    const sums = async () => {
      const { account, products } = await t.ok(maya, getReconciliation, {});
      return [products.landed, account.assigned, products.equalsAssigned, account.addsUp, account.withoutRate];
    };
    const setRate = (id: string, rate: string | null) =>
      t.ok(maya, updateInvoiceBasic, { params: { id }, body: { rate } });
    const goods = await invoice('F-1', { rate: '0.1' });
    const la = await line(goods.id, { productId: a.id, quantity: 100, amount: '1000.00' });
    const note = await credit(goods.id, [{ invoiceLineId: la.invoiceLineId, amount: '50.00', quantity: '5' }]);
    const both = ['95.00', '95.00', true, true, 0];
    const waiting = ['0.00', '0.00', true, true, 2];
    expect(await sums()).toEqual(both);
    await setRate(note.id, null);
    expect(await sums()).toEqual(both);
    await sound();
    // Earlier releases stored no value of the difference; an upgrade adds it.
    await t.work(maya, (w) =>
      w.tx
        .updateTable('invoice_total')
        .set({ difference_account_minor: null })
        .where('account_id', '=', maya.accountId)
        .where('invoice_id', '=', note.id)
        .execute(),
    );
    expect(await sums()).toEqual(['95.00', '95.00', true, true, 1]);
    const upgrade = new URL('../../db/migrations/0016-credits-without-rate.sql', import.meta.url);
    await sql.raw(readFileSync(upgrade, 'utf8')).execute(t.deps.db);
    expect(await sums()).toEqual(both);
    await setRate(goods.id, null);
    expect(await sums()).toEqual(waiting);
    await setRate(note.id, '0.2');
    expect(await sums()).toEqual(waiting);
    await sound();
    await setRate(goods.id, '0.1');
    expect(await sums()).toEqual(both);
    await t.ok(maya, updateInvoiceBasic, { params: { id: note.id }, body: { total: '-51.00' } });
    expect((await sums()).slice(0, 4)).toEqual(['95.00', '95.00', true, true]);
    await sound();
  });

  it('has the recoverable tax that is left of its line, also when the tax of that line changes', async () => {
    const a = await product('A');
    const goods = await invoice('F-1');
    const la = await line(goods.id, { productId: a.id, quantity: 10, amount: '10.00', taxAmount: '1.00' });
    const note = await credit(goods.id, [{ invoiceLineId: la.invoiceLineId, amount: '5.00', quantity: '5' }]);
    const taxOfNote = async () =>
      (await t.ok(maya, getInvoice, { params: { id: note.id } })).totals.recoverableTax.account;
    expect([note.lines[0]?.taxAmount, await taxOfNote()]).toEqual(['-0.50', '-0.06']);
    await patch(goods.id, la.invoiceLineId, { taxAmount: '1.05' });
    // 0.55 of the tax of 1.05 CNY is left after the credit. In pounds, 0.06 of 0.11 is left, so the credit is 0.05.
    expect(await taxOfNote()).toBe('-0.05');
    await sound();
  });

  it('of freight uses the weights of the freight line, also when they change later', async () => {
    const [a, b] = [await product('A'), await product('B')];
    const goods = await invoice('F-1');
    const la = await line(goods.id, { productId: a.id, quantity: 1, amount: '1000.00' });
    await line(goods.id, { productId: b.id, quantity: 2, amount: '1000.00' });
    const freight = await line(goods.id, { costType: 'OTHER', amount: '100.00' });
    await credit(goods.id, [{ invoiceLineId: freight.invoiceLineId, amount: '99.00' }]);
    // 1.00 CNY is left, which is 0.11 GBP. A third of it is 0.0367, so the shares are rounded to 0.04 and 0.07.
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

  it('returns at most the units of the order, which then cannot have fewer units than it returned', async () => {
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
      expect.stringContaining('More units are credited than the order has'),
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
