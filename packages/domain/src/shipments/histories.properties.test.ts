import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocateOver } from '../money/allocate.ts';
import { runs } from '../testing/runs.ts';
import { MODE_RATINGS } from './chargeable.ts';
import type { Leaf } from './leaves.ts';
import { lotsOf } from './lots.ts';
import { leafKey } from './numbers.ts';
import { checkPacking, creditUnits } from './pack-lists.ts';
import { weighLeaves } from './shipment-shares.ts';
import { aLeaf, kg, m3 } from './testing/goods.ts';

/** A pack list of the model. */
interface Pack {
  readonly number: bigint;
  readonly order: number;
  readonly units: bigint;
  readonly plan: string | null;
}

/** Orders by their place, with their pack lists and the freight bills of plans. */
interface Goods {
  readonly units: readonly bigint[];
  readonly packs: readonly Pack[];
  readonly bills: readonly { readonly plans: readonly string[]; readonly minor: bigint }[];
  readonly next: bigint;
}

const PLANS = ['SP-0001', 'SP-0002'];
const RATINGS = new Map([
  ['SP-0001', MODE_RATINGS.SEA],
  ['SP-0002', MODE_RATINGS.AIR],
]);
/** What each order carries as a whole: odd amounts, which no number of units divides. */
const AS_WHOLE = { landedMinor: 1_050_001n, factoryMinor: 1_000_003n };

const anyMove = fc.record({
  kind: fc.constantFrom('pack', 'pack', 'pack', 'unpack', 'move', 'credit', 'bill'),
  order: fc.nat(2),
  units: fc.bigInt({ min: 1n, max: 700n }),
  which: fc.nat(20),
  plan: fc.constantFrom('SP-0001', 'SP-0002', null),
});
type Move = typeof anyMove extends fc.Arbitrary<infer T> ? T : never;

const packedOfOrder = (goods: Goods, order: number): bigint =>
  goods.packs.filter((pack) => pack.order === order).reduce((sum, { units }) => sum + units, 0n);

function moved(goods: Goods, { kind, order, units, which, plan }: Move): Goods {
  const now = { units: goods.units[order] ?? 0n, packed: packedOfOrder(goods, order) };
  const chosen = goods.packs[which % Math.max(goods.packs.length, 1)];
  switch (kind) {
    case 'pack': {
      const isPacked = checkPacking({ units: now.units, packedInOthers: now.packed }, units).ok;
      if (!isPacked) return goods;
      const packs = [...goods.packs, { number: goods.next, order, units, plan }];
      return { ...goods, packs, next: goods.next + 1n };
    }
    case 'unpack':
      return { ...goods, packs: goods.packs.filter((pack) => pack !== chosen) };
    case 'move':
      return { ...goods, packs: goods.packs.map((pack) => (pack === chosen ? { ...pack, plan } : pack)) };
    case 'credit': {
      const left = creditUnits(now, units);
      return left.ok ? { ...goods, units: goods.units.with(order, left.value.units) } : goods;
    }
    default:
      return { ...goods, bills: [...goods.bills, { plans: plan === null ? PLANS : [plan], minor: units * 17n }] };
  }
}

const leafOf = ({ number, order, units, plan }: Pack): Leaf =>
  aLeaf(number, {
    key: leafKey(`SO-${order}`, number),
    layerId: String(order),
    units,
    weightUg: kg(0.4 + order),
    volumeMm3: m3(0.009 - order * 0.004),
    planId: plan,
  });

/** Works everything out from nothing: the freight of each pack list, what no plan carries, and the lots of orders. */
function workedOut(goods: Goods) {
  const freight = new Map<string, bigint>();
  let unassigned = 0n;
  for (const { plans, minor } of goods.bills) {
    const leaves = goods.packs.filter(({ plan }) => plan !== null && plans.includes(plan)).map(leafOf);
    const scope = { leaves, others: [], rows: [], ratings: RATINGS, shippingMethod: null, duty: new Map() };
    const weighing = leaves.length === 0 ? undefined : weighLeaves('CHARGEABLE_WEIGHT', scope);
    if (!weighing || 'reason' in weighing) {
      unassigned += minor;
      continue;
    }
    const parts = weighing.weighed.map(({ leaf, weight }) => ({ key: leaf.key, weight }));
    allocateOver(minor, parts, ({ key }, share) => freight.set(key, (freight.get(key) ?? 0n) + share));
  }
  const orders = goods.units.map((units, order) => {
    const packLists = goods.packs
      .filter((pack) => pack.order === order)
      .map((pack) => {
        const landedMinor = freight.get(leafOf(pack).key) ?? 0n;
        return { id: String(pack.number), ...pack, own: { landedMinor, factoryMinor: 0n } };
      });
    return lotsOf({ units, asWhole: AS_WHOLE, packLists });
  });
  return { orders, unassigned };
}

describe('any history of packing, unpacking, moving, credits and late freight bills', () => {
  it('conserves units and money, in whatever sequence facts are read', () => {
    fc.assert(
      fc.property(fc.array(anyMove, { minLength: 1, maxLength: 30 }), (moves) => {
        const start: Goods = { units: [1000n, 997n, 12n], packs: [], bills: [], next: 9_997n };
        const goods = moves.reduce(moved, start);
        const { orders, unassigned } = workedOut(goods);
        for (const [order, { lots, unpacked }] of orders.entries()) {
          expect(unpacked.units >= 0n).toBe(true);
          expect(lots.reduce((sum, { units }) => sum + units, unpacked.units)).toBe(goods.units[order]);
        }
        const costs = orders.flatMap(({ lots, unpacked }) => [...lots, unpacked]);
        const bills = goods.bills.reduce((sum, { minor }) => sum + minor, 0n);
        expect(costs.reduce((sum, { landedMinor }) => sum + landedMinor, unassigned)).toBe(
          3n * AS_WHOLE.landedMinor + bills,
        );
        expect(costs.reduce((sum, { factoryMinor }) => sum + factoryMinor, 0n)).toBe(3n * AS_WHOLE.factoryMinor);
        const turned = { ...goods, packs: goods.packs.toReversed(), bills: goods.bills.toReversed() };
        expect(workedOut(turned)).toEqual({ orders, unassigned });
      }),
      { numRuns: runs(150) },
    );
  });

  it('is after packing and unpacking, or moving there and back, as if neither had been', () => {
    fc.assert(
      fc.property(fc.array(anyMove, { maxLength: 20 }), anyMove, (moves, last) => {
        const start: Goods = { units: [1000n, 997n, 12n], packs: [], bills: [], next: 1n };
        const before = moves.reduce(moved, start);
        const packed = moved(before, { ...last, kind: 'pack' });
        if (packed !== before) {
          const unpacked = moved(packed, { ...last, kind: 'unpack', which: packed.packs.length - 1 });
          expect(workedOut(unpacked)).toEqual(workedOut(before));
        }
        const home = before.packs[last.which % Math.max(before.packs.length, 1)]?.plan ?? null;
        const away = moved(before, { ...last, kind: 'move' });
        expect(workedOut(moved(away, { ...last, kind: 'move', plan: home as Move['plan'] }))).toEqual(
          workedOut(before),
        );
      }),
      { numRuns: runs(100) },
    );
  });
});
