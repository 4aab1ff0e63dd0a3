import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Basis } from '../lists.ts';
import { MODE_RATINGS } from '../shipments/chargeable.ts';
import type { GoodsInScope } from '../shipments/shipment-shares.ts';
import { aLeaf, aRow, kg, m3 } from '../shipments/testing/goods.ts';
import { runs } from '../testing/runs.ts';
import { allocateLine } from './allocate-line.ts';
import { allocateCredits } from './credits.ts';
import { aLine, allocateOrders, anOrder, anyCase } from './testing/lines.ts';

const full = aLeaf(1n, { planId: 'SP-0001', cartonRowId: 'CT-1', units: 18n, weightUg: kg(2), volumeMm3: m3(0.01) });
/** Nothing of it is left; nobody ever measured its product. */
const gone = aLeaf(2n, { planId: 'SP-0001', cartonRowId: 'CT-2', units: 0n, weightUg: null, volumeMm3: null });
/** Nothing of it is left either; it was in a carton with the first. */
const mate = aLeaf(3n, { planId: 'SP-0001', cartonRowId: 'CT-1', units: 0n });

const goods: GoodsInScope = {
  leaves: [full, gone, mate],
  others: [],
  rows: [aRow('CT-1', { count: 3n }), aRow('CT-2', { count: 2n })],
  ratings: new Map([['SP-0001', MODE_RATINGS.SEA]]),
  shippingMethod: null,
  duty: new Map(
    [full, gone, mate].map(({ key }) => [
      key,
      { shippingMinor: 0n, insuranceMinor: 0n, rateThousandths: 4_000n, customsValue: 'CIF' as const },
    ]),
  ),
};
const MANUAL = [full, gone].map(({ layerId, packListId }) => ({ layerId, packListId, amountMinor: 3_000n }));

describe('a pack list of which no unit is left', () => {
  it.each<Basis>(['QUANTITY', 'VALUE', 'WEIGHT', 'VOLUME', 'CHARGEABLE_WEIGHT', 'CARTONS', 'DUTY', 'EQUAL'])(
    'bears nothing by %s: the others bear all of it',
    (basis) => {
      const { entries, unassignedReason } = allocateLine(aLine({ category: 'LOCAL_FREIGHT', basis }), goods);
      expect(entries.map(({ key, accountMinor }) => [key, accountMinor])).toEqual([[full.key, 10_000n]]);
      expect(unassignedReason).toBeNull();
    },
  );

  it('does not change what others in its carton weigh', () => {
    // One weighs 1 kg a unit and the other 3 kg: by weight 1 to 9, by units 1 to 3.
    const light = aLeaf(4n, { cartonRowId: 'CT-1', units: 10n, weightUg: kg(1), planId: 'SP-0001' });
    const heavy = aLeaf(5n, { cartonRowId: 'CT-1', units: 30n, weightUg: kg(3), planId: 'SP-0001' });
    const rows = [aRow('CT-1', { count: 1n, measuredUg: kg(120) })];
    const { entries } = allocateLine(aLine({ basis: 'WEIGHT' }), {
      ...goods,
      rows,
      leaves: [light, heavy],
      others: [mate],
    });
    expect(entries.map(({ accountMinor }) => accountMinor)).toEqual([1_000n, 9_000n]);
  });

  it('bears nothing of what was typed for it', () => {
    const { entries, unassignedAccountMinor, unassignedReason } = allocateLine(
      aLine({ basis: 'MANUAL', manualShares: MANUAL }),
      goods,
    );
    expect(entries.map(({ key, accountMinor }) => [key, accountMinor])).toEqual([[full.key, 3_000n]]);
    expect([unassignedAccountMinor, unassignedReason]).toEqual([7_000n, 'MANUAL_REST']);
  });
});

describe('a shipment of which no unit is left', () => {
  it('leaves a line over it unassigned, NO_UNITS', () => {
    const { entries, unassignedReason } = allocateLine(aLine({ basis: 'EQUAL' }), { ...goods, leaves: [gone, mate] });
    expect([entries, unassignedReason]).toEqual([[], 'NO_UNITS']);
  });
});

it('is not borne by a product of which nothing is left in the scope', () => {
  const line = aLine({ productId: gone.productId });
  expect(allocateLine(line, { ...goods, leaves: [gone] }).unassignedReason).toBe('NO_UNITS');
});

describe('an order without units', () => {
  const none = anOrder('1', { units: 0n, weightUg: null });
  const factory = aLine({ category: 'FACTORY_INVOICE', productId: 'product-1', isOwnOrderLine: true });

  it('leaves its own line unassigned, NO_UNITS', () => {
    const { entries, unassignedAccountMinor, unassignedReason } = allocateOrders(factory, [none]);
    expect([entries, unassignedAccountMinor, unassignedReason]).toEqual([[], 10_000n, 'NO_UNITS']);
  });

  it.each<Basis>(['QUANTITY', 'VALUE', 'WEIGHT', 'EQUAL'])('gives its part of a line by %s to the others', (basis) => {
    const { entries } = allocateOrders(aLine({ basis }), [none, anOrder('2'), anOrder('3')]);
    expect(
      entries.filter(({ accountMinor }) => accountMinor > 0n).map(({ key, accountMinor }) => [key, accountMinor]),
    ).toEqual([
      ['2', 5_000n],
      ['3', 5_000n],
    ]);
  });

  it.each<Basis>(['QUANTITY', 'VALUE', 'EQUAL'])('leaves a line by %s over it alone unassigned', (basis) => {
    const { entries, unassignedReason } = allocateOrders(aLine({ basis }), [none]);
    expect([entries, unassignedReason]).toEqual([[], 'ZERO_BASIS']);
  });

  it('keeps a line and its credits that together leave nothing, so that both can be closed', () => {
    const line = { ...factory, isCreditedInFull: true };
    const allocation = allocateOrders(line, [none]);
    const [credit] = allocateCredits(line, allocation, [{ amountMinor: -10_000n, taxMinor: 0n }]);
    expect(allocation.unassignedReason).toBeNull();
    expect(credit?.unassignedReason).toBeNull();
    expect([...allocation.entries, ...(credit?.entries ?? [])].map(({ accountMinor }) => accountMinor)).toEqual([
      10_000n,
      -10_000n,
    ]);
  });
});

it('whatever the line and its scope, only what has units bears a cost', () => {
  fc.assert(
    fc.property(anyCase, ({ line, orders }) => {
      const { entries } = allocateOrders(line, orders);
      const empty = new Set(orders.filter(({ units }) => units === 0n).map(({ key }) => key));
      expect(entries.filter(({ key, accountMinor }) => empty.has(key) && accountMinor !== 0n)).toEqual([]);
    }),
    { numRuns: runs(300) },
  );
});
