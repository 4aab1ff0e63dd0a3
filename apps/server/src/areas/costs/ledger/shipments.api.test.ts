import { listRestatements } from '@quayside/contracts/costs/cost-reports';
import { createDutyRate, setDutyDestination } from '@quayside/contracts/freight/duty-rates';
import { createCarton } from '@quayside/contracts/shipments/cartons';
import { type Explain, explainProduct, listCosts } from '@quayside/contracts/costs/costs';
import { closeInvoice, confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import {
  getInvoice,
  listInvoiceHistory,
  listInvoices,
  updateInvoiceBasic,
} from '@quayside/contracts/invoices/invoices';
import { previewAllocation } from '@quayside/contracts/costs/allocation-preview';
import { type InvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { deletePackList, patchPackList } from '@quayside/contracts/shipments/pack-lists';
import { patchProduct } from '@quayside/contracts/products/products';
import {
  addShipmentPlanPackLists,
  getShipmentPlan,
  listShipmentPlanSummary,
  patchShipmentPlan,
} from '@quayside/contracts/shipments/shipment-plans';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aFreightRate } from '../../../testing/freight-rates.ts';
import { anInvoice, aSupplier } from '../../../testing/invoices.ts';
import { recompute } from '../../../testing/recompute.ts';
import { aPlan, packListsOf } from '../../../testing/shipment-plans.ts';
import { anOrderOf, type MadeOrder, theOrder } from '../../../testing/shipments.ts';
import { lotCostsOf } from './lot-costs.service.ts';
import { brokenInvariants } from '../check/invariants.views.ts';

let t: TestApp;
let maya: TestPerson;
let forwarder: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-05T10:00:00.000Z');
  maya = await t.admin('GBP');
  forwarder = await aSupplier(t, maya, { name: 'Blue Lane Freight', currency: 'GBP' });
});

/** An order of units that weigh so many grams and have sides of so many centimetres. */
const order = (units: number, grams: number, sides: readonly [number, number, number], amount = '1000.00') =>
  anOrderOf(t, maya, {
    units,
    amount,
    product: {
      weight: String(grams),
      length: String(sides[0]),
      width: String(sides[1]),
      height: String(sides[2]),
    },
  });

let bills = 0;
/** An invoice of the forwarder in GBP with one line. */
const bill = async (
  body: Record<string, unknown>,
  paired: readonly { type: 'SHIPMENT' | 'ORDER'; id: string }[] = [],
) => {
  bills += 1;
  const { id, lineIds } = await anInvoice(
    t,
    maya,
    { supplierId: forwarder, invoiceNumber: `B-${bills}`, date: '2026-11-03', pairedWith: [...paired] },
    [body],
  );
  return { id, lineId: lineIds[0] ?? '' };
};
const line = async (at: { id: string; lineId: string }): Promise<InvoiceLine | undefined> =>
  (await t.ok(maya, getInvoice, { params: { id: at.id } })).lines.find(
    ({ invoiceLineId }) => invoiceLineId === at.lineId,
  );
const change = (at: { id: string; lineId: string }, body: Record<string, unknown>) =>
  t.ok(maya, patchInvoiceLine, { params: { invoiceId: at.id, id: at.lineId }, body });

/** Chooses a rate by air with this step for a plan. */
const rateWithStep = async (planId: string, step: string) => {
  const freightRateId = await aFreightRate(t, maya, `Up to ${step} kg`, { step });
  await t.ok(maya, patchShipmentPlan, { params: { shipmentPlanId: planId }, body: { freightRateId } });
};
const dutyRate = (body: { productId?: string; hsCode?: string; country: string; percent: string }) =>
  t.ok(maya, createDutyRate, { body });

/** The amounts of a line by pack list; an order as a whole is "whole". */
async function shares(at: { id: string }): Promise<Record<string, string>> {
  const { content } = await t.ok(maya, listCosts, {
    query: { size: '100', filter: JSON.stringify([{ field: 'invoice', op: 'in', values: [at.id] }]) },
  });
  return Object.fromEntries(content.map(({ packList, amount }) => [packList?.number ?? 'whole', amount]));
}
const explain = (productId: string): Promise<Explain> => t.ok(maya, explainProduct, { params: { id: productId } });
const sound = async () => {
  expect(await t.work(maya, brokenInvariants)).toEqual([]);
  expect(await t.work(maya, recompute)).toEqual([]);
};

