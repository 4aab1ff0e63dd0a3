import type { BodyOut, ResponseOf } from '@quayside/contracts/endpoint';
import type { postInventoryBalanceUpdates } from '@quayside/contracts/stock/stock-movements';
import { say } from '@quayside/contracts/texts/catalogue';
import { formatAmount } from '@quayside/domain/money/money';
import { ruleText } from '@quayside/domain/refusal';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { withoutTrace } from '../../../db/without-trace.ts';
import { changed, record } from '../../../events/outbox.ts';
import { fieldError } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { createOperation } from '../../undo/public.ts';
import { firstRepeat } from './counts.repeats.ts';
import { type Counted, type CountRow, insertCounts, readCounted } from '../rows/movements.queries.ts';
import { MOVE_OPERATION, requireProducts } from '../movements/movements.service.ts';
import { refuseBundlesAmong } from '../movements/no-bundles.service.ts';
import { firstDays } from '../rows/first-days.ts';
import { replayStock } from '../replay/replay.service.ts';

type CountsBody = BodyOut<typeof postInventoryBalanceUpdates>;
type Answer = ResponseOf<typeof postInventoryBalanceUpdates>;

/** Records what was counted, all rows or none. A preview says what the counts would find, and stores nothing. */
export async function recordCounts(w: Work, { updates, preview }: CountsBody): Promise<Answer> {
  await lockCosts(w);
  const productIds = updates.map(({ productId }) => productId);
  const field = (i: number) => `updates.${i}.productId`;
  const contents = await requireProducts(w, productIds, field);
  refuseBundlesAmong(
    productIds.map((id) => contents.get(id) !== null),
    field,
  );
  const today = todayOf(w);
  const future = updates.findIndex(({ date }) => date !== undefined && date > today);
  if (future >= 0) throw fieldError(`updates.${future}.date`, ruleText('stock.future'));
  refuseRepeats(updates, today);
  if (!preview) return storeCounts(w, updates);
  const { counts } = await withoutTrace(w, (own) => storeCounts(own, updates));
  return { operationId: null, ids: [], counts };
}

/** Two counts of a product, a day and a place contradict each other: the last one would win without a word. */
function refuseRepeats(updates: CountsBody['updates'], today: string): void {
  const again = firstRepeat(
    updates.map(({ productId, date = today, channel = 'WAREHOUSE' }) => ({ productId, day: date, place: channel })),
  );
  if (again) throw fieldError(`updates.${again.at}.productId`, say('counts.same_update', { row: again.earlier }));
}

async function storeCounts(w: Work, updates: CountsBody['updates']): Promise<Answer> {
  const today = todayOf(w);
  const operationId = await createOperation(w, MOVE_OPERATION, {}, 'IMPORT');
  const counts = updates.map(
    ({ productId, quantity, date = today, channel = 'WAREHOUSE', words = null }): CountRow => ({
      id: w.newId(),
      productId,
      day: date,
      place: channel,
      quantity: BigInt(quantity),
      words,
      operationId,
    }),
  );
  await insertCounts(w, counts);
  await replayStock(w, firstDays(counts));
  const productIds = [...new Set(counts.map(({ productId }) => productId))];
  await record(
    w,
    {
      action: 'product.counted',
      subjectIds: productIds,
      details: { facts: { counts: counts.length }, trace: { operationId } },
    },
    changed('stock', productIds),
  );
  const ids = counts.map(({ id }) => id);
  const found = await readCounted(w, ids);
  return { operationId, ids, counts: ids.flatMap((id) => toCounted(found.get(id), w.scope.currency)) };
}

const toCounted = (row: Counted | undefined, currency: string): Answer['counts'] =>
  row === undefined
    ? []
    : [
        {
          id: row.id,
          productId: row.productId,
          sku: row.sku,
          day: row.day,
          place: row.place,
          quantity: Number(row.quantity),
          difference: Number(row.difference),
          cost: row.costMinor === null ? null : formatAmount(row.costMinor, currency),
        },
      ];
