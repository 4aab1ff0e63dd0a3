import type { Work } from '../../db/tx.ts';
import { type ExpectedRow, readExpected } from './expected.views.ts';
import { readLots, saveLots } from './lots.queries.ts';

/**
 * Makes lots of pack lists of which units arrived, or did not arrive. What they cost is worked out afterwards, by
 * `syncLotTotals`.
 */
export async function makeLots(w: Work, packLists: readonly ExpectedRow[]): Promise<void> {
  const ids = packLists.map(({ id }) => id);
  const known = await readLots(w, 'id', ids);
  const numbers = new Map((await readExpected(w, 'id', ids)).map(({ id, number }) => [id, number]));
  await saveLots(
    w,
    packLists
      .filter(({ id }) => !known.has(id))
      .map(({ id, productId, orderId, units }) => ({
        before: undefined,
        after: {
          id,
          productId,
          kind: 'PACK_LIST',
          orderId,
          number: numbers.get(id) ?? 0n,
          firstDay: null,
          units,
          landedMinor: 0n,
          factoryMinor: 0n,
          joinedMinor: 0n,
          received: 0n,
          taken: 0n,
        },
      })),
    () => false,
  );
}
