import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aLine, allocateOrders } from '../landed-cost/testing/lines.ts';
import { allocateOver } from '../money/allocate.ts';
import { decimalText } from '../money/money.ts';
import { runs } from '../testing/runs.ts';
import { MODE_RATINGS, type Rating } from './chargeable.ts';
import { ratingOfRate } from './freight-rates.ts';
import type { CartonRow, Leaf } from './leaves.ts';
import { weighLeaves, type GoodsInScope, type ShipmentBasis } from './shipment-shares.ts';
import { aLeaf, anLclRate, aRate, aRow, kg, m3 } from './testing/goods.ts';

const AIR: Rating = ratingOfRate(aRate('1.00', { step: kg(1) }));
const PLANS = new Map<string, Rating>([
  ['SP-0001', MODE_RATINGS.SEA],
  ['SP-0002', AIR],
]);

const inScope = (leaves: readonly Leaf[], change: Partial<GoodsInScope> = {}): GoodsInScope => ({
  leaves,
  others: [],
  rows: [],
  ratings: PLANS,
  shippingMethod: null,
  duty: new Map(),
  ...change,
});

/** The shares of an amount by the key of each leaf, or why there are none. */
function shares(totalMinor: bigint, basis: ShipmentBasis, goods: GoodsInScope): string[] {
  const weighing = weighLeaves(basis, goods);
  if ('reason' in weighing) return [weighing.reason, ...weighing.lacking.map(({ sku }) => sku)];
  const parts = weighing.weighed.map(({ leaf, weight }) => ({ key: leaf.key, weight }));
  return allocateOver(totalMinor, parts, ({ key }, share) => `${key.slice(-7)} ${decimalText(share, 2)}`);
}

/** A pack list of one unit of so many kilograms and cubic metres. */
const whole = (packList: bigint, planId: string | null, kilograms: number, cubic: number, change: Partial<Leaf> = {}) =>
  aLeaf(packList, { planId, units: 1n, weightUg: kg(kilograms), volumeMm3: m3(cubic), ...change });

const bySea = [whole(3n, 'SP-0001', 900, 3), whole(4n, 'SP-0001', 500, 1)];
const byAir = whole(5n, 'SP-0002', 80, 0.3);

describe('freight over two plans', () => {
  it('is rated by the method of each, and rounded once at the leaves', () => {
    const expected = ['PL-0003 1470.59', 'PL-0004 490.20', 'PL-0005 39.21'];
    expect(shares(200_000n, 'CHARGEABLE_WEIGHT', inScope([...bySea, byAir]))).toEqual(expected);
    const turned = inScope([byAir, ...bySea.toReversed()]);
    expect(shares(200_000n, 'CHARGEABLE_WEIGHT', turned)).toEqual(expected.toReversed());
  });

  it('says how each plan was rated', () => {
    const weighing = weighLeaves('CHARGEABLE_WEIGHT', inScope([byAir, ...bySea]));
    expect(
      'reason' in weighing
        ? []
        : weighing.plans.map(({ planId, measure, chargeable }) => [planId, measure, chargeable.n]),
    ).toEqual([
      ['SP-0001', 'VOLUME', kg(4000)],
      ['SP-0002', 'GROSS_WEIGHT', kg(80)],
    ]);
    expect('reason' in weighing || weighing.measure).toBe('CHARGEABLE_WEIGHT');
  });

  it('rates the whole plan where only a part of it is in scope', () => {
    const alone = whole(6n, 'SP-0001', 3000, 1);
    const goods = (others: readonly Leaf[]) => inScope([alone, byAir], { others });
    // By itself it weighs 3,000 kg; with the others 4,400 kg gross against 5,000 kg by volume, of which it has 1,000.
    expect(shares(308_000n, 'CHARGEABLE_WEIGHT', goods([]))).toEqual(['PL-0006 3000.00', 'PL-0005 80.00']);
    expect(shares(108_000n, 'CHARGEABLE_WEIGHT', goods(bySea))).toEqual(['PL-0006 1000.00', 'PL-0005 80.00']);
  });

  it('shares by gross weight where both weights are equal', () => {
    const equal = [whole(1n, 'SP-0001', 1500, 1), whole(2n, 'SP-0001', 500, 1)];
    expect(shares(100_00n, 'CHARGEABLE_WEIGHT', inScope(equal))).toEqual(['PL-0001 75.00', 'PL-0002 25.00']);
  });

  it('counts the minimum of each plan', () => {
    const small = whole(3n, 'SP-0001', 100, 0.2);
    const ratings = new Map([...PLANS, ['SP-0001', ratingOfRate(anLclRate('118.00'))]]);
    const goods = inScope([small, byAir], { ratings });
    expect(shares(108_000n, 'CHARGEABLE_WEIGHT', goods)).toEqual(['PL-0003 1000.00', 'PL-0005 80.00']);
  });

  it('needs a method of each plan', () =>
    expect(() => weighLeaves('CHARGEABLE_WEIGHT', inScope(bySea, { ratings: new Map() }))).toThrow(RangeError));
});

