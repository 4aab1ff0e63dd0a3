import fc from 'fast-check';
import type { Instalment } from '../instalments.ts';
import { shareByWeights } from '../reshare.ts';

/** Shares in hundredths of a per cent that are exactly 100.00 together. */
export const anyPercents: fc.Arbitrary<number[]> = fc
  .uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 7 })
  .map((cuts) => {
    const edges = [0, ...cuts.toSorted((a, b) => a - b), 10_000];
    return edges.slice(1).map((edge, i) => edge - (edges[i] ?? 0));
  });

/** A schedule by percents of which something may be settled: nothing, a part or all of each instalment. */
export const anySchedule: fc.Arbitrary<Instalment[]> = anyPercents.chain((percents) =>
  fc
    .record({
      total: fc.oneof(fc.bigInt({ min: 1n, max: 30n }), fc.bigInt({ min: 1n, max: 1_000_000n })),
      settled: fc.array(fc.constantFrom(0n, 0n, 1n, 50n, 99n, 100n, 100n), {
        minLength: percents.length,
        maxLength: percents.length,
      }),
    })
    .map(({ total, settled }) => {
      const amounts = shareByWeights(
        total,
        percents.map((percent) => BigInt(percent)),
      );
      return percents.map((hundredths, i): Instalment => {
        const amountMinor = amounts[i] ?? 0n;
        return { id: String(i), hundredths, amountMinor, settledMinor: (amountMinor * (settled[i] ?? 0n)) / 100n };
      });
    }),
);
