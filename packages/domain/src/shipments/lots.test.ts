import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minor } from '../payables/testing/money.ts';
import { runs } from '../testing/runs.ts';
import { lotsOf, partsOfWhole, type LotOfOrder } from './lots.ts';

const lot = (number: bigint, units: bigint, landed = '0.00', factory = '0.00'): LotOfOrder => ({
  id: `lot-${number}`,
  number,
  units,
  own: { landedMinor: minor(landed), factoryMinor: minor(factory) },
});
const asWhole = { landedMinor: minor('10,500.01'), factoryMinor: minor('10,000.00') };
const costs = (units: bigint, packLists: readonly LotOfOrder[]) => {
  const { lots, unpacked } = lotsOf({ units, asWhole, packLists });
  return [...lots, unpacked].map(({ landedMinor, factoryMinor, inboundMinor }) => [
    landedMinor,
    factoryMinor,
    inboundMinor,
  ]);
};
const rows = (...texts: readonly string[]) => texts.map((text) => text.split(' ').map((amount) => minor(amount)));

describe('what the lots of an order cost', () => {
  it('a part by air and a part by sea', () => {
    const packLists = [lot(2n, 400n, '310.00'), lot(1n, 600n, '1,440.00')];
    expect(costs(1000n, packLists)).toEqual(
      rows('7,740.00 6,000.00 1,740.00', '4,510.01 4,000.00 510.01', '0.00 0.00 0.00'),
    );
  });

  it('when three units of the first were never sent', () => {
    const packLists = [lot(1n, 597n, '1,440.00'), lot(2n, 400n, '310.00')];
    expect(costs(997n, packLists)).toEqual(
      rows('7,727.36 5,987.96 1,739.40', '4,522.65 4,012.04 510.61', '0.00 0.00 0.00'),
    );
  });

  it('what is unpacked has the rest', () => {
    expect(costs(1000n, [lot(1n, 333n)])).toEqual(rows('3,496.50 3,330.00 166.50', '7,003.51 6,670.00 333.51'));
    expect(costs(0n, [])).toEqual(rows('10,500.01 10,000.00 500.01'));
  });

  it('goes by numbers, not by texts', () => {
    const { parts } = partsOfWhole(100n, 3n, [lot(10_000n, 1n), lot(9_999n, 1n), lot(2n, 1n)]);
    expect([...parts]).toEqual([
      ['lot-2', 33n],
      ['lot-9999', 33n],
      ['lot-10000', 34n],
    ]);
  });

  it('more packed than the order has is a fault', () =>
    expect(() => costs(999n, [lot(1n, 600n), lot(2n, 400n)])).toThrow(RangeError));

  it('adds up to the entries in any sequence, also when it is below 0', () => {
    const amount = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n });
    const packLists = fc
      .array(fc.record({ units: fc.bigInt({ min: 1n, max: 5000n }), landed: amount, factory: amount }), {
        maxLength: 8,
      })
      .map((all) =>
        all.map(({ units, landed, factory }, i) => ({
          id: String(i),
          number: BigInt(i * 7 + 1),
          units,
          own: { landedMinor: landed, factoryMinor: factory },
        })),
      );
    fc.assert(
      fc.property(packLists, fc.bigInt({ min: 0n, max: 5000n }), amount, amount, (all, unpacked, landed, factory) => {
        const units = all.reduce((sum, one) => sum + one.units, unpacked);
        const order = { units, asWhole: { landedMinor: landed, factoryMinor: factory }, packLists: all };
        const result = lotsOf(order);
        const every = [...result.lots, result.unpacked];
        const total = (of: 'landedMinor' | 'factoryMinor') => every.reduce((sum, one) => sum + one[of], 0n);
        const entered = (of: 'landedMinor' | 'factoryMinor') =>
          all.reduce((sum, { own }) => sum + own[of], order.asWhole[of]);
        expect(total('landedMinor')).toBe(entered('landedMinor'));
        expect(total('factoryMinor')).toBe(entered('factoryMinor'));
        expect(every.every((one) => one.inboundMinor === one.landedMinor - one.factoryMinor)).toBe(true);
        expect(result.unpacked.units).toBe(unpacked);
        if (unpacked === 0n && units > 0n) expect(result.unpacked.landedMinor).toBe(0n);
        expect(lotsOf({ ...order, packLists: all.toReversed() })).toEqual(result);
      }),
      { numRuns: runs(200) },
    );
  });
});
