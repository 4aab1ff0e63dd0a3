import type { BodyIn } from '@quayside/contracts/endpoint';
import { createExchangeRate } from '@quayside/contracts/rates/exchange-rates';
import {
  getShipmentPlan,
  listShipmentPlanHistory,
  patchShipmentPlan,
  shipmentPlanTotals,
} from '@quayside/contracts/shipments/shipment-plans';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { react } from '../../../events/reactions.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aFreightRate } from '../../../testing/freight-rates.ts';
import { aPlan, aShippableOrder, packListsOf } from '../../../testing/shipment-plans.ts';
import { brokenShipments } from '../check/shipments-invariants.views.ts';

let t: TestApp;
let a: TestPerson;
let planId: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-20T10:00:00.000Z');
  a = await t.admin();
  const { orderId } = await aShippableOrder(t, a, 'HS-1187');
  // 100 units of 1.5 kg and 6 dm³: 150 kg, 0.6 m³.
  planId = (await aPlan(t, a, await packListsOf(t, a, orderId, 100))).id;
});

type Patch = BodyIn<typeof patchShipmentPlan>;
const patch = (body: Patch) => t.call(a, patchShipmentPlan, { params: { shipmentPlanId: planId }, body });
const patched = (body: Patch) => t.ok(a, patchShipmentPlan, { params: { shipmentPlanId: planId }, body });
const read = () => t.ok(a, getShipmentPlan, { params: { shipmentPlanId: planId } });
const fields = ({ status, error }: Awaited<ReturnType<typeof patch>>) => [
  status,
  ...(error.errors ?? []).map(({ field }) => field),
];
const changeRate = (rateIds: readonly string[], containers: boolean, set: (accountId: string) => Promise<unknown>) =>
  t.work(a, async (w) => {
    await set(a.accountId);
    await react(w, 'freight-rate.changed', { rateIds, containers });
  });