describe('what a lot costs (stock §2)', () => {
  it('is its own entries, and its part of what the order bears as a whole', async () => {
    const kettle = await order(1000, 500, [20, 10, 10], '10000.00');
    await bill({ costType: 'INSPECTIONS', amount: '500.01' }, [{ type: 'ORDER', id: kettle.id }]);
    const [air = '', sea = ''] = await packListsOf(t, maya, kettle.id, 600, 400);
    await bill({ costType: 'SHIPPING', amount: '1440.00', scope: [{ type: 'PACK_LIST', id: air }] });
    await bill({ costType: 'SHIPPING', amount: '310.00', scope: [{ type: 'PACK_LIST', id: sea }] });
    const { layers, replays } = await explain(kettle.productId);
    expect(replays).toBe(true);
    expect(layers[0]?.packLists).toMatchObject([
      { number: 'PL-0001', units: 600, factory: '6000.00', inbound: '1740.00', landed: '7740.00' },
      { number: 'PL-0002', units: 400, factory: '4000.00', inbound: '510.01', landed: '4510.01' },
    ]);
    expect(layers[0]?.unpacked).toMatchObject({ units: 0, landed: '0.00', perUnit: null });
    await sound();
  });

  it('is shown with the pack lists of an order and of a plan, and what is unpacked with the order', async () => {
    const kettle = await order(1000, 500, [20, 10, 10], '10000.00');
    await bill({ costType: 'INSPECTIONS', amount: '500.01' }, [{ type: 'ORDER', id: kettle.id }]);
    expect(await theOrder(t, maya, kettle.id)).toMatchObject({ packLists: [], unpackedCost: null });
    const [air = ''] = await packListsOf(t, maya, kettle.id, 600);
    const plan = await aPlan(t, maya, [air]);
    await bill({ costType: 'SHIPPING', amount: '1440.00', scope: [{ type: 'SHIPMENT', id: plan.id }] });
    const cost = { currency: 'GBP', factory: '6000.00', inbound: '1740.00', landed: '7740.00', perUnit: '12.9000' };
    expect(await theOrder(t, maya, kettle.id)).toMatchObject({
      packLists: [{ number: 'PL-0001', cost }],
      unpackedCost: { currency: 'GBP', factory: '4000.00', inbound: '200.01', landed: '4200.01', perUnit: '10.500025' },
    });
    const { packLists } = await t.ok(maya, getShipmentPlan, { params: { shipmentPlanId: plan.id } });
    expect(packLists).toMatchObject([{ number: 'PL-0001', cost }]);
  });

  it('leaves the rest with what is unpacked', async () => {
    const kettle = await order(1000, 500, [20, 10, 10], '10000.00');
    await packListsOf(t, maya, kettle.id, 300);
    const { layers } = await explain(kettle.productId);
    expect(layers[0]?.packLists).toMatchObject([{ units: 300, landed: '3000.00', perUnit: '10.0000' }]);
    expect(layers[0]?.unpacked).toMatchObject({ units: 700, landed: '7000.00' });
  });

  it('can be asked without what was booked for its own shipment', async () => {
    const kettle = await order(100, 500, [20, 10, 10], '1000.00');
    const [packList = ''] = await packListsOf(t, maya, kettle.id, 100);
    await bill({ costType: 'SHIPPING', amount: '90.00', scope: [{ type: 'PACK_LIST', id: packList }] });
    const [withAll, without] = await t.work(maya, async (w) => [
      await lotCostsOf(w, [kettle.id]),
      await lotCostsOf(w, [kettle.id], ['SHIPPING']),
    ]);
    expect(withAll?.get(kettle.id)?.lots[0]?.landedMinor).toBe(109_000n);
    expect(without?.get(kettle.id)?.lots[0]?.landedMinor).toBe(100_000n);
  });
});

