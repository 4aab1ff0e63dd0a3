import { createCarton } from '@quayside/contracts/shipments/cartons';
import { applyMeasures } from '@quayside/contracts/costs/cost-reports';
import { listNotifications } from '@quayside/contracts/notifications/notifications';
import { patchProduct } from '@quayside/contracts/products/products';
import { getShipmentPlan, patchShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { runInAllAccounts } from '../../../testing/run-jobs.ts';
import { anOrderOf, aPlanOf, type MadeOrder, packed } from '../../../testing/shipments.ts';
import { brokenShipments } from './shipments-invariants.views.ts';
import { shipmentsCheck } from '../shipments.jobs.ts';

let t: TestApp;
let maya: TestPerson;
let order: MadeOrder;
let left: string;
let open: string;
let cartonId: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** An order of 100 kettles: 40 have left with SP-0001, 36 wait in six cartons in SP-0002, and 24 are unpacked. */
beforeEach(async () => {
  maya = await t.admin();
  order = await anOrderOf(t, maya, {
    units: 100,
    sku: 'KETTLE',
    product: { length: '20', width: '10', height: '10', shippingWeight: '1000' },
  });
  const [first, second] = [
    await packed(t, maya, order.id, { quantity: 40 }),
    await packed(t, maya, order.id, { quantity: 36 }),
  ];
  left = await aPlanOf(t, maya, [first.packListId]);
  await t.ok(maya, patchShipmentPlan, { params: { shipmentPlanId: left }, body: { shippedOn: '2026-11-10' } });
  const carton = await t.ok(maya, createCarton, { body: { count: 6, packListIds: [second.packListId] } });
  cartonId = carton.id;
  open = await aPlanOf(t, maya, [second.packListId]);
});

const broken = () => t.work(maya, brokenShipments);
const spoil = (statement: RawBuilder<unknown>) => t.work(maya, ({ tx }) => statement.execute(tx));
/** What the check names after a change of the database by hand. */
async function namedAfter(statement: RawBuilder<unknown>): Promise<string[]> {
  expect(await broken()).toEqual([]);
  await spoil(statement);
  return (await broken()).map(({ label, invariant, detail }) => `${label}: ${invariant} (${detail})`);
}

describe('the check of packing', () => {
  it('names what is stored of an order otherwise than its pack lists say', async () => {
    const number = (await t.work(maya, (w) => w.tx.selectFrom('cost_layer').select('number').execute()))[0]?.number;
    expect(await namedAfter(sql`update order_packing set packed = 77`)).toEqual([
      `${number}: packed and shipped = pack lists (77, 40, 0, 0, 0, 36, 40, 76, 2 for 76, 40, 0, 0, 0, 36, 40, 76, 2)`,
    ]);
    await spoil(sql`update order_packing set packed = 76, shipped = 76`);
    const detail = '76, 76, 0, 0, 0, 36, 40, 76, 2 for 76, 40, 0, 0, 0, 36, 40, 76, 2';
    expect(await broken()).toMatchObject([{ kind: 'ORDER', id: order.id, detail }]);
    await spoil(sql`update order_packing set shipped = 40, status = 'IN_TRANSIT'`);
    expect(await broken()).toMatchObject([
      { invariant: 'status = least advanced pack list', detail: 'IN_TRANSIT for OPEN' },
    ]);
    await spoil(sql`delete from order_packing`);
    const nothing = ' for 76, 40, 0, 0, 0, 36, 40, 76, 2';
    expect(await broken()).toMatchObject([{ invariant: 'packed and shipped = pack lists', detail: nothing }]);
  });

  it('names an order of which more is packed than its units', async () => {
    const [row] = await t.work(maya, async (w) => {
      await w.tx.updateTable('cost_layer').set({ units: 76n }).where('id', '=', order.id).execute();
      return brokenShipments(w);
    });
    expect(row).toBeUndefined();
    await spoil(sql`update cost_layer set units = 75`);
    expect(await broken()).toMatchObject([{ invariant: 'packed <= units', id: order.id, detail: '76 of 75' }]);
    await spoil(sql`update cost_layer set units = 76, removed_at = now()`);
    expect(await broken()).toMatchObject([{ invariant: 'packed <= units', detail: '76 of 0' }]);
  });

  it('names the sums of a plan that do not follow from its pack lists and cartons', async () => {
    const sums: [string, string, string][] = [
      ['pack_lists', '2', 'pack lists = pack lists and cartons (2 for 1)'],
      ['units', '40', 'units = pack lists and cartons (40 for 36)'],
      ['cartons', '5', 'cartons = pack lists and cartons (5 for 6)'],
      ['weight_ug', 'null', 'weight = pack lists and cartons (unknown for 36000000000)'],
      ['volume_mm3', '7', 'volume = pack lists and cartons (7 for 72000000)'],
      ['chargeable_ug', '8', 'chargeable weight = pack lists and cartons (8 for 72000000000)'],
      ['estimated_cost_minor', '9', 'estimated cost = pack lists and cartons (9 for unknown)'],
      ['lacking_reason', `'MISSING_WEIGHT'`, 'what it lacks = pack lists and cartons (MISSING_WEIGHT for unknown)'],
    ];
    const kept = await t.work(maya, (w) =>
      w.tx.selectFrom('shipment_plan').selectAll().where('id', '=', open).executeTakeFirstOrThrow(),
    );
    for (const [column, value, expected] of sums) {
      expect(await namedAfter(sql.raw(`update shipment_plan set ${column} = ${value} where id = '${open}'`))).toEqual([
        `SP-0002: ${expected}`,
      ]);
      const before = kept[column as keyof typeof kept];
      await spoil(sql`update shipment_plan set ${sql.ref(column)} = ${before} where id = ${open}`);
    }
  });

  it('names cartons that do not divide, are in another plan than their pack lists, or hold none', async () => {
    expect(await namedAfter(sql`update carton set count = 7 where id = ${cartonId}`)).toEqual([
      'CT-0001: pack lists divide over their cartons (36 in 7)',
      'SP-0002: cartons = pack lists and cartons (6 for 7)',
    ]);
    await spoil(sql`update carton set count = 6, plan_id = ${left} where id = ${cartonId}`);
    expect(await broken()).toMatchObject([
      { invariant: 'a carton row and its pack lists are in one plan', label: 'CT-0001' },
    ]);
    await spoil(sql`update carton set plan_id = ${open} where id = ${cartonId}`);
    await spoil(
      sql`insert into carton (account_id, id, number, count, created_at, updated_at)
        values (${maya.accountId}, gen_random_uuid(), 2, 1, now(), now())`,
    );
    expect(await broken()).toMatchObject([{ invariant: 'a carton row holds a pack list', label: 'CT-0002' }]);
  });

  it('names a plan that is kept without a pack list, or removed with one', async () => {
    expect(await namedAfter(sql`update shipment_plan set removed_at = now() where id = ${open}`)).toEqual([
      'SP-0002: a plan holds a pack list until it is removed (OPEN)',
    ]);
    await spoil(sql`update shipment_plan set removed_at = null`);
    await spoil(
      sql`insert into shipment_plan (account_id, id, number, currency, weight_ug, volume_mm3, created_at, updated_at)
        values (${maya.accountId}, gen_random_uuid(), 3, 'GBP', 0, 0, now(), now())`,
    );
    expect(await broken()).toMatchObject([
      { invariant: 'a plan holds a pack list until it is removed', label: 'SP-0003' },
    ]);
  });

  it('finds nothing after a plan has followed the new measures of an order', async () => {
    const params = { id: order.productId };
    await t.ok(maya, patchProduct, { params, body: { shippingWeight: '2000' } });
    await t.ok(maya, applyMeasures, { params, body: {} });
    expect(await t.ok(maya, getShipmentPlan, { params: { shipmentPlanId: open } })).toMatchObject({ weight: '72' });
    expect(await broken()).toEqual([]);
  });

  it('is not disturbed by the new name of a product', async () => {
    expect(await namedAfter(sql`update product set name = 'Kettle of copper'`)).toEqual([]);
  });
});

it('the nightly check of packing notifies the members once a day, and names the plan', async () => {
  const told = async () => (await t.ok(maya, listNotifications)).content;
  const check = async () => {
    await t.work(maya, (w) => w.tx.deleteFrom('job_run').where('job', '=', 'shipment-invariants').execute());
    expect(await runInAllAccounts(t.deps, shipmentsCheck)).toEqual([]);
    return (await told()).filter(({ notificationType }) => notificationType === 'ERROR');
  };
  expect(await check()).toEqual([]);
  await spoil(sql`update shipment_plan set units = 35, cartons = 5 where id = ${open}`);
  const [notice, ...more] = await check();
  expect(more).toEqual([]);
  expect(notice).toMatchObject({
    summary: 'Packing check found 2 differences',
    about: { type: 'SHIPMENT_PLAN', id: open },
  });
  expect(notice?.message).toContain('1. SP-0002: units = pack lists and cartons (35 for 36).');
  expect(await check()).toHaveLength(1);
  const outcomes = await t.work(maya, (w) =>
    w.tx.selectFrom('job_run').select('outcome').where('job', '=', 'shipment-invariants').execute(),
  );
  expect(outcomes).toEqual([{ outcome: { broken: 2 } }]);
});
