import { describe, expect, it } from 'vitest';
import { costHistory, type DatedCost, type DatedOrder } from './cost-history.ts';

const cost = (date: string, number: string, factoryMinor: bigint, inboundMinor = 0n): DatedCost => ({
  date,
  invoice: { id: number, number, supplierName: null },
  costTypes: [],
  factoryMinor,
  inboundMinor,
});
const order = (date: string, number: string, units: bigint): DatedOrder => ({
  date,
  ref: { id: number, number, invoiceNumber: 'NB-7001', linePosition: 1 },
  invoice: { id: '', number: '' },
  units,
  landedMinor: 0n,
});
const sums = (costs: DatedCost[], orders: DatedOrder[]) =>
  costHistory(costs, orders).map((p) => [p.date, p.units, p.factoryMinor, p.inboundMinor]);

describe('the cumulative sums of a product', () => {
  it('have one point per day with a cost or an order, oldest first, for any order of the rows', () => {
    const costs = [cost('2026-03-05', 'B', 0n, 70n), cost('2026-01-09', 'A', 500n), cost('2026-04-01', 'C', 300n)];
    const orders = [order('2026-04-01', 'SO-2', 5n), order('2026-01-09', 'SO-1', 10n), order('2026-02-01', 'SO-3', 1n)];
    expect(sums(costs, orders)).toEqual([
      ['2026-01-09', 10n, 500n, 0n],
      ['2026-02-01', 11n, 500n, 0n],
      ['2026-03-05', 11n, 500n, 70n],
      ['2026-04-01', 16n, 800n, 70n],
    ]);
  });

  it('are empty without costs and orders', () => {
    expect(costHistory([], [])).toEqual([]);
  });

  it('add up all changes of one day, and name the largest cause first, credits by absolute amount', () => {
    const [point] = costHistory(
      [
        cost('2026-01-01', 'S', 10n),
        cost('2026-01-01', 'CN', -90n),
        cost('2026-01-01', 'L', 40n, 40n),
        cost('2026-01-01', 'K', 0n, 10n),
      ],
      [order('2026-01-01', 'SO-2', 1n), order('2026-01-01', 'SO-1', 2n)],
    );
    expect(point).toMatchObject({ units: 3n, factoryMinor: -40n, inboundMinor: 50n });
    expect(point?.causes.map((c) => c.invoice.number)).toEqual(['CN', 'L', 'K', 'S']);
    expect(point?.deliveries.map((o) => o.ref.number)).toEqual(['SO-1', 'SO-2']);
  });
});
