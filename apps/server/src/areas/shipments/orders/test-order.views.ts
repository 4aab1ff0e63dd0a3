import type { Work } from '../../../db/tx.ts';
import { ORDERS } from '../../costs/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import { ACCOUNTS } from '../../accounts/facts.ts';

/** The first supplier of the demo account; undefined in every other account, and without a supplier. */
export async function findDemoSupplier(w: Work): Promise<string | undefined> {
  const row = await w.tx
    .selectFrom(ACCOUNTS.as('a'))
    .innerJoin(SUPPLIERS.as('s'), 's.account_id', 'a.account_id')
    .select('s.id')
    .where('a.account_id', '=', w.scope.accountId)
    .where('a.is_demo', '=', true)
    .where('s.archived_at', 'is', null)
    .orderBy('s.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** The id of the only order of an invoice. */
export async function findOrderOfInvoice(w: Work, invoiceId: string): Promise<string> {
  const row = await w.tx
    .selectFrom(ORDERS.as('cost_layer'))
    .select('id')
    .where('account_id', '=', w.scope.accountId)
    .where('invoice_id', '=', invoiceId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.id;
}
