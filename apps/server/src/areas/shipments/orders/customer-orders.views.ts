import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { CUSTOMER_ORDERS } from '../../stock/facts.ts';

/** The first of these ids that is a customer order, which nobody packs or ships here. */
export async function findCustomerOrder(w: Work, ids: readonly string[]): Promise<string | undefined> {
  const row = await w.tx
    .selectFrom(CUSTOMER_ORDERS.as('customer_order'))
    .select('id')
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', anyOf(ids))
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
