import { numberText } from '@quayside/domain/shipments/numbers';
import { checkOrderUnits, creditUnits } from '@quayside/domain/shipments/pack-lists';
import type { Work } from '../../../db/tx.ts';
import type { ReactionEvents, Reactions } from '../../../events/reactions.ts';
import { AppError } from '../../../http/errors.ts';
import { required } from '../../../http/field-result.ts';
import { readPackLists } from '../rows/leaves.views.ts';
import { packedOfOrders } from '../rows/orders.queries.ts';
import { syncOrders, syncPlans } from '../sync/sync.service.ts';

/** What packing does when the units or the measures of orders change, in the same transaction. */
export const orderReactions: Reactions = { 'order.changed': followOrders };

/** Packed units stay: neither the invoice line nor a credit can take them away. */
async function followOrders(w: Work, { orders }: ReactionEvents['order.changed']): Promise<void> {
  const packed = await packedOfOrders(
    w,
    orders.map(({ id }) => id),
  );
  if (packed.size === 0) return;
  const followed = orders.filter(({ id }) => packed.has(id));
  for (const order of followed) {
    const { held = 0n, received = 0n } = packed.get(order.id) ?? {};
    // Stock takes units that arrived out of their receipts, or refuses the credit.
    if (order.units >= held || (order.isByCredit && received > 0n)) continue;
    if (order.isByCredit)
      required(creditUnits({ units: order.unitsBefore, packed: held }, order.unitsBefore - order.units));
    else await refusePacked(w, order.id, checkOrderUnits(order.units, held));
  }
  const ids = followed.map(({ id }) => id);
  await syncOrders(w, ids);
  await syncPlans(
    w,
    (await readPackLists(w, 'order_id', ids)).flatMap(({ planId }) => planId ?? []),
  );
}

/** Refuses fewer units than are packed, and names the pack lists that hold them. */
async function refusePacked(w: Work, orderId: string, refused: ReturnType<typeof checkOrderUnits>): Promise<void> {
  if (refused.ok) return;
  const packLists = await readPackLists(w, 'order_id', [orderId]);
  throw new AppError('invoices.in_use', {
    message: refused.message,
    errors: [{ field: refused.field, message: refused.message }],
    uses: packLists.map(({ id, number }) => ({ type: 'PACK_LIST', id, label: numberText('PACK_LIST', number) })),
  });
}
