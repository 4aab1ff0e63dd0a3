import { createCarton, createCartonType, updateCartonType } from '@quayside/contracts/shipments/cartons';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { getPreFlight } from '@quayside/contracts/shipments/pre-flight';
import {
  addShipmentPlanPackLists,
  getShipmentPlan,
  listShipmentPlanHistory,
  patchShipmentPlan,
} from '@quayside/contracts/shipments/shipment-plans';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aFreightRate } from '../../../testing/freight-rates.ts';
import { aPlan, aShippableOrder, packListsOf } from '../../../testing/shipment-plans.ts';

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

type Patch = BodyIn<typeof patchShipmentPlan>;
const patch = (id: string, body: Patch) => t.call(a, patchShipmentPlan, { params: { shipmentPlanId: id }, body });
const patched = (id: string, body: Patch) => t.ok(a, patchShipmentPlan, { params: { shipmentPlanId: id }, body });
const check = (id: string, who = a) => t.ok(who, getPreFlight, { params: { id } });
const found = async (id: string) => (await check(id)).findings.map(({ code, severity }) => [code, severity]);
const TO_AMAZON = { toAddressType: 'AMAZON_FBA', country: 'GB' } as const;

/** A plan of 240 units of 1.5 kg in cartons of 60 × 40 × 40 cm with 0.5 kg tare. */
async function aPlanIn(count: number, patchOfPlan: Patch = TO_AMAZON) {
  const [packListId = ''] = await packListsOf(t, a, orderId, 240);
  const type = await t.ok(a, createCartonType, {
    body: { name: `Case ${count}`, length: '60', width: '40', height: '40', weight: '0.5', maxUnits: 20 },
  });
  const carton = await t.ok(a, createCarton, { body: { count, cartonTypeId: type.id, packListIds: [packListId] } });
  return { ...(await aPlan(t, a, [packListId], patchOfPlan)), carton, type };
}

describe('pre-flight', () => {
  it('names the carton row that is too heavy, its SKU, limit, value and source; a lighter one needs a label', async () => {
    // 16 × 1.5 + 0.5 = 24.5 kg.
    const { id, carton } = await aPlanIn(15);
    const answer = await check(id, await t.member(a));
    expect(answer).toMatchObject({
      errors: 1,
      warnings: 0,
      cartons: 15,
      isToAmazon: true,
      rules: { marketplace: 'UK', version: '2026-11' },
      labels: [],
    });
    expect(answer.findings).toEqual([
      {
        code: 'TOO_HEAVY',
        severity: 'ERROR',
        carton: { id: carton.id, number: carton.number },
        skus: ['HS-1187'],
        limit: '23',
        value: '24.5',
        unit: 'KG',
        version: '2026-11',
        sources: ['Amazon FR 200141510', 'valuezon: back to 63.5 cm'],
        plannedIn: [],
        packedIn: [],
      },
    ]);
    // 10 × 1.5 + 0.5 = 15.5 kg.
    const light = await aPlanIn(24);
    expect(await check(light.id)).toMatchObject({
      errors: 0,
      findings: [],
      labels: [{ carton: { number: light.carton.number }, count: 24, label: 'HEAVY_PACKAGE', above: '15', unit: 'KG' }],
    });
    await patched(id, { country: 'BR' });
    expect(await check(id)).toMatchObject({ rules: null, errors: 0, findings: [{ code: 'NO_RULES', carton: null }] });
    await patched(id, { toAddressType: 'WAREHOUSE' });
    expect(await check(id)).toMatchObject({ isToAmazon: false, rules: null, findings: [] });
  });

  it('finds that Amazon is to label cartons that go to the United States, where it does not', async () => {
    const { id } = await aPlanIn(24, { ...TO_AMAZON, country: 'US', labelOwner: 'AMAZON' });
    expect(await found(id)).toEqual([['LABEL_OWNER', 'ERROR']]);
    expect(await patched(id, { labelOwner: 'SELLER' })).toMatchObject({ labelOwner: 'SELLER' });
    expect(await found(id)).toEqual([]);
    await patched(id, { country: 'GB', labelOwner: 'AMAZON' });
    expect(await found(id)).toEqual([]);
  });

  it('finds units that are in no carton, with both places', async () => {
    const { id, carton } = await aPlanIn(24);
    const loose = await packListsOf(t, a, orderId, 10);
    await t.ok(a, addShipmentPlanPackLists, {
      body: { shipmentPlanId: id, packListIds: loose },
    });
    expect((await check(id)).findings).toMatchObject([
      {
        code: 'CONTENTS',
        severity: 'ERROR',
        carton: null,
        skus: ['HS-1187'],
        limit: '250',
        value: '240',
        unit: 'UNITS',
        plannedIn: [
          { number: 'PL-0001', units: 240 },
          { number: 'PL-0002', units: 10 },
        ],
        packedIn: [{ number: carton.number, units: 240, cartonId: carton.id }],
      },
    ]);
  });

  it('finds cartons with more units than their type holds, also when the type says so later', async () => {
    const { id, type, carton } = await aPlanIn(12, {});
    expect(await found(id)).toEqual([]);
    await t.ok(a, updateCartonType, { params: { id: type.id }, body: { maxUnits: 19 } });
    expect((await check(id)).findings).toMatchObject([
      {
        code: 'CARTON_TYPE_UNITS',
        carton: { id: carton.id },
        limit: '19',
        value: '20',
        unit: 'UNITS',
        sources: ['Case 12'],
      },
    ]);
  });

  it('finds that one container is not enough, unless the rate is per container', async () => {
    const { id } = await aPlanIn(12, { containerType: '20FT' });
    expect(await found(id)).toEqual([]);
    await t.work(a, (w) =>
      w.tx
        .insertInto('container_size')
        .values({
          account_id: a.accountId,
          container_type: '20FT',
          usable_mm3: 1_000_000_000n,
          payload_ug: 365_999_999_999n,
          updated_at: w.now,
        })
        .execute(),
    );
    // 12 cartons of 0.096 m³, and 240 × 1.5 kg: the case weighs with its product.
    expect(await found(id)).toEqual([['CONTAINER_VOLUME', 'WARNING']]);
    const freightRateId = await aFreightRate(t, a, 'Box', { mode: 'SEA', unit: 'CONTAINER', container_type: '20FT' });
    await patched(id, { freightRateId });
    expect(await found(id)).toEqual([]);
  });

  it('belongs to the account', async () => {
    const { id } = await aPlanIn(12);
    expect((await t.call(await t.admin(), getPreFlight, { params: { id } })).status).toBe(404);
  });
});

