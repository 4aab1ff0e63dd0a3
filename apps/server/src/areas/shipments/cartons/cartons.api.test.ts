import {
  addCartonPackLists,
  type Carton,
  createCarton,
  createCartonType,
  deleteCarton,
  deleteCartonType,
  getCarton,
  getCartonSummary,
  getCartonType,
  listCartons,
  listCartonTypes,
  removeCartonPackLists,
  updateCarton,
  updateCartonType,
} from '@quayside/contracts/shipments/cartons';
import { listAuditLog } from '@quayside/contracts/audit';
import type { BodyIn, QueryIn } from '@quayside/contracts/endpoint';
import { exportCartons } from '@quayside/contracts/exports';
import { listPackLists } from '@quayside/contracts/shipments/pack-lists';
import { API_ROOT } from '../../../http/calls.ts';
import { CARTON_DIMENSION_UNITS } from '@quayside/domain/shipments/option-lists';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { fileOf } from '../../../testing/purchase-orders.ts';
import { anOrderOf, aPlanOf, movePlan, packed, theOrder } from '../../../testing/shipments.ts';
import { syncCartonPlans } from '../rows/sync.queries.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const UNKNOWN = '01a1fd84-0000-7000-8000-00000000dead';
/** A unit of 1 kg. */
const KILO = { shippingWeight: '1000', weightUnit: 'GR' } as const;
const CASE = { name: 'Case A', length: '60', width: '40', height: '40', weight: '0.5', maxUnits: 12 } as const;

interface Packed {
  readonly who: TestPerson;
  readonly orderId: string;
  readonly ids: readonly string[];
}
/** An account with an order whose pack lists have these units. */
async function packLists(...units: readonly number[]): Promise<Packed> {
  const who = await t.admin();
  const { id: orderId } = await anOrderOf(t, who, { units: 10_000, product: KILO });
  const ids: string[] = [];
  for (const quantity of units) ids.push((await packed(t, who, orderId, { quantity })).packListId);
  return { who, orderId, ids };
}
const make = (who: TestPerson, body: BodyIn<typeof createCarton>): Promise<Carton> => t.ok(who, createCarton, { body });
const problem = (answer: { status: number; body: unknown }) => {
  const {
    code,
    errors = [],
    uses,
  } = answer.body as {
    code: string;
    errors?: { field: string; message: string }[];
    uses?: { type: string; label: string }[];
  };
  return { status: answer.status, code, fields: errors.map(({ field, message }) => `${field}: ${message}`), uses };
};
const chips = (field: string, op: string, ...values: string[]) => ({
  filter: JSON.stringify([{ field, op, values }]),
});

