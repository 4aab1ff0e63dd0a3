import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MICRO, unitCost } from '../money/money.ts';
import { runs } from '../testing/runs.ts';
import {
  type BundleMember,
  MAX_BUNDLE_DEPTH,
  MAX_BUNDLE_UNITS,
  openBundles,
  storedQuotient,
  type UnitCost,
} from './bundles.ts';

type Parts = readonly (readonly [string, bigint])[];
const plain = (factoryMinor: bigint, inboundMinor: bigint, units: bigint): BundleMember => ({
  factoryMinor,
  inboundMinor,
  units,
  parts: [],
});
const bundle = (...parts: Parts): BundleMember => ({
  // A cost that is booked on the bundle itself and must not count.
  factoryMinor: 999n,
  inboundMinor: 999n,
  units: 9n,
  parts: parts.map(([productId, quantity]) => ({ productId, quantity })),
});
const open = (products: Record<string, BundleMember>) => openBundles(new Map(Object.entries(products)));
const shown = (cost: UnitCost | null) => cost && unitCost(cost.landedMinor, cost.units * MICRO, 'GBP');

describe('the cost of a bundle', () => {
  it('adds exact quotients and rounds once: three thirds are a whole', () => {
    const bundles = open({
      third: plain(100n, 0n, 3n),
      sixth: plain(50n, 50n, 6n),
      set: bundle(['third', 2n], ['sixth', 4n]),
    });
    // 0.333333… × 2 + 0.166666… × 4 is 1.3333…; rounding the unit costs first would give 1.333334.
    expect(shown(bundles.costOf('set'))).toBe('1.333333');
    expect(shown(open({ third: plain(100n, 0n, 3n), set: bundle(['third', 3n]) }).costOf('set'))).toBe('1.0000');
  });

  it('has the factory cost and the inbound cost of its parts, which add up', () => {
    const { costOf } = open({
      kettle: plain(108_100n, 31_863n, 100n),
      lamp: plain(54_050n, 48_726n, 200n),
      set: bundle(['kettle', 1n], ['lamp', 2n]),
    });
    const cost = costOf('set');
    expect(
      cost && [cost.factoryMinor, cost.inboundMinor].map((minor) => unitCost(minor, cost.units * MICRO, 'GBP')),
    ).toEqual(['16.2150', '8.0589']);
    expect(shown(cost)).toBe('24.2739');
  });

  it('includes nested bundles and counts a product that appears in several of them', () => {
    const bundles = open({
      cup: plain(300n, 0n, 1n),
      pot: plain(1_000n, 0n, 1n),
      pair: bundle(['cup', 2n]),
      tea: bundle(['pair', 3n], ['pot', 1n], ['cup', 1n]),
    });
    expect([...bundles.contentsOf('tea')]).toEqual([
      ['cup', 7n],
      ['pot', 1n],
    ]);
    expect(shown(bundles.costOf('tea'))).toBe('31.0000');
    expect(['cup', 'pair', 'tea'].map(bundles.depthOf)).toEqual([0, 1, 2]);
  });

  it('is unknown while the cost of any part is, however deep, and known again once that part has units', () => {
    const of = (units: bigint) =>
      open({
        new: plain(500n, 0n, units),
        old: plain(1n, 0n, 1n),
        inner: bundle(['new', 1n]),
        set: bundle(['old', 1n], ['inner', 1n]),
      });
    expect(of(0n).costOf('set')).toBeNull();
    expect(shown(of(5n).costOf('set'))).toBe('1.0100');
    expect(open({ set: bundle(['not there', 1n]) }).costOf('set')).toBeNull();
  });

  it('throws for a bundle inside itself, at any depth, and throws again on the next call', () => {
    const bundles = open({
      a: bundle(['b', 1n]),
      b: bundle(['c', 1n]),
      c: bundle(['a', 1n]),
      itself: bundle(['itself', 1n]),
    });
    for (const id of ['a', 'a', 'itself']) expect(() => bundles.costOf(id)).toThrow('holds itself');
  });
});

