import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.ts';
import { allocateCredits, type Credit } from './credits.ts';
import { replayEntry, replayEntryInDocument } from './explain.ts';
import { anOrder, aLine, anyCase, rateOf, allocateOrders } from './testing/lines.ts';
import type { Leaf } from '../shipments/leaves.ts';
import type { CostLine, Entry } from './types.ts';

const orders = [anOrder('1', { units: 1n }), anOrder('2', { units: 1n }), anOrder('3', { units: 1n })];
const freight = aLine({ category: 'SHIPPING', basis: 'QUANTITY' });
const credit = (amountMinor: bigint, taxMinor = 0n): Credit => ({ amountMinor, taxMinor });
const credits = (line: CostLine, scope: readonly Leaf[], ...all: Credit[]) =>
  allocateCredits(line, allocateOrders(line, scope), all);
const shares = (entries: readonly Entry[] | undefined) => entries?.map((e) => [e.documentMinor, e.accountMinor]);

describe('a credit', () => {
  it('uses the weights of its line: 100.00 in three less 1.00 leaves 33.00 each', () => {
    // Before the credit, the shares are 33.34, 33.33 and 33.33; after it, they are 33.00 each.
    expect(shares(credits(freight, orders, credit(-100n))[0]?.entries)).toEqual([
      [-34n, -34n],
      [-33n, -33n],
      [-33n, -33n],
    ]);
  });

  it('uses the rate of its line and converts what is left: 0.01 of 0.03 USD at 0.5', () => {
    const line = aLine({ amountMinor: 3n, currency: 'USD', rate: rateOf('0.5'), basis: 'QUANTITY' });
    const [first, second, third] = credits(line, [anOrder('1')], credit(-1n), credit(-1n), credit(-1n));
    // What is left after each credit is 3, 2, 1 and 0. Converted at 0.5, that is 1.5 (rounded to 2), 1, 0.5 (rounded to
    // 1) and 0.
    expect([first?.accountMinor, second?.accountMinor, third?.accountMinor]).toEqual([-1n, 0n, -1n]);
  });

  it('is unassigned when its line is, with the same reason', () => {
    expect(credits(freight, [], credit(-100n))[0]).toMatchObject({
      entries: [],
      unassignedDocumentMinor: -100n,
      unassignedReason: 'NO_SCOPE',
    });
    expect(credits(aLine({ currency: 'USD' }), orders, credit(-100n))[0]).toMatchObject({
      entries: [],
      accountMinor: null,
      unassignedAccountMinor: null,
      unassignedReason: 'NO_RATE',
    });
  });

  it('of a line of 0 without entries is unassigned because the line has no costs', () => {
    expect(credits(aLine({ amountMinor: 0n }), [], credit(-5n))[0]).toMatchObject({
      unassignedReason: 'CREDITED_LINE',
      unassignedDocumentMinor: -5n,
    });
  });

  it('of a manually spread line reduces the shares and the rest alike', () => {
    const line = aLine({
      basis: 'MANUAL',
      manualShares: [{ layerId: 'order-1', packListId: null, amountMinor: 7500n }],
    });
    const [half] = credits(line, orders, credit(-5000n));
    expect(shares(half?.entries)).toEqual([[-3750n, -3750n]]);
    expect([half?.unassignedDocumentMinor, half?.unassignedAccountMinor, half?.unassignedReason]).toEqual([
      -1250n,
      -1250n,
      'MANUAL_REST',
    ]);
  });

  it('larger than its line reverses the sign of what is left', () => {
    expect(shares(credits(freight, [anOrder('1')], credit(-15_000n))[0]?.entries)).toEqual([[-15_000n, -15_000n]]);
  });

  it('reduces tax that is a cost, and ignores recoverable tax', () => {
    const taxed = aLine({ taxMinor: 2000n, isTaxRecoverable: false, basis: 'QUANTITY' });
    expect(credits(taxed, [anOrder('1')], credit(-1000n, -200n))[0]?.documentMinor).toBe(-1200n);
    expect(credits({ ...taxed, isTaxRecoverable: true }, [anOrder('1')], credit(-1000n, -200n))[0]?.documentMinor).toBe(
      -1000n,
    );
  });
});

const size = (n: bigint) => (n < 0n ? -n : n);
/** Generates any line with one to four credits, each of up to 70% of the line's amount and tax. */
const anyCredited = fc
  .tuple(
    anyCase,
    fc.array(fc.tuple(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 0, max: 700 })), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([{ line, orders: scope }, parts]) => ({
    line,
    scope,
    all: parts.map(([a, t]) => credit((-line.amountMinor * BigInt(a)) / 1000n, (-line.taxMinor * BigInt(t)) / 1000n)),
  }));