describe('a row of cartons', () => {
  it('has a number, status, type, pack lists, contents and measures: measured, otherwise units and tare', async () => {
    const { who, ids } = await packLists(120);
    const type = await t.ok(who, createCartonType, { body: CASE });
    const carton = await make(who, { count: 10, cartonTypeId: type.id, packListIds: [...ids], marks: 'Left side up' });
    expect(carton).toMatchObject({
      number: 'CT-0001',
      status: 'OPEN',
      count: 10,
      cartonType: { id: type.id, name: 'Case A', volume: '0.096' },
      unitsPerCarton: 12,
      contents: [{ units: 12 }],
      weight: '12.5',
      totalWeight: '125',
      volume: '0.096',
      totalVolume: '0.96',
      marks: 'Left side up',
      packLists: [{ packListId: ids[0], cartonNumber: 'CT-0001', cartonCount: 10, unitsPerCarton: 12, volume: '0.96' }],
    });
    const body = { measuredWeight: '28', weightUnit: 'LB' } as const;
    const measured = await t.ok(who, updateCarton, { params: { id: carton.id }, body });
    expect(measured).toMatchObject({ measuredWeight: '28', weightUnit: 'LB', weight: '12.70058636', version: 2 });
    expect(measured.packLists).toMatchObject([{ isMeasured: true, weight: '127.0058636' }]);
    const plan = await aPlanOf(t, who, ids);
    await movePlan(t, who, plan, 'IN_TRANSIT');
    expect(await t.ok(who, getCarton, { params: { id: carton.id } })).toMatchObject({
      status: 'IN_TRANSIT',
      shipmentPlanNumber: 'SP-0001',
      can: { change: { allowed: false } },
    });
  });

  it('without a weight of its units or its empty carton has none: missing is missing', async () => {
    const who = await t.admin();
    const { id } = await anOrderOf(t, who, { units: 100 });
    const list = await packed(t, who, id, { quantity: 50 });
    const carton = await make(who, { count: 5, packListIds: [list.packListId] });
    expect(carton).toMatchObject({ weight: null, totalWeight: null, volume: null, cartonType: null });
  });

  it('has the plan of its pack list with the lowest number when it is worked out, and none without pack lists', async () => {
    const { who, ids } = await packLists(40, 20, 10, 10);
    const [low = '', high = '', ...others] = ids;
    const { id } = await make(who, { count: 10, packListIds: [low, high] });
    const [first, second] = [await aPlanOf(t, who, others.slice(0, 1)), await aPlanOf(t, who, others.slice(1))];
    await t.work(who, async (w) => {
      const workedOut = async () => {
        await syncCartonPlans(w, [id]);
        return (await w.tx.selectFrom('carton').select(['plan_id']).where('id', '=', id).executeTakeFirst())?.plan_id;
      };
      const put = (list: string, planId: string) =>
        sql`
        update pack_list set plan_id = ${planId}::uuid where id = ${list}`.execute(w.tx);
      // The one with the lowest number is stored last.
      await put(high, second);
      await put(low, first);
      expect(await workedOut()).toBe(first);
      await put(low, second);
      await put(high, first);
      expect(await workedOut()).toBe(second);
      await sql`update pack_list set carton_id = null where carton_id = ${id}`.execute(w.tx);
      expect(await workedOut()).toBeNull();
    });
  });

  it('takes only pack lists that divide evenly, and says how they would', async () => {
    const { who, ids } = await packLists(1000, 996);
    const uneven = await t.call(who, createCarton, { body: { count: 84, packListIds: [...ids] } });
    expect(problem(uneven)).toMatchObject({
      status: 422,
      fields: ['packListIds.0: 1,000 units in cartons of 12 make 83 cartons and one of 4'],
    });
    const carton = await make(who, { count: 83, packListIds: [ids[1] ?? ''] });
    expect(carton.unitsPerCarton).toBe(12);
    const more = await t.call(who, updateCarton, { params: { id: carton.id }, body: { count: 84 } });
    expect(problem(more).fields).toEqual([expect.stringContaining('count: 996 units in cartons of 12')]);
    const added = await t.call(who, addCartonPackLists, {
      params: { id: carton.id },
      body: { packListIds: [ids[0] ?? ''] },
    });
    expect(problem(added).fields).toEqual([expect.stringContaining('packListIds.0: 1,000 units')]);
  });

  it.each([
    [{ count: 0 }, 'count: Between 1 and 10000 cartons'],
    [{ count: 10_001 }, 'count: Between 1 and 10000 cartons'],
    [{ count: 1, measuredWeight: '-1' }, 'measuredWeight: Enter a number above 0 with at most 4 decimals'],
    [{ count: 1, measuredWeight: '0' }, 'measuredWeight: Enter a number above 0 with at most 4 decimals'],
    [{ count: 1, marks: 'x'.repeat(501) }, 'marks: '],
  ])('refuses %j', async (body, field) => {
    const { who, ids } = await packLists(100);
    const answer = await t.call(who, createCarton, { body: { ...body, packListIds: [...ids] } });
    expect(problem(answer)).toMatchObject({ status: 422, fields: [expect.stringContaining(field)] });
  });

  it('refuses 2,001 pack lists, and none', async () => {
    const { who, ids } = await packLists(100);
    for (const packListIds of [Array.from({ length: 2001 }, () => ids[0] ?? ''), []]) {
      const answer = await t.call(who, createCarton, { body: { count: 1, packListIds } });
      expect(problem(answer)).toMatchObject({ status: 422, fields: [expect.stringContaining('packListIds: ')] });
    }
  });

  it('holds a pack list that no other row holds, and all in the same plan', async () => {
    const { who, ids } = await packLists(100, 100, 100);
    const [first = '', second = '', third = ''] = ids;
    const one = await make(who, { count: 10, packListIds: [first] });
    const twice = await t.call(who, createCarton, { body: { count: 10, packListIds: [second, first] } });
    expect(problem(twice).fields).toEqual(['packListIds.1: This pack list is in another carton']);
    await aPlanOf(t, who, [second]);
    const mixed = { count: 10, packListIds: [second, third] };
    expect(problem(await t.call(who, createCarton, { body: mixed })).fields).toEqual([
      'packListIds.1: All pack lists of a carton are in the same shipment plan, or in none',
    ]);
    const add = await t.call(who, addCartonPackLists, { params: { id: one.id }, body: { packListIds: [second] } });
    expect(problem(add).fields).toEqual([expect.stringContaining('packListIds.0: All pack lists of a carton')]);
    const added = await t.ok(who, addCartonPackLists, { params: { id: one.id }, body: { packListIds: [third] } });
    expect(added).toMatchObject({ unitsPerCarton: 20, contents: [{ units: 20 }] });
  });

  it('brings all its pack lists into the plan of one of them', async () => {
    const { who, ids } = await packLists(100, 50);
    const carton = await make(who, { count: 10, packListIds: [...ids] });
    const plan = await aPlanOf(t, who, ids.slice(0, 1));
    const after = await t.ok(who, getCarton, { params: { id: carton.id } });
    expect(after).toMatchObject({
      shipmentPlanId: plan,
      packLists: [{ shipmentPlanId: plan }, { shipmentPlanId: plan }],
    });
    const sums = await t.work(who, (w) =>
      w.tx.selectFrom('shipment_plan').select(['pack_lists', 'units', 'cartons']).executeTakeFirst(),
    );
    expect(sums).toEqual({ pack_lists: 2, units: 150n, cartons: 10n });
  });

  it('changes its contents, and goes with its last pack list, which stays in the plan', async () => {
    const { who, orderId, ids } = await packLists(100, 50, 200);
    const [first = '', second = '', third = ''] = ids;
    const carton = await make(who, { count: 10, packListIds: [first, second] });
    const params = { id: carton.id };
    const changed = await t.ok(who, updateCarton, {
      params,
      body: { count: 5, packListIds: [second, third], version: 1 },
    });
    expect(changed).toMatchObject({ count: 5, unitsPerCarton: 50, version: 2 });
    expect(changed.packLists.map((one) => one.packListId)).toEqual([second, third]);
    const stale = await t.call(who, updateCarton, { params, body: { count: 1, version: 1 } });
    expect(stale).toMatchObject({ status: 409, body: { current: { count: 5 } } });
    const left = await t.ok(who, removeCartonPackLists, { params, body: { packListIds: [third] } });
    expect(left.carton).toMatchObject({ unitsPerCarton: 10 });
    const plan = await aPlanOf(t, who, [second]);
    expect(await t.ok(who, removeCartonPackLists, { params, body: { packListIds: [second] } })).toEqual({
      carton: null,
    });
    expect((await t.call(who, getCarton, { params })).status).toBe(404);
    const order = await theOrder(t, who, orderId);
    expect(order.packLists.map((one) => [one.packListId, one.cartonId, one.shipmentPlanId])).toEqual([
      [first, null, null],
      [second, null, plan],
      [third, null, null],
    ]);
    const log = await t.ok(who, listAuditLog, { query: { size: 100 } });
    const actions = log.content.filter(({ kind }) => kind === 'carton').map(({ action }) => action);
    expect(actions.toSorted()).toEqual(['carton.changed', 'carton.changed', 'carton.created', 'carton.deleted']);
    const { changes } = log.content.find(({ action }) => action === 'carton.created') ?? { changes: [] };
    expect(changes.find(({ field }) => field === 'packLists')?.to).toBe('PL-0001: 100, PL-0002: 50');
  });

  it('is deleted and frees its pack lists', async () => {
    const { who, ids } = await packLists(100);
    const carton = await make(who, { count: 10, packListIds: [...ids] });
    expect((await t.call(who, deleteCarton, { params: { id: carton.id } })).status).toBe(204);
    const lists = await t.ok(who, listPackLists);
    expect(lists.content).toMatchObject([{ packListId: ids[0], cartonId: null }]);
    expect(await make(who, { count: 5, packListIds: [...ids] })).toMatchObject({ number: 'CT-0002' });
  });

  it('of a plan that has left stays as it is', async () => {
    const { who, ids } = await packLists(100, 100);
    const carton = await make(who, { count: 10, packListIds: ids.slice(0, 1) });
    await movePlan(t, who, await aPlanOf(t, who, ids.slice(0, 1)), 'IN_TRANSIT');
    const params = { id: carton.id };
    for (const answer of [
      await t.call(who, updateCarton, { params, body: { marks: 'x' } }),
      await t.call(who, deleteCarton, { params }),
      await t.call(who, addCartonPackLists, { params, body: { packListIds: ids.slice(1) } }),
      await t.call(who, removeCartonPackLists, { params, body: { packListIds: ids.slice(0, 1) } }),
    ])
      expect(problem(answer)).toMatchObject({ status: 422, code: 'shipments.locked' });
  });

  it('of another account does not exist, nor do its pack lists and types', async () => {
    const { who, ids } = await packLists(100, 100);
    const carton = await make(who, { count: 10, packListIds: ids.slice(0, 1) });
    const type = await t.ok(who, createCartonType, { body: CASE });
    const other = await packLists(100);
    const params = { id: carton.id };
    const packListIds = ids.slice(1);
    const own = { count: 1, packListIds: [...other.ids] };
    for (const [answer, code] of [
      [await t.call(other.who, getCarton, { params }), 'shipments.unknown_carton'],
      [await t.call(other.who, updateCarton, { params, body: { count: 1 } }), 'shipments.unknown_carton'],
      [await t.call(other.who, deleteCarton, { params }), 'shipments.unknown_carton'],
      [await t.call(other.who, createCarton, { body: { count: 1, packListIds } }), 'shipments.unknown_pack_list'],
      [
        await t.call(other.who, createCarton, { body: { ...own, cartonTypeId: type.id } }),
        'shipments.unknown_carton_type',
      ],
      [await t.call(other.who, getCartonType, { params: { id: type.id } }), 'shipments.unknown_carton_type'],
    ] as const)
      expect(problem(answer)).toMatchObject({ status: 404, code });
  });
});