describe('the stored quotient that lists sort by', () => {
  it('is rounded half away from zero at the twelfth decimal of a minor unit', () => {
    expect([storedQuotient(2n, 3n), storedQuotient(-2n, 3n), storedQuotient(5n, 1n)]).toEqual([
      '0.666666666667',
      '-0.666666666667',
      '5.000000000000',
    ]);
  });

  it('differs from the displayed figure, because rounding twice can give another result', () => {
    // The value is just below 0.5 millionths of a pound. Rounded to twelve decimals, it is exactly 0.5 millionths.
    const stored = BigInt(storedQuotient(4_999_999_999_999n, 10n ** 17n).replace('.', ''));
    expect(stored).toBe(50_000_000n);
    expect(unitCost(4_999_999_999_999n, 10n ** 17n * MICRO, 'GBP')).toBe('0.0000');
    expect(unitCost(stored, 10n ** 12n * MICRO, 'GBP')).toBe('0.000001');
  });

  it('fits numeric(40, 12) for the largest bundle of the most expensive product', () => {
    const whole = storedQuotient(MAX_BUNDLE_UNITS * (2n ** 63n - 1n), 1n).split('.')[0] ?? '';
    expect(whole.length).toBeLessThanOrEqual(28);
  });
});

/** Generates catalogues of products 0 … n-1. Each product may contain only earlier ones, so that there is no loop. */
const catalogues = fc
  .array(
    fc.record({
      factoryMinor: fc.bigInt(-1_000_000n, 1_000_000_000n),
      inboundMinor: fc.bigInt(-1_000_000n, 1_000_000_000n),
      units: fc.oneof({ weight: 1, arbitrary: fc.constant(0n) }, { weight: 9, arbitrary: fc.bigInt(1n, 100_000n) }),
      picks: fc.array(fc.record({ before: fc.nat(), quantity: fc.bigInt(1n, 50n) }), { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 16 },
  )
  .map((rows) =>
    rows.map(({ picks, ...totals }, i): BundleMember => {
      const parts = i === 0 ? [] : picks.map(({ before, quantity }) => ({ productId: String(before % i), quantity }));
      return { ...totals, parts: [...new Map(parts.map((p) => [p.productId, p])).values()] };
    }),
  );

/** The reference implementation: applies the rule literally, one fraction at a time. */
function naive(products: readonly BundleMember[], id: number): { n: bigint; d: bigint } | null {
  const product = products[id];
  if (!product) return null;
  if (product.parts.length === 0)
    return product.units === 0n ? null : { n: product.factoryMinor + product.inboundMinor, d: product.units };
  let sum = { n: 0n, d: 1n };
  for (const part of product.parts) {
    const cost = naive(products, Number(part.productId));
    if (!cost) return null;
    sum = { n: sum.n * cost.d + part.quantity * cost.n * sum.d, d: sum.d * cost.d };
    const common = gcd(sum.n < 0n ? -sum.n : sum.n, sum.d);
    sum = { n: sum.n / common, d: sum.d / common };
  }
  return sum;
}
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));

describe('every nested bundle', () => {
  it('costs exactly what the reference implementation gives', () => {
    let [known, nested] = [0, 0];
    fc.assert(
      fc.property(catalogues, (products) => {
        const bundles = openBundles(new Map(products.map((p, i) => [String(i), p])));
        products.forEach((_, i) => {
          const [cost, expected] = [bundles.costOf(String(i)), naive(products, i)];
          expect(cost === null).toBe(expected === null);
          if (!cost || !expected) return;
          expect(cost.landedMinor * expected.d).toBe(expected.n * cost.units);
          expect(cost.factoryMinor + cost.inboundMinor).toBe(cost.landedMinor);
          known += 1;
          if (bundles.depthOf(String(i)) > 1) nested += 1;
        });
      }),
      { numRuns: runs(200) },
    );
    expect(Math.min(known, nested)).toBeGreaterThan(100);
  });

  it('is computed once, however often it appears: 2^20 paths take no time', () => {
    const rows: [string, BundleMember][] = [
      ['0a', plain(1n, 0n, 3n)],
      ['0b', plain(1n, 0n, 7n)],
    ];
    for (let level = 1; level <= MAX_BUNDLE_DEPTH; level += 1)
      for (const half of ['a', 'b'])
        rows.push([`${level}${half}`, bundle([`${level - 1}a`, 1n], [`${level - 1}b`, 1n])]);
    const bundles = openBundles(new Map(rows));
    expect(bundles.contentsOf('20a').get('0b')).toBe(2n ** 19n);
    expect(bundles.costOf('20a')?.units).toBe(21n);
    expect(bundles.depthOf('20a')).toBe(20);
  });
});
