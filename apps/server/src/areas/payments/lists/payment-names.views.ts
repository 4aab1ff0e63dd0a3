import { sql } from 'kysely';
import type { NamedThings } from '../../area.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';

/** Finds the labels of instalments, schedules, credits, account codes and entries of the cash calendar by id. */
export const paymentNames: NamedThings = {
  byIds: (accountId, ids) => sql`
    select p.id, coalesce(i.invoice_number, o.po_number) || ' ' || p.position as label, p.removed_at is null as exists
    from payment p
    left join ${INVOICES} i on i.account_id = p.account_id and i.id = p.invoice_id
    left join ${PURCHASE_ORDERS} o on o.account_id = p.account_id and o.id = p.purchase_order_id
    where p.account_id = ${accountId} and p.id = any(${ids})
    union all
    select s.id, i.invoice_number, s.removed_at is null
    from payment_schedule s
    join ${INVOICES} i on i.account_id = s.account_id and i.id = s.invoice_id
    where s.account_id = ${accountId} and s.id = any(${ids})
    union all
    select c.id, coalesce(i.invoice_number, o.po_number, ''), c.ended_at is null
    from credit c
    left join ${INVOICES} i on i.account_id = c.account_id and i.id = c.invoice_id
    left join ${PURCHASE_ORDERS} o on o.account_id = c.account_id and o.id = c.purchase_order_id
    where c.account_id = ${accountId} and c.id = any(${ids})
    union all
    select id, code, true from account_code where account_id = ${accountId} and id = any(${ids})
    union all
    select id, name, true from cash_entry where account_id = ${accountId} and id = any(${ids})`,
  // Instalments, schedules and credits are found as the history of their invoice or purchase order.
  matching: (accountId, { has, most }) => sql`
    select id from account_code where account_id = ${accountId} and ${has(sql`lower(code || ' ' || name)`)}
    union all
    select id from cash_entry where account_id = ${accountId} and ${has(sql`lower(name)`)}
    limit ${sql.lit(most)}`,
};
