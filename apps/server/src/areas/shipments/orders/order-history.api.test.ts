import { listOrderHistory, packByCase, patchOrder } from '@quayside/contracts/shipments/orders';
import { deletePackList, patchPackList } from '@quayside/contracts/shipments/pack-lists';
import { addShipmentPlanPackLists, removeShipmentPlanPackLists } from '@quayside/contracts/shipments/shipment-plans';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aPlan } from '../../../testing/shipment-plans.ts';
import { anOrderOf, packed } from '../../../testing/shipments.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** The history of an order, each entry in one line, newest first. */
async function historyOf(who: TestPerson, orderId: string, query: { page?: number; size?: number } = {}) {
  const { content } = await t.ok(who, listOrderHistory, { params: { orderId }, query });
  return content.map(({ action, changes }) =>
    [action, ...changes.map(({ field, from, to }) => `${field} ${from ?? '–'} > ${to ?? '–'}`)].join('; '),
  );
}

it('the history of an order says who changed what, and which plans its pack lists joined and left', async () => {
  const maya = await t.admin();
  const { id } = await anOrderOf(t, maya, { units: 1000 });
  const other = await anOrderOf(t, maya, { units: 50 });
  const params = { orderId: id };
  await t.ok(maya, patchOrder, { params, body: { readyOn: '2026-12-01', notes: 'Two colours' } });
  const { packListId } = await packed(t, maya, id, { quantity: 600 });
  const beside = await packed(t, maya, other.id, { quantity: 50 });
  await t.ok(maya, patchPackList, { params: { ...params, packListId }, body: { quantity: 500 } });
  const air = await aPlan(t, maya, [packListId, beside.packListId]);
  const rest = await packed(t, maya, id, { quantity: 400 });
  const sea = await aPlan(t, maya, [rest.packListId]);
  await t.ok(maya, addShipmentPlanPackLists, { body: { shipmentPlanId: sea.id, packListIds: [packListId] } });
  const out = { shipmentPlanId: sea.id, packListIds: [packListId] };
  await t.ok(maya, removeShipmentPlanPackLists, { body: out });
  const gone = await t.ok(maya, deletePackList, { params: { ...params, packListId: rest.packListId } });
  await t.ok(maya, undoOperation, { params: { operationId: gone.operationId } });
  await t.ok(maya, packByCase, { body: { orders: [{ orderId: id, unitsPerCase: 10 }] } });
  expect(await historyOf(maya, id)).toEqual([
    'order.packed-by-case; units – > 100; cartons – > 10; packLists – > 1',
    'order.packing-undone; packLists – > 1',
    'order.unpacked; packLists PL-0003: 400 > –',
    'shipment-plan.pack-lists-removed; plan SP-0002 > –; packLists PL-0001 > –',
    'shipment-plan.pack-lists-removed; plan SP-0001 > –; packLists PL-0001 > –',
    'shipment-plan.pack-lists-added; plan – > SP-0002; packLists – > PL-0001',
    'shipment-plan.created; plan – > SP-0002; packLists – > PL-0003',
    'order.packed; packList – > PL-0003: 400',
    'shipment-plan.created; plan – > SP-0001; packLists – > PL-0001',
    'order.pack-list-changed; packList PL-0001: 600 > PL-0001: 500',
    'order.packed; packList – > PL-0001: 600',
    'order.changed; readyOn – > 2026-12-01; notes – > Two colours',
  ]);
  expect(air.packLists.map(({ number }) => number)).toEqual(['PL-0001', 'PL-0002']);
  expect(await historyOf(maya, other.id)).toEqual([
    'shipment-plan.created; plan – > SP-0001; packLists – > PL-0002',
    'order.packed; packList – > PL-0002: 50',
  ]);
  expect(await historyOf(maya, id, { page: 1, size: 11 })).toHaveLength(1);
  const { content, totalElements } = await t.ok(maya, listOrderHistory, { params, query: { size: 1 } });
  expect([totalElements, content[0]?.who?.id]).toEqual([12, maya.userId]);
});

it('the history of an order belongs to its account', async () => {
  const maya = await t.admin();
  const { id } = await anOrderOf(t, maya, { units: 10 });
  expect(await historyOf(maya, id)).toEqual([]);
  const answer = await t.call(await t.admin(), listOrderHistory, { params: { orderId: id } });
  expect([answer.status, answer.error.code]).toEqual([404, 'shipments.unknown_order']);
});
