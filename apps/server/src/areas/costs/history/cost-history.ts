import type { OrderRef } from '@quayside/contracts/order-ref';
import type { CostCategory } from '@quayside/domain/lists';
import { abs } from '@quayside/domain/money/money';

/** The cost that one invoice added to a product, with the date of the invoice. */
export interface DatedCost {
  readonly date: string;
  readonly invoice: { readonly id: string; readonly number: string; readonly supplierName: string | null };
  readonly costTypes: readonly CostCategory[];
  readonly factoryMinor: bigint;
  readonly inboundMinor: bigint;
}
/** A supplier order with its date, and all costs that have been assigned to it since. */
export interface DatedOrder {
  readonly date: string;
  readonly ref: OrderRef;
  readonly invoice: { readonly id: string; readonly number: string };
  readonly units: bigint;
  readonly landedMinor: bigint;
}
/** The cumulative units and sums up to a day, and what changed them on that day. */
export interface HistoryPoint {
  readonly date: string;
  readonly units: bigint;
  readonly factoryMinor: bigint;
  readonly inboundMinor: bigint;
  readonly causes: readonly DatedCost[];
  readonly deliveries: readonly DatedOrder[];
}

const bySize = (a: DatedCost, b: DatedCost): number => {
  const [x, y] = [abs(a.factoryMinor + a.inboundMinor), abs(b.factoryMinor + b.inboundMinor)];
  return x === y ? (a.invoice.number < b.invoice.number ? -1 : 1) : x > y ? -1 : 1;
};

/**
 * Computes the cumulative costs and units of a product, oldest day first, with one point for every day that has an
 * order or an invoice whose costs count.
 */
export function costHistory(costs: readonly DatedCost[], orders: readonly DatedOrder[]): HistoryPoint[] {
  const [costsOf, ordersOf] = [Map.groupBy(costs, (c) => c.date), Map.groupBy(orders, (o) => o.date)];
  const days = [...new Set([...costsOf.keys(), ...ordersOf.keys()])].sort();
  const running = { units: 0n, factoryMinor: 0n, inboundMinor: 0n };
  return days.map((date) => {
    const [causes, deliveries] = [costsOf.get(date) ?? [], ordersOf.get(date) ?? []];
    for (const c of causes) {
      running.factoryMinor += c.factoryMinor;
      running.inboundMinor += c.inboundMinor;
    }
    for (const o of deliveries) running.units += o.units;
    return {
      date,
      ...running,
      causes: causes.toSorted(bySize),
      deliveries: deliveries.toSorted((a, b) => (a.ref.number < b.ref.number ? -1 : 1)),
    };
  });
}
