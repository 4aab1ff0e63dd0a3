import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { changed, recordAtEnd } from '../../../events/outbox.ts';
import { AppError } from '../../../http/errors.ts';
import type { Undoer } from '../../area.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { addWaiting } from '../rows/lots.queries.ts';
import { markMovementsReversed, readReversible, returnsOf, type ReversibleRow } from '../rows/movements.queries.ts';
import { firstDays } from '../rows/first-days.ts';
import { replayStock } from '../replay/replay.service.ts';

/** Reverses a movement or a count. A sale is reversed only without returns; what a file says stays. */
export async function reverseMovement(w: Work, id: string): Promise<{ reversed: number }> {
  await lockCosts(w);
  const rows = await readReversible(w, 'id', [id]);
  if (rows.length === 0) throw new AppError('stock.unknown_movement');
  if (rows.some(({ lineId }) => lineId !== null))
    throw new AppError('stock.in_use', { message: say('stock.of_customer_order') });
  const returns = await returnsOf(w, [id]);
  if (returns.length > 0)
    throw new AppError('stock.in_use', {
      uses: returns.map((one) => ({ type: 'STOCK_MOVEMENT', id: one.id, label: `${one.day}: ${one.units}` })),
    });
  await reverse(w, rows);
  return { reversed: rows.length };
}

/** Undoes movements or counts that were recorded in one step. Refused when units of one came back since. */
export const undoMovements: Undoer = async (w, _payload, operationId) => {
  await lockCosts(w);
  const rows = await readReversible(w, 'operation_id', [operationId]);
  const own = new Set(rows.map(({ id }) => id));
  const returns = await returnsOf(w, [...own]);
  if (rows.length === 0 || returns.some(({ id }) => !own.has(id))) throw new AppError('undo.too_late');
  await reverse(w, rows);
  return { restored: rows.length, keptCount: 0, kept: [] };
};

async function reverse(w: Work, rows: readonly ReversibleRow[]): Promise<void> {
  await markMovementsReversed(
    w,
    rows.map(({ id }) => id),
  );
  const waiting = new Map<string, bigint>();
  for (const { productId, waits } of rows) waiting.set(productId, (waiting.get(productId) ?? 0n) - waits);
  await addWaiting(w, waiting);
  // What a count had found is a lot with its id.
  const found = rows.filter(({ isCount }) => isCount).map(({ id, productId }) => ({ lotId: id, productId }));
  await replayStock(w, firstDays(rows), found);
  const productIds = [...new Set(rows.map(({ productId }) => productId))];
  await recordAtEnd(
    w,
    [{ action: 'product.stock-reversed', subjectIds: productIds, details: { facts: { movements: rows.length } } }],
    changed('stock', productIds),
  );
}