describe('what is in no plan', () => {
  const loose = [whole(1n, null, 900, 3), whole(2n, null, 500, 1)];
  it.each([
    ['SEA', ['PL-0001 75.00', 'PL-0002 25.00']],
    ['AIR', ['PL-0001 64.29', 'PL-0002 35.71']],
    [null, ['PL-0001 64.29', 'PL-0002 35.71']],
  ] as const)('is rated together by the method %s of the invoice', (shippingMethod, expected) =>
    expect(shares(100_00n, 'CHARGEABLE_WEIGHT', inScope(loose, { shippingMethod }))).toEqual(expected),
  );

  it('is rated without what is beside the scope', () => {
    const others = [whole(3n, null, 1, 90)];
    const goods = inScope(loose, { others, shippingMethod: 'AIR' });
    expect(shares(100_00n, 'CHARGEABLE_WEIGHT', goods)).toEqual(['PL-0001 64.29', 'PL-0002 35.71']);
  });
});

describe('what was measured of cartons', () => {
  const measuredRow = aRow('row', { count: 10n, measuredUg: kg(21), volumeMm3: m3(0.03) });
  const two = [
    aLeaf(1n, { cartonRowId: 'row', units: 100n, weightUg: kg(1), volumeMm3: m3(0.001) }),
    aLeaf(2n, { cartonRowId: 'row', units: 50n, weightUg: kg(2), volumeMm3: m3(0.004) }),
  ];
  const beside = aLeaf(3n, { units: 90n });
  const of = (leaves: readonly Leaf[], rows: readonly CartonRow[] = [measuredRow]) => inScope(leaves, { rows });

  it.each<[string, ShipmentBasis, GoodsInScope, string[]]>([
    [
      'wins in weight, shared by units × weight',
      'WEIGHT',
      of([...two, beside]),
      ['PL-0001 105.00', 'PL-0002 105.00', 'PL-0003 90.00'],
    ],
    ['wins in volume, shared by units × volume', 'VOLUME', of(two), ['PL-0001 100.00', 'PL-0002 200.00']],
    [
      'is shared by units where one lacks a weight',
      'WEIGHT',
      of([{ ...two[0], weightUg: null } as Leaf, two[1] as Leaf]),
      ['PL-0001 200.00', 'PL-0002 100.00'],
    ],
    [
      'is shared with the whole row',
      'WEIGHT',
      inScope([two[1] as Leaf, beside], { others: [two[0] as Leaf], rows: [measuredRow] }),
      ['PL-0002 161.54', 'PL-0003 138.46'],
    ],
    [
      'is not there: units × weight',
      'WEIGHT',
      of(two, [aRow('row', { count: 10n })]),
      ['PL-0001 150.00', 'PL-0002 150.00'],
    ],
    [
      'is not there, and a product has no weight',
      'WEIGHT',
      of([{ ...two[0], weightUg: null } as Leaf], [aRow('row')]),
      ['MISSING_WEIGHT', 'SKU-1'],
    ],
    [
      'is not there, and a product has no volume',
      'VOLUME',
      of([{ ...beside, volumeMm3: 0n }]),
      ['MISSING_VOLUME', 'SKU-3'],
    ],
  ])('%s', (_, basis, goods, expected) => expect(shares(30_000n, basis, goods)).toEqual(expected));

  it.each<[string, GoodsInScope, string[]]>([
    [
      'go by their count',
      of([aLeaf(1n, { cartonRowId: 'a' }), aLeaf(2n, { cartonRowId: 'b' })], [aRow('a', { count: 83n }), aRow('b')]),
      ['PL-0001 296.43', 'PL-0002 3.57'],
    ],
    ['are shared by volume', of(two), ['PL-0001 100.00', 'PL-0002 200.00']],
    [
      'are shared by units without volumes',
      of(two.map((leaf) => ({ ...leaf, volumeMm3: null }))),
      ['PL-0001 200.00', 'PL-0002 100.00'],
    ],
    ['are missing', of([...two, beside]), ['NO_CARTONS', 'SKU-3']],
  ])('CARTONS %s', (_, goods, expected) => expect(shares(30_000n, 'CARTONS', goods)).toEqual(expected));

  it('needs the row of every leaf', () => expect(() => weighLeaves('WEIGHT', of(two, []))).toThrow(RangeError));
});

