import type { BodyIn } from '@quayside/contracts/endpoint';
import { createCarton, createCartonType, updateCarton } from '@quayside/contracts/shipments/cartons';
import { listAuditLog } from '@quayside/contracts/audit';
import {
  addShipmentPlanPackLists,
  getShipmentPlan,
  listShipmentPlanHistory,
  patchShipmentPlan,
  removeShipmentPlanPackLists,
} from '@quayside/contracts/shipments/shipment-plans';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aPlan, aShippableOrder, packListsOf } from '../../../testing/shipment-plans.ts';

let t: TestApp;
let a: TestPerson;
let orderId: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  a = await t.admin();
  ({ orderId } = await aShippableOrder(t, a, 'HS-1187'));
});

const UNKNOWN = '01a1fd84-0000-7000-8000-000000000000';
const add = (body: BodyIn<typeof addShipmentPlanPackLists>, who = a) => t.call(who, addShipmentPlanPackLists, { body });
const added = (body: BodyIn<typeof addShipmentPlanPackLists>) => t.ok(a, addShipmentPlanPackLists, { body });
const remove = (shipmentPlanId: string, packListIds: string[], who = a) =>
  t.call(who, removeShipmentPlanPackLists, { body: { shipmentPlanId, packListIds } });
const refusal = ({ status, error }: { status: number; error: { code: string } }) => [status, error.code];
const read = (id: string) => t.call(a, getShipmentPlan, { params: { shipmentPlanId: id } });
const held = async (id: string) => {
  const { status, body } = await read(id);
  return status === 200 ? body.packLists.map(({ number }) => number) : status;
};
const actionsOf = async (id: string) =>
  (await t.ok(a, listShipmentPlanHistory, { params: { shipmentPlanId: id } })).content.map(
    ({ action, changes }) => `${action.slice(14)} ${changes.map(({ to, from }) => to ?? from).join()}`,
  );
