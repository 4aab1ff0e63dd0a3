import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { INVOICE_LINES } from '../../invoices/facts.ts';
import { PACK_LISTS } from '../../shipments/facts.ts';

// This file reads facts of shipments, and writes nothing.

/** The lines of which an order or a pack list without units bears a part; credits with the lines that they credit. */
export async function strandedLines(w: Work): Promise<string[]> {
  const a = w.scope.accountId;
  const { rows } = await sql<{ id: string }>`
    select coalesce(l.credits_line_id, l.id) as id
    from (
      select e.* from cost_layer c
      join cost_entry e on e.account_id = ${a} and e.layer_id = c.id and e.superseded_at is null
      where c.account_id = ${a} and c.units = 0 and c.removed_at is null
      union all
      select e.* from ${PACK_LISTS} p
      join cost_entry e on e.account_id = ${a} and e.layer_id = p.order_id and e.pack_list_id = p.id
        and e.superseded_at is null
      join cost_layer c on c.account_id = ${a} and c.id = p.order_id and c.units <> 0
      where p.account_id = ${a} and p.lot_units = 0
    ) e
    join ${INVOICE_LINES} l on l.account_id = ${a} and l.id = e.line_id
    group by 1
    having sum(e.account_minor) <> 0 or sum(e.document_minor) <> 0`.execute(w.tx);
  return rows.map(({ id }) => id);
}