/** SP-0001 by sea: 900 kg, 3 m3 and 500 kg, 1 m3. SP-0002 by air: 80 kg, 0.3 m3, rated up to the next kilogram. */
async function seaAndAir() {
  const [a, b, c] = [
    await order(1000, 900, [30, 10, 10]),
    await order(1000, 500, [10, 10, 10]),
    await order(100, 800, [30, 10, 10]),
  ];
  const [first = ''] = await packListsOf(t, maya, a.id, 1000);
  const [second = ''] = await packListsOf(t, maya, b.id, 1000);
  const [third = ''] = await packListsOf(t, maya, c.id, 100);
  const sea = await aPlan(t, maya, [first, second], { shippingMethod: 'SEA' });
  const air = await aPlan(t, maya, [third], { shippingMethod: 'AIR' });
  await rateWithStep(air.id, '1');
  return { a, b, c, first, second, third, sea, air };
}

describe('freight over two plans (stock §7)', () => {
  it('is rated by the method of each, and rounded once at the leaves', async () => {
    const { sea, air, a } = await seaAndAir();
    const freight = await bill({ costType: 'SHIPPING', amount: '2000.00' }, [
      { type: 'SHIPMENT', id: sea.id },
      { type: 'SHIPMENT', id: air.id },
    ]);
    expect(await shares(freight)).toEqual({ 'PL-0001': '1470.59', 'PL-0002': '490.20', 'PL-0003': '39.21' });
    const [entry] =
      (await explain(a.productId)).layers[0]?.entries.filter(({ costType }) => costType === 'SHIPPING') ?? [];
    expect(entry).toMatchObject({
      packList: { number: 'PL-0001', plan: { number: 'SP-0001' } },
      measure: 'CHARGEABLE_WEIGHT',
      ratedPlans: [
        { plan: { number: 'SP-0001' }, measure: 'VOLUME', grossWeight: '1400.000', chargeableWeight: '4000.000' },
        { plan: { number: 'SP-0002' }, measure: 'GROSS_WEIGHT', grossWeight: '80.000', chargeableWeight: '80.000' },
      ],
    });
    // The weight is the chargeable weight in micrograms, times the scale: 3 m3 of 4 m3 of 4,000 kg.
    expect(BigInt(entry?.weight ?? 0) / BigInt(entry?.weightScale ?? 1)).toBe(3_000_000_000_000n);
    expect((await explain(a.productId)).replays).toBe(true);
    await sound();
  });

  it('is worked out again when a rate of one of them changes', async () => {
    const { sea, air, third } = await seaAndAir();
    const freight = await bill({ costType: 'SHIPPING', amount: '2000.00' }, [
      { type: 'SHIPMENT', id: sea.id },
      { type: 'SHIPMENT', id: air.id },
    ]);
    // With a step of 1,000 kg the air plan counts as 1,000 kg: a fifth of 5,000 kg.
    await rateWithStep(air.id, '1000');
    expect((await shares(freight))['PL-0003']).toBe('400.00');
    await t.ok(maya, createCarton, {
      body: { packListIds: [third], count: 1, measuredWeight: '2000', weightUnit: 'KG' },
    });
    // Measured wins: 2,000 kg of 6,000.
    expect((await shares(freight))['PL-0003']).toBe('666.67');
    await sound();
  });

  it('follows a pack list to another plan, closed invoices too, and the restatement says so', async () => {
    const { a, b, first, sea, air } = await seaAndAir();
    const bySea = await bill({ costType: 'SHIPPING', amount: '400.00' }, [{ type: 'SHIPMENT', id: sea.id }]);
    const byAir = await bill({ costType: 'SHIPPING', amount: '100.00' }, [{ type: 'SHIPMENT', id: air.id }]);
    for (const { id } of [bySea, byAir]) {
      await t.ok(maya, updateInvoiceBasic, {
        params: { id },
        body: { total: id === bySea.id ? '400.00' : '100.00' },
      });
      await t.ok(maya, confirmInvoice, { params: { id }, body: {} });
      await t.ok(maya, closeInvoice, { params: { id }, body: {} });
    }
    expect(await shares(bySea)).toEqual({ 'PL-0001': '300.00', 'PL-0002': '100.00' });
    t.setTime('2026-11-10T10:00:00.000Z');
    maya = await t.member(maya, 'sv-account-admin');
    await t.ok(maya, addShipmentPlanPackLists, { body: { packListIds: [first], shipmentPlanId: air.id } });
    expect(await shares(bySea)).toEqual({ 'PL-0002': '400.00' });
    // By air 900 kg and 3 m3, 80 kg and 0.3 m3: 980 kg of gross weight count.
    expect(await shares(byAir)).toEqual({ 'PL-0001': '91.84', 'PL-0003': '8.16' });
    for (const { id } of [bySea, byAir])
      expect(await t.ok(maya, getInvoice, { params: { id } })).toMatchObject({
        status: 'CLOSED',
        totals: { unassigned: { account: '0.00' } },
      });
    const { content } = await t.ok(maya, listRestatements, { query: { from: '2026-11-05', to: '2026-11-10' } });
    expect(content.map(({ product, change: by }) => [product.id, by])).toEqual(
      expect.arrayContaining([
        [a.productId, '-208.16'],
        [b.productId, '300.00'],
      ]),
    );
    await sound();
  });

  it('leaves a plan that is gone unassigned, and comes back with Undo', async () => {
    const kettle = await order(100, 500, [20, 10, 10]);
    const [packList = ''] = await packListsOf(t, maya, kettle.id, 100);
    const plan = await aPlan(t, maya, [packList]);
    const freight = await bill({ costType: 'SHIPPING', amount: '50.00' }, [{ type: 'SHIPMENT', id: plan.id }]);
    const { operationId } = await t.ok(maya, deletePackList, { params: { orderId: kettle.id, packListId: packList } });
    expect(await line(freight)).toMatchObject({ unassignedReason: 'NO_SCOPE', entryCount: 0 });
    await t.ok(maya, undoOperation, { params: { operationId } });
    expect(await shares(freight)).toEqual({ 'PL-0001': '50.00' });
    await sound();
  });
});