describe('leaving for Amazon with errors', () => {
  it('needs words, which are kept in plan and history, and go with one step back', async () => {
    const { id } = await aPlanIn(15);
    const refused = await patch(id, { shippedOn: '2026-11-19' });
    expect(refused).toMatchObject({
      status: 422,
      error: {
        errors: [
          {
            field: 'shippedDespite',
            message: 'Pre-flight found 1 error: say why the shipment plan goes there nevertheless',
          },
        ],
      },
    });
    const read = () => t.ok(a, getShipmentPlan, { params: { shipmentPlanId: id } });
    expect(await read()).toMatchObject({ status: 'OPEN', shippedOn: null, shippedDespite: null });
    const words = 'The warehouse repacks them';
    expect(await patched(id, { shippedOn: '2026-11-19', shippedDespite: words })).toMatchObject({
      status: 'IN_TRANSIT',
      shippedDespite: words,
    });
    expect(await read()).toMatchObject({ shippedDespite: words });
    const history = async () =>
      (await t.ok(a, listShipmentPlanHistory, { params: { shipmentPlanId: id } })).content[0]?.changes;
    expect(await history()).toContainEqual(expect.objectContaining({ field: 'shippedDespite', from: null, to: words }));
    await patched(id, { notes: 'Keep dry' });
    expect(await read()).toMatchObject({ shippedDespite: words });
    await patched(id, { status: 'OPEN', correctionReason: 'Not yet' });
    expect(await read()).toMatchObject({ status: 'OPEN', shippedDespite: null });
    expect(await history()).toContainEqual(expect.objectContaining({ field: 'shippedDespite', from: words, to: null }));
  });

  it('asks for no words without errors or to other addresses, and keeps none', async () => {
    const [heavy, light] = [await aPlanIn(15, { toAddressType: 'WAREHOUSE', country: 'GB' }), await aPlanIn(24)];
    for (const { id } of [heavy, light])
      expect(await patched(id, { shippedOn: '2026-11-19', shippedDespite: 'Just in case' })).toMatchObject({
        status: 'IN_TRANSIT',
        shippedDespite: null,
      });
  });

  it('needs words, too, when the address of a plan that has left becomes one of Amazon', async () => {
    const { id } = await aPlanIn(15, { toAddressType: 'WAREHOUSE', country: 'GB' });
    await patched(id, { shippedOn: '2026-11-19' });
    const refused = await patch(id, { toAddressType: 'AMAZON_FBA' });
    expect([refused.status, refused.error.errors?.map(({ field }) => field)]).toEqual([422, ['shippedDespite']]);
    const read = () => t.ok(a, getShipmentPlan, { params: { shipmentPlanId: id } });
    expect(await read()).toMatchObject({ toAddressType: 'WAREHOUSE', shippedDespite: null });
    const words = 'The warehouse is full';
    expect(await patched(id, { toAddressType: 'AMAZON_FBA', shippedDespite: words })).toMatchObject({
      ...{ status: 'IN_TRANSIT', toAddressType: 'AMAZON_FBA', shippedDespite: words },
    });
    // Another country has other rules, so the words were about something else.
    const moved = await patch(id, { country: 'DE' });
    expect([moved.status, moved.error.errors?.map(({ field }) => field)]).toEqual([422, ['shippedDespite']]);
    await patched(id, { notes: 'Keep dry' });
    expect(await read()).toMatchObject({ country: 'GB', shippedDespite: words });
    expect(await patched(id, { toAddressType: 'WAREHOUSE' })).toMatchObject({ shippedDespite: null });
  });

  it('asks for no words when a plan without errors goes to Amazon after it has left, and keeps none', async () => {
    const { id } = await aPlanIn(24, { toAddressType: 'WAREHOUSE', country: 'GB' });
    await patched(id, { shippedOn: '2026-11-19' });
    expect(await patched(id, { toAddressType: 'AMAZON_FBA', shippedDespite: 'Just in case' })).toMatchObject({
      ...{ toAddressType: 'AMAZON_FBA', shippedDespite: null },
    });
  });

  it('takes words only when the plan leaves, and counts the address that comes with the same request', async () => {
    const { id } = await aPlanIn(15, {});
    const refused = await patch(id, { shippedDespite: 'Because' });
    expect([refused.status, refused.error.errors?.map(({ field }) => field)]).toEqual([422, ['shippedDespite']]);
    const leaving = await patch(id, { ...TO_AMAZON, shippedOn: '2026-11-19' });
    expect([leaving.status, leaving.error.errors?.map(({ field }) => field)]).toEqual([422, ['shippedDespite']]);
  });
});
