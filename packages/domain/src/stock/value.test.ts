import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import { costBetween, valueOnHand } from './value.ts';

const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n);

describe('what the units of a lot cost', () => {
  it('is 0 of a lot without units, whatever was booked on it', () => {
    const lot = { units: 0n, landedMinor: 12_345n, factoryMinor: 10_000n };
    expect(costBetween(lot, 0n, 0n)).toEqual({ landedMinor: 0n, factoryMinor: 0n, inboundMinor: 0n });
    expect(valueOnHand({ ...lot, received: 0n, taken: 0n }).landedMinor).toBe(0n);
  });

  it('adds up to the total of the lot, and inbound is what landed has beyond factory', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 4n }), { minLength: 1, maxLength: 8 }),
        (landedMinor, factoryMinor, takings) => {
          const units = sum(takings);
          let at = 0n;
          const costs = takings.map((taking) => {
            at += taking;
            return costBetween({ units, landedMinor, factoryMinor }, at - taking, at);
          });
          expect(sum(costs.map((cost) => cost.landedMinor))).toBe(landedMinor);
          expect(sum(costs.map((cost) => cost.factoryMinor))).toBe(factoryMinor);
          for (const cost of costs) expect(cost.inboundMinor).toBe(cost.landedMinor - cost.factoryMinor);
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
