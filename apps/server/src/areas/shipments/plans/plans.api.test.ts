import type { BodyIn } from '@quayside/contracts/endpoint';
import { exportShipmentPlans } from '@quayside/contracts/exports';
import { createExchangeRate } from '@quayside/contracts/rates/exchange-rates';

import { searchRecords } from '@quayside/contracts/search';
import {
  addShipmentPlanPackLists,
  getShipmentPlan,
  listAddressTypes,
  listCalculateByOptions,
  listContainerTypes,
  listGoodsTimelineOptions,
  listShipmentPlanHistory,
  listShipmentPlans,
  listShipmentPlanSummary,
  patchShipmentPlan,
  shipmentPlanTotals,
} from '@quayside/contracts/shipments/shipment-plans';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { fileOf } from '../../../testing/purchase-orders.ts';
import { aPlan, aShippableOrder, packListsOf } from '../../../testing/shipment-plans.ts';

let t: TestApp;
let a: TestPerson;
let order: Awaited<ReturnType<typeof aShippableOrder>>;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-20T10:00:00.000Z');
  a = await t.admin();
  order = await aShippableOrder(t, a, 'HS-1187');
});

type Patch = BodyIn<typeof patchShipmentPlan>;
const read = (id: string, who = a) => t.ok(who, getShipmentPlan, { params: { shipmentPlanId: id } });
const patch = (id: string, body: Patch, who = a) =>
  t.call(who, patchShipmentPlan, { params: { shipmentPlanId: id }, body });
const patched = (id: string, body: Patch) => t.ok(a, patchShipmentPlan, { params: { shipmentPlanId: id }, body });
const refusal = ({ status, error }: Awaited<ReturnType<typeof patch>>) => [
  status,
  error.code,
  ...(error.errors ?? []).map(({ field }) => field),
];
const planOf = async (units = 100, body?: Patch) => aPlan(t, a, await packListsOf(t, a, order.orderId, units), body);