const orderStatus = () =>
  t.work(a, (w) =>
    w.tx
      .selectFrom('order_packing')
      .select(['packed', 'shipped', 'status'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow(),
  );

describe('pack lists of a plan', () => {
  it('make a plan with the next number, join one, and leave it', async () => {
    const [one = '', two = '', three = ''] = await packListsOf(t, a, orderId, 600, 300, 100);
    const { plan, alongPackListIds, removedPlanIds } = await added({ packListIds: [one, one] });
    expect([plan.number, plan.status, plan.packListCount, plan.units, plan.currency]).toEqual([
      'SP-0001',
      'OPEN',
      1,
      600,
      'GBP',
    ]);
    expect([alongPackListIds, removedPlanIds]).toEqual([[], []]);
    const more = await added({ shipmentPlanId: plan.id, packListIds: [two, three], version: plan.version });
    expect([more.plan.units, more.plan.version]).toEqual([1000, plan.version + 1]);
    expect(await held(plan.id)).toEqual(['PL-0001', 'PL-0002', 'PL-0003']);
    const { body } = await remove(plan.id, [two]);
    expect(body.plan).toMatchObject({ units: 700, packListCount: 2, version: plan.version + 2 });
    expect(await actionsOf(plan.id)).toEqual([
      'pack-lists-removed PL-0002',
      'pack-lists-added PL-0002, PL-0003',
      'created PL-0001',
    ]);
    expect((await added({ packListIds: [two] })).plan.number).toBe('SP-0002');
  });

  it('bring their whole carton row along, and the answer says so', async () => {
    const [one = '', two = '', three = ''] = await packListsOf(t, a, orderId, 600, 300, 100);
    await t.ok(a, createCarton, { body: { count: 50, packListIds: [one, two] } });
    const { plan, alongPackListIds } = await added({ packListIds: [two, three] });
    expect(alongPackListIds).toEqual([one]);
    expect([plan.cartons, plan.packListCount]).toEqual([50, 3]);
    const { body } = await remove(plan.id, [one]);
    expect([body.alongPackListIds, body.plan?.cartons, body.plan?.packListCount]).toEqual([[two], 0, 1]);
  });

  it('leave the OPEN plan that they were in, which goes without its last one; undoing restores it', async () => {
    const [one = '', two = ''] = await packListsOf(t, a, orderId, 600, 300);
    const first = await aPlan(t, a, [one], { name: 'Air' });
    const second = await aPlan(t, a, [two]);
    const moved = await added({ shipmentPlanId: second.id, packListIds: [one] });
    expect([moved.removedPlanIds, await held(first.id), await held(second.id)]).toEqual([
      [first.id],
      404,
      ['PL-0001', 'PL-0002'],
    ]);
    await t.ok(a, undoOperation, { params: { operationId: moved.operationId } });
    expect([await held(first.id), await held(second.id)]).toEqual([['PL-0001'], ['PL-0002']]);
    expect((await read(first.id)).body).toMatchObject({ name: 'Air', units: 600 });
    const gone = await remove(first.id, [one]);
    expect([gone.status, gone.body.plan, await held(first.id)]).toEqual([200, null, 404]);
    const { content } = await t.ok(a, listAuditLog, { query: { size: '100' } });
    expect(
      content.filter(({ action }) => action === 'shipment-plan.removed').map(({ things }) => things),
    ).toMatchObject([[{ label: 'SP-0001', exists: false }], [{ label: 'SP-0001', exists: false }]]);
    await t.ok(a, undoOperation, { params: { operationId: gone.body.operationId } });
    expect(await held(first.id)).toEqual(['PL-0001']);
  });

  it('are in cartons whose type the history of the plan names', async () => {
    const [one = ''] = await packListsOf(t, a, orderId, 600);
    const carton = await t.ok(a, createCarton, { body: { count: 50, packListIds: [one] } });
    const plan = await aPlan(t, a, [one]);
    const type = await t.ok(a, createCartonType, { body: { name: 'Master carton' } });
    await t.ok(a, updateCarton, {
      params: { id: carton.id },
      body: { count: 50, cartonTypeId: type.id, version: carton.version + 1 },
    });
    const [entry] = (await t.ok(a, listShipmentPlanHistory, { params: { shipmentPlanId: plan.id } })).content;
    expect(entry).toMatchObject({
      action: 'carton.changed',
      changes: [{ field: 'cartonType', from: null, to: 'Master carton' }],
    });
  });

  it('are told in the history of the plan that they left', async () => {
    const [one = '', two = ''] = await packListsOf(t, a, orderId, 600, 300);
    const first = await aPlan(t, a, [one, two]);
    await added({ packListIds: [one] });
    expect((await actionsOf(first.id))[0]).toBe('pack-lists-removed PL-0001');
  });

  it('stay once the plan has left, and the order follows its least advanced plan', async () => {
    const [one = '', two = ''] = await packListsOf(t, a, orderId, 600, 400);
    const plan = await aPlan(t, a, [one], { shippedOn: '2026-11-19' });
    expect(await orderStatus()).toEqual({ packed: 1000n, shipped: 600n, status: 'OPEN' });
    expect(refusal(await add({ shipmentPlanId: plan.id, packListIds: [two] }))).toEqual([422, 'shipments.locked']);
    expect(refusal(await add({ packListIds: [one] }))).toEqual([422, 'shipments.locked']);
    expect(refusal(await remove(plan.id, [one]))).toEqual([422, 'shipments.locked']);
    expect((await aPlan(t, a, [two], { shippedOn: '2026-11-20' })).number).toBe('SP-0002');
    expect(await orderStatus()).toMatchObject({ shipped: 1000n, status: 'IN_TRANSIT' });
    await t.ok(a, patchShipmentPlan, {
      params: { shipmentPlanId: plan.id },
      body: { status: 'OPEN', correctionReason: 'Rolled over' },
    });
    expect(await orderStatus()).toMatchObject({ shipped: 400n, status: 'OPEN' });
  });

  it('are all or none, of this account, of this plan, and at most 2,000', async () => {
    const [one = '', two = ''] = await packListsOf(t, a, orderId, 600, 400);
    const plan = await aPlan(t, a, [one]);
    expect(refusal(await add({ packListIds: [two, UNKNOWN] }))).toEqual([404, 'shipments.unknown_pack_list']);
    expect(refusal(await add({ shipmentPlanId: UNKNOWN, packListIds: [two] }))).toEqual([
      404,
      'shipments.unknown_plan',
    ]);
    const elsewhere = await remove(plan.id, [one, two]);
    expect([elsewhere.status, elsewhere.error.errors?.map(({ field }) => field)]).toEqual([422, ['packListIds.1']]);
    expect(refusal(await remove(plan.id, [UNKNOWN]))).toEqual([404, 'shipments.unknown_pack_list']);
    expect(refusal(await add({ shipmentPlanId: plan.id, packListIds: [two], version: 9 }))).toEqual([
      409,
      'conflict_version',
    ]);
    expect((await add({ packListIds: Array.from({ length: 2001 }, () => two) })).status).toBe(422);
    expect((await add({ packListIds: [] })).status).toBe(422);
    const stranger = await t.admin();
    expect(refusal(await add({ packListIds: [two] }, stranger))).toEqual([404, 'shipments.unknown_pack_list']);
    expect(refusal(await remove(plan.id, [one], stranger))).toEqual([404, 'shipments.unknown_plan']);
    const viewer = await t.member(a);
    expect([(await add({ packListIds: [two] }, viewer)).status, (await remove(plan.id, [one], viewer)).status]).toEqual(
      [403, 403],
    );
    expect(await held(plan.id)).toEqual(['PL-0001']);
  });

  it('are put into a plan once, however often the request is repeated', async () => {
    const [one = ''] = await packListsOf(t, a, orderId, 600);
    const send = () =>
      t.app.inject({
        method: 'POST',
        url: `/api/v2/orders/${a.userId}/shipmentplans/packlists`,
        headers: { authorization: `Bearer ${a.token}`, 'idempotency-key': 'plan-1' },
        payload: { packListIds: [one] },
      });
    const [first, second] = [await send(), await send()];
    expect([first.statusCode, second.body]).toEqual([200, first.body]);
  });
});
