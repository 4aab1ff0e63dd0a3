// Which carton rows of a plan are those that a factory's packing list names.

/** The units of one product in one carton of a packing list. */
export interface WantedContent {
  readonly productId: string;
  /** The orders that the list chooses; null: any. */
  readonly orderIds: ReadonlySet<string> | null;
  readonly unitsPerCarton: bigint;
}
/** So many identical cartons of a packing list. */
export interface WantedCartons {
  readonly count: bigint;
  readonly contents: readonly WantedContent[];
}
/** A pack list that the plan has. */
export interface HeldPackList {
  readonly id: string;
  readonly number: bigint;
  readonly productId: string;
  readonly orderId: string;
  readonly units: bigint;
  readonly cartonId: string | null;
}
/** A carton row that the plan has. */
export interface HeldCartons {
  readonly id: string;
  readonly count: bigint;
}

/** What all cartons with the same contents have in common. */
const keyOf = (count: bigint, contents: readonly { readonly productId: string; readonly units: bigint }[]): string =>
  JSON.stringify([
    String(count),
    ...[...Map.groupBy(contents, ({ productId }) => productId)]
      .map(([id, all]) => `${id} ${all.reduce((sum, { units }) => sum + units, 0n)}`)
      .toSorted(),
  ]);

/** Whether the pack lists of a row are of the orders that the list chooses for its cartons. */
const isOfOrders = (wanted: WantedCartons, held: readonly HeldPackList[]): boolean =>
  [...Map.groupBy(wanted.contents, ({ productId, orderIds }) => groupKey(productId, orderIds)).values()].every(
    (all) => {
      const [{ productId, orderIds } = { productId: '', orderIds: null }] = all;
      if (orderIds === null) return true;
      const units = held
        .filter((one) => one.productId === productId && orderIds.has(one.orderId))
        .reduce((sum, one) => sum + one.units, 0n);
      return units === wanted.count * all.reduce((sum, { unitsPerCarton }) => sum + unitsPerCarton, 0n);
    },
  );

/** What tells the units of one choice of orders from others. */
export const groupKey = (productId: string, orderIds: ReadonlySet<string> | null): string =>
  orderIds === null ? productId : `${productId} ${[...orderIds].toSorted().join(' ')}`;

/**
 * Finds for each row of cartons of a packing list the row of the plan that has the same contents, each at most once.
 * `isLike` prefers a row whose measures and marks agree too. The result has the ids in the sequence of `wanted`.
 */
export function matchCartons(
  wanted: readonly WantedCartons[],
  rows: readonly HeldCartons[],
  packLists: readonly HeldPackList[],
  isLike: (at: number, cartonId: string) => boolean,
): (string | null)[] {
  const contents = Map.groupBy(packLists, ({ cartonId }) => cartonId);
  const free = Map.groupBy(rows, ({ id, count }) =>
    keyOf(
      count,
      (contents.get(id) ?? []).map(({ productId, units }) => ({ productId, units: units / count })),
    ),
  );
  const found = wanted.map((): string | null => null);
  for (const isExact of [true, false])
    for (const [at, cartons] of wanted.entries()) {
      if (found[at] !== null) continue;
      const same = free.get(keyOf(cartons.count, cartons.contents.map(withUnits))) ?? [];
      const place = same.findIndex(
        ({ id }) => isOfOrders(cartons, contents.get(id) ?? []) && (!isExact || isLike(at, id)),
      );
      if (place < 0) continue;
      found[at] = same.splice(place, 1)[0]?.id ?? null;
    }
  return found;
}

const withUnits = ({ productId, unitsPerCarton: units }: WantedContent) => ({ productId, units });
