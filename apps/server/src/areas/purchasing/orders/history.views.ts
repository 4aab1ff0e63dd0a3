import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import type { AuditNames } from '../../../events/audit-details.ts';
import { PRODUCTS } from '../../products/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import { DOCUMENTS, DOCUMENT_VERSIONS } from '../../documents/facts.ts';

// Reads the labels of the ids that occur in the history of purchase orders. This file writes nothing.

/**
 * Finds the current names of ids in the audit log, including those of merged suppliers: the names of suppliers, the
 * SKUs of products, the numbers of purchase orders and the names of documents.
 */
export async function namesOf(w: Work, ids: readonly string[]): Promise<AuditNames> {
  if (ids.length === 0) return { label: () => undefined, position: () => null };
  const { accountId } = w.scope;
  const any = sql`${sql.val([...new Set(ids)])}::uuid[]`;
  const { rows: items } = await sql<{ id: string; position: number; number: string }>`
    select i.id, i.position, o.po_number as number
    from purchase_order_item i
    join purchase_order o on o.account_id = i.account_id and o.id = i.order_id
    where i.account_id = ${accountId} and i.id = any(${any})`.execute(w.tx);
  const { rows: things } = await sql<{ id: string; label: string }>`
    select id, company_name as label from ${SUPPLIERS} where account_id = ${accountId} and id = any(${any})
    union all (
      select distinct on (history_of) history_of, details ->> 'name'
      from audit_log g
      where g.account_id = ${accountId} and g.history_of = any(${any}) and g.action = 'supplier.merged-away'
        and not exists (select from ${SUPPLIERS} s where s.account_id = g.account_id and s.id = g.history_of)
      order by history_of, recorded_at desc
    )
    union all select id, sku from ${PRODUCTS} where account_id = ${accountId} and id = any(${any})
    union all select id, po_number from purchase_order where account_id = ${accountId} and id = any(${any})
    union all
    select d.id, v.file_name
    from ${DOCUMENTS} d
    join ${DOCUMENT_VERSIONS} v on v.account_id = d.account_id and v.document_id = d.id and v.number = d.version_number
    where d.account_id = ${accountId} and d.id = any(${any})`.execute(w.tx);
  const positions = new Map(items.map((item) => [item.id, item.position]));
  const labels = new Map([
    ...items.map((item): [string, string] => [item.id, `${item.number}, item ${item.position}`]),
    ...things.map((thing): [string, string] => [thing.id, thing.label]),
  ]);
  return { label: (id) => labels.get(id), position: (id) => positions.get(id) ?? null };
}
