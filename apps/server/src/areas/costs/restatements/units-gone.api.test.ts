import { explainProduct, listCosts } from '@quayside/contracts/costs/costs';
import { closeInvoice, confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { createInvoice, getInvoice } from '@quayside/contracts/invoices/invoices';
import { decideMissing, takeBackDecision } from '@quayside/contracts/stock/missing';
import { getProductInventory } from '@quayside/contracts/stock/product-stock';
import { receiveGoods } from '@quayside/contracts/stock/receipts';
import { patchShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import { listStockMovements, recordStockMovements } from '@quayside/contracts/stock/stock-movements';
import type { Basis } from '@quayside/domain/lists';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { brokenStock, checkStock } from '../../stock/check/stock-check.service.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aSupplier } from '../../../testing/invoices.ts';
import { recompute } from '../../../testing/recompute.ts';
import { aPlan, packListsOf } from '../../../testing/shipment-plans.ts';
import { anOrderOf } from '../../../testing/shipments.ts';
import { checkCosts } from '../check/cost-check.service.ts';
import { brokenInvariants } from '../check/invariants.views.ts';

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-25T10:00:00.000Z');
  maya = await t.admin('GBP');
});
afterEach(async () => {
  expect(await t.work(maya, brokenStock)).toEqual([]);
  expect(await t.work(maya, brokenInvariants)).toEqual([]);
  expect(await t.work(maya, recompute)).toEqual([]);
});

const measured = { weight: '500', length: '20', width: '10', height: '10' };
const stockOf = async (productId: string) => (await t.ok(maya, getProductInventory, { params: { productId } })).stock;
const landed = async (productId: string) => {
  const explain = await t.ok(maya, explainProduct, { params: { id: productId }, query: {} });
  return [explain.landed, explain.replays];
};
const linesOf = async (id: string) =>
  (await t.ok(maya, getInvoice, { params: { id } })).lines.map(({ unassigned, unassignedReason }) => [
    unassigned?.account,
    unassignedReason,
  ]);

/** Two pack lists of one plan, of which the first arrived whole and of the other nothing did. */
async function halfArrived(first: number, other: number, amount: string) {
  const order = await anOrderOf(t, maya, { units: first + other, amount, product: measured });
  const [all = '', none = ''] = await packListsOf(t, maya, order.id, first, other);
  const plan = await aPlan(t, maya, [all, none], { shippedOn: '2026-11-01' });
  const receipt = { day: '2026-11-10', place: 'WAREHOUSE' as const, rows: [{ packListId: all }] };
  await t.ok(maya, receiveGoods, { body: receipt });
  await t.ok(maya, patchShipmentPlan, { params: { shipmentPlanId: plan.id }, body: { status: 'RECEIVED' } });
  return { ...order, all, none, planId: plan.id };
}
const neverSent = (packListId: string, quantity: number) =>
  t.ok(maya, decideMissing, { body: { packListId, kind: 'SHORT', debtor: 'SUPPLIER', quantity, words: 'Not sent' } });

describe('an order of which no unit was ever sent', () => {
  /** 10 units for 100.00 that arrived, and 6 of the same product for 60.00 on another invoice that never came. */
  async function withLost() {
    const kettle = await anOrderOf(t, maya, { units: 10, amount: '100.00' });
    const [all = ''] = await packListsOf(t, maya, kettle.id, 10);
    await t.ok(maya, receiveGoods, { body: { day: '2026-11-10', place: 'WAREHOUSE', rows: [{ packListId: all }] } });
    const { id: invoiceId } = await anInvoice(
      t,
      maya,
      { supplierId: kettle.supplierId, invoiceNumber: `F-2-${kettle.id}`, date: '2026-11-02', total: '60.00' },
      [{ productId: kettle.productId, costType: 'FACTORY_INVOICE', quantity: 6, amount: '60.00' }],
    );
    const { id: orderId } = await t.work(maya, (w) =>
      w.tx.selectFrom('cost_layer').select('id').where('invoice_id', '=', invoiceId).executeTakeFirstOrThrow(),
    );
    const [none = ''] = await packListsOf(t, maya, orderId, 6);
    const plan = await aPlan(t, maya, [none], { shippedOn: '2026-11-05' });
    await t.ok(maya, patchShipmentPlan, { params: { shipmentPlanId: plan.id }, body: { status: 'RECEIVED' } });
    return { ...kettle, lostInvoiceId: invoiceId, none };
  }

  it('leaves its line unassigned, NO_UNITS, and comes back when the decision is taken back', async () => {
    const { productId, lostInvoiceId, none } = await withLost();
    expect(await landed(productId)).toEqual(['160.00', true]);
    // What is missing of a received plan is worth what its lots cost, from then on.
    expect(await t.work(maya, brokenStock)).toEqual([]);
    const decision = await neverSent(none, 6);
    expect(await linesOf(lostInvoiceId)).toEqual([['60.00', 'NO_UNITS']]);
    expect(await landed(productId)).toEqual(['100.00', true]);
    expect((await stockOf(productId)).value).toBe('100.00');
    await t.ok(maya, takeBackDecision, { params: { id: decision.id } });
    expect(await linesOf(lostInvoiceId)).toEqual([['0.00', null]]);
    expect(await landed(productId)).toEqual(['160.00', true]);
  });

  it('opens the closed invoice of its line again', async () => {
    const { lostInvoiceId, none } = await withLost();
    await t.ok(maya, confirmInvoice, { params: { id: lostInvoiceId }, body: {} });
    await t.ok(maya, closeInvoice, { params: { id: lostInvoiceId }, body: {} });
    await neverSent(none, 6);
    expect(await t.ok(maya, getInvoice, { params: { id: lostInvoiceId } })).toMatchObject({ status: 'OPEN' });
  });

  it('that was credited in full leaves nothing unassigned, and its invoice closed', async () => {
    const lamp = await anOrderOf(t, maya, { units: 6, amount: '60.00' });
    const { id } = await t.ok(maya, createInvoice, {
      body: { creditsInvoiceId: lamp.invoiceId, creditLines: [{ invoiceLineId: lamp.lineId, quantity: '6' }] },
    });
    expect([await linesOf(lamp.invoiceId), await linesOf(id)]).toEqual([[['0.00', null]], [['0.00', null]]]);
    expect((await landed(lamp.productId))[0]).toBe('0.00');
  });
});

