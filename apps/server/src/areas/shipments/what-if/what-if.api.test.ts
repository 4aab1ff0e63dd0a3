import { createCarton, createCartonType } from '@quayside/contracts/shipments/cartons';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { createExchangeRate } from '@quayside/contracts/rates/exchange-rates';
import { getShipmentPlan, patchShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import { compareFreight } from '@quayside/contracts/shipments/what-if';
import { parseAmount } from '@quayside/domain/money/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aFreightRate } from '../../../testing/freight-rates.ts';
import { aPlan, aShippableOrder, packListsOf } from '../../../testing/shipment-plans.ts';

let t: TestApp;
let a: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-20T10:00:00.000Z');
  a = await t.admin();
});

const compare = (id: string, body: BodyIn<typeof compareFreight> = {}, who = a) =>
  t.call(who, compareFreight, { params: { id }, body });
const compared = (id: string, body: BodyIn<typeof compareFreight> = {}, who = a) =>
  t.ok(who, compareFreight, { params: { id }, body });
const names = (answer: Awaited<ReturnType<typeof compared>>) => answer.offers.map(({ rate }) => rate.name);
const refusal = ({ status, error }: Awaited<ReturnType<typeof compare>>) => [
  status,
  error.code,
  ...(error.errors ?? []).map(({ field }) => field),
];

/** A plan of 3,212 units in 4 cartons: 4,445 kg and 22.1328 m³. */
async function aFullPlan() {
  const { orderId } = await aShippableOrder(t, a, 'KTL-17', { units: 4000 });
  const [packListId = '', loose = ''] = await packListsOf(t, a, orderId, 3212, 400);
  const type = await t.ok(a, createCartonType, {
    body: { name: 'Crate', length: '200', width: '150', height: '184.44', dimensionUnit: 'CM' },
  });
  await t.ok(a, createCarton, {
    body: { count: 4, cartonTypeId: type.id, measuredWeight: '1111.25', packListIds: [packListId] },
  });
  const plan = await aPlan(t, a, [packListId], { estimatedShipDate: '2026-12-21', country: 'GB', fromCountry: 'CN' });
  return { id: plan.id, packListId, loose, orderId };
}
const SEA = { mode: 'SEA', from_country: 'CN', to_country: 'GB', valid_to: '2026-12-31' } as const;
const box = (container_type: '20FT' | '40FT_HC', price: string) =>
  ({ ...SEA, unit: 'CONTAINER', container_type, price, transit_days: 35 }) as const;

