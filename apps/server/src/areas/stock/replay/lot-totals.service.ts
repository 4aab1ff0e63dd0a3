import type { Work } from '../../../db/tx.ts';
import { changed, emit } from '../../../events/outbox.ts';
import { lotTotalsOf } from '../../costs/public.ts';
import type { ExpectedRow } from '../rows/expected.views.ts';
import { newLot } from './lot-making.service.ts';
import { readLots, saveLots, withoutLots, type WrittenLot } from '../rows/lots.queries.ts';
import { methodsOf } from '../rows/methods.queries.ts';
import { firstDays } from '../rows/first-days.ts';
import { replayStock } from './replay.service.ts';
import type { LotRow } from '../stock.types.ts';

/** Whether a lot has other units, or costs something else, than is stored. */
const isOther = ({ before, after }: WrittenLot): boolean =>
  before?.units !== after.units ||
  before.landedMinor !== after.landedMinor ||
  before.factoryMinor !== after.factoryMinor;

/** A lot of which nothing arrived and whose pack list is gone: it has no units, and bears no cost. */
const withoutUnits = (lot: LotRow): LotRow => ({ ...lot, units: 0n, landedMinor: lot.joinedMinor, factoryMinor: 0n });

/**
 * Brings up to date what the lots of these orders cost and how many units they have (stock §2), after their costs,
 * units or pack lists were written. What was taken of them is restated with that: first in, first out its cost follows
 * from the total; by the moving average it is replayed from the first receipt of the lot on. Pack lists that are
 * `arriving` become lots with their costs, if they are none yet.
 */
export async function syncLotTotals(
  w: Work,
  orderIds: readonly string[],
  arriving: readonly ExpectedRow[] = [],
): Promise<void> {
  const stored = await readLots(w, 'order_id', orderIds);
  const others = await withoutLots(
    w,
    arriving.map(({ id }) => id),
  );
  const made = arriving.filter(({ id }) => others.has(id)).map((row) => newLot(row));
  const lots: WrittenLot[] = [
    ...[...stored.values()].map((lot) => ({ before: lot, after: lot })),
    ...made.map((lot) => ({ before: undefined, after: lot })),
  ];
  if (lots.length === 0) return;
  const withLots = new Set(lots.flatMap(({ after }) => after.orderId ?? []));
  const costs = await lotTotalsOf(w, [...withLots]);
  const priced = lots.map(({ before, after }): WrittenLot => {
    const cost = costs.get(after.id);
    if (!cost) return { before, after: after.received === 0n ? withoutUnits(after) : after };
    const { units, factoryMinor } = cost;
    const landedMinor = cost.landedMinor === null ? null : cost.landedMinor + after.joinedMinor;
    return { before, after: { ...after, units, landedMinor, factoryMinor } };
  });
  const written = priced.filter(isOther);
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