describe('the list of cartons', () => {
  it('is searched, filtered, sorted and summed; the summary is not read as an id', async () => {
    const { who, ids } = await packLists(120, 50, 30);
    const [first = '', second = '', third = ''] = ids;
    const type = await t.ok(who, createCartonType, { body: CASE });
    const one = await make(who, { count: 10, cartonTypeId: type.id, packListIds: [first] });
    const two = await make(who, { count: 5, packListIds: [second], marks: 'Fragile <script>', measuredWeight: '11' });
    const three = await make(who, { count: 3, packListIds: [third] });
    const plan = await aPlanOf(t, who, [second]);
    await movePlan(t, who, plan, 'IN_TRANSIT');
    const idsOf = async (query: QueryIn<typeof listCartons>) =>
      (await t.ok(who, listCartons, { query })).content.map((carton) => carton.id);
    expect(await idsOf({})).toEqual([three.id, two.id, one.id]);
    expect(await idsOf({ size: 1, page: 1 })).toEqual([two.id]);
    expect(await idsOf({ cartonStatuses: ['IN_TRANSIT'] })).toEqual([two.id]);
    for (const sort of ['number', 'count', 'cartonType', 'plan', 'status', 'updatedAt'])
      expect(await idsOf({ sort: [`${sort},asc`] })).toHaveLength(3);
    expect(await idsOf({ sort: ['count,desc'] })).toEqual([one.id, two.id, three.id]);
    for (const search of ['ct-0002', 'CT2', 'PL-0002', 'sp-0001', 'fragile', 'fragile pl-0002'])
      expect([search, await idsOf({ search })]).toEqual([search, [two.id]]);
    for (const search of ['kettle', 'SO-000001', 'F-']) expect(await idsOf({ search })).toHaveLength(3);
    expect(await idsOf({ search: 'case a' })).toEqual([one.id]);
    expect(await idsOf({ search: 'PL-0009' })).toEqual([]);
    expect(await idsOf(chips('cartonType', 'in', type.id))).toEqual([one.id]);
    expect(await idsOf(chips('cartonType', 'isEmpty'))).toEqual([three.id, two.id]);
    expect(await idsOf(chips('plan', 'isNotEmpty'))).toEqual([two.id]);
    expect(await idsOf(chips('measuredWeight', 'isEmpty'))).toEqual([three.id, one.id]);
    expect(await idsOf(chips('product', 'in', UNKNOWN))).toEqual([]);
    expect(await t.ok(who, getCartonSummary)).toEqual({
      total: 18,
      count: 3,
      byStatus: { OPEN: 13, IN_TRANSIT: 5, RECEIVED: 0, CLOSED: 0 },
      totalVolume: '0.96',
      totalWeight: '180',
      withoutVolume: 8,
      withoutWeight: 3,
    });
    expect(await t.ok(who, getCartonSummary, { query: { cartonStatuses: ['IN_TRANSIT'] } })).toMatchObject({
      total: 5,
    });
  });

  it('is exported, formulas in marks made harmless', async () => {
    const { who, ids } = await packLists(120);
    const type = await t.ok(who, createCartonType, { body: CASE });
    await make(who, { count: 10, cartonTypeId: type.id, packListIds: [...ids], marks: '@SUM(1)' });
    await aPlanOf(t, who, ids);
    const columns = 'number,count,cartonType,plan,unitsPerCarton,weight,totalWeight,totalVolume,marks';
    const { text } = await fileOf(t, who, exportCartons, { query: { columns } });
    expect(text.trim().split(/\r?\n/)[1]).toBe('"CT-0001",10,"Case A","SP-0001",12,12.5,125,0.96,"\'@SUM(1)"');
  });
});