describe('a scope of pack lists', () => {
  let kettle: MadeOrder;
  let mug: MadeOrder;
  beforeEach(async () => {
    kettle = await order(1000, 500, [20, 10, 10], '5000.00');
    mug = await order(500, 300, [10, 10, 10], '2000.00');
  });

  it('counts no unit twice: a pack list is a part of its order as a whole', async () => {
    const [first = ''] = await packListsOf(t, maya, kettle.id, 600);
    const [other = ''] = await packListsOf(t, maya, mug.id, 500);
    const fee = await bill({
      costType: 'STORAGE',
      amount: '150.00',
      scope: [
        { type: 'ORDER', id: kettle.id },
        { type: 'PACK_LIST', id: first },
        { type: 'PACK_LIST', id: other },
      ],
    });
    expect(await shares(fee)).toEqual({ whole: '100.00', 'PL-0002': '50.00' });
    await sound();
  });

  it('is shared by cartons, shared rows by volume; what is in no carton is named', async () => {
    const [first = ''] = await packListsOf(t, maya, kettle.id, 600);
    const [second = ''] = await packListsOf(t, maya, mug.id, 300);
    const scope = [first, second].map((id) => ({ type: 'PACK_LIST', id }));
    const fee = await bill({ costType: 'STORAGE', basis: 'CARTONS', amount: '100.00', scope });
    expect(await line(fee)).toMatchObject({ unassignedReason: 'NO_CARTONS' });
    const { gaps } = await t.ok(maya, previewAllocation, { params: { invoiceId: fee.id, id: fee.lineId }, body: {} });
    expect(gaps.map(({ packList }) => packList?.number)).toEqual(['PL-0001', 'PL-0002']);
    // 600 × 2 dm3 and 300 × 1 dm3 in 60 cartons: 4 to 1.
    const row = await t.ok(maya, createCarton, { body: { packListIds: [first, second], count: 60 } });
    expect(await shares(fee)).toEqual({ 'PL-0001': '80.00', 'PL-0002': '20.00' });
    const whole = await bill({ costType: 'STORAGE', amount: '9.00', scope: [{ type: 'CARTON', id: row.id }] });
    expect(await shares(whole)).toEqual({ 'PL-0001': '6.00', 'PL-0002': '3.00' });
    await sound();
  });

  it('without weights, the default basis of freight falls back to units, and says so', async () => {
    const bare = await anOrderOf(t, maya, { units: 100 });
    const [first = ''] = await packListsOf(t, maya, kettle.id, 100);
    const [second = ''] = await packListsOf(t, maya, bare.id, 100);
    const plan = await aPlan(t, maya, [first, second]);
    const freight = await bill({ costType: 'SHIPPING', amount: '10.00' }, [{ type: 'SHIPMENT', id: plan.id }]);
    expect(await line(freight)).toMatchObject({ isBasisFallback: true, effectiveBasis: 'QUANTITY' });
    await change(freight, { basis: 'CHARGEABLE_WEIGHT' });
    const chosen = await line(freight);
    expect(chosen).toMatchObject({ unassignedReason: 'MISSING_WEIGHT' });
    expect(chosen?.lackingProducts.map(({ id }) => id)).toEqual([bare.productId]);
  });

  it('takes typed shares of pack lists', async () => {
    const [first = '', second = ''] = await packListsOf(t, maya, kettle.id, 600, 400);
    const at = await bill({
      costType: 'STORAGE',
      amount: '100.00',
      scope: [first, second].map((id) => ({ type: 'PACK_LIST', id })),
    });
    const share = (packListId: string | undefined, amount: string) => ({ layerId: kettle.id, packListId, amount });
    await change(at, { basis: 'MANUAL', manualShares: [share(first, '30.00'), share(second, '70.00')] });
    expect(await shares(at)).toEqual({ 'PL-0001': '30.00', 'PL-0002': '70.00' });
    expect((await line(at))?.manualShares).toHaveLength(2);
    const wrong = await t.call(maya, patchInvoiceLine, {
      params: { invoiceId: at.id, id: at.lineId },
      body: { manualShares: [{ layerId: mug.id, packListId: first, amount: '1.00' }] },
    });
    expect(wrong).toMatchObject({ status: 422, error: { errors: [{ field: 'manualShares.0.packListId' }] } });
    await sound();
  });

  it('is previewed with its pack lists, and stores nothing', async () => {
    const [first = '', second = ''] = await packListsOf(t, maya, kettle.id, 600, 400);
    const plan = await aPlan(t, maya, [first, second], { shippingMethod: 'SEA' });
    const at = await bill({ costType: 'SHIPPING', amount: '100.00' }, [{ type: 'ORDER', id: mug.id }]);
    const seen = await t.ok(maya, previewAllocation, {
      params: { invoiceId: at.id, id: at.lineId },
      body: { scope: [{ type: 'SHIPMENT', id: plan.id }] },
    });
    expect(seen.shares.map(({ packList, units, account }) => [packList?.number, units, account])).toEqual([
      ['PL-0001', 600, '60.00'],
      ['PL-0002', 400, '40.00'],
    ]);
    expect(seen.gaps).toEqual([]);
    expect(seen.weightScale).toBe('1');
    expect(seen.ratedPlans).toMatchObject([{ plan: { number: 'SP-0001' }, measure: 'VOLUME' }]);
    expect(await shares(at)).toEqual({ whole: '100.00' });
  });

  it('refuses what the account does not have, and names the field', async () => {
    const stranger = await t.admin('GBP');
    const theirs = await anOrderOf(t, stranger, { units: 10 });
    const [foreign = ''] = await packListsOf(t, stranger, theirs.id, 10);
    const at = await bill({ costType: 'STORAGE', amount: '10.00' });
    for (const type of ['PACK_LIST', 'CARTON', 'SHIPMENT'] as const)
      expect(
        await t.call(maya, patchInvoiceLine, {
          params: { invoiceId: at.id, id: at.lineId },
          body: { scope: [{ type, id: foreign }] },
        }),
      ).toMatchObject({ status: 422, error: { errors: [{ field: 'scope.0.id' }] } });
  });
});