describe('a pack list of which no unit is left', () => {
  it.each<Basis>(['EQUAL', 'VALUE', 'QUANTITY', 'WEIGHT', 'CHARGEABLE_WEIGHT'])(
    'leaves what a line by %s would give it to the others: what is sold bears all of it',
    async (basis) => {
      const { productId, planId, none, all } = await halfArrived(24, 6, '300.00');
      const forwarder = await aSupplier(t, maya, { name: 'Blue Lane', currency: 'GBP' });
      const { id } = await anInvoice(
        t,
        maya,
        { supplierId: forwarder, invoiceNumber: `B-${basis}`, date: '2026-11-03' },
        [{ costType: 'LOCAL_FREIGHT', amount: '90.00', basis, scope: [{ type: 'SHIPMENT', id: planId }] }],
      );
      await neverSent(none, 6);
      await t.ok(maya, recordStockMovements, {
        body: { rows: [{ productId, cause: 'SOLD', day: '2026-11-20', place: 'WAREHOUSE', quantity: 24 }] },
      });
      const { content } = await t.ok(maya, listStockMovements, { query: {} });
      expect(content.map(({ cost }) => cost)).toEqual(['390.00']);
      const filter = JSON.stringify([{ field: 'invoice', op: 'in', values: [id] }]);
      const shares = (await t.ok(maya, listCosts, { query: { filter } })).content;
      expect(shares.map(({ packList, amount }) => [packList?.id, amount])).toEqual([[all, '90.00']]);
    },
  );
});

describe('what an earlier release left on units that are gone', () => {
  it('is told by the nightly check, which shares it again', async () => {
    const { productId, planId, none } = await halfArrived(24, 6, '300.00');
    const forwarder = await aSupplier(t, maya, { name: 'Blue Lane', currency: 'GBP' });
    await anInvoice(t, maya, { supplierId: forwarder, invoiceNumber: 'B-1', date: '2026-11-03' }, [
      { costType: 'LOCAL_FREIGHT', amount: '90.00', basis: 'EQUAL', scope: [{ type: 'SHIPMENT', id: planId }] },
    ]);
    // As if the decision had been made without a look at costs.
    await t.work(maya, async (w) => {
      await sql`update pack_list set short = 6 where id = ${none}`.execute(w.tx);
      await sql`update cost_layer set units = 24, adjusted_units = -6 where product_id = ${productId}`.execute(w.tx);
    });
    const before = await t.work(maya, brokenStock);
    expect(before.map(({ invariant }) => invariant)).toContain('landed cost = stock');
    await t.work(maya, checkCosts);
    await t.work(maya, checkStock);
    const after = await t.work(maya, brokenStock);
    expect(after.map(({ invariant }) => invariant)).not.toContain('landed cost = stock');
    // The facts of the decision are put right again, so that all that is checked after each test holds.
    await t.work(maya, async (w) => {
      await sql`update pack_list set short = 0 where id = ${none}`.execute(w.tx);
      await sql`update cost_layer set units = 30, adjusted_units = 0 where product_id = ${productId}`.execute(w.tx);
    });
    await neverSent(none, 6);
  });
});
