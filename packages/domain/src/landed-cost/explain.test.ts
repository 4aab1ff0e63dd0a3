import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type EntryTrace,
  type ExplainTree,
  type Replayable,
  replayEntry,
  replayEntryInDocument,
  replayTree,
} from './explain.ts';
import { anOrder, aLine, anyLineOver, anyScope, rateOf, scopeOf, traceOf, allocateOrders } from './testing/lines.ts';
import { sumEntries } from './totals.ts';

const trace: Replayable = {
  currency: 'USD',
  accountCurrency: 'GBP',
  lineAmountMinor: 10_000n,
  lineTaxMinor: 0n,
  weight: 1n,
  weightTotal: 3n,
  roundingUnitDocument: 1n,
  roundingUnitAccount: 0n,
  rate: { text: '0.7925' },
};

describe('replaying an entry', () => {
  it.each<[string, Partial<Replayable>, bigint, bigint]>([
    ['100.00 USD at 0.7925 is 79.25; a third is 26.41 and no rounding unit; 33.33 USD and one', {}, 2641n, 3334n],
    [
      'a credit: floors of the absolute value, sign put back',
      { lineAmountMinor: -10_000n, roundingUnitDocument: -1n },
      -2641n,
      -3334n,
    ],
    [
      'in the currency of the account there is nothing to convert',
      { currency: 'GBP', rate: null, lineTaxMinor: 2_000n, roundingUnitAccount: 1n },
      4001n,
      4001n,
    ],
    [
      'amount and tax are converted each for itself',
      { lineAmountMinor: 100n, lineTaxMinor: 100n, weightTotal: 1n, roundingUnitDocument: 0n, rate: { text: '0.785' } },
      158n,
      200n,
    ],
    ['a weight of 0 is a share of 0', { weight: 0n, roundingUnitDocument: 0n }, 0n, 0n],
  ])('%s', (_reason, change, account, document) => {
    expect([replayEntry({ ...trace, ...change }), replayEntryInDocument({ ...trace, ...change })]).toEqual([
      account,
      document,
    ]);
  });

  it('throws for an invalid rate', () => {
    expect(() => replayEntry({ ...trace, rate: { text: '' } })).toThrow('Not a rate');
  });
});

describe('replaying a tree', () => {
  const orders = [anOrder('PO-1', { units: 100n }), anOrder('PO-2', { units: 200n })];
  const traces = (line: ReturnType<typeof aLine>, scope = orders): EntryTrace[] => {
    const allocation = allocateOrders(line, scope);
    return allocation.entries.map((entry) => traceOf(line, allocation, entry));
  };
  const tree = (...entries: readonly (EntryTrace | undefined)[]): Pick<ExplainTree, 'layers' | 'layerless'> => ({
    layers: [
      {
        layerId: 'order-PO-1',
        key: 'PO-1',
        date: '2026-11-20',
        units: 100n,
        entries: entries.filter((e) => e !== undefined),
      },
    ],
    layerless: [],
  });

  it('adds up goods, freight in dollars and a photo shoot without an order', () => {
    const goods = traces(
      aLine({ category: 'FACTORY_INVOICE', productId: 'product-PO-1', amountMinor: 50_000n, isOwnOrderLine: true }),
      [anOrder('PO-1')],
    );
    const freight = traces(aLine({ category: 'SHIPPING', basis: 'QUANTITY', currency: 'USD', rate: rateOf('0.7925') }));
    const photos = traces(aLine({ category: 'PHOTOGRAPHY', productId: 'product-PO-1', amountMinor: 2_500n }), []);
    // 100.00 USD are 79.25 GBP. The exact shares are 26.41 2/3 (PO-1) and 52.83 1/3 (PO-2). The missing penny goes to
    // PO-1, which has the larger fraction.
    expect(replayTree({ ...tree(goods[0], freight[0]), layerless: photos })).toEqual({
      factoryMinor: 50_000n,
      inboundMinor: 2_642n + 2_500n,
      landedMinor: 55_142n,
    });
  });

  it('ignores excluded and superseded entries', () => {
    const [excluded] = traces(aLine({ excluded: true }));
    const [current] = traces(aLine({ amountMinor: 300n }));
    const superseded = current && { ...current, supersededAt: '2026-11-20T10:00:00Z' };
    expect(replayTree(tree(excluded, superseded, current))).toEqual({
      factoryMinor: 0n,
      inboundMinor: 100n,
      landedMinor: 100n,
    });
  });

  it('gives the stored totals of every product, for any lines', () => {
    const cases = anyScope.chain((scope) =>
      fc.record({ scope: fc.constant(scope), lines: fc.array(anyLineOver(scope), { maxLength: 5 }) }),
    );
    fc.assert(
      fc.property(cases, ({ scope, lines }) => {
        const all = lines.flatMap((line) => {
          const allocation = allocateOrders(line, scopeOf(line, scope));
          return allocation.entries.map((entry) => ({ entry, trace: traceOf(line, allocation, entry) }));
        });
        for (const productId of ['product-A', 'product-B', 'product-C', 'product-D']) {
          const own = all.filter(({ entry }) => entry.productId === productId);
          const stored = sumEntries(
            own.map(({ entry, trace: { category, excluded } }) => ({
              category,
              excluded,
              accountMinor: entry.accountMinor,
            })),
            0n,
          );
          const replayed = replayTree({
            layers: scope.map(({ layerId, key, units }) => ({
              layerId,
              key,
              units,
              date: '2026-11-20',
              entries: own.filter(({ entry }) => entry.layerId === layerId).map((e) => e.trace),
            })),
            layerless: own.filter(({ entry }) => entry.layerId === null).map((e) => e.trace),
          });
          expect(replayed).toEqual({
            factoryMinor: stored.factoryMinor,
            inboundMinor: stored.inboundMinor,
            landedMinor: stored.landedMinor,
          });
        }
      }),
    );
  });
});
