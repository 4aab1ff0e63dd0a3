import type { BodyIn } from '@quayside/contracts/endpoint';
import { updateAccountSettings } from '@quayside/contracts/accounts/accounts';
import { exportMissing, exportReceipts } from '@quayside/contracts/exports';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import {
  decideMissing,
  listMissing,
  listMissingDecisions,
  missingTotals,
  patchMissingDecision,
  takeBackDecision,
} from '@quayside/contracts/stock/missing';
import { deleteOrder, getOrderStats } from '@quayside/contracts/shipments/orders';
import { listReceipts, receiptTotals, receiveGoods, reverseReceipt } from '@quayside/contracts/stock/receipts';
import { listShipmentPlans, patchShipmentPlan, shipmentPlanTotals } from '@quayside/contracts/shipments/shipment-plans';
import { listStockMovements, recordStockMovements } from '@quayside/contracts/stock/stock-movements';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archivePlans } from '../../shipments/shipments.jobs.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aSupplier } from '../../../testing/invoices.ts';
import { fileOf } from '../../../testing/purchase-orders.ts';
import { runInAllAccounts } from '../../../testing/run-jobs.ts';
import { aPlan, packListsOf } from '../../../testing/shipment-plans.ts';
import { anOrderOf, theOrder } from '../../../testing/shipments.ts';
import { brokenStock } from '../check/stock-check.service.ts';

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

const receive = (body: BodyIn<typeof receiveGoods>) => t.ok(maya, receiveGoods, { body });
const decide = (body: BodyIn<typeof decideMissing>) => t.ok(maya, decideMissing, { body });
const move = (shipmentPlanId: string, body: BodyIn<typeof patchShipmentPlan>) =>
  t.call(maya, patchShipmentPlan, { params: { shipmentPlanId }, body });
const patch = (shipmentPlanId: string, body: BodyIn<typeof patchShipmentPlan>) =>
  t.ok(maya, patchShipmentPlan, { params: { shipmentPlanId }, body });
const lotOf = (id: string) =>
  t.work(maya, (w) =>
    w.tx
      .selectFrom('lot')
      .select(['units', 'landed_minor', 'factory_minor', 'received', 'taken'])
      .where('account_id', '=', maya.accountId)
      .where('id', '=', id)
      .executeTakeFirst(),
  );
const onHand = (productId: string) =>
  t.work(maya, (w) =>
    w.tx
      .selectFrom('product_stock')
      .select(['on_hand', 'landed_minor'])
      .where('account_id', '=', maya.accountId)
      .where('product_id', '=', productId)
      .executeTakeFirst(),
  );

/** An order of one pack list in a plan that has left on 10 November. */
async function underWay(units: number, amount: string) {
  const order = await anOrderOf(t, maya, { units, amount });
  const [packListId = ''] = await packListsOf(t, maya, order.id, units);
  const plan = await aPlan(t, maya, [packListId], { shippedOn: '2026-11-10' });
  return { ...order, packListId, planId: plan.id };
}
const arrive = (packListId: string, quantity: number) =>
  receive({ day: '2026-11-20', place: 'AMAZON_UK', rows: [{ packListId, quantity }] });

