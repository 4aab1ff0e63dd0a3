import type { CostCategory } from '@quayside/domain/lists';
import { lotsOf } from '@quayside/domain/shipments/lots';
import type { Work } from '../../../db/tx.ts';
import { entrySums, packedOrders } from './lot-costs.views.ts';

/** What the pack lists of an order cost, and what is left with its unpacked units. */
export type OrderLots = ReturnType<typeof lotsOf> & {
  /**
   * False: the order has no exchange rate. What is booked on it so far is not what its lots cost, which nobody knows
   * (stock §2).
   */
  readonly isRated: boolean;
};

/** Costs that a change adds, by order and pack list as `lotKey` has them. */
export type AddedCosts = ReadonlyMap<string, { readonly landedMinor: bigint; readonly factoryMinor: bigint }>;

/** An order as a whole (`packListId` null), or one of its pack lists. */
export const lotKey = (orderId: string, packListId: string | null): string => `${orderId} ${packListId ?? ''}`;

/**
 * What each pack list of these orders costs (stock §2), by order: its own entries, and its part of what its order bears
 * as a whole. `withoutOwn`: own entries of these categories are left out, as if nothing had been booked for the
 * shipment yet. `added`: as if these costs were booked, too.
 */
export async function lotCostsOf(
  w: Work,
  orderIds: readonly string[],
  withoutOwn: readonly CostCategory[] = [],
  added: AddedCosts = new Map(),
): Promise<Map<string, OrderLots>> {
  const ids = [...new Set(orderIds)];
  const orders = await packedOrders(w, ids);
  const sums = new Map((await entrySums(w, ids, withoutOwn)).map((row) => [lotKey(row.orderId, row.packListId), row]));
  const amountsOf = (orderId: string, packListId: string | null) => {
    const key = lotKey(orderId, packListId);
    const [booked, more] = [sums.get(key), added.get(key)];
    return {
      landedMinor: (booked?.landedMinor ?? 0n) + (more?.landedMinor ?? 0n),
      factoryMinor: (booked?.factoryMinor ?? 0n) + (more?.factoryMinor ?? 0n),
    };
  };
  return new Map(
    orders.map(({ id, units, isRated, packLists }) => [
      id,
      {
        isRated,
        ...lotsOf({
          units,
          asWhole: amountsOf(id, null),
          packLists: packLists.map((row) => ({ ...row, own: amountsOf(id, row.id) })),
        }),
      },
    ]),
  );
}

/** What each pack list of these orders costs as a lot, by its id; null while its order has no exchange rate. */
export async function lotTotalsOf(w: Work, orderIds: readonly string[]): Promise<Map<string, LotTotals>> {
  const orders = await lotCostsOf(w, orderIds);
  return new Map(
    [...orders.values()].flatMap(({ isRated, lots }) =>
      lots.map(({ id, units, landedMinor, factoryMinor }): [string, LotTotals] => [
        id,
        isRated ? { units, landedMinor, factoryMinor } : { units, landedMinor: null, factoryMinor: null },
      ]),
    ),
  );
}
type LotTotals =
  | { readonly units: bigint; readonly landedMinor: bigint; readonly factoryMinor: bigint }
  | { readonly units: bigint; readonly landedMinor: null; readonly factoryMinor: null };
