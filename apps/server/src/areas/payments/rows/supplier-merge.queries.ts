import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';

/**
 * Moves the instalments, payments and credits of invoices to the suppliers that these invoices have now. Returns the
 * moved instalments and credits.
 */
export async function followSuppliers(
  w: Work,
  invoiceIds: readonly string[],
): Promise<{ readonly paymentIds: readonly string[]; readonly creditIds: readonly string[] }> {
  const { accountId } = w.scope;
  const ids = anyOf(invoiceIds);
  const payments = await sql<{ id: string }>`
    update payment p set supplier_id = i.supplier_id, version = p.version + 1, updated_at = ${w.now}
    from ${INVOICES} i
    where p.account_id = ${accountId} and p.invoice_id = ${ids} and i.account_id = p.account_id and i.id = p.invoice_id
      and p.supplier_id <> i.supplier_id
    returning p.id`.execute(w.tx);
  const credits = await sql<{ id: string }>`
    update credit c set supplier_id = i.supplier_id, version = c.version + 1, updated_at = ${w.now}
    from ${INVOICES} i
    where c.account_id = ${accountId} and c.invoice_id = ${ids} and i.account_id = c.account_id and i.id = c.invoice_id
      and c.supplier_id <> i.supplier_id
    returning c.id`.execute(w.tx);
  await sql`
    update payment_transfer t set supplier_id = p.supplier_id
    from payment p
    join payment_entry e on e.account_id = p.account_id and e.payment_id = p.id
    where t.account_id = ${accountId} and p.account_id = t.account_id and p.invoice_id = ${ids}
      and e.transfer_id = t.id and t.supplier_id <> p.supplier_id`.execute(w.tx);
  await sql`
    update payment_entry_value v set supplier_id = i.supplier_id
    from ${INVOICES} i
    where v.account_id = ${accountId} and v.invoice_id = ${ids} and i.account_id = v.account_id and i.id = v.invoice_id
      and v.supplier_id <> i.supplier_id`.execute(w.tx);
  return { paymentIds: payments.rows.map(({ id }) => id), creditIds: credits.rows.map(({ id }) => id) };
}

/**
 * The same for payments and credits of purchase orders. Returns the moved credits. Instalments are moved when they are
 * worked out.
 */
export async function followOrderSuppliers(w: Work, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const { accountId } = w.scope;
  const ids = anyOf(orderIds);
  const credits = await sql<{ id: string }>`
    update credit c set supplier_id = o.supplier_id, version = c.version + 1, updated_at = ${w.now}
    from ${PURCHASE_ORDERS} o
    where c.account_id = ${accountId} and c.purchase_order_id = ${ids} and o.account_id = c.account_id
      and o.id = c.purchase_order_id and c.supplier_id <> o.supplier_id
    returning c.id`.execute(w.tx);
  await sql`
    update payment_transfer t set supplier_id = o.supplier_id
    from payment p
    join payment_entry e on e.account_id = p.account_id and e.payment_id = p.id
    join ${PURCHASE_ORDERS} o on o.account_id = p.account_id and o.id = p.purchase_order_id
    where t.account_id = ${accountId} and p.account_id = t.account_id and p.purchase_order_id = ${ids}
      and e.transfer_id = t.id and t.supplier_id <> o.supplier_id`.execute(w.tx);
  return credits.rows.map(({ id }) => id);
}