describe('the status of a shipment plan (stock §1)', () => {
  it('says how much has arrived, and is received by hand with what is missing', async () => {
    const { packListId, planId, id } = await underWay(100, '1000.00');
    await arrive(packListId, 60);
    expect((await t.ok(maya, listShipmentPlans)).content).toMatchObject([
      { status: 'IN_TRANSIT', units: 100, receivedUnits: 60, outUnits: 40, missingUnits: 0 },
    ]);
    const plan = await patch(planId, { status: 'RECEIVED' });
    expect(plan).toMatchObject({ status: 'RECEIVED', missingUnits: 40, outUnits: 0, isReceivedByHand: true });
    expect(plan.can).toMatchObject({
      close: { allowed: false },
      stepBack: { allowed: true },
      receive: { allowed: true },
    });
    expect(await theOrder(t, maya, id)).toMatchObject({
      status: 'RECEIVED',
      receivedQuantity: 60,
      missingQuantity: 40,
    });
    // What arrives later does not make it IN_TRANSIT again.
    await arrive(packListId, 10);
    expect((await t.ok(maya, listShipmentPlans)).content).toMatchObject([{ status: 'RECEIVED', missingUnits: 30 }]);
    expect(await t.ok(maya, shipmentPlanTotals)).toMatchObject({ received: 70, missing: 30 });
  });

  it('is closed once nothing is undecided, and then stays as it is', async () => {
    const { packListId, planId } = await underWay(100, '1000.00');
    await arrive(packListId, 96);
    expect((await move(planId, { status: 'CLOSED' })).error.code).toBe('shipments.wrong_status');
    await patch(planId, { status: 'RECEIVED' });
    const refused = await move(planId, { status: 'CLOSED' });
    expect(refused).toMatchObject({ status: 422, error: { code: 'shipments.wrong_status' } });
    expect(refused.error.message).toContain('4 units');
    await decide({ packListId, kind: 'LOST', debtor: 'MARKETPLACE', quantity: 4 });
    expect(await patch(planId, { status: 'CLOSED' })).toMatchObject({ status: 'CLOSED', missingUnits: 0 });
    expect((await move(planId, { name: 'Spring' })).error.code).toBe('shipments.wrong_status');
    expect((await move(planId, { status: 'RECEIVED', correctionReason: 'No' })).error.code).toBe(
      'shipments.wrong_status',
    );
    const body = { day: '2026-11-21', place: 'AMAZON_UK' as const, rows: [{ packListId, quantity: 1 }] };
    expect((await t.call(maya, receiveGoods, { body })).error.code).toBe('shipments.wrong_status');
    const [receipt] = (await t.ok(maya, listReceipts)).content;
    expect(receipt?.can.reverse.allowed).toBe(false);
    const id = receipt?.id ?? '';
    expect((await t.call(maya, reverseReceipt, { params: { id } })).error.code).toBe('shipments.wrong_status');
    expect(await t.ok(maya, getOrderStats)).toMatchObject({ closed: 1, received: 0, inTransit: 0 });
  });

  it('goes one step back only while something is out, and to OPEN only without receipts', async () => {
    const { packListId, planId, productId } = await underWay(10, '100.00');
    const back = { correctionReason: 'Too early' };
    await patch(planId, { status: 'RECEIVED' });
    expect((await move(planId, { status: 'OPEN', ...back })).error.code).toBe('shipments.wrong_status');
    expect(await patch(planId, { status: 'IN_TRANSIT', ...back })).toMatchObject({ isReceivedByHand: false });
    expect(await patch(planId, { status: 'OPEN', ...back })).toMatchObject({ status: 'OPEN', shippedOn: null });
    await patch(planId, { shippedOn: '2026-11-10' });
    await arrive(packListId, 6);
    await t.ok(maya, recordStockMovements, {
      body: { rows: [{ productId, cause: 'SOLD', day: '2026-11-21', place: 'AMAZON_UK', quantity: 2 }] },
    });
    const refused = await move(planId, { status: 'OPEN', ...back });
    expect(refused).toMatchObject({ status: 409, error: { code: 'shipments.in_use' } });
    expect(refused.error.uses?.map(({ type, label }) => [type, label])).toEqual([
      ['RECEIPT', '2026-11-20: 6 of PL-0001 received'],
      ['STOCK_MOVEMENT', '2026-11-21: 2 sold'],
    ]);
    await arrive(packListId, 4);
    const nothingOut = await move(planId, { status: 'IN_TRANSIT', ...back });
    expect(nothingOut).toMatchObject({ status: 409, error: { code: 'shipments.in_use' } });
  });

  it('leaves the lists once it has been closed as long as the account says', async () => {
    const { packListId, planId } = await underWay(10, '100.00');
    await arrive(packListId, 10);
    await patch(planId, { status: 'CLOSED' });
    await t.ok(maya, updateAccountSettings, {
      body: {
        accountName: 'Maya',
        currency: 'GBP',
        timeZone: 'Europe/London',
        isArchiveWhenClosedEnabled: true,
        archiveAfterDays: 30,
      },
    });
    const listed = async (time: string) => {
      t.setTime(time);
      expect(await runInAllAccounts(t.deps, archivePlans)).toEqual([]);
      maya = await t.session(maya.userId, maya.accountId);
      return (await t.ok(maya, listShipmentPlans)).content.length;
    };
    expect([await listed('2026-12-24T10:00:00Z'), await listed('2026-12-26T10:00:00Z')]).toEqual([1, 0]);
    const filter = JSON.stringify([{ field: 'archived', op: 'in', values: ['true'] }]);
    expect((await t.ok(maya, listShipmentPlans, { query: { filter } })).content).toMatchObject([{ id: planId }]);
    expect((await t.ok(maya, listShipmentPlans, { query: { search: 'SP-0001' } })).content).toHaveLength(1);
  });
});

