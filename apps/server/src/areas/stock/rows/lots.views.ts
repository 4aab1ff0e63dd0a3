import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { ORDERS } from '../../costs/facts.ts';

// Reads what depends on lots. This file writes nothing.

/** Whether units of a product have ever arrived. */
export async function hasLots(w: Work, productId: string): Promise<boolean> {
  const lot = await w.tx
    .selectFrom('lot')
    .select('id')
    .where('account_id', '=', w.scope.accountId)
    .where('product_id', '=', productId)
    .where('received', '>', 0n)
    .limit(1)
    .executeTakeFirst();
  return lot !== undefined;
}

/** The products of these orders, by order. */
export async function productsOfOrders(w: Work, orderIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await w.tx
    .selectFrom(ORDERS.as('cost_layer'))
    .select(['id', 'product_id'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', anyOf(orderIds))
    .execute();
  return new Map(rows.map((row) => [row.id, row.product_id]));
}