describe('a carton type', () => {
  it.each(CARTON_DIMENSION_UNITS)('carries its dimension unit: %s', async (dimensionUnit) => {
    const who = await t.admin();
    const body = { name: 'Box', length: '2', width: '3', height: '4', dimensionUnit } as const;
    const volumes = { CM: '0.000024', IN: '0.000393290', MM: '0.000000024', M: '24', FT: '0.679604' } as const;
    const type = await t.ok(who, createCartonType, { body });
    expect(type).toMatchObject({ dimensionUnit, length: '2', width: '3', height: '4' });
    expect(Number(type.volume)).toBeCloseTo(Number(volumes[dimensionUnit]), 6);
    expect(await t.ok(who, getCartonType, { params: { id: type.id } })).toEqual(type);
  });

  it('measures exactly: 24 × 16 × 12 in are 75,511,591 mm³', async () => {
    const who = await t.admin();
    const body = { name: 'US', length: '24', width: '16', height: '12', dimensionUnit: 'IN' } as const;
    expect(await t.ok(who, createCartonType, { body })).toMatchObject({ volume: '0.075511591' });
  });

  it('is listed by name, not read as the id of a carton, and found under every spelling of its address', async () => {
    const who = await t.admin();
    const type = await t.ok(who, createCartonType, { body: { name: 'Zebra' } });
    await t.ok(who, createCartonType, { body: { name: 'apple' } });
    const list = await t.ok(who, listCartonTypes);
    expect(list.map(({ name }) => name)).toEqual(['apple', 'Zebra']);
    expect(await t.ok(who, listCartonTypes, { query: { search: 'ZEB' } })).toEqual([type]);
    for (const path of ['carton-types', 'cartons/carton-types', 'cartons/carton-type']) {
      const url = `${API_ROOT}/orders/${who.userId}/${path}/${type.id}`;
      const answer = await t.app.inject({ url, headers: { authorization: `Bearer ${who.token}` } });
      expect([path, answer.json()]).toEqual([path, type]);
    }
  });

  it('keeps what is not sent, refuses a name that is taken and a stale version', async () => {
    const who = await t.admin();
    await t.ok(who, createCartonType, { body: { name: 'Other' } });
    const type = await t.ok(who, createCartonType, { body: CASE });
    const params = { id: type.id };
    const changed = await t.ok(who, updateCartonType, { params, body: { height: '30', version: 1 } });
    expect(changed).toMatchObject({ ...CASE, height: '30', version: 2, volume: '0.072' });
    const taken = await t.call(who, updateCartonType, { params, body: { name: 'OTHER' } });
    expect(problem(taken).fields).toEqual(['name: Another carton type has this name']);
    expect(problem(await t.call(who, createCartonType, { body: { name: 'other' } })).status).toBe(422);
    expect((await t.call(who, updateCartonType, { params, body: { height: '1', version: 1 } })).status).toBe(409);
  });

  it.each([
    [{ length: '0' }, 'length: Enter a number above 0 with at most 4 decimals'],
    [{ width: '-2' }, 'width: '],
    [{ weight: '-1' }, 'weight: '],
    [{ dimensionUnit: 'YARD' }, 'dimensionUnit: '],
    [{ maxUnits: 0 }, 'maxUnits: '],
    [{ name: ' ' }, 'name: '],
    [{ length: '9999999', width: '9999999', height: '9999999', dimensionUnit: 'FT' }, 'length: A number is too large'],
  ])('refuses %j', async (body, field) => {
    const who = await t.admin();
    const answer = await t.call(who, createCartonType, { body: { name: 'Box', ...body } as never });
    expect(problem(answer)).toMatchObject({ status: 422, fields: [expect.stringContaining(field)] });
  });

  it('moves the measures of its cartons and of their OPEN plans with it, until one of them has left', async () => {
    const { who, ids } = await packLists(120);
    const type = await t.ok(who, createCartonType, { body: CASE });
    await make(who, { count: 10, cartonTypeId: type.id, packListIds: [...ids] });
    const plan = await aPlanOf(t, who, ids);
    const volume = async () =>
      (
        await t.work(who, (w) =>
          w.tx.selectFrom('shipment_plan').select('volume_mm3').where('id', '=', plan).executeTakeFirst(),
        )
      )?.volume_mm3;
    expect(await volume()).toBe('960000000');
    const params = { id: type.id };
    await t.ok(who, updateCartonType, { params, body: { height: '30' } });
    expect(await volume()).toBe('720000000');
    await movePlan(t, who, plan, 'IN_TRANSIT');
    const refused = await t.call(who, updateCartonType, { params, body: { height: '40' } });
    expect(problem(refused)).toMatchObject({
      status: 409,
      code: 'shipments.in_use',
      uses: [{ type: 'CARTON', label: 'CT-0001' }],
    });
    expect(await t.ok(who, updateCartonType, { params, body: { name: 'Case B' } })).toMatchObject({ height: '30' });
  });

  it('is deleted only when no carton row uses it', async () => {
    const { who, ids } = await packLists(120);
    const type = await t.ok(who, createCartonType, { body: CASE });
    const carton = await make(who, { count: 10, cartonTypeId: type.id, packListIds: [...ids] });
    const params = { id: type.id };
    expect(await t.ok(who, getCartonType, { params })).toMatchObject({
      cartonRows: 1,
      can: { delete: { allowed: false } },
    });
    expect(problem(await t.call(who, deleteCartonType, { params }))).toMatchObject({
      status: 409,
      uses: [{ label: 'CT-0001' }],
    });
    await t.ok(who, updateCarton, { params: { id: carton.id }, body: { cartonTypeId: null } });
    expect((await t.call(who, deleteCartonType, { params })).status).toBe(204);
    expect((await t.call(who, getCartonType, { params })).status).toBe(404);
  });
});