describe('the freight rate of a plan', () => {
  it('goes before what was typed, in its currency, and is converted once by the rate of the plan', async () => {
    const id = await aFreightRate(t, a, 'Air, Meridian', {
      price: '3.85',
      currency: 'USD',
      fees: [12_000n],
      transit_days: 5,
      valid_to: '2026-12-31',
    });
    await patched({ calculateBy: 'CONTAINER_ESTIMATE', shippingRateOrContainerEstimate: '2620' });
    const answer = await patched({ freightRateId: id, currency: 'USD', rate: '0.8', estimatedShipDate: '2026-12-01' });
    // 150 kg × 3.85 + 120.00 = 697.50 USD, × 0.8.
    expect(answer).toMatchObject({
      freightRateId: id,
      freightRate: {
        id,
        name: 'Air, Meridian',
        forwarder: null,
        currency: 'USD',
        validOn: '2026-12-01',
        validity: 'VALID',
      },
      chargeableWeight: '150',
      estimatedCost: '697.50',
      estimatedCostCurrency: 'USD',
      estimatedCostInAccountCurrency: '558.00',
    });
    expect((await t.ok(a, shipmentPlanTotals)).estimatedCost).toBe('558.00');
    const history = await t.ok(a, listShipmentPlanHistory, { params: { shipmentPlanId: planId } });
    expect(history.content[0]?.changes).toContainEqual(
      expect.objectContaining({ field: 'freightRate', from: null, to: 'Air, Meridian' }),
    );
    expect(await patched({ freightRateId: null })).toMatchObject({
      freightRate: null,
      estimatedCost: '2620.00',
      estimatedCostInAccountCurrency: '2096.00',
    });
    expect(await t.work(a, brokenShipments)).toEqual([]);
  });

  it('is converted by the table of rates if the plan is in another currency', async () => {
    const id = await aFreightRate(t, a, 'Air in dollars', { currency: 'USD' });
    expect(await patched({ freightRateId: id })).toMatchObject({
      currency: 'GBP',
      estimatedCost: '450.00',
      estimatedCostCurrency: 'USD',
      estimatedCostInAccountCurrency: null,
    });
    expect((await t.ok(a, shipmentPlanTotals)).withoutCost).toBe(1);
    await t.ok(a, createExchangeRate, { body: { day: '2026-11-19', base: 'USD', quote: 'GBP', rate: '0.75' } });
    expect(await patched({ estimatedShipDate: '2026-12-01' })).toMatchObject({
      estimatedCostInAccountCurrency: '337.50',
    });
    expect((await t.ok(a, shipmentPlanTotals)).estimatedCost).toBe('337.50');
    await t.ok(a, createExchangeRate, { body: { day: '2026-11-20', base: 'USD', quote: 'GBP', rate: '0.5' } });
    expect(await read(), 'fixed when it was chosen').toMatchObject({ estimatedCostInAccountCurrency: '337.50' });
  });

  it('may be one that does not hold on the day, which the answer says; archived and foreign ones are refused', async () => {
    const expired = await aFreightRate(t, a, 'Spring', { valid_to: '2026-11-30' });
    expect(await patched({ freightRateId: expired, estimatedShipDate: '2026-12-01' })).toMatchObject({
      freightRate: { validity: 'EXPIRED', validOn: '2026-12-01' },
      estimatedCost: '450.00',
    });
    expect((await patched({ estimatedShipDate: null })).freightRate).toMatchObject({
      validity: 'VALID',
      validOn: '2026-11-20',
    });
    const archived = await aFreightRate(t, a, 'Old', { archived_at: new Date('2026-01-01') });
    const foreign = await aFreightRate(t, await t.admin(), 'Theirs');
    for (const freightRateId of [archived, foreign, planId])
      expect(fields(await patch({ freightRateId }))).toEqual([422, 'freightRateId']);
    expect((await read()).freightRateId).toBe(expired);
  });

  it('decides the chargeable weight, and says what its products lack', async () => {
    const id = await aFreightRate(t, a, 'Courier', { mode: 'COURIER', divisor: '3000', divisor_unit: 'CM3_PER_KG' });
    // 0.6 m³ ÷ 3000 cm³ per kg = 200 kg.
    expect(await patched({ freightRateId: id })).toMatchObject({ chargeableWeight: '200', estimatedCost: '600.00' });
    const byCarton = await aFreightRate(t, a, 'By carton', { level: 'CARTON' });
    expect(await patched({ freightRateId: byCarton })).toMatchObject({
      estimatedCost: null,
      lacking: { reason: 'NO_CARTONS', products: [{ sku: 'HS-1187' }] },
    });
  });

  it('changes the plans that chose it, also what containers hold', async () => {
    const id = await aFreightRate(t, a, 'Air');
    await patched({ freightRateId: id });
    await changeRate([id], false, () =>
      t.work(a, (w) => w.tx.updateTable('freight_rate_break').set({ price: '4' }).where('rate_id', '=', id).execute()),
    );
    expect(await read()).toMatchObject({ estimatedCost: '600.00' });
    const box = await aFreightRate(t, a, 'Box', {
      mode: 'SEA',
      unit: 'CONTAINER',
      container_type: '20FT',
      price: '2000',
    });
    expect(await patched({ freightRateId: box })).toMatchObject({ estimatedCost: '2000.00' });
    await changeRate([], true, (accountId) =>
      t.work(a, (w) =>
        w.tx
          .insertInto('container_size')
          .values({
            account_id: accountId,
            container_type: '20FT',
            usable_mm3: 250_000_000n,
            payload_ug: 28_180_000_000_000n,
            updated_at: w.now,
          })
          .execute(),
      ),
    );
    // 0.6 m³ in boxes of 0.25 m³: three of them.
    expect(await read()).toMatchObject({ estimatedCost: '6000.00' });
    expect(await t.work(a, brokenShipments)).toEqual([]);
  });
});