it('all plans that lack measures are named at once', () => {
  const goods = inScope([
    whole(1n, 'SP-0001', 1, 1, { volumeMm3: null }),
    whole(2n, 'SP-0002', 1, 1, { weightUg: null }),
    whole(3n, 'SP-0002', 1, 1),
  ]);
  expect(shares(100n, 'CHARGEABLE_WEIGHT', goods)).toEqual(['MISSING_WEIGHT', 'SKU-1', 'SKU-2']);
});

it('units of 0 are a basis of 0', () =>
  expect(shares(100n, 'WEIGHT', inScope([aLeaf(1n, { units: 0n })]))).toEqual(['ZERO_BASIS', 'SKU-1']));

describe('any goods', () => {
  const anyLeaves = fc
    .array(
      fc.record({
        units: fc.bigInt({ min: 1n, max: 5000n }),
        weightUg: fc.bigInt({ min: 1n, max: 10n ** 10n }),
        volumeMm3: fc.bigInt({ min: 1n, max: 10n ** 8n }),
        planId: fc.constantFrom('SP-0001', 'SP-0002', null),
        hasCarton: fc.boolean(),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((all) =>
      all.map(({ hasCarton, ...leaf }, i) =>
        aLeaf(BigInt(i + 1), { ...leaf, cartonRowId: hasCarton ? `row ${leaf.planId}` : null }),
      ),
    );
  const rows = ['SP-0001', 'SP-0002', null].map((planId, i) =>
    aRow(`row ${planId}`, { count: 7n, measuredUg: i === 0 ? null : kg(13.7), volumeMm3: i === 1 ? null : m3(0.0731) }),
  );
  const bases = fc.constantFrom<ShipmentBasis>('WEIGHT', 'VOLUME', 'CHARGEABLE_WEIGHT');

  it('share an amount to the last minor unit, whatever the sequence', () => {
    fc.assert(
      fc.property(anyLeaves, bases, fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }), (leaves, basis, total) => {
        const split = (some: readonly Leaf[]) => {
          const weighing = weighLeaves(basis, inScope(some, { rows }));
          if ('reason' in weighing) throw new Error(weighing.reason);
          const parts = weighing.weighed.map(({ leaf, weight }) => ({ key: leaf.key, weight }));
          return new Map(allocateOver(total, parts, ({ key }, share) => [key, share]));
        };
        const result = split(leaves);
        expect([...result.values()].reduce((sum, share) => sum + share, 0n)).toBe(total);
        const turned = split(leaves.toReversed());
        for (const [key, share] of result) expect(turned.get(key)).toBe(share);
      }),
      { numRuns: runs(150) },
    );
  });

  it('share as orders do where there is neither plan nor carton', () => {
    fc.assert(
      fc.property(anyLeaves, bases, (leaves, basis) => {
        const loose = leaves.map((leaf) => ({ ...leaf, planId: null, cartonRowId: null }));
        const weighing = weighLeaves(basis, inScope(loose));
        if ('reason' in weighing || basis === 'CARTONS' || basis === 'DUTY') throw new Error(basis);
        const parts = weighing.weighed.map(({ leaf, weight }) => ({ key: leaf.key, weight }));
        const asOrders = allocateOrders(aLine({ basis, amountMinor: 99_999n }), loose).entries;
        expect(allocateOver(99_999n, parts, ({ key }, share) => [key, share])).toEqual(
          asOrders.map(({ key, accountMinor }) => [key, accountMinor]),
        );
      }),
      { numRuns: runs(100) },
    );
  });
});