describe('what is missing (stock §1, §10)', () => {
  it('is ranked by money at landed cost, with who owes, until when, papers and a text', async () => {
    const cheap = await underWay(100, '1000.00');
    const dear = await underWay(100, '9000.00');
    await arrive(cheap.packListId, 96);
    await arrive(dear.packListId, 97);
    expect((await t.ok(maya, listMissing)).content).toEqual([]);
    const forwarder = await aSupplier(t, maya, { name: 'Blue Lane', currency: 'GBP' });
    await patch(cheap.planId, { status: 'RECEIVED', carrierContactId: forwarder });
    await patch(dear.planId, {
      status: 'RECEIVED',
      toAddressType: 'AMAZON_FBA',
      shippedDespite: 'The cartons are known to Amazon',
      country: 'US',
      warehouseReference: 'FBA15X',
      deliveredOn: '2026-11-18',
    });
    const { content } = await t.ok(maya, listMissing);
    expect(content).toMatchObject([
      { missingQuantity: 3, value: '270.00', debtor: 'MARKETPLACE', debtorName: 'Amazon', deadline: '2027-08-18' },
      { missingQuantity: 4, value: '40.00', debtor: 'FORWARDER', debtorName: 'Blue Lane', deadline: null },
    ]);
    expect(content[0]?.papers[0]).toEqual({ paper: 'SHIPMENT_ID', reference: 'FBA15X' });
    expect(content[0]?.claim).toContain('Of 100 units 97 arrived; 3 are missing.');
    expect(await t.ok(maya, missingTotals)).toEqual({ count: 2, units: 7, currency: 'GBP', value: '310.00' });
    const filter = JSON.stringify([{ field: 'debtor', op: 'in', values: ['FORWARDER'] }]);
    expect((await t.ok(maya, listMissing, { query: { filter } })).content).toHaveLength(1);
    expect((await t.ok(maya, listMissing, { query: { search: 'PL-0002' } })).content).toMatchObject([
      { packListId: dear.packListId },
    ]);
    const { text } = await fileOf(t, maya, exportMissing, { query: { columns: 'packList,missing,value,debtor' } });
    expect(text).toContain('"PL-0002",3,270.00,"MARKETPLACE"');
    await decide({ packListId: dear.packListId, kind: 'LOST', debtor: 'MARKETPLACE', quantity: 3 });
    expect((await t.ok(maya, listMissing)).content).toMatchObject([{ packListId: cheap.packListId }]);
  });

  it('three that were never sent leave the units, and the others cost more (stock §2)', async () => {
    const order = await anOrderOf(t, maya, { units: 1000, amount: '10000.00' });
    const forwarder = await aSupplier(t, maya, { name: 'Blue Lane', currency: 'GBP' });
    const [air = '', sea = ''] = await packListsOf(t, maya, order.id, 600, 400);
    await anInvoice(t, maya, { supplierId: forwarder, invoiceNumber: 'B-1', date: '2026-11-03', pairedWith: [] }, [
      { costType: 'INSPECTIONS', amount: '500.01', scope: [{ type: 'ORDER', id: order.id }] },
      { costType: 'SHIPPING', amount: '1440.00', scope: [{ type: 'PACK_LIST', id: air }] },
      { costType: 'SHIPPING', amount: '310.00', scope: [{ type: 'PACK_LIST', id: sea }] },
    ]);
    const plan = await aPlan(t, maya, [air, sea], { shippedOn: '2026-11-10' });
    await receive({
      day: '2026-11-20',
      place: 'AMAZON_UK',
      rows: [{ packListId: air, quantity: 597 }, { packListId: sea }],
    });
    expect(await lotOf(air)).toMatchObject({ units: 600n, landed_minor: 774_000n, factory_minor: 600_000n });
    expect(await lotOf(sea)).toMatchObject({ units: 400n, landed_minor: 451_001n, factory_minor: 400_000n });
    await patch(plan.id, { status: 'RECEIVED' });
    const made = await decide({ packListId: air, kind: 'SHORT', debtor: 'SUPPLIER', quantity: 3, words: 'Not packed' });
    expect(await lotOf(air)).toMatchObject({ units: 597n, landed_minor: 772_736n, factory_minor: 598_796n });
    expect(await lotOf(sea)).toMatchObject({ units: 400n, landed_minor: 452_265n, factory_minor: 401_204n });
    expect(await theOrder(t, maya, order.id)).toMatchObject({
      quantity: 1000,
      missingQuantity: 0,
      unpackedQuantity: 0,
    });
    expect(await onHand(order.productId)).toEqual({ on_hand: 997n, landed_minor: '1225001' });
    expect(await t.ok(maya, takeBackDecision, { params: { id: made.id } })).toEqual({ missing: 3 });
    expect(await lotOf(air)).toMatchObject({ units: 600n, landed_minor: 774_000n });
    const again = await t.call(maya, takeBackDecision, { params: { id: made.id } });
    expect(again.error.code).toBe('stock.unknown_decision');
  });

  it('lost units go with their cost on the day of the decision, and come back when they are found', async () => {
    const { packListId, planId, productId } = await underWay(100, '1000.00');
    await arrive(packListId, 96);
    await patch(planId, { status: 'RECEIVED' });
    const lost = await decide({ packListId, kind: 'LOST', debtor: 'CARRIER', quantity: 4, day: '2026-11-21' });
    expect(await lotOf(packListId)).toMatchObject({ units: 100n, received: 100n, taken: 4n });
    expect(await onHand(productId)).toEqual({ on_hand: 96n, landed_minor: '96000' });
    // Three turn up; one of the four stays lost.
    const found = await receive({ day: '2026-11-23', place: 'AMAZON_UK', rows: [{ packListId, quantity: 3 }] });
    expect(found).toMatchObject({ found: 3, surplus: 0 });
    expect(await onHand(productId)).toEqual({ on_hand: 99n, landed_minor: '99000' });
    const refused = await t.call(maya, takeBackDecision, { params: { id: lost.id } });
    expect(refused).toMatchObject({ status: 409, error: { code: 'stock.in_use', uses: [{ type: 'RECEIPT' }] } });
    const filter = JSON.stringify([{ field: 'plan', op: 'in', values: [planId] }]);
    expect((await t.ok(maya, listMissingDecisions, { query: { filter } })).content).toMatchObject([
      { id: lost.id, quantity: 4, found: 3, can: { takeBack: { allowed: false } } },
    ]);
    await t.ok(maya, undoOperation, { params: { operationId: found.operationId ?? '' } });
    await t.ok(maya, takeBackDecision, { params: { id: lost.id } });
    expect(await lotOf(packListId)).toMatchObject({ received: 96n, taken: 0n });
    expect((await t.ok(maya, listMissing)).content).toMatchObject([{ missingQuantity: 4 }]);
  });

  it('a pack list that was never sent at all costs nothing, and its money stays with the others', async () => {
    const order = await anOrderOf(t, maya, { units: 100, amount: '1000.00' });
    const [some = '', none = ''] = await packListsOf(t, maya, order.id, 80, 20);
    const plan = await aPlan(t, maya, [some, none], { shippedOn: '2026-11-10' });
    await arrive(some, 80);
    await patch(plan.id, { status: 'RECEIVED' });
    await decide({ packListId: none, kind: 'SHORT', debtor: 'SUPPLIER', quantity: 20 });
    expect(await lotOf(some)).toMatchObject({ units: 80n, landed_minor: 100_000n });
    expect(await patch(plan.id, { status: 'CLOSED' })).toMatchObject({ status: 'CLOSED' });
    expect(await t.work(maya, brokenStock)).toEqual([]);
  });

  it('is decided only once the rest has arrived, never for more units, and names its credit note', async () => {
    const { packListId, planId, invoiceId, lineId } = await underWay(100, '1000.00');
    const body = { packListId, kind: 'SHORT' as const, debtor: 'SUPPLIER' as const, quantity: 4 };
    const fieldOf = async (given: BodyIn<typeof decideMissing>) =>
      (await t.call(maya, decideMissing, { body: given })).error.errors?.[0]?.field;
    expect(await fieldOf(body)).toBe('packListId');
    await arrive(packListId, 96);
    await patch(planId, { status: 'RECEIVED' });
    expect(await fieldOf({ ...body, quantity: 5 })).toBe('quantity');
    expect(await fieldOf({ ...body, debtor: 'CARRIER' })).toBe('debtor');
    expect(await fieldOf({ ...body, day: '2026-11-26' })).toBe('day');
    expect(await fieldOf({ ...body, creditNoteId: invoiceId })).toBe('creditNoteId');
    const other = await t.admin('GBP');
    expect((await t.call(other, decideMissing, { body })).error.code).toBe('shipments.unknown_pack_list');
    const { id } = await decide(body);
    const note = await t.ok(maya, createInvoice, {
      body: {
        creditsInvoiceId: invoiceId,
        creditLines: [{ invoiceLineId: lineId, amount: '40.00', quantity: 0 }],
        invoiceNumber: 'CN-1',
      },
    });
    const linked = await t.ok(maya, patchMissingDecision, { params: { id }, body: { creditNoteId: note.id } });
    expect(linked.creditNote).toEqual({ id: note.id, label: 'CN-1' });
  });
});

