import type { Work } from '../../../db/tx.ts';
import type { ExpectedRow } from '../rows/expected.views.ts';
import { readLots, saveLots } from '../rows/lots.queries.ts';
import type { LotRow } from '../stock.types.ts';

/**
 * Makes lots of pack lists of which units did not arrive. What they cost is worked out afterwards, by `syncLotTotals`,
 * which also makes them.
 */
export async function makeLots(w: Work, packLists: readonly ExpectedRow[]): Promise<void> {
  const ids = packLists.map(({ id }) => id);
  const known = await readLots(w, 'id', ids);
  const missing = packLists.filter(({ id }) => !known.has(id));
  await saveLots(
    w,
    missing.map((packList) => ({ before: undefined, after: newLot(packList) })),
    () => false,
  );
}

/** The lot of a pack list of which nothing has arrived yet, without its costs. */
export const newLot = ({ id, productId, orderId, number, units }: ExpectedRow): LotRow => ({
  id,
  productId,
  kind: 'PACK_LIST',
  orderId,
  number,
  firstDay: null,
  units,
  landedMinor: 0n,
  factoryMinor: 0n,
  joinedMinor: 0n,
  received: 0n,
  taken: 0n,
});