describe('a shipment plan', () => {
  it('keeps all that is typed', async () => {
    const { id: carrierContactId } = await t.ok(a, createSupplier, {
      body: { companyName: 'Maersk', email: 'desk@maersk.example' },
    });
    const typed = {
      name: 'Spring, by sea',
      shippingMethod: 'SEA',
      estimatedReadyDate: '2026-11-25',
      readyOn: '2026-11-18',
      cutOff: '2026-11-28',
      estimatedShipDate: '2026-12-01',
      eta: '2027-01-04',
      estimatedDeliveryDate: '2027-01-08',
      goodsTimeline: 'READY_WITHIN_14_DAYS',
      fromAddressType: 'SUPPLIER',
      fromCountry: 'CN',
      fromAddress: 'Building 7\nNingbo',
      toAddressType: 'AMAZON_FBA',
      country: 'GB',
      labelOwner: 'SELLER',
      address: '<script>alert(1)</script>',
      containerType: '45FT_HC',
      calculateBy: 'SHIPPING_RATE',
      shippingRateOrContainerEstimate: '0.855',
      currency: 'USD',
      rate: '0.8',
      rateDate: '2026-11-19',
      isHazardousGoods: true,
      jobNumber: 'J-77',
      carrierContactId,
      trackingNumber: 'MSKU1234567',
      warehouseReference: 'FBA15',
      notes: 'Keep dry',
    } as const;
    const { id } = await planOf();
    const answer = await patched(id, typed);
    expect(answer).toMatchObject({
      ...typed,
      number: 'SP-0001',
      status: 'OPEN',
      rateSource: 'manual',
      carrierContact: { id: carrierContactId, companyName: 'Maersk', email: 'desk@maersk.example' },
      packListCount: 1,
      units: 100,
      weight: '150',
      volume: '0.6',
      chargeableWeight: '600',
      // 600 kg × 0.855 = 513.00 USD, × 0.8.
      estimatedCost: '513.00',
      estimatedCostInAccountCurrency: '410.40',
      lacking: null,
    });
    expect(await read(id)).toEqual(answer);
    expect((await t.ok(a, listShipmentPlans)).content).toMatchObject([{ id, ...typed }]);
    const cleared = Object.fromEntries(
      Object.keys(typed)
        .filter((field) => !['currency', 'isHazardousGoods'].includes(field))
        .map((field) => [field, null]),
    );
    expect(
      await patched(id, { ...cleared, isHazardousGoods: false, correctionReason: 'Typed by mistake' } as Patch),
    ).toMatchObject({
      ...cleared,
      rateSource: null,
      currency: 'USD',
      isHazardousGoods: false,
      estimatedCost: null,
    });
  });

  it('costs by its method, by what is typed, in its currency, and is converted once', async () => {
    const { id } = await planOf(100, { shippingMethod: 'AIR', calculateBy: 'SHIPPING_RATE' });
    expect(await patched(id, { shippingRateOrContainerEstimate: '3.85' })).toMatchObject({
      chargeableWeight: '150',
      estimatedCost: '577.50',
      estimatedCostInAccountCurrency: '577.50',
    });
    expect(await patched(id, { shippingMethod: 'LAND' })).toMatchObject({
      chargeableWeight: '199.8',
      estimatedCost: '769.23',
    });
    const byContainer = { calculateBy: 'CONTAINER_ESTIMATE', shippingRateOrContainerEstimate: '2620' } as const;
    expect(await patched(id, { ...byContainer, currency: 'USD' })).toMatchObject({
      estimatedCost: '2620.00',
      estimatedCostInAccountCurrency: null,
      rate: null,
    });
    expect(await patched(id, { rate: 0.7777 })).toMatchObject({
      rate: '0.7777',
      rateDate: '2026-11-20',
      rateSource: 'manual',
      // 2,620 × 0.7777 = 2,037.574.
      estimatedCostInAccountCurrency: '2037.57',
    });
    // Yen have no decimals: the same amount, and the rate of the former currency is gone.
    expect(await patched(id, { currency: 'JPY' })).toMatchObject({ estimatedCost: '2620', rate: null });
    expect(await patched(id, { calculateBy: 'SHIPPING_RATE', currency: 'GBP' })).toMatchObject({
      shippingRateOrContainerEstimate: '3.85',
      estimatedCost: '769.23',
    });
    await t.ok(a, createExchangeRate, { body: { day: '2026-11-19', base: 'USD', quote: 'GBP', rate: '0.79' } });
    const feed = { currency: 'USD', rate: '0.79', rateSource: 'feed' } as const;
    expect(refusal(await patch(id, { ...feed, rate: '0.8' }))).toEqual([422, 'bad_input', 'rate']);
    expect(await patched(id, { ...feed, rateDate: '2026-11-19' })).toMatchObject({ rateSource: 'feed' });
  });

  it('says which products lack a measure, and has no chargeable weight until then', async () => {
    const bare = await aShippableOrder(t, a, 'BARE-1', { weightUg: null });
    const { id } = await planOf(100, { calculateBy: 'SHIPPING_RATE', shippingRateOrContainerEstimate: '1' });
    const [packListId = ''] = await packListsOf(t, a, bare.orderId, 5);
    const { plan } = await t.ok(a, addShipmentPlanPackLists, {
      body: { shipmentPlanId: id, packListIds: [packListId] },
    });
    expect(plan).toMatchObject({
      units: 105,
      weight: null,
      volume: '0.63',
      chargeableWeight: null,
      estimatedCost: null,
      lacking: { reason: 'MISSING_WEIGHT', products: [{ productId: bare.productId, sku: 'BARE-1' }] },
    });
  });

  it.each<[string, Patch, readonly unknown[]]>([
    ['31 February', { eta: '2026-02-31' }, [422, 'bad_input', 'eta']],
    ['an ETA before the ETD', { estimatedShipDate: '2026-12-04', eta: '2026-12-03' }, [422, 'bad_input', 'eta']],
    [
      'a delivery before the ETA',
      { eta: '2026-12-04', estimatedDeliveryDate: '2026-12-03' },
      [422, 'bad_input', 'estimatedDeliveryDate'],
    ],
    ['a day of shipping that is to come', { shippedOn: '2026-11-21' }, [422, 'bad_input', 'shippedOn']],
    ['an arrival without shipping', { arrivedOn: '2026-11-19' }, [422, 'bad_input', 'arrivedOn']],
    ['IN_TRANSIT without a day', { status: 'IN_TRANSIT' }, [422, 'bad_input', 'shippedOn']],
    ['OPEN with a day', { status: 'OPEN', shippedOn: '2026-11-19' }, [422, 'bad_input', 'shippedOn']],
    ['RECEIVED', { status: 'RECEIVED' }, [422, 'shipments.wrong_status']],
    ['CLOSED', { status: 'CLOSED' }, [422, 'shipments.wrong_status']],
    ['a price of nothing in particular', { shippingRateOrContainerEstimate: '1' }, [422, 'bad_input', 'calculateBy']],
    [
      'an estimate with too many decimals',
      { calculateBy: 'CONTAINER_ESTIMATE', shippingRateOrContainerEstimate: '1.005' },
      [422, 'bad_input', 'shippingRateOrContainerEstimate'],
    ],
    [
      'a negative estimate',
      { calculateBy: 'CONTAINER_ESTIMATE', shippingRateOrContainerEstimate: '-1' },
      [422, 'bad_input', 'shippingRateOrContainerEstimate'],
    ],
    [
      'a negative price',
      { calculateBy: 'SHIPPING_RATE', shippingRateOrContainerEstimate: '-1' },
      [422, 'bad_input', 'shippingRateOrContainerEstimate'],
    ],
    ['a rate of the own currency', { rate: '1.1' }, [422, 'bad_input', 'rate']],
    ['an unknown currency', { currency: 'XXZ' }, [422, 'bad_input', 'currency']],
    ['a country that is no code', { country: 'GBR' }, [422, 'bad_input', 'country']],
    [
      'a carrier that is nobody',
      { carrierContactId: '01a1fd84-0000-7000-8000-000000000000' },
      [422, 'bad_input', 'carrierContactId'],
    ],
  ])('refuses %s', async (_, body, expected) => {
    const { id } = await planOf();
    const before = await read(id);
    expect(refusal(await patch(id, body))).toEqual(expected);
    expect(await read(id)).toEqual(before);
  });

  it('leaves by its day, is corrected with words, and goes one step back with words', async () => {
    const { id } = await planOf(600);
    expect(await read(id)).toMatchObject({ can: { ship: { allowed: true }, stepBack: { allowed: false } } });
    expect(await patched(id, { shippedOn: '2026-11-19' })).toMatchObject({
      status: 'IN_TRANSIT',
      shippedOn: '2026-11-19',
      packLists: [{ status: 'IN_TRANSIT', can: { change: { allowed: false } } }],
      can: {
        edit: { allowed: true },
        changePackLists: {
          allowed: false,
          reason: 'This shipment plan is in transit, so its pack lists and cartons stay as they are.',
        },
        ship: { allowed: false },
      },
    });
    expect(refusal(await patch(id, { status: 'IN_TRANSIT', shippedOn: null }))).toEqual([
      422,
      'bad_input',
      'shippedOn',
    ]);
    // Days, tracking, references and notes stay editable.
    await patched(id, { arrivedOn: '2026-11-20', eta: '2026-11-22', trackingNumber: 'T-1', notes: 'On its way' });
    expect(refusal(await patch(id, { shippedOn: '2026-11-18' }))).toEqual([422, 'bad_input', 'correctionReason']);
    expect(refusal(await patch(id, { arrivedOn: null }))).toEqual([422, 'bad_input', 'correctionReason']);
    await patched(id, { shippedOn: '2026-11-18', correctionReason: 'The bill of lading says so' });
    expect(refusal(await patch(id, { status: 'OPEN' }))).toEqual([422, 'bad_input', 'correctionReason']);
    const back = await patched(id, { status: 'OPEN', correctionReason: 'It was another container' });
    expect(back).toMatchObject({ status: 'OPEN', shippedOn: null, arrivedOn: null, trackingNumber: 'T-1' });
    expect(back.packLists).toMatchObject([{ status: 'OPEN' }]);
    expect(refusal(await patch(id, { status: 'OPEN' }))).toEqual([200, undefined]);
    const { content } = await t.ok(a, listShipmentPlanHistory, { params: { shipmentPlanId: id } });
    expect(content.map(({ action }) => action)).toEqual(
      ['stepped-back', 'changed', 'changed', 'shipped', 'created'].map((action) => `shipment-plan.${action}`),
    );
    expect(content[0]?.changes).toEqual([
      { line: null, field: 'status', from: 'IN_TRANSIT', to: 'OPEN' },
      { line: null, field: 'shippedOn', from: '2026-11-18', to: null },
      { line: null, field: 'arrivedOn', from: '2026-11-20', to: null },
      { line: null, field: 'correctionReason', from: null, to: 'It was another container' },
    ]);
  });

  it('is the same by both spellings of its PATCH', async () => {
    const { id } = await planOf();
    for (const [path, name] of [
      [`/orders/${a.userId}/orders/shipmentplans/${id}`, 'As documented'],
      [`/orders/${a.userId}/shipmentplans/${id}`, 'As expected'],
    ]) {
      const response = await t.app.inject({
        method: 'PATCH',
        url: `/api/v2${path}`,
        headers: { authorization: `Bearer ${a.token}` },
        payload: { name },
      });
      expect([response.statusCode, response.json<{ name: string }>().name]).toEqual([200, name]);
    }
  });

  it('is read by viewers, who change nothing, and not by another account', async () => {
    const { id, version } = await planOf();
    const viewer = await t.member(a);
    expect((await read(id, viewer)).can).toMatchObject({ edit: { allowed: false }, ship: { allowed: false } });
    expect((await patch(id, { name: 'x' }, viewer)).status).toBe(403);
    const stranger = await t.admin();
    expect(refusal(await patch(id, { name: 'x' }, stranger))).toEqual([404, 'shipments.unknown_plan']);
    expect((await t.call(stranger, getShipmentPlan, { params: { shipmentPlanId: id } })).status).toBe(404);
    expect((await t.ok(stranger, listShipmentPlans)).content).toEqual([]);
    await patched(id, { name: 'First', version });
    const late = await patch(id, { name: 'Second', version });
    expect([late.status, late.error.code]).toEqual([409, 'conflict_version']);
    expect((await read(id)).name).toBe('First');
  });
});

