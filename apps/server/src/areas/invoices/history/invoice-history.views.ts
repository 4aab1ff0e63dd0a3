import { sql } from 'kysely';
import { numberedAs } from '../../../db/numbered-as.ts';
import type { Work } from '../../../db/tx.ts';
import { type AuditNames, lineName, orderName } from '../../../events/audit-details.ts';
import { orderRefs } from '../../costs/public.ts';
import { CARTON_ROWS, PACK_LISTS, SHIPMENT_PLANS, planLabelOf } from '../../shipments/facts.ts';
import { PURCHASE_ITEMS, PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';

// Reads the labels of the ids that occur in the history of invoices. This file writes nothing.

/**
 * Finds the current names of ids in the audit log, including ids of deleted rows: the names of suppliers, the SKUs of
 * products, and the numbers of invoices, orders, shipment plans, pack lists and cartons.
 */
export async function namesOf(w: Work, ids: readonly string[]): Promise<AuditNames> {
  if (ids.length === 0) return { label: () => undefined, position: () => null };
  const { accountId } = w.scope;
  const any = sql`${sql.val([...new Set(ids)])}::uuid[]`;
  const { rows: lines } = await sql<{ id: string; position: number; number: string }>`
    select l.id, l.position, i.invoice_number as number
    from invoice_line l
    join invoice i on i.account_id = l.account_id and i.id = l.invoice_id
    where l.account_id = ${accountId} and l.id = any(${any})`.execute(w.tx);
  const orders = await orderRefs(w, ids);
  // When a supplier is merged into another, its row is deleted. Its name is then found in the audit row of the merge,
  // where earlier releases stored it as `companyName`.
  const { rows: things } = await sql<{ id: string; label: string }>`
    select id, company_name as label from ${SUPPLIERS} where account_id = ${accountId} and id = any(${any})
    union all (
      select distinct on (history_of) history_of, coalesce(details ->> 'name', details ->> 'companyName')
      from audit_log g
      where g.account_id = ${accountId} and g.history_of = any(${any}) and g.action = 'supplier.merged-away'
        and not exists (select from ${SUPPLIERS} s where s.account_id = g.account_id and s.id = g.history_of)
      order by history_of, recorded_at desc
    )
    union all select id, sku from ${PRODUCTS} where account_id = ${accountId} and id = any(${any})
    union all
    select id, ${planLabelOf(sql`number`, sql`name`)}
    from ${SHIPMENT_PLANS}
    where account_id = ${accountId} and id = any(${any})
    union all select id, ${numberedAs('PL', sql`number`)} from ${PACK_LISTS}
    where account_id = ${accountId} and id = any(${any})
    union all select id, ${numberedAs('CT', sql`number`)} from ${CARTON_ROWS}
    where account_id = ${accountId} and id = any(${any})
    union all select id, po_number from ${PURCHASE_ORDERS} where account_id = ${accountId} and id = any(${any})
    union all
    select i.id, o.po_number || ', item ' || i.position
    from ${PURCHASE_ITEMS} i
    join ${PURCHASE_ORDERS} o on o.account_id = i.account_id and o.id = i.order_id
    where i.account_id = ${accountId} and i.id = any(${any})
    union all select id, invoice_number from invoice where account_id = ${accountId} and id = any(${any})`.execute(
    w.tx,
  );
  const positions = new Map(lines.map((line) => [line.id, line.position]));
  const labels = new Map([
    ...lines.map((line): [string, string] => [line.id, lineName(line, w.scope.language)]),
    ...[...orders.values()].map((order): [string, string] => [order.id, orderName(order, w.scope.language)]),
    ...things.map((thing): [string, string] => [thing.id, thing.label]),
  ]);
  return { label: (id) => labels.get(id), position: (id) => positions.get(id) ?? null };
}