describe('receipts (issue 16 §6)', () => {
  it('three more on a pack list that is full need a reason; unit cost falls and the money stays', async () => {
    const { packListId, productId } = await underWay(100, '1000.00');
    await arrive(packListId, 100);
    const rows = [{ packListId, quantity: 3 }];
    const above = await t.call(maya, receiveGoods, { body: { day: '2026-11-21', place: 'AMAZON_UK', rows } });
    expect(above).toMatchObject({ status: 422, error: { errors: [{ field: 'rows.0.quantity' }] } });
    await receive({ day: '2026-11-21', place: 'AMAZON_UK', rows: [{ packListId, quantity: 3, reason: 'Spare' }] });
    expect(await onHand(productId)).toEqual({ on_hand: 103n, landed_minor: '100000' });
    expect(await t.ok(maya, receiptTotals)).toEqual({ count: 2, units: 103, surplus: 3, found: 0, reversed: 0 });
    const { text } = await fileOf(t, maya, exportReceipts, { query: { columns: 'packList,quantity,surplus' } });
    expect(text).toContain('"PL-0001",3,3');
  });

  it('one receipt twice with one key has one effect, and so has a plan received in two tabs', async () => {
    const { packListId, productId } = await underWay(100, '1000.00');
    const body = { day: '2026-11-20', place: 'AMAZON_UK' as const, rows: [{ packListId }] };
    const headers = { 'idempotency-key': 'receive-once' };
    const [first, again] = [
      await t.ok(maya, receiveGoods, { body, headers }),
      await t.ok(maya, receiveGoods, { body, headers }),
    ];
    expect(again).toEqual(first);
    const late = await t.call(maya, receiveGoods, { body });
    expect(late).toMatchObject({ status: 422, error: { errors: [{ field: 'rows' }] } });
    expect(await onHand(productId)).toMatchObject({ on_hand: 100n });
  });

  it('a receipt whose units were sold is not reversed: the sales are named', async () => {
    const { packListId, productId } = await underWay(10, '100.00');
    await arrive(packListId, 10);
    await t.ok(maya, recordStockMovements, {
      body: { rows: [{ productId, cause: 'SOLD', day: '2026-11-21', place: 'AMAZON_UK', quantity: 4 }] },
    });
    const [receipt] = (await t.ok(maya, listReceipts)).content;
    const refused = await t.call(maya, reverseReceipt, { params: { id: receipt?.id ?? '' } });
    expect(refused).toMatchObject({
      status: 409,
      error: { uses: [{ type: 'STOCK_MOVEMENT', label: '2026-11-21: 4 sold' }] },
    });
    expect((await t.ok(maya, listStockMovements)).content).toMatchObject([{ cost: '40.00' }]);
  });

  it('orders from before are received in one step with days of their own, and undone as a whole', async () => {
    const [first, second] = [
      await anOrderOf(t, maya, { units: 10, amount: '100.00' }),
      await anOrderOf(t, maya, { units: 20, amount: '400.00' }),
    ];
    expect(await onHand(first.productId)).toEqual({ on_hand: 0n, landed_minor: '0' });
    const body = {
      day: '2026-11-25',
      place: 'WAREHOUSE' as const,
      rows: [
        { orderId: first.id, day: '2026-11-05' },
        { orderId: second.id, day: '2026-11-09' },
      ],
    };
    const preview = await t.ok(maya, receiveGoods, { body: { ...body, preview: true } });
    expect(preview).toMatchObject({ operationId: null, receipts: 2, units: 30, surplus: 0 });
    expect(await onHand(first.productId)).toEqual({ on_hand: 0n, landed_minor: '0' });
    const { operationId } = await receive(body);
    expect(await onHand(second.productId)).toEqual({ on_hand: 20n, landed_minor: '40000' });
    expect((await t.call(maya, deleteOrder, { params: { orderId: first.id } })).error.code).toBe('shipments.in_use');
    await t.ok(maya, undoOperation, { params: { operationId: operationId ?? '' } });
    expect(await onHand(second.productId)).toMatchObject({ on_hand: 0n });
    expect(await theOrder(t, maya, first.id)).toMatchObject({ status: 'OPEN', packListCount: 0 });
  });

  it('bad input names its field', async () => {
    const { packListId } = await underWay(10, '100.00');
    const body = { day: '2026-11-20', place: 'AMAZON_UK' as const, rows: [{ packListId }] };
    const fieldOf = async (given: object) => {
      const { error } = await t.call(maya, receiveGoods, {
        body: { ...body, ...given } as BodyIn<typeof receiveGoods>,
      });
      return error.errors?.[0]?.field;
    };
    expect(await fieldOf({ day: '2026-11-26' })).toBe('day');
    expect(await fieldOf({ day: '2026-11-09' })).toBe('day');
    expect(await fieldOf({ place: 'MOON' })).toBe('place');
    expect(await fieldOf({ rows: [{ packListId, quantity: 1.5 }] })).toBe('rows.0.quantity');
    const other = await t.admin('GBP');
    expect((await t.call(other, receiveGoods, { body })).error.code).toBe('shipments.unknown_pack_list');
  });
});
