import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COST_CATEGORIES } from '../lists.ts';
import { applyDelta, NO_TOTALS, sumEntries, type TotalledEntry } from './totals.ts';

const entry = (category: TotalledEntry['category'], accountMinor: bigint, excluded = false): TotalledEntry => ({
  category,
  accountMinor,
  excluded,
});

describe('totals of a product', () => {
  it('factory is the goods, inbound everything else, landed their sum', () => {
    const entries = [
      entry('FACTORY_INVOICE', 50_000n),
      entry('SHIPPING', 12_345n),
      entry('SHIPPING', 5n),
      entry('CUSTOMS_AND_DUTIES', 2_000n),
    ];
    expect(sumEntries(entries, 100n)).toEqual({
      factoryMinor: 50_000n,
      inboundMinor: 14_350n,
      landedMinor: 64_350n,
      units: 100n,
      entryCount: 4,
      byCategory: { FACTORY_INVOICE: 50_000n, SHIPPING: 12_350n, CUSTOMS_AND_DUTIES: 2_000n },
    });
  });

  it('entries of excluded lines do not count', () => {
    expect(sumEntries([entry('SHIPPING', 5n, true), entry('OTHER', 7n)], 1n)).toEqual(
      sumEntries([entry('OTHER', 7n)], 1n),
    );
  });

  it('a category that adds up to 0 has no key, but its entries are counted', () => {
    expect(sumEntries([entry('OTHER', 5n), entry('OTHER', -5n)], 0n)).toEqual({ ...NO_TOTALS, entryCount: 2 });
  });

  it('removing everything again leaves nothing', () => {
    const part = { entries: [entry('FACTORY_INVOICE', 5n), entry('STORAGE', 3n)], units: 7n };
    expect(applyDelta(sumEntries(part.entries, part.units), part, { entries: [], units: 0n })).toEqual(NO_TOTALS);
  });

  const anEntry = fc.record({
    category: fc.constantFrom(...COST_CATEGORIES),
    accountMinor: fc.bigInt({ min: -1000n, max: 10n ** 9n }),
    excluded: fc.boolean(),
  });
  const somePart = fc.record({
    entries: fc.array(anEntry, { maxLength: 12 }),
    units: fc.bigInt({ min: 0n, max: 5000n }),
  });

  it('applying changes step by step gives what a full recompute gives', () => {
    fc.assert(
      fc.property(somePart, somePart, somePart, (kept, removed, added) => {
        const before = sumEntries([...kept.entries, ...removed.entries], kept.units + removed.units);
        const after = applyDelta(before, removed, added);
        expect(after).toEqual(sumEntries([...added.entries, ...kept.entries], added.units + kept.units));
        expect(after.landedMinor).toBe(after.factoryMinor + after.inboundMinor);
        expect(Object.values(after.byCategory).reduce((sum, minor) => sum + minor, 0n)).toBe(after.landedMinor);
      }),
    );
  });
});
