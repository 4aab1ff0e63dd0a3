import { applyDelta, NO_TOTALS, type TotalledEntry } from '@quayside/domain/landed-cost/totals';
import type { StoredTotals } from '../rows/totals.queries.ts';

/**
 * Collects how the totals of products change: the entries that were removed and added, and the change in units; and the
 * orders and the products without order that they belong to.
 */
export class TotalsChanges {
  readonly #parts = new Map<
    string,
    { removed: TotalledEntry[]; added: TotalledEntry[]; units: bigint; provisional: number }
  >();
  readonly #orders = new Set<string>();
  readonly #withoutOrder = new Set<string>();
  #of(productId: string) {
    const part = this.#parts.get(productId) ?? { removed: [], added: [], units: 0n, provisional: 0 };
    this.#parts.set(productId, part);
    return part;
  }
  units(productId: string, by: bigint): void {
    if (by !== 0n) this.#of(productId).units += by;
  }
  entry(productId: string, entry: TotalledEntry, sign: 1 | -1, isProvisional: boolean): void {
    const part = this.#of(productId);
    (sign === 1 ? part.added : part.removed).push(entry);
    if (isProvisional && !entry.excluded) part.provisional += sign;
  }
  order(orderId: string): void {
    this.#orders.add(orderId);
  }
  /** An entry of this order, or of the product without an order (null), was added or removed. */
  entryOf(productId: string, orderId: string | null): void {
    if (orderId === null) this.#withoutOrder.add(productId);
    else this.#orders.add(orderId);
  }
  provisional(productId: string, by: number): void {
    this.#of(productId).provisional += by;
  }
  get productIds(): string[] {
    return [...this.#parts.keys()];
  }
  get orderIds(): string[] {
    return [...this.#orders];
  }
  get productIdsWithoutOrder(): string[] {
    return [...this.#withoutOrder];
  }
  apply(stored: ReadonlyMap<string, StoredTotals>): Map<string, StoredTotals> {
    return new Map(
      [...this.#parts].map(([id, part]) => {
        const before = stored.get(id);
        const totals = applyDelta(
          before ? { ...before, landedMinor: before.factoryMinor + before.inboundMinor } : NO_TOTALS,
          { entries: part.removed, units: 0n },
          { entries: part.added, units: part.units },
        );
        return [id, { ...totals, provisionalCount: (before?.provisionalCount ?? 0) + part.provisional }];
      }),
    );
  }
}
