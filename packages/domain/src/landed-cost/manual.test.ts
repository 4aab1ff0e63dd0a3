import { describe, expect, it } from 'vitest';
import { shortened } from '../testing/in-short.ts';
import { checkManualShares } from './manual.ts';
import { anOrder, aLine, rateOf, allocateOrders } from './testing/lines.ts';
import type { CostLine } from './types.ts';

const orders = [anOrder('1'), anOrder('2'), anOrder('3')];
const shares = (...amounts: (readonly [string, bigint])[]): CostLine['manualShares'] =>
  amounts.map(([key, amountMinor]) => ({ layerId: `order-${key}`, packListId: null, amountMinor }));
const manual = (change: Partial<CostLine>): CostLine => aLine({ basis: 'MANUAL', ...change });

describe('checkManualShares', () => {
  it.each<[string, Partial<CostLine>]>([
    ['less than the line', { manualShares: shares(['1', 2500n], ['2', 500n]) }],
    ['all of the line', { manualShares: shares(['1', 2500n], ['2', 7500n]) }],
    [
      'all of the line with its tax',
      { taxMinor: 2000n, isTaxRecoverable: false, manualShares: shares(['1', 12_000n]) },
    ],
    ['a share of 0', { manualShares: shares(['1', 0n]) }],
    ['no shares', { manualShares: [] }],
    ['negative shares of a negative line', { amountMinor: -10_000n, manualShares: shares(['1', -10_000n]) }],
    ['a share of 0 of a line of 0', { amountMinor: 0n, manualShares: shares(['1', 0n]) }],
  ])('accepts %s', (_what, change) => {
    expect(checkManualShares(manual(change), orders)).toEqual({ ok: true, value: undefined });
  });

  it.each<[string, Partial<CostLine>, string]>([
    [
      'more than the line',
      { manualShares: shares(['1', 5000n], ['2', 5001n]) },
      'share.too_much GBP 100.01 GBP 100.00',
    ],
    [
      'tax that is no cost',
      { taxMinor: 2000n, manualShares: shares(['1', 12_000n]) },
      'share.too_much GBP 120.00 GBP 100.00',
    ],
    [
      'more than a negative line',
      { amountMinor: -100n, manualShares: shares(['1', -101n]) },
      'share.too_much GBP −1.01 GBP −1.00',
    ],
    ['the opposite sign', { manualShares: shares(['1', 5000n], ['2', -1n]) }, 'share.sign'],
    ['a share of a line of 0', { amountMinor: 0n, manualShares: shares(['1', 5n], ['2', -5n]) }, 'share.sign'],
    ['an order twice', { manualShares: shares(['1', 1n], ['1', 1n]) }, 'share.twice'],
    ['an order outside the scope', { manualShares: shares(['9', 1n]) }, 'share.not_in_scope'],
  ])('refuses %s', (_what, change, message) => {
    expect(shortened(checkManualShares(manual(change), orders))).toEqual({ ok: false, code: 'bad_input', message });
  });
});

describe('a manually spread line', () => {
  it('gives each order its typed share and leaves the rest unassigned', () => {
    const allocation = allocateOrders(manual({ manualShares: shares(['2', 2500n], ['1', 500n], ['3', 0n]) }), orders);
    expect(allocation.entries.map((e) => [e.key, e.documentMinor, e.accountMinor, e.weight])).toEqual([
      ['2', 2500n, 2500n, 2500n],
      ['1', 500n, 500n, 500n],
    ]);
    expect([
      allocation.unassignedDocumentMinor,
      allocation.unassignedAccountMinor,
      allocation.unassignedReason,
    ]).toEqual([7000n, 7000n, 'MANUAL_REST']);
    expect([allocation.basis, allocation.measure, allocation.weightTotal]).toEqual(['MANUAL', 'AMOUNT', 10_000n]);
  });

  it('has no rest when the whole amount is typed', () => {
    const allocation = allocateOrders(manual({ manualShares: shares(['1', 3000n], ['2', 7000n]) }), orders);
    expect([
      allocation.unassignedDocumentMinor,
      allocation.unassignedAccountMinor,
      allocation.unassignedReason,
    ]).toEqual([0n, 0n, null]);
  });

  it('spreads the converted total over shares and rest: 1.00 USD at 0.5 in 0.33, 0.33 and a rest of 0.34', () => {
    const line = manual({
      amountMinor: 100n,
      currency: 'USD',
      rate: rateOf('0.5'),
      manualShares: shares(['1', 33n], ['2', 33n]),
    });
    const allocation = allocateOrders(line, orders);
    // The exact shares are 16.5, 16.5 and 17. One cent is missing, and the order with the smaller number gets it.
    expect(allocation.entries.map((e) => [e.documentMinor, e.accountMinor])).toEqual([
      [33n, 17n],
      [33n, 16n],
    ]);
    expect([allocation.unassignedDocumentMinor, allocation.unassignedAccountMinor]).toEqual([34n, 17n]);
  });

  it('gives the rest a rounding unit only after every share with the same fraction has one', () => {
    const line = manual({ amountMinor: 100n, currency: 'USD', rate: rateOf('0.01'), manualShares: shares(['1', 50n]) });
    const allocation = allocateOrders(line, orders);
    expect([allocation.entries[0]?.accountMinor, allocation.unassignedAccountMinor]).toEqual([1n, 0n]);
  });

  it('mirrors a negative line', () => {
    const line = manual({
      amountMinor: -100n,
      currency: 'USD',
      rate: rateOf('0.5'),
      manualShares: shares(['1', -33n], ['2', -33n]),
    });
    const allocation = allocateOrders(line, orders);
    expect(allocation.entries.map((e) => [e.documentMinor, e.accountMinor, e.roundingUnitAccount])).toEqual([
      [-33n, -17n, -1n],
      [-33n, -16n, 0n],
    ]);
    expect([allocation.unassignedDocumentMinor, allocation.unassignedAccountMinor]).toEqual([-34n, -17n]);
  });

  it.each<[string, Partial<CostLine>]>([
    ['nothing is given yet', { manualShares: [] }],
    ['every share is 0', { manualShares: shares(['1', 0n]) }],
    ['the line has become smaller than its shares', { amountMinor: 99n, manualShares: shares(['1', 100n]) }],
    ['the only share belongs to an order that left the scope', { manualShares: shares(['9', 100n]) }],
  ])('is unassigned as a whole when %s', (_when, change) => {
    const allocation = allocateOrders(manual(change), orders);
    expect([allocation.entries, allocation.unassignedReason, allocation.unassignedDocumentMinor]).toEqual([
      [],
      'MANUAL_REST',
      allocation.documentMinor,
    ]);
  });

  it('preserves the other shares when an order leaves the scope', () => {
    const allocation = allocateOrders(manual({ manualShares: shares(['9', 100n], ['1', 200n]) }), orders);
    expect(allocation.entries.map((e) => [e.key, e.documentMinor])).toEqual([['1', 200n]]);
  });
});