/** Goods of 5,000.00 and 2,000.00 in one plan, with freight 600.00 / 900.00 and insurance 10.00 / 4.00. */
async function dutiable(country: string) {
  const kettle = await order(100, 500, [20, 10, 10], '5000.00');
  const mug = await order(100, 500, [20, 10, 10], '2000.00');
  const [first = ''] = await packListsOf(t, maya, kettle.id, 100);
  const [second = ''] = await packListsOf(t, maya, mug.id, 100);
  const plan = await aPlan(t, maya, [first, second], { country });
  const scopes = [first, second].map((id) => [{ type: 'PACK_LIST', id }]);
  const freight = await bill({ costType: 'SHIPPING', amount: '600.00', scope: scopes[0] });
  await bill({ costType: 'SHIPPING', amount: '900.00', scope: scopes[1] });
  await bill({ costType: 'INSURANCE', amount: '10.00', scope: scopes[0] });
  await bill({ costType: 'INSURANCE', amount: '4.00', scope: scopes[1] });
  const duty = await bill({ costType: 'CUSTOMS_AND_DUTIES', basis: 'DUTY', amount: '520.00' }, [
    { type: 'SHIPMENT', id: plan.id },
  ]);
  return { kettle, mug, plan, duty, freight };
}

describe('duty (stock §7)', () => {
  it.each([
    ['GB', { 'PL-0001': '226.67', 'PL-0002': '293.33' }],
    ['US', { 'PL-0001': '260.00', 'PL-0002': '260.00' }],
  ])('of 520.00 in %s is shared by customs value × rate', async (country, expected) => {
    const { kettle, mug, duty } = await dutiable(country);
    expect(await line(duty)).toMatchObject({ unassignedReason: 'MISSING_DUTY_RATE', entryCount: 0 });
    await dutyRate({ productId: kettle.productId, country, percent: '4' });
    const half = await line(duty);
    expect(half).toMatchObject({ unassignedReason: 'MISSING_DUTY_RATE' });
    expect(half?.lackingProducts.map(({ id }) => id)).toEqual([mug.productId]);
    await dutyRate({ productId: mug.productId, country, percent: '10' });
    expect(await shares(duty)).toEqual(expected);
    await sound();
  });

  it('says in a preview what has no rate, no destination, or no plan', async () => {
    const { kettle, mug, plan, duty } = await dutiable('GB');
    await dutyRate({ productId: kettle.productId, country: 'GB', percent: '4' });
    const loose = await order(10, 500, [20, 10, 10]);
    const seen = await t.ok(maya, previewAllocation, {
      params: { invoiceId: duty.id, id: duty.lineId },
      body: {
        scope: [
          { type: 'SHIPMENT', id: plan.id },
          { type: 'ORDER', id: loose.id },
        ],
      },
    });
    expect(seen.gaps).toHaveLength(2);
    expect(seen.gaps).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ packList: expect.objectContaining({ number: 'PL-0002' }), country: 'GB' }),
        expect.objectContaining({ packList: null, order: expect.objectContaining({ id: loose.id }), country: null }),
      ]),
    );
    expect(seen.gaps.map(({ product }) => product.id).sort()).toEqual([mug.productId, loose.productId].sort());
  });

  it('is worked out again when freight, a destination or a rate moves', async () => {
    const { kettle, mug, plan, duty, freight } = await dutiable('GB');
    await dutyRate({ productId: kettle.productId, country: 'GB', percent: '4' });
    await dutyRate({ productId: mug.productId, country: 'GB', percent: '10' });
    // Customs values 5,010 + 2,294 × 0.1 = 229.40 against 5,010 × 0.04 + 94.00.
    await change(freight, { amount: '2950.00' });
    const { layers } = await explain(kettle.productId);
    const entry = layers[0]?.entries.find(({ costType }) => costType === 'CUSTOMS_AND_DUTIES');
    expect(entry?.duty).toEqual({
      goods: '5000.00',
      shipping: '2950.00',
      insurance: '10.00',
      customsValue: '7960.00',
      chargedOn: 'CIF',
      percent: '4.000',
    });
    // 318.40 and 290.40 of duty by the rates: 520.00 in these proportions.
    expect(await shares(duty)).toEqual({ 'PL-0001': '271.96', 'PL-0002': '248.04' });
    await t.ok(maya, patchShipmentPlan, { params: { shipmentPlanId: plan.id }, body: { country: 'DE' } });
    expect(await line(duty)).toMatchObject({ unassignedReason: 'MISSING_DUTY_RATE' });
    await sound();
  });

  it('follows the HS code of a product, and what duty is charged on in the destination', async () => {
    const { kettle, mug, duty } = await dutiable('GB');
    await dutyRate({ hsCode: '8516.79', country: 'GB', percent: '4' });
    await dutyRate({ productId: mug.productId, country: 'GB', percent: '10' });
    expect(await line(duty)).toMatchObject({ unassignedReason: 'MISSING_DUTY_RATE' });
    await t.ok(maya, patchProduct, { params: { id: kettle.productId }, body: { hsCode: '8516 79' } });
    expect(await shares(duty)).toEqual({ 'PL-0001': '226.67', 'PL-0002': '293.33' });
    await t.ok(maya, setDutyDestination, { params: { country: 'GB' }, body: { customsValue: 'FOB' } });
    expect(await shares(duty)).toEqual({ 'PL-0001': '260.00', 'PL-0002': '260.00' });
    await t.ok(maya, patchProduct, { params: { id: kettle.productId }, body: { hsCode: null } });
    expect(await line(duty)).toMatchObject({ unassignedReason: 'MISSING_DUTY_RATE' });
    await sound();
  });

  it('counts a part of the freight that the order bears as a whole', async () => {
    const kettle = await order(1000, 500, [20, 10, 10], '5000.00');
    const [first = ''] = await packListsOf(t, maya, kettle.id, 400);
    const plan = await aPlan(t, maya, [first], { country: 'GB' });
    await dutyRate({ productId: kettle.productId, country: 'GB', percent: '3' });
    await bill({ costType: 'SHIPPING', amount: '100.00' }, [{ type: 'ORDER', id: kettle.id }]);
    await bill({ costType: 'CUSTOMS_AND_DUTIES', basis: 'DUTY', amount: '5.00' }, [{ type: 'SHIPMENT', id: plan.id }]);
    const entry = (await explain(kettle.productId)).layers[0]?.entries.find(({ basis }) => basis === 'DUTY');
    expect(entry?.duty).toMatchObject({ goods: '2000.00', shipping: '40.00', customsValue: '2040.00' });
    await sound();
  });

  it.each([
    ['DUTY', 'CUSTOMS_AND_DUTIES'],
    ['VALUE', 'INSURANCE'],
  ])('is shared again by %s when another pack list moves a cent of its order', async (basis, costType) => {
    // 100.00 over three units: 33.33, 33.33 and 33.34 in the order of the pack lists.
    const kettle = await order(3, 500, [20, 10, 10], '100.00');
    const mug = await order(1, 500, [20, 10, 10], '50.00');
    const [first = '', second = ''] = await packListsOf(t, maya, kettle.id, 1, 1);
    const plan = await aPlan(t, maya, [second, ...(await packListsOf(t, maya, mug.id, 1))], { country: 'GB' });
    for (const { productId } of [kettle, mug]) await dutyRate({ productId, country: 'GB', percent: '4' });
    const paired = [{ type: 'SHIPMENT' as const, id: plan.id }];
    await bill({ costType, basis, amount: '83330000.00' }, paired);
    const entry = async () =>
      (await explain(kettle.productId)).layers[0]?.entries.find((one) => one.costType === costType)?.amount;
    expect(await entry()).toBe('33330000.00');
    await t.ok(maya, patchPackList, { params: { orderId: kettle.id, packListId: first }, body: { quantity: 2 } });
    expect(await entry()).toBe('33335999.52');
    await sound();
    await t.ok(maya, deletePackList, { params: { orderId: kettle.id, packListId: first } });
    await sound();
  });

  it('knows a rate of 0, but shares nothing by it', async () => {
    const kettle = await order(100, 500, [20, 10, 10]);
    const plan = await aPlan(t, maya, await packListsOf(t, maya, kettle.id, 100), { country: 'GB' });
    await dutyRate({ productId: kettle.productId, country: 'GB', percent: '0' });
    const duty = await bill({ costType: 'CUSTOMS_AND_DUTIES', basis: 'DUTY', amount: '5.00' }, [
      { type: 'SHIPMENT', id: plan.id },
    ]);
    expect(await line(duty)).toMatchObject({ unassignedReason: 'ZERO_BASIS' });
  });

  it('refuses DUTY for freight and insurance, and names the field', async () => {
    const at = await bill({ costType: 'SHIPPING', amount: '10.00' });
    for (const body of [{ basis: 'DUTY' as const }, { costType: 'INSURANCE' as const, basis: 'DUTY' as const }])
      expect(await t.call(maya, patchInvoiceLine, { params: { invoiceId: at.id, id: at.lineId }, body })).toMatchObject(
        { status: 422, error: { errors: [{ field: 'basis' }] } },
      );
  });

  it('leaves orders as a whole unassigned, because they have no destination', async () => {
    const kettle = await order(100, 500, [20, 10, 10]);
    await dutyRate({ productId: kettle.productId, country: 'GB', percent: '4' });
    const duty = await bill({ costType: 'CUSTOMS_AND_DUTIES', basis: 'DUTY', amount: '5.00' }, [
      { type: 'ORDER', id: kettle.id },
    ]);
    expect(await line(duty)).toMatchObject({ unassignedReason: 'MISSING_DUTY_RATE' });
  });
});

