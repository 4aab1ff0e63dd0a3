import type { StockMethod } from '@quayside/domain/stock/methods';
import type { Work } from '../../../db/tx.ts';
import { keyOfCost, type LooseCostRow, lotsToJoin, readJoined, saveLooseCosts } from '../rows/loose-costs.queries.ts';
import { readLots, saveLots } from '../rows/lots.queries.ts';

/**
 * Has costs without an order join the lots that they are part of, first in, first out, and leave those that they were
 * part of before (stock §4): after first units of a lot arrived or such a cost was written, and when the method is
 * another. By the moving average they join the pool, so that no lot has any.
 */
export async function joinLots(w: Work, productIds: readonly string[], method: StockMethod): Promise<void> {
  const { costs, lotIds: left } = await readJoined(w, productIds);
  if (costs.length + left.length === 0) return;
  const wanted = method === 'FIFO' ? await lotsToJoin(w, costs) : new Map<string, string>();
  const moved = costs.flatMap((cost): LooseCostRow[] => {
    const lotId = wanted.get(keyOfCost(cost)) ?? null;
    return lotId === cost.lotId ? [] : [{ ...cost, lotId }];
  });
  await saveLooseCosts(w, moved);
  const after = new Map(costs.map((cost) => [keyOfCost(cost), cost]));
  for (const cost of moved) after.set(keyOfCost(cost), cost);
  const lotIds = [...left, ...moved.flatMap(({ lotId }) => lotId ?? [])];
  await saveJoined(w, lotIds, [...after.values()], method);
}

/** Writes what costs without an order add to these lots. */
async function saveJoined(
  w: Work,
  lotIds: readonly string[],
  costs: readonly LooseCostRow[],
  method: StockMethod,
): Promise<void> {
  const lots = await readLots(w, 'id', [...new Set(lotIds)]);
  const joined = new Map<string, bigint>();
  for (const { lotId, amountMinor } of costs)
    if (lotId !== null) joined.set(lotId, (joined.get(lotId) ?? 0n) + amountMinor);
  const written = [...lots.values()].flatMap((before) => {
    const joinedMinor = joined.get(before.id) ?? 0n;
    if (joinedMinor === before.joinedMinor) return [];
    const landedMinor = before.landedMinor === null ? null : before.landedMinor - before.joinedMinor + joinedMinor;
    return [{ before, after: { ...before, landedMinor, joinedMinor } }];
  });
  await saveLots(w, written, () => method === 'FIFO');
}
