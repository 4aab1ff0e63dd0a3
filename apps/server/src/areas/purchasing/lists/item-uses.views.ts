import type { Use } from '@quayside/contracts/errors';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';

// This file reads facts of other areas, because lines of invoices name items of purchase orders.

/** The first 20 invoices whose lines name one of these items. */
export async function listUsesOfItems(w: Work, itemIds: readonly string[]): Promise<Use[]> {
  const { rows } = await sql<Use>`
    select distinct 'INVOICE' as type, v.id, v.invoice_number as label
    from ${INVOICE_LINES} l
    join ${INVOICES} v on v.account_id = l.account_id and v.id = l.invoice_id
    where l.account_id = ${w.scope.accountId} and l.deleted_at is null and v.deleted_at is null
      and l.purchase_order_line_id = any(${sql.val([...itemIds])}::uuid[])
    order by label
    limit 20`.execute(w.tx);
  return rows;
}