describe('any line with any credits', () => {
  it('equals, together with its credits, the conversion and the allocation of what is left', () => {
    let assigned = 0;
    fc.assert(
      fc.property(anyCredited, ({ line, scope, all }) => {
        const own = allocateOrders(line, scope);
        const given = allocateCredits(line, own, all);
        const left = {
          ...line,
          amountMinor: all.reduce((s, c) => s + c.amountMinor, line.amountMinor),
          taxMinor: all.reduce((s, c) => s + c.taxMinor, line.taxMinor),
        };
        expect(given.reduce((s, c) => s + c.documentMinor, own.documentMinor)).toBe(
          allocateOrders(left, scope).documentMinor,
        );
        if (own.accountMinor === null) return;
        const alone = allocateOrders(left, scope);
        expect(given.reduce((s, c) => s + (c.accountMinor ?? 0n), own.accountMinor)).toBe(alone.accountMinor);
        // A MANUAL line has typed shares, which cannot be compared with the shares of the remaining amount.
        if (own.basis === 'MANUAL' || own.entries.length === 0 || alone.entries.length === 0) return;
        assigned += 1;
        for (const entry of own.entries) {
          const sum = (of: (e: Entry) => bigint) =>
            given.reduce((s, c) => s + of(c.entries.find((e) => e.key === entry.key) ?? entry), of(entry));
          const expected = alone.entries.find((e) => e.key === entry.key);
          expect([sum((e) => e.documentMinor), sum((e) => e.accountMinor)]).toEqual([
            expected?.documentMinor,
            expected?.accountMinor,
          ]);
        }
      }),
      { numRuns: runs(400) },
    );
    expect(assigned).toBeGreaterThan(100);
  });

  it('leaves 0 everywhere, in both currencies, once it is credited in full', () => {
    let seen = 0;
    fc.assert(
      fc.property(anyCredited, ({ line, scope, all }) => {
        const rest = credit(
          all.reduce((s, c) => s - c.amountMinor, -line.amountMinor),
          all.reduce((s, c) => s - c.taxMinor, -line.taxMinor),
        );
        const own = allocateOrders(line, scope);
        const given = allocateCredits(line, own, [...all, rest]);
        for (const entry of own.entries) {
          seen += 1;
          const of = given.map((c) => c.entries.find((e) => e.key === entry.key));
          expect(of.reduce((s, e) => s + (e?.documentMinor ?? 0n), entry.documentMinor)).toBe(0n);
          expect(of.reduce((s, e) => s + (e?.accountMinor ?? 0n), entry.accountMinor)).toBe(0n);
        }
        expect(given.reduce((s, c) => s + c.unassignedDocumentMinor, own.unassignedDocumentMinor)).toBe(0n);
      }),
      { numRuns: runs(300) },
    );
    expect(seen).toBeGreaterThan(200);
  });

  it('accounts for each credit to the last minor unit, keeps each share within two of exact, and replays it', () => {
    fc.assert(
      fc.property(anyCredited, ({ line, scope, all }) => {
        const own = allocateOrders(line, scope);
        allocateCredits(line, own, all).forEach((given, i) => {
          expect(given.entries.reduce((s, e) => s + e.documentMinor, given.unassignedDocumentMinor)).toBe(
            given.documentMinor,
          );
          if (given.accountMinor === null) return expect(given.entries).toEqual([]);
          expect(given.entries.reduce((s, e) => s + e.accountMinor, given.unassignedAccountMinor ?? 0n)).toBe(
            given.accountMinor,
          );
          const costTax = line.isTaxRecoverable ? 0n : (all[i]?.taxMinor ?? 0n);
          for (const entry of given.entries) {
            expect(
              size(entry.accountMinor * given.weightTotal - given.accountMinor * entry.weight) < 2n * given.weightTotal,
            ).toBe(true);
            const trace = {
              currency: line.currency,
              accountCurrency: line.accountCurrency,
              lineAmountMinor: all[i]?.amountMinor ?? 0n,
              lineTaxMinor: costTax,
              weight: entry.weight,
              weightTotal: given.weightTotal,
              roundingUnitDocument: entry.roundingUnitDocument,
              roundingUnitAccount: entry.roundingUnitAccount,
              rate: line.currency === line.accountCurrency || line.rate === null ? null : { text: line.rate.text },
              creditBefore: { amountMinor: given.before.amountMinor, taxMinor: given.before.costTaxMinor },
            };
            expect([replayEntry(trace), replayEntryInDocument(trace)]).toEqual([
              entry.accountMinor,
              entry.documentMinor,
            ]);
          }
          return undefined;
        });
      }),
      { numRuns: runs(300) },
    );
  });
});
