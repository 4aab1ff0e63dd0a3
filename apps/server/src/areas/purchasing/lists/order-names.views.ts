import type { FoundRecord } from '@quayside/contracts/search';
import { sql } from 'kysely';
import { searchWords } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import type { NamedThings, Search } from '../../area.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import { orderHas } from './purchase-orders.views.ts';

/** Finds the labels of purchase orders by id. */
export const orderNames: NamedThings = {
  byIds: (accountId, ids) => sql`
    select id, po_number as label, true as exists
    from purchase_order
    where account_id = ${accountId} and id = any(${ids})`,
  matching: (accountId, { has, most }) => sql`
    select id
    from purchase_order
    where account_id = ${accountId} and ${has(sql`lower(po_number || ' ' || internal_number)`)}
    order by id desc
    limit ${sql.lit(most)}`,
};

/** Finds purchase orders that contain every word: in their numbers, their supplier or their items. Latest first. */
export async function findOrders(w: Work, { text, most }: Search): Promise<FoundRecord[]> {
  const rows = await w.tx
    .selectFrom('purchase_order as o')
    .leftJoin(SUPPLIERS.as('s'), (on) =>
      on.onRef('s.account_id', '=', 'o.account_id').onRef('s.id', '=', 'o.supplier_id'),
    )
    .select(['o.id', 'o.po_number', 's.company_name', sql<string | null>`o.order_date::text`.as('day')])
    .where('o.account_id', '=', w.scope.accountId)
    .where('o.archived_at', 'is', null)
    .where((eb) => eb.and(searchWords(text).map(orderHas)))
    .orderBy('o.order_date', (o) => o.desc().nullsLast())
    .orderBy('o.id', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    type: 'PURCHASE_ORDER',
    id: row.id,
    title: row.po_number,
    detail: [row.company_name, row.day].filter(Boolean).join(' · '),
    sku: null,
  }));
}