it('an invoice is paired with a plan, which the list of plans then hides unless it is asked', async () => {
  const kettle = await order(100, 500, [20, 10, 10]);
  const plan = await aPlan(t, maya, await packListsOf(t, maya, kettle.id, 100));
  const at = await bill({ costType: 'SHIPPING', amount: '10.00' }, [{ type: 'SHIPMENT', id: plan.id }]);
  expect(await t.ok(maya, getInvoice, { params: { id: at.id } })).toMatchObject({
    pairedWith: [{ type: 'SHIPMENT', id: plan.id, label: 'SP-0001' }],
  });
  const invoicesOf = async (id: string) => {
    const filter = JSON.stringify([{ field: 'shipmentPlan', op: 'in', values: [id] }]);
    return (await t.ok(maya, listInvoices, { query: { filter } })).content.map((invoice) => invoice.id);
  };
  expect([await invoicesOf(plan.id), await invoicesOf(kettle.id)]).toEqual([[at.id], []]);
  // With a name, the plan is known by both, and a pack list by its number and its order.
  await t.ok(maya, patchShipmentPlan, { params: { shipmentPlanId: plan.id }, body: { name: 'Spring' } });
  const { pairedWith } = await t.ok(maya, getInvoice, { params: { id: at.id } });
  expect(pairedWith).toMatchObject([{ label: 'SP-0001 Spring' }]);
  const [packList = ''] = (await theOrder(t, maya, kettle.id)).packLists.map(({ packListId }) => packListId);
  await change(at, { scope: [{ type: 'PACK_LIST', id: packList }] });
  expect((await line(at))?.scope).toMatchObject([{ label: 'PL-0001', order: { id: kettle.id } }]);
  expect(await t.ok(maya, listShipmentPlanSummary, { query: {} })).toEqual([]);
  expect(await t.ok(maya, listShipmentPlanSummary, { query: { includePaired: 'true' } })).toMatchObject([
    { id: plan.id, isPaired: true },
  ]);
  await t.ok(maya, updateInvoiceBasic, { params: { id: at.id }, body: { pairedWith: [] } });
  const { content: history } = await t.ok(maya, listInvoiceHistory, { params: { id: at.id }, query: {} });
  expect(history.flatMap(({ changes }) => changes.map(({ field, from, to }) => [field, from, to]))).toEqual(
    expect.arrayContaining([
      ['scope', null, 'PL-0001'],
      ['pairedWith', 'SP-0001 Spring', null],
    ]),
  );
});
