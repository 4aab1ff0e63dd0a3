import {
  postInventoryBalanceUpdates,
  recordStockMovements,
  reverseStockMovement,
  type StockMovement,
} from '@quayside/contracts/stock/stock-movements';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { write } from '../../../lib/api/write.ts';

/** Reverses movements and counts. The undo records the same once more, because what was reversed stays reversed. */
export function useReversal(): (movement: StockMovement) => Promise<void> {
  const t = useT();
  const failure = { verb: 'update', entity: t('shipments:stock.movement.entity') } as const;
  const again = async (movement: StockMovement) => {
    await write(() => recordAgain(movement), { failure, done: t('shipments:stock.movement.again'), scope: 'global' });
  };
  return async (movement) => {
    await write(() => call(reverseStockMovement, { params: { id: movement.id } }), {
      failure,
      done: t('shipments:stock.movement.isReversed'),
      undo: () => again(movement),
      scope: 'global',
    });
  };
}

function recordAgain(movement: StockMovement): Promise<unknown> {
  const { id, productId, kind, cause, day, place, toPlace, ofId, quantity, words } = movement;
  const idempotencyKey = `${id}-again`;
  if (kind === 'COUNT')
    return call(postInventoryBalanceUpdates, {
      body: { updates: [{ productId, quantity, date: day, channel: place, ...(words !== null && { words }) }] },
      idempotencyKey,
    });
  const row = {
    productId,
    kind,
    day,
    place,
    quantity,
    ...(cause !== null && { cause }),
    ...(toPlace !== null && { toPlace }),
    ...(ofId !== null && { ofId }),
    ...(words !== null && { words }),
  };
  return call(recordStockMovements, { body: { rows: [row] }, idempotencyKey });
}