describe('what-if', () => {
  it('compares containers, LCL and air as worked out by hand, and stores nothing', async () => {
    const { id } = await aFullPlan();
    const chosen = await aFreightRate(t, a, '20 ft', box('20FT', '2620'));
    await aFreightRate(t, a, '40 HQ', box('40FT_HC', '3650'));
    await aFreightRate(t, a, 'LCL', { ...SEA, unit: 'WM', price: '118', fees: [18_500n], transit_days: 42 });
    await aFreightRate(t, a, 'Air', { price: '3.85', fees: [12_000n], transit_days: 2 });
    await aFreightRate(t, a, 'To the US', { ...SEA, to_country: 'US' });
    await aFreightRate(t, a, 'Autumn', { ...SEA, valid_to: '2026-11-30' });
    await aFreightRate(t, a, 'Archived', { archived_at: new Date('2026-01-01') });
    await t.ok(a, patchShipmentPlan, { params: { shipmentPlanId: id }, body: { freightRateId: chosen } });
    const before = await t.ok(a, getShipmentPlan, { params: { shipmentPlanId: id } });
    const answer = await compared(id);
    expect(answer).toMatchObject({ units: 3212, cartons: 4, weight: '4445', volume: '22.1328', shipDay: '2026-12-21' });
    expect(
      answer.offers.map(({ rate, charge, perUnit, arrivalDay, difference, isChosen }) => [
        rate.name,
        charge,
        perUnit,
        arrivalDay,
        difference,
        isChosen,
      ]),
    ).toEqual([
      ['20 ft', '2620.00', '0.815691', '2027-01-25', '0.00', true],
      ['LCL', '2796.67', '0.870694', '2027-02-01', '176.67', false],
      ['40 HQ', '3650.00', '1.136364', '2027-01-25', '1030.00', false],
      ['Air', '17233.25', '5.365271', '2026-12-23', '14613.25', false],
    ]);
    expect(
      answer.offers.map(({ chargeable, price, fees, containers, remarks }) => [
        chargeable,
        price,
        fees,
        containers,
        remarks,
      ]),
    ).toEqual([
      ['1', '2620', '0.00', 1, []],
      ['22.1328', '118', '185.00', null, ['MODE_DIVISOR']],
      ['1', '3650', '0.00', 1, []],
      ['4445', '3.85', '120.00', null, ['MODE_DIVISOR']],
    ]);
    expect(answer.notValid.map(({ name, validity }) => [name, validity])).toEqual([['Autumn', 'EXPIRED']]);
    expect(
      answer.containers.map(({ name, count, volumePercent, weightPercent }) => [
        name,
        count,
        volumePercent,
        weightPercent,
      ]),
    ).toEqual([
      ['20GP', 1, '85.1', '15.8'],
      ['40GP', 1, '39.5', '16.6'],
      ['40HQ', 1, '34.6', '16.7'],
      ['45HQ', 1, '30.3', '17.3'],
    ]);
    expect(await t.ok(a, getShipmentPlan, { params: { shipmentPlanId: id } })).toEqual(before);
  });

  it('names the applied break, the least charge, the expired rate and what products lack', async () => {
    const { orderId } = await aShippableOrder(t, a, 'HS-1');
    const { id } = await aPlan(t, a, await packListsOf(t, a, orderId, 60), { estimatedShipDate: '2026-12-01' });
    const breaks = await aFreightRate(t, a, 'Breaks', {
      price: '7',
      breaks: [
        ['45', '5.5'],
        ['100', '4.2'],
      ],
    });
    const least = await aFreightRate(t, a, 'Least', { price: '0.1', least_minor: 5_000n, valid_to: '2026-11-30' });
    const cartons = await aFreightRate(t, a, 'Cartons', { level: 'CARTON' });
    const { offers, notValid } = await compared(id, { freightRateIds: [breaks, least, cartons] });
    // 60 × 1.5 kg = 90 kg: cheaper as 100 kg.
    expect(offers).toMatchObject([
      { charge: '50.00', isLeastCharge: true, remarks: ['EXPIRED', 'MODE_DIVISOR'], difference: null },
      {
        charge: '420.00',
        chargeable: '90',
        from: '100',
        price: '4.2',
        isLeastCharge: false,
        remarks: ['MODE_DIVISOR'],
      },
      { charge: null, perUnit: null, bySku: [], lacking: { reason: 'NO_CARTONS', products: [{ sku: 'HS-1' }] } },
    ]);
    expect(notValid).toEqual([]);
  });

  it('shares the charge over the SKUs so that they add up to it, converted once for the account', async () => {
    const [first, second] = [
      await aShippableOrder(t, a, 'A-1'),
      await aShippableOrder(t, a, 'B-1', { weightUg: 700_000_000n }),
    ];
    const lists = [
      ...(await packListsOf(t, a, first.orderId, 7, 11)),
      ...(await packListsOf(t, a, second.orderId, 13)),
    ];
    const { id } = await aPlan(t, a, lists);
    await aFreightRate(t, a, 'Dollars', { currency: 'USD', price: '3.3333', fees: [101n] });
    await t.ok(a, createExchangeRate, { body: { day: '2026-11-19', base: 'USD', quote: 'GBP', rate: '0.75' } });
    const { offers } = await compared(id);
    const [offer] = offers;
    expect(offer).toMatchObject({
      // 18 × 1.5 + 13 × 0.7 = 36.1 kg.
      charge: '121.34',
      accountAmount: '91.01',
      bySku: [
        // 1,000 units cost £1,000.00: £18.00 and £13.00 of them. 27 of 36.1 kg are £68.07, 9.1 are £22.94.
        { sku: 'A-1', units: 18, accountAmount: '68.07', landedPerUnit: '4.781667' },
        { sku: 'B-1', units: 13, accountAmount: '22.94', landedPerUnit: '2.764615' },
      ],
    });
    const minor = (text: string) => (parseAmount(text, 'USD') as { value: bigint }).value;
    expect(offer?.bySku.reduce((sum, { amount }) => sum + minor(amount), 0n)).toBe(minor(offer?.charge ?? ''));
  });

  it('goes on as if pack lists were added or taken out, whole carton rows, and by another day', async () => {
    const { id, packListId, loose } = await aFullPlan();
    await aFreightRate(t, a, 'Autumn', { valid_to: '2026-11-30' });
    await aFreightRate(t, a, 'Later', { valid_from: '2027-01-01' });
    expect(names(await compared(id))).toEqual([]);
    expect(names(await compared(id, { shipDay: '2026-11-30' }))).toEqual(['Autumn']);
    expect(names(await compared(id, { shipDay: '2027-01-01' }))).toEqual(['Later']);
    expect(await compared(id, { addPackListIds: [loose] })).toMatchObject({
      packLists: 2,
      units: 3612,
      weight: '5045',
    });
    expect(await compared(id, { addPackListIds: [loose], removePackListIds: [packListId] })).toMatchObject({
      packLists: 1,
      units: 400,
      cartons: 0,
    });
    // Two pack lists in the same cartons come together.
    const { orderId } = await aShippableOrder(t, a, 'PAIR');
    const pair = await packListsOf(t, a, orderId, 20, 40);
    await t.ok(a, createCarton, { body: { count: 2, packListIds: pair } });
    expect(await compared(id, { addPackListIds: pair.slice(0, 1) })).toMatchObject({
      packLists: 3,
      units: 3272,
      cartons: 6,
    });
    expect(refusal(await compare(id, { removePackListIds: [packListId] }))).toEqual([
      422,
      'bad_input',
      'removePackListIds',
    ]);
    expect(refusal(await compare(id, { removePackListIds: [loose] }))).toEqual([
      422,
      'bad_input',
      'removePackListIds.0',
    ]);
    expect(refusal(await compare(id, { addPackListIds: [id] }))).toEqual([404, 'shipments.unknown_pack_list']);
    expect(refusal(await compare(id, { freightRateIds: [id] }))).toEqual([422, 'bad_input', 'freightRateIds.0']);
    expect(refusal(await compare(id, { shipDay: '2027-02-31' }))).toEqual([422, 'bad_input', 'shipDay']);
    expect(refusal(await compare(id, {}, await t.admin()))).toEqual([404, 'shipments.unknown_plan']);
  });

  it('says how many more cartons of an order fit, and what they do to the charge per unit', async () => {
    const { id, orderId } = await aFullPlan();
    const chosen = await aFreightRate(t, a, '40 HQ', box('40FT_HC', '3650'));
    await t.ok(a, patchShipmentPlan, { params: { shipmentPlanId: id }, body: { freightRateId: chosen } });
    const { room } = await compared(id, { room: { orderId } });
    // 64 − 22.1328 = 41.8672 m³ for cartons of 5.5332 m³; 7 × 803 = 5,621 units more.
    expect(room).toMatchObject({
      orderId,
      sku: 'KTL-17',
      containerType: '40FT_HC',
      unitsPerCarton: 803,
      cartons: 7,
      volume: '38.7324',
      limitedBy: 'VOLUME',
      freeVolume: '41.8672',
      effect: {
        currency: 'GBP',
        cartons: 7,
        before: { amount: '3650.00', perUnit: '1.136364' },
        after: { amount: '3650.00', perUnit: '0.413223' },
      },
    });
    expect((await compared(id, { room: { orderId, containerType: '20FT' } })).room).toMatchObject({
      containerType: '20FT',
      cartons: 0,
      effect: null,
    });
    const { orderId: uncased } = await aShippableOrder(t, a, 'NO-CASE');
    expect(refusal(await compare(id, { room: { orderId: uncased } }))).toEqual([422, 'bad_input', 'room.orderId']);
    expect(refusal(await compare(id, { room: { orderId: id } }))).toEqual([404, 'shipments.unknown_order']);
  });

  it('is open to viewers', async () => {
    const { id } = await aFullPlan();
    expect((await compare(id, {}, await t.member(a))).status).toBe(200);
  });
});
