import { expect, it } from 'vitest';
import { MODE_RATINGS } from './chargeable.ts';
import { CONTAINERS } from './containers.ts';
import { estimatedCostOf, type PlannedCharge } from './estimated-cost.ts';
import { packedOf } from './leaves.ts';
import { aContainerRate, aLeaf, aRate, goods, kg, m3 } from './testing/goods.ts';

const plan: PlannedCharge = {
  rate: null,
  calculateBy: 'SHIPPING_RATE',
  currency: 'GBP',
  shippingRate: { digits: 385n, scale: 2 },
  containerEstimateMinor: 262_000n,
  rating: MODE_RATINGS.AIR,
};

it.each<[string, Partial<PlannedCharge>, string]>([
  ['the price × chargeable weight', {}, '128333 GBP'],
  ['by the method of the mode', { rating: MODE_RATINGS.SEA }, '770000 GBP'],
  ['the estimate for the container', { calculateBy: 'CONTAINER_ESTIMATE' }, '262000 GBP'],
  ['that of the chosen rate', { rate: aRate('1.00'), calculateBy: 'CONTAINER_ESTIMATE' }, '33333 USD'],
  ['unknown without a price', { shippingRate: null }, 'null'],
  ['unknown without an estimate', { calculateBy: 'CONTAINER_ESTIMATE', containerEstimateMinor: null }, 'null'],
  ['unknown while nothing is chosen', { calculateBy: null }, 'null'],
])('the estimated cost of 300 kg and 2 m3 is %s', (_, change, expected) => {
  const cost = estimatedCostOf({ ...plan, ...change }, goods(300, 2), '2026-11-26');
  expect(cost === null || 'reason' in cost ? String(cost) : `${cost.minor} ${cost.currency}`).toBe(expected);
});

it('the estimated cost by container knows the sizes of the account', () => {
  const containers = { ...CONTAINERS, '20FT': { usableMm3: m3(1), payloadUg: kg(28_000) } };
  const byContainer = { ...plan, rate: aContainerRate('20FT', '2620.00') };
  const estimate = { minor: 524_000n, currency: 'USD' };
  expect(estimatedCostOf(byContainer, goods(300, 2), '2026-11-26', containers)).toEqual(estimate);
});

it('the estimated cost lacks what the chargeable weight lacks', () => {
  const packed = packedOf([aLeaf(1n, { weightUg: null })], []);
  const gap = { reason: 'MISSING_WEIGHT', lacking: [{ productId: 'product-1', sku: 'SKU-1' }] };
  expect(estimatedCostOf(plan, packed, '2026-11-26')).toEqual(gap);
  expect(estimatedCostOf({ ...plan, rate: aRate('1.00') }, packed, '2026-11-26')).toEqual(gap);
});
