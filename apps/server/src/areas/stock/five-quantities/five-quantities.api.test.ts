import type { BodyIn } from '@quayside/contracts/endpoint';
import { exportFiveQuantities } from '@quayside/contracts/exports';
import {
  acceptDifference,
  fiveQuantitiesTotals,
  listFiveQuantities,
  takeBackAcceptedDifference,
} from '@quayside/contracts/stock/five-quantities';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { decideMissing, takeBackDecision } from '@quayside/contracts/stock/missing';
import { deletePackLists } from '@quayside/contracts/shipments/pack-lists';
import { patchPurchaseOrder } from '@quayside/contracts/purchasing/purchase-orders';
import { listReceipts, receiveGoods, reverseReceipt } from '@quayside/contracts/stock/receipts';
import { patchShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import { getSupplier, updateSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aProduct, anInvoice, aSupplier } from '../../../testing/invoices.ts';
import { anOpenOrder, fileOf } from '../../../testing/purchase-orders.ts';
import { createJobRunner } from '../../../testing/run-jobs.ts';
import { aPlan, ordersOf, packListsOf } from '../../../testing/shipment-plans.ts';
import { anOrderOf } from '../../../testing/shipments.ts';
import { brokenStock } from '../check/stock-check.service.ts';
import { renewFiveQuantities } from '../stock.jobs.ts';

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

/** The filter `field:op:value` as the list takes it. */
const chip = (filter: string): string => {
  const [field, op, ...values] = filter.split(':');
  return JSON.stringify([{ field, op, values }]);
};
const QUEUE = { filter: 'open:isNotEmpty' };
type Query = Parameters<typeof lines>[0];
const lines = async (query: { filter?: string; search?: string; sort?: string } = {}) =>
  (await t.ok(maya, listFiveQuantities, { query: { ...query, ...(query.filter && { filter: chip(query.filter) }) } }))
    .content;
const queue = (query: Query = {}) => lines({ ...QUEUE, ...query });
/** State, units and open units of the four differences of the only line. */
async function differences() {
  const [line] = await lines();
  return line?.differences.map(({ state, quantity, openQuantity }) => `${state} ${quantity} ${openQuantity}`);
}
const receive = (packListId: string, quantity: number, surplusReason?: string) =>
  t.ok(maya, receiveGoods, {
    body: {
      day: '2026-11-20',
      place: 'AMAZON_UK',
      rows: [{ packListId, quantity, ...(surplusReason && { reason: surplusReason }) }],
    },
  });
const plan = (shipmentPlanId: string, body: BodyIn<typeof patchShipmentPlan>) =>
  t.ok(maya, patchShipmentPlan, { params: { shipmentPlanId }, body });
const accept = (body: BodyIn<typeof acceptDifference>) => t.ok(maya, acceptDifference, { body });

/** A purchase order of 1,000 kettles of which so many are invoiced for 9,900.00. */
async function ordered({ units = 1000, invoiced = 990 } = {}) {
  const supplierId = await aSupplier(t, maya, { currency: 'GBP' });
  const productId = await aProduct(t, maya, 'KETTLE');
  const order = await anOpenOrder(t, maya, {
    supplierId,
    poNumber: 'PO-7',
    orderDate: '2026-10-01',
    items: [{ productId, quantity: String(units), unitPrice: '10' }],
  });
  const itemId = order.items[0]?.id ?? '';
  const { id: invoiceId, lineIds } = await anInvoice(
    t,
    maya,
    { supplierId, invoiceNumber: 'F-7', date: '2026-10-05' },
    [
      {
        productId,
        costType: 'FACTORY_INVOICE',
        quantity: invoiced,
        amount: `${invoiced * 10}.00`,
        purchaseOrderLineId: itemId,
      },
    ],
  );
  const [orderId = ''] = await ordersOf(t, maya, invoiceId);
  return { supplierId, productId, purchaseOrderId: order.id, itemId, invoiceId, lineId: lineIds[0] ?? '', orderId };
}

/** The kettles of the specification: 1,000 / 990 / 985 / 985 / 981. */
async function kettles() {
  const made = await ordered();
  const [packListId = ''] = await packListsOf(t, maya, made.orderId, 985);
  const { id: planId } = await aPlan(t, maya, [packListId], {
    shippedOn: '2026-11-01',
    shippedDespite: 'Kettles of one kind',
    toAddressType: 'AMAZON_FBA',
    country: 'US',
    warehouseReference: 'FBA17KETTLE',
  });
  await receive(packListId, 981);
  return { ...made, packListId, planId };
}

describe('the five quantities of a line (stock §10)', () => {
  it('are 1,000 / 990 / 985 / 985 / 981, and the differences 10, 5, 0 and 4, which is 19', async () => {
    const { planId, purchaseOrderId, orderId, invoiceId, productId } = await kettles();
    expect(await differences()).toEqual(['OPEN 10 10', 'OPEN 5 5', 'NONE 0 0', 'IN_TRANSIT 4 0']);
    await plan(planId, { status: 'RECEIVED' });
    const [line] = await queue();
    expect(line).toMatchObject({
      purchaseOrder: { id: purchaseOrderId, number: 'PO-7', isOpen: true },
      orders: [{ id: orderId }],
      invoices: [{ id: invoiceId, number: 'F-7' }],
      plans: [{ id: planId, number: 'SP-0001' }],
      productId,
      ordered: 1000,
      invoiced: 990,
      packed: 985,
      shipped: 985,
      received: 981,
      isOpen: true,
      // 19 units at 10.00.
      value: '190.00',
    });
    expect(await differences()).toEqual(['OPEN 10 10', 'OPEN 5 5', 'NONE 0 0', 'OPEN 4 4']);
    expect(line?.differences.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(19);
    expect(await t.ok(maya, fiveQuantitiesTotals, { query: { filter: chip(QUEUE.filter) } })).toMatchObject({
      count: 1,
      openCount: 1,
      notInvoiced: 10,
      notPacked: 5,
      notShipped: 0,
      notReceived: 4,
      value: '190.00',
    });
  });

  it('say who is asked, until when, and with which papers; what did not arrive as the queue of missing units says', async () => {
    const { planId } = await kettles();
    await plan(planId, { status: 'RECEIVED' });
    const [line] = await queue();
    expect(line?.differences).toMatchObject([
      {
        debtor: 'SUPPLIER',
        deadline: null,
        papers: [
          { paper: 'INVOICE', reference: 'F-7' },
          { paper: 'PACKING_LIST', reference: null },
        ],
        claim: [
          'Purchase order PO-7',
          'Invoices: F-7',
          'Goods: KETTLE, Product KETTLE',
          'Of 1,000 units ordered 990 are invoiced; 10 are not.',
          'Please invoice and send the rest, or tell us that it will not come.',
        ].join('\n'),
      },
      { debtor: 'SUPPLIER', claim: expect.stringContaining('Of 990 units invoiced 985 are packed; 5 are not.') },
      { debtor: null, claim: null, papers: [] },
      {
        debtor: 'MARKETPLACE',
        debtorName: 'Amazon',
        // Nine months from the first receipt.
        deadline: '2027-08-20',
        papers: [{ paper: 'SHIPMENT_ID', reference: 'FBA17KETTLE' }, { paper: 'INVOICE' }, { paper: 'BILL_OF_LADING' }],
        claim: expect.stringContaining('Of 985 units 981 arrived; 4 are missing.'),
        can: { accept: { allowed: false } },
      },
    ]);
  });

  it('leave the queue as they are decided: missing units, the closed purchase order, and what was accepted', async () => {
    const { planId, packListId, purchaseOrderId, itemId } = await kettles();
    await plan(planId, { status: 'RECEIVED' });
    const { id } = await t.ok(maya, decideMissing, {
      body: { packListId, kind: 'LOST', debtor: 'MARKETPLACE', quantity: 4 },
    });
    expect(await differences()).toEqual(['OPEN 10 10', 'OPEN 5 5', 'NONE 0 0', 'DECIDED 4 0']);
    await t.ok(maya, patchPurchaseOrder, {
      params: { id: purchaseOrderId },
      body: { status: 'CLOSED', closeReason: 'SHORT', closeWords: 'No more kettles' },
    });
    expect(await differences()).toEqual(['CLOSED 10 0', 'OPEN 5 5', 'NONE 0 0', 'DECIDED 4 0']);
    expect(await queue()).toMatchObject([{ value: '50.00' }]);
    const line = await accept({
      fiveQuantitiesId: itemId,
      difference: 'NOT_PACKED',
      words: 'Broken in production, credited',
    });
    expect(line.isOpen).toBe(false);
    expect(line.differences[1]).toMatchObject({
      state: 'ACCEPTED',
      accepted: { quantity: 5, words: 'Broken in production, credited', createdBy: expect.any(String) },
    });
    expect(await queue()).toEqual([]);
    await t.ok(maya, takeBackAcceptedDifference, { params: { id: line.differences[1]?.accepted?.id ?? '' } });
    await t.ok(maya, takeBackDecision, { params: { id } });
    expect(await differences()).toEqual(['CLOSED 10 0', 'OPEN 5 5', 'NONE 0 0', 'OPEN 4 4']);
    expect(await queue()).toHaveLength(1);
  });

  it('refuse to accept what needs nothing, what is missing, and what is not there', async () => {
    const { planId, itemId } = await kettles();
    await plan(planId, { status: 'RECEIVED' });
    const refused = async (body: BodyIn<typeof acceptDifference>) =>
      (await t.call(maya, acceptDifference, { body })).error.code;
    const words = 'Fine';
    expect(await refused({ fiveQuantitiesId: itemId, difference: 'NOT_SHIPPED', words })).toBe('stock.not_open');
    expect(await refused({ fiveQuantitiesId: itemId, difference: 'NOT_RECEIVED', words })).toBe('stock.not_open');
    expect(await refused({ fiveQuantitiesId: planId, difference: 'NOT_PACKED', words })).toBe('stock.unknown_line');
    expect((await t.call(maya, takeBackAcceptedDifference, { params: { id: planId } })).error.code).toBe(
      'stock.unknown_difference',
    );
    const viewer = await t.member(maya);
    const body = { fiveQuantitiesId: itemId, difference: 'NOT_PACKED', words } as const;
    expect((await t.call(viewer, acceptDifference, { body })).status).toBe(403);
  });

  it('at most the tolerance of the supplier are shown, not queued, and follow it when it is another', async () => {
    const { planId, supplierId } = await kettles();
    await plan(planId, { status: 'RECEIVED' });
    const { companyName } = await t.ok(maya, getSupplier, { params: { id: supplierId } });
    const tolerate = (quantityPercent: string) =>
      t.ok(maya, updateSupplier, {
        params: { id: supplierId },
        body: { companyName, tolerances: { quantityPercent } },
      });
    await tolerate('0.5');
    await createJobRunner(t.deps, renewFiveQuantities).runAll();
    expect(await differences()).toEqual(['OPEN 10 10', 'TOLERATED 5 0', 'NONE 0 0', 'TOLERATED 4 0']);
    expect(await queue()).toMatchObject([{ value: '100.00', quantityTolerancePercent: '0.50' }]);
    await tolerate('1');
    await createJobRunner(t.deps, renewFiveQuantities).runAll();
    expect(await queue()).toEqual([]);
    expect(await lines({ filter: 'open:isEmpty' })).toHaveLength(1);
  });

  it('add up to what is missing and what is too much apart: a surplus of one product is no other that arrived', async () => {
    const { planId } = await kettles();
    await plan(planId, { status: 'RECEIVED' });
    const lamp = await anOrderOf(t, maya, { units: 10 });
    const [list = ''] = await packListsOf(t, maya, lamp.id, 10);
    await aPlan(t, maya, [list], { shippedOn: '2026-11-01', shippedDespite: 'Lamps of one kind' });
    await receive(list, 13, 'The factory was generous');
    expect(await t.ok(maya, fiveQuantitiesTotals, { query: {} })).toMatchObject({
      ...{ openCount: 2, notReceived: 4, overReceived: 3, notInvoiced: 10, overInvoiced: 0, overPacked: 0 },
    });
  });

  it('have surpluses below 0: more invoiced than ordered, and more received than shipped', async () => {
    const { orderId, itemId } = await ordered({ units: 100, invoiced: 110 });
    const [packListId = ''] = await packListsOf(t, maya, orderId, 110);
    await aPlan(t, maya, [packListId], { shippedOn: '2026-11-01' });
    await receive(packListId, 113, 'Three more in the last carton');
    expect(await differences()).toEqual(['OPEN -10 -10', 'NONE 0 0', 'NONE 0 0', 'OPEN -3 -3']);
    const [line] = await queue();
    expect(line).toMatchObject({ ordered: 100, invoiced: 110, packed: 110, shipped: 110, received: 113 });
    // 1,100.00 over 113 units, 13 of them.
    expect(line?.value).toBe('126.54');
    expect(line?.differences[0]?.claim).toContain('100 units were ordered, and 110 are invoiced.');
    await accept({ fiveQuantitiesId: itemId, difference: 'NOT_RECEIVED', words: 'A present' });
    expect(await differences()).toEqual(['OPEN -10 -10', 'NONE 0 0', 'NONE 0 0', 'ACCEPTED -3 0']);
  });

  it('take what was credited out of all that follows: it counts as never sent', async () => {
    const made = await anOrderOf(t, maya, { units: 100, amount: '1000.00' });
    const [packListId = ''] = await packListsOf(t, maya, made.id, 100);
    await aPlan(t, maya, [packListId], { shippedOn: '2026-11-01' });
    await receive(packListId, 100);
    await t.ok(maya, createInvoice, {
      body: { creditsInvoiceId: made.invoiceId, creditLines: [{ invoiceLineId: made.lineId, quantity: '24' }] },
    });
    expect(await lines()).toMatchObject([{ ordered: 76, invoiced: 76, packed: 76, shipped: 76, received: 76 }]);
    expect(await queue()).toEqual([]);
  });
});

describe('what is in the queue', () => {
  it('nothing is invented: orders that nobody packs have no line, and a purchase order no difference before its first invoice', async () => {
    await anOrderOf(t, maya, { units: 100 });
    expect(await lines()).toEqual([]);
    const supplierId = await aSupplier(t, maya, { currency: 'GBP' });
    const productId = await aProduct(t, maya, 'PLATE');
    await anOpenOrder(t, maya, {
      supplierId,
      orderDate: '2026-10-01',
      items: [{ productId, quantity: '500', unitPrice: '1' }],
    });
    expect(await differences()).toEqual(['NOT_BEGUN 500 0', 'NONE 0 0', 'NONE 0 0', 'NONE 0 0']);
    expect(await queue()).toEqual([]);
  });

  it('what was packed of an order counts from its first pack list on, and not after its last', async () => {
    const { id } = await anOrderOf(t, maya, { units: 100 });
    const packListIds = await packListsOf(t, maya, id, 60);
    expect(await differences()).toEqual(['NONE 0 0', 'OPEN 40 40', 'NOT_BEGUN 60 0', 'NONE 0 0']);
    await t.ok(maya, deletePackLists, { params: { orderId: id }, body: { packListIds } });
    expect(await lines()).toEqual([]);
  });

  it('an order that arrives directly is not packed with the rest, until its receipt is reversed', async () => {
    const { id } = await anOrderOf(t, maya, { units: 100 });
    await t.ok(maya, receiveGoods, {
      body: { day: '2026-11-20', place: 'WAREHOUSE', rows: [{ orderId: id, quantity: 60 }] },
    });
    expect(await differences()).toEqual(['NONE 0 0', 'OPEN 40 40', 'NONE 0 0', 'NONE 0 0']);
    const [receipt] = (await t.ok(maya, listReceipts)).content;
    await t.ok(maya, reverseReceipt, { params: { id: receipt?.id ?? '' } });
    expect(await lines()).toEqual([]);
  });

  it('what is under way is in transit, not missing, until the plan is received', async () => {
    const { planId } = await kettles();
    expect(await lines({ filter: 'inTransit:isNotEmpty' })).toMatchObject([{ inTransit: 4 }]);
    await plan(planId, { status: 'RECEIVED' });
    expect(await lines({ filter: 'inTransit:isNotEmpty' })).toEqual([]);
    await plan(planId, { status: 'IN_TRANSIT', correctionReason: 'Too early' });
    expect(await differences()).toEqual(['OPEN 10 10', 'OPEN 5 5', 'NONE 0 0', 'IN_TRANSIT 4 0']);
  });

  it('is ranked by money, filtered, searched, sorted, summed and exported', async () => {
    const { supplierId, productId, purchaseOrderId } = await kettles();
    const cheap = await anOrderOf(t, maya, { units: 100, amount: '100.00', sku: 'CUP' });
    await packListsOf(t, maya, cheap.id, 10);
    const skus = async (query: Query) => (await lines(query)).map(({ sku }) => sku);
    expect(await skus({})).toEqual(['KETTLE', 'CUP']);
    expect(await skus({ sort: 'value,asc' })).toEqual(['CUP', 'KETTLE']);
    expect(await skus({ sort: 'notPacked,desc' })).toEqual(['CUP', 'KETTLE']);
    expect(await skus({ search: 'po-7' })).toEqual(['KETTLE']);
    expect(await skus({ filter: `supplier:in:${supplierId}` })).toEqual(['KETTLE']);
    expect(await skus({ filter: `product:in:${productId}` })).toEqual(['KETTLE']);
    expect(await skus({ filter: `purchaseOrder:in:${purchaseOrderId}` })).toEqual(['KETTLE']);
    expect(await skus({ filter: 'purchaseOrder:isEmpty' })).toEqual(['CUP']);
    expect(await skus({ filter: 'difference:in:NOT_INVOICED' })).toEqual(['KETTLE']);
    expect(await t.ok(maya, fiveQuantitiesTotals)).toMatchObject({ count: 2, notPacked: 95, value: '240.00' });
    const { text } = await fileOf(t, maya, exportFiveQuantities, {
      query: { columns: 'sku,ordered,notInvoiced,notPacked,value', filter: chip(QUEUE.filter) },
    });
    expect(text.trim().split(/\r?\n/).slice(1)).toEqual(['"KETTLE",1000,10,5,150.00', '"CUP",100,0,90,90.00']);
  });

  it('is worth what the goods cost now, and follows a corrected invoice', async () => {
    const { invoiceId, lineId } = await kettles();
    expect(await queue()).toMatchObject([{ value: '150.00' }]);
    await t.ok(maya, patchInvoiceLine, { params: { invoiceId, id: lineId }, body: { amount: '19800.00' } });
    expect(await queue()).toMatchObject([{ value: '300.00' }]);
    await t.ok(maya, patchInvoiceLine, {
      params: { invoiceId, id: lineId },
      body: { quantity: 1000, amount: '20000.00' },
    });
    expect(await differences()).toEqual(['NONE 0 0', 'OPEN 15 15', 'NONE 0 0', 'IN_TRANSIT 4 0']);
    expect(await t.work(maya, brokenStock)).toEqual([]);
  });

  it('is worked out anew by a job, as after an upgrade', async () => {
    await kettles();
    const before = await lines();
    await t.work(maya, async (w) => {
      await w.tx.deleteFrom('five_quantities').where('account_id', '=', maya.accountId).execute();
      await w.tx.insertInto('five_quantities_renewal').values({ account_id: maya.accountId }).execute();
    });
    expect(await lines()).toEqual([]);
    await createJobRunner(t.deps, renewFiveQuantities).runAll();
    expect(await lines()).toEqual(before);
  });
});
