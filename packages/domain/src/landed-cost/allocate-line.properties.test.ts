import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareKeys } from '../money/allocate.ts';
import { runs } from '../testing/runs.ts';
import { replayEntry, replayEntryInDocument } from './explain.ts';
import { anyCase, traceOf, allocateOrders } from './testing/lines.ts';
import type { LineAllocation } from './types.ts';

const sorted = (allocation: LineAllocation): LineAllocation => ({
  ...allocation,
  entries: [...allocation.entries].sort((a, b) => compareKeys(a.key, b.key)),
});
const size = (n: bigint): bigint => (n < 0n ? -n : n);
const RUNS = { numRuns: runs(300) };

describe('every line over every scope', () => {
  it('is accounted for to the last minor unit in both currencies', () => {
    fc.assert(
      fc.property(anyCase, ({ line, orders }) => {
        const { entries, documentMinor, accountMinor, unassignedDocumentMinor, unassignedAccountMinor } =
          allocateOrders(line, orders);
        expect(entries.reduce((sum, e) => sum + e.documentMinor, unassignedDocumentMinor)).toBe(documentMinor);
        if (accountMinor === null) expect([unassignedAccountMinor, entries]).toEqual([null, []]);
        else expect(entries.reduce((sum, e) => sum + e.accountMinor, unassignedAccountMinor ?? -1n)).toBe(accountMinor);
      }),
      RUNS,
    );
  });

  it('gives a reason exactly when something is unassigned', () => {
    fc.assert(
      fc.property(anyCase, ({ line, orders }) => {
        const { unassignedReason, unassignedDocumentMinor } = allocateOrders(line, orders);
        expect(unassignedReason !== null).toBe(unassignedDocumentMinor !== 0n);
      }),
      RUNS,
    );
  });

  it('gives the same result for any sequence of the orders and typed shares, and when run again', () => {
    const shuffledCase = anyCase.chain(({ line, orders }) =>
      fc.record({
        line: fc.constant(line),
        orders: fc.constant(orders),
        again: fc.shuffledSubarray(orders, { minLength: orders.length }),
        shares: fc.shuffledSubarray([...line.manualShares], { minLength: line.manualShares.length }),
      }),
    );
    fc.assert(
      fc.property(shuffledCase, ({ line, orders, again, shares }) => {
        const allocation = allocateOrders(line, orders);
        expect(sorted(allocateOrders({ ...line, manualShares: shares }, again))).toEqual(sorted(allocation));
        expect(allocateOrders(line, orders)).toEqual(allocation);
      }),
      RUNS,
    );
  });

  it('keeps each share less than one minor unit from exact, with the sign of the line', () => {
    fc.assert(
      fc.property(anyCase, ({ line, orders }) => {
        const { entries, documentMinor, accountMinor, weightTotal } = allocateOrders(line, orders);
        for (const entry of entries) {
          expect(size(entry.documentMinor * weightTotal - documentMinor * entry.weight) < weightTotal).toBe(true);
          expect(size(entry.accountMinor * weightTotal - (accountMinor ?? 0n) * entry.weight) < weightTotal).toBe(true);
          expect(entry.documentMinor * documentMinor >= 0n && entry.accountMinor * (accountMinor ?? 0n) >= 0n).toBe(
            true,
          );
        }
      }),
      RUNS,
    );
  });

  it('mirrors a credit: the negated line gives the negated entries and rest', () => {
    fc.assert(
      fc.property(anyCase, ({ line, orders }) => {
        const manualShares = line.manualShares.map(({ layerId, amountMinor }) => ({
          layerId,
          packListId: null,
          amountMinor: -amountMinor,
        }));
        const credit = allocateOrders(
          { ...line, amountMinor: -line.amountMinor, taxMinor: -line.taxMinor, manualShares },
          orders,
        );
        const allocation = allocateOrders(line, orders);
        expect(credit.entries.map((e) => [e.key, e.documentMinor, e.accountMinor])).toEqual(
          allocation.entries.map((e) => [e.key, -e.documentMinor, -e.accountMinor]),
        );
        expect(credit.unassignedDocumentMinor).toBe(-allocation.unassignedDocumentMinor);
      }),
      RUNS,
    );
  });

  it('replays from its trace to the stored entry in both currencies', () => {
    let replayed = 0;
    fc.assert(
      fc.property(anyCase, ({ line, orders }) => {
        const allocation = allocateOrders(line, orders);
        for (const entry of allocation.entries) {
          const trace = traceOf(line, allocation, entry);
          expect([replayEntry(trace), replayEntryInDocument(trace)]).toEqual([entry.accountMinor, entry.documentMinor]);
          replayed += 1;
        }
      }),
      RUNS,
    );
    expect(replayed).toBeGreaterThan(150);
  });
});