describe('the list of plans', () => {
  it('is filtered, sorted, searched and summed over the whole filter, with true zeros', async () => {
    const carrier = await t.ok(a, createSupplier, { body: { companyName: 'Hapag' } });
    const first = await planOf(100, { name: 'Autumn', country: 'GB', estimatedShipDate: '2026-11-19' });
    const second = await planOf(200, {
      jobNumber: 'J-9',
      trackingNumber: 'TRACK-1',
      shippingMethod: 'AIR',
      carrierContactId: carrier.id,
      estimatedShipDate: '2026-12-09',
      eta: '2026-12-20',
      shippedOn: '2026-11-19',
      calculateBy: 'CONTAINER_ESTIMATE',
      shippingRateOrContainerEstimate: '100',
      currency: 'USD',
      rate: '0.3333',
    });
    const ids = async (query: object) => (await t.ok(a, listShipmentPlans, { query })).content.map(({ id }) => id);
    const chip = (field: string, op: string, ...values: string[]) => ({
      filter: JSON.stringify([{ field, op, values }]),
    });
    expect(await ids({})).toEqual([second.id, first.id]);
    expect(await ids({ sort: 'units,asc' })).toEqual([first.id, second.id]);
    expect(await ids({ shipmentStatuses: ['IN_TRANSIT'] })).toEqual([second.id]);
    expect(await ids({ shipmentStatuses: ['RECEIVED', 'CLOSED'] })).toEqual([]);
    for (const search of ['SP-0002', 'sp2', 'j-9', 'track', 'hapag'])
      expect(await ids({ search })).toEqual([second.id]);
    expect(await ids({ search: 'autumn' })).toEqual([first.id]);
    expect(await ids(chip('status', 'in', 'OPEN'))).toEqual([first.id]);
    expect(await ids(chip('shippingMethod', 'isEmpty'))).toEqual([first.id]);
    expect(await ids(chip('carrier', 'in', carrier.id))).toEqual([second.id]);
    expect(await ids(chip('country', 'in', 'GB'))).toEqual([first.id]);
    expect(await ids(chip('estimatedShipDate', 'between', '2026-12-01', '2026-12-31'))).toEqual([second.id]);
    expect(await ids(chip('eta', 'isNotEmpty'))).toEqual([second.id]);
    expect(await ids(chip('sent', 'isNotEmpty'))).toEqual([]);
    expect(await ids(chip('late', 'in', 'true'))).toEqual([first.id]);
    expect(await ids(chip('late', 'in', 'false'))).toEqual([second.id]);
    expect((await t.call(a, listShipmentPlans, { query: chip('eta', 'gte', '2026-02-31') as object })).status).toBe(
      422,
    );
    expect(await read(first.id)).toMatchObject({ isLate: true });
    expect(await t.ok(a, shipmentPlanTotals)).toEqual({
      received: 0,
      missing: 0,
      count: 2,
      packLists: 2,
      units: 300,
      cartons: 0,
      weight: '450',
      volume: '1.8',
      withoutWeight: 0,
      withoutVolume: 0,
      accountCurrency: 'GBP',
      estimatedCost: '33.33',
      withoutCost: 1,
    });
    expect(await t.ok(a, shipmentPlanTotals, { query: { shipmentStatuses: ['RECEIVED'] } })).toMatchObject({
      count: 0,
      units: 0,
      weight: '0',
      estimatedCost: '0.00',
    });
    const found = await t.ok(a, searchRecords, { query: { text: 'track-1' } });
    expect(found.records).toMatchObject([{ type: 'SHIPMENT_PLAN', id: second.id, title: 'SP-0002' }]);
  });

  it('has summaries to choose from, which hide none that no invoice is paired with', async () => {
    const first = await planOf(100, { name: 'Autumn' });
    const second = await planOf(200, { shippedOn: '2026-11-19' });
    const summaries = async (query: object) =>
      (await t.ok(a, listShipmentPlanSummary, { query })).map(({ number, isPaired }) => `${number} ${isPaired}`);
    for (const includePaired of ['true', 'false'])
      expect(await summaries({ includePaired })).toEqual(['SP-0002 false', 'SP-0001 false']);
    expect(await summaries({ shipmentStatuses: ['IN_TRANSIT'] })).toEqual(['SP-0002 false']);
    expect(await summaries({ search: 'autumn' })).toEqual(['SP-0001 false']);
    expect([first.number, second.number]).toEqual(['SP-0001', 'SP-0002']);
  });

  it('is exported with what was typed, and no formula runs', async () => {
    await planOf(100, {
      name: '=1+1',
      fromAddress: '@SUM(A1)',
      address: '<script>\n',
      estimatedShipDate: '2026-12-01',
    });
    const { text } = await fileOf(t, a, exportShipmentPlans, {
      query: { format: 'csv', columns: 'number,name,fromAddress,address,estimatedShipDate,units,weight' },
    });
    expect(text).toBe(
      '\ufeffNumber,Name,Address of origin,Address of destination,ETD,Units,Gross weight in kg\n' +
        '"SP-0001","\'=1+1","\'@SUM(A1)","<script>","2026-12-01",100,150\n',
    );
  });
});

it('option lists are served with labels, and no word of theirs is read as an id', async () => {
  expect((await t.ok(a, listGoodsTimelineOptions))[0]).toEqual({ value: 'READY', label: 'Ready' });
  expect((await t.ok(a, listCalculateByOptions)).map(({ value }) => value)).toEqual([
    'SHIPPING_RATE',
    'CONTAINER_ESTIMATE',
  ]);
  expect((await t.ok(a, listAddressTypes)).map(({ value }) => value)).toContain('AMAZON_FBA');
  expect(await t.ok(a, listContainerTypes)).toMatchObject([
    { value: 'LCL', usableVolume: null },
    { value: '20FT', label: '20GP', usableVolume: '26', payload: '28180' },
    { value: '40FT', label: '40GP', usableVolume: '56' },
    { value: '40FT_HC', label: '40HQ', usableVolume: '64' },
    { value: '45FT_HC', label: '45HQ', usableVolume: '73' },
  ]);
});
