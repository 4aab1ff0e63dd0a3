import type { Work } from '../../../db/tx.ts';
import { changed, emit } from '../../../events/outbox.ts';
import { firstDays } from '../rows/first-days.ts';
import {
  costsWithoutOrder,
  deleteLooseCosts,
  keyOfCost,
  type LooseCostRow,
  readLooseCosts,
  saveLooseCosts,
} from '../rows/loose-costs.queries.ts';
import { joinLots } from '../replay/loose-costs.service.ts';
import { methodsOf } from '../rows/methods.queries.ts';
import { replayStock } from '../replay/replay.service.ts';

/**
 * Brings up to date what stock knows of the costs that no order of these products bears, after they were written
 * (stock §4). First in, first out they are part of the total of a lot; by the moving average they join the pool on
 * their day, and what left since is replayed. The caller holds the cost lock.
 */
export async function syncLooseCosts(w: Work, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  const { gone, fresh, days } = differenceOf(
    await readLooseCosts(w, productIds),
    await costsWithoutOrder(w, productIds),
  );
  if (gone.length + fresh.length === 0) return;
  await deleteLooseCosts(w, gone);
  await saveLooseCosts(w, fresh);
  const from = firstDays(days);
  const { isReplayed } = await methodsOf(w, [...from.keys()]);
  const joining = [...from.keys()].filter((id) => !isReplayed(id));
  await joinLots(w, joining, 'FIFO');
  if (joining.length > 0) await emit(w, changed('stock', joining));
  await replayStock(w, new Map([...from].filter(([id]) => isReplayed(id))));
}

/** Costs that are not there any more, costs that are new or others, and the days on which anything changed. */
function differenceOf(stored: readonly LooseCostRow[], present: readonly Omit<LooseCostRow, 'lotId'>[]) {
  const known = new Map(stored.map((cost) => [keyOfCost(cost), cost]));
  const fresh = present.flatMap((cost): LooseCostRow[] => {
    const before = known.get(keyOfCost(cost));
    const isSame = before?.day === cost.day && before.amountMinor === cost.amountMinor;
    return isSame ? [] : [{ ...cost, lotId: before?.lotId ?? null }];
  });
  const kept = new Set(present.map(keyOfCost));
  const gone = stored.filter((cost) => !kept.has(keyOfCost(cost)));
  const before = fresh.flatMap((cost) => known.get(keyOfCost(cost)) ?? []);
  return { gone, fresh, days: [...gone, ...fresh, ...before] };
}
