import { listNotifications } from '@quayside/contracts/notifications/notifications';
import { deletePackLists } from '@quayside/contracts/shipments/pack-lists';
import { listShipmentPlanHistory, patchShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import { createSupplier, deleteSupplier, mergeSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { undoOperation } from '@quayside/contracts/undo';
import { getShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { runInAllAccounts } from '../../../testing/run-jobs.ts';
import { aPlan, aShippableOrder, packListsOf } from '../../../testing/shipment-plans.ts';
import { askAboutDepartures } from '../shipments.jobs.ts';

let t: TestApp;
let a: TestPerson;
let orderId: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-20T10:00:00.000Z');
  a = await t.admin();
  ({ orderId } = await aShippableOrder(t, a, 'HS-1187'));
});

const planOf = async (estimatedShipDate: string) =>
  aPlan(t, a, await packListsOf(t, a, orderId, 100), { estimatedShipDate });
const notices = async () => (await t.ok(a, listNotifications)).content;
const read = (id: string) => t.ok(a, getShipmentPlan, { params: { shipmentPlanId: id } });
const patch = (id: string, body: object) => t.ok(a, patchShipmentPlan, { params: { shipmentPlanId: id }, body });
async function ask(day: string): Promise<void> {
  t.setTime(`${day}T10:00:00.000Z`);
  expect(await runInAllAccounts(t.deps, askAboutDepartures)).toEqual([]);
  a = await t.session(a.userId, a.accountId);
}

describe('a passed ETD', () => {
  it('asks once for each plan, and moves nothing by itself', async () => {
    const { id, version } = await planOf('2026-11-21');
    await planOf('2026-12-24');
    await ask('2026-11-21');
    expect(await notices()).toEqual([]);
    await ask('2026-11-22');
    await ask('2026-11-23');
    expect(await notices()).toMatchObject([
      {
        notificationType: 'ACTION_NEEDED',
        summary: 'SP-0001 should have left on 2026-11-21',
        about: { type: 'SHIPMENT_PLAN', id, label: 'SP-0001' },
      },
    ]);
    expect(await read(id)).toMatchObject({ status: 'OPEN', shippedOn: null, isLate: true, version });
  });

  it('is not asked about any more once the plan has left or has another ETD, and about that one again', async () => {
    const { id } = await planOf('2026-11-21');
    await ask('2026-11-22');
    await patch(id, { estimatedShipDate: '2026-11-30' });
    expect(await notices()).toEqual([]);
    await ask('2026-12-01');
    expect((await notices()).map(({ summary }) => summary)).toEqual(['SP-0001 should have left on 2026-11-30']);
    await patch(id, { shippedOn: '2026-12-01' });
    expect(await notices()).toEqual([]);
    await ask('2026-12-02');
    expect(await notices()).toEqual([]);
  });

  it('is not asked about any more once the plan is gone, because its last pack list is unpacked', async () => {
    const { packLists } = await planOf('2026-11-21');
    await ask('2026-11-22');
    expect(await notices()).toHaveLength(1);
    await t.ok(a, deletePackLists, {
      params: { orderId },
      body: { packListIds: packLists.map((one) => one.packListId) },
    });
    expect(await notices()).toEqual([]);
  });
});

describe('the carrier of a plan', () => {
  it('is not deleted while the plan names it', async () => {
    const { id: carrierContactId } = await t.ok(a, createSupplier, { body: { companyName: 'Maersk' } });
    const { id } = await planOf('2026-12-01');
    await patch(id, { carrierContactId });
    const remove = () => t.call(a, deleteSupplier, { params: { id: carrierContactId } });
    const refused = await remove();
    expect([refused.status, refused.error.code, refused.error.uses]).toEqual([
      409,
      'suppliers.in_use',
      [{ type: 'SHIPMENT_PLAN', id, label: 'SP-0001' }],
    ]);
    await patch(id, { carrierContactId: null });
    expect((await remove()).status).toBe(204);
  });

  it('follows a merge of suppliers, and its undo takes it back', async () => {
    const [old, kept] = await Promise.all(
      ['Maersk Line', 'Maersk'].map((companyName) => t.ok(a, createSupplier, { body: { companyName } })),
    );
    const { id } = await planOf('2026-12-01');
    const other = await planOf('2026-12-02');
    for (const plan of [id, other.id]) await patch(plan, { carrierContactId: old?.id });
    const { operationId } = await t.ok(a, mergeSuppliers, {
      params: { id: kept?.id ?? '' },
      body: { supplierId: old?.id ?? '' },
    });
    expect((await read(id)).carrierContact).toMatchObject({ id: kept?.id, companyName: 'Maersk' });
    const [entry] = (await t.ok(a, listShipmentPlanHistory, { params: { shipmentPlanId: id } })).content;
    expect(entry).toMatchObject({
      action: 'shipment-plan.carrier-merged',
      changes: [{ field: 'carrierContact', from: 'Maersk Line', to: 'Maersk' }],
    });
    await patch(other.id, { notes: 'Edited since' });
    const undone = await t.ok(a, undoOperation, { params: { operationId: operationId ?? '' } });
    expect(undone.kept).toMatchObject([{ id: other.id, label: 'SP-0002', reason: 'EDITED' }]);
    expect((await read(id)).carrierContact).toMatchObject({ id: old?.id });
    expect((await read(other.id)).carrierContact).toMatchObject({ id: kept?.id });
  });
});
