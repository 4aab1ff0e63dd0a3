import type { Work } from '../../db/tx.ts';
import { changed, emit } from '../../events/outbox.ts';
import { lotCostsOf } from '../costs/public.ts';
import { readLots, saveLots } from './lots.queries.ts';
import { methodsOf } from './methods.queries.ts';
import { firstDays } from './first-days.ts';
import { replayStock } from './replay.service.ts';

/**
 * Brings up to date what the lots of these orders cost and how many units they have (stock §2), after their costs,
 * units or pack lists were written. What was taken of them is restated with that: first in, first out its cost follows
 * from the total; by the moving average it is replayed from the first receipt of the lot on.
 */
export async function syncLotTotals(w: Work, orderIds: readonly string[]): Promise<void> {
  const lots = await readLots(w, 'order_id', orderIds);
  if (lots.size === 0) return;
  const orders = new Set([...lots.values()].flatMap(({ orderId }) => orderId ?? []));
  const costs = new Map(
    [...(await lotCostsOf(w, [...orders])).values()].flatMap(({ lots: own }) => own.map((lot) => [lot.id, lot])),
  );
  const written = [...lots.values()].flatMap((before) => {
    const cost = costs.get(before.id);
    if (!cost) return [];
    const { units, factoryMinor } = cost;
    const landedMinor = cost.landedMinor + before.joinedMinor;
    const isSame = before.units === units && before.landedMinor === landedMinor && before.factoryMinor === factoryMinor;
    return isSame ? [] : [{ before, after: { ...before, units, landedMinor, factoryMinor } }];
  });
  if (written.length === 0) return;
  const productIds = [...new Set(written.map(({ after }) => after.productId))];
  const { isReplayed } = await methodsOf(w, productIds);
  await saveLots(w, written, (productId) => !isReplayed(productId));
  const restated = productIds.filter((id) => !isReplayed(id));
  if (restated.length > 0) await emit(w, changed('stock', restated));
  const arrived = written.flatMap(({ after: { productId, firstDay } }) =>
    firstDay !== null && isReplayed(productId) ? { productId, day: firstDay } : [],
  );
  await replayStock(w, firstDays(arrived));
}
