import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';
import { PURCHASE_ITEMS, PURCHASE_ORDERS } from '../../purchasing/facts.ts';

// Reads what invoices have of the deposits of purchase orders. This file writes nothing.

interface DepositOfInvoice {
  readonly id: string;
  readonly number: string;
  readonly amountMinor: bigint;
  readonly baseMinor: bigint | null;
  readonly isTyped: boolean;
}

/** The invoices that have a part of the deposit of a purchase order, in the order in which they have it. */
export async function findDepositsOfOrder(w: Work, orderId: string): Promise<DepositOfInvoice[]> {
  const { rows } = await sql<DepositOfInvoice>`
    select i.id, i.invoice_number as number, d.amount_minor as "amountMinor", d.base_minor as "baseMinor",
      d.typed_minor is not null as "isTyped"
    from deposit d
    join ${INVOICES} i on i.account_id = d.account_id and i.id = d.invoice_id and i.deleted_at is null
    left join payment_schedule s on s.account_id = i.account_id and s.invoice_id = i.id and s.removed_at is null
    where d.account_id = ${w.scope.accountId} and d.purchase_order_id = ${orderId}
    order by s.rank, i.id`.execute(w.tx);
  return rows;
}

/** What an invoice has, or could have, of the deposit of a purchase order. */
export interface ShownDeposit {
  readonly invoiceId: string;
  readonly orderId: string;
  readonly number: string;
  readonly amountMinor: bigint;
  readonly baseMinor: bigint | null;
  readonly isTyped: boolean;
}

/** The deposits of invoices that have a schedule, also where they have nothing of one that was paid; by number. */
export async function listDepositsOfInvoices(w: Work, invoiceIds: readonly string[]): Promise<ShownDeposit[]> {
  if (invoiceIds.length === 0) return [];
  const { rows } = await sql<ShownDeposit>`
    select x.invoice_id as "invoiceId", o.id as "orderId", o.po_number as number,
      coalesce(d.amount_minor, 0) as "amountMinor", coalesce(d.base_minor, 0) as "baseMinor",
      d.typed_minor is not null as "isTyped"
    from (
      select l.invoice_id, i.order_id
      from ${INVOICE_LINES} l
      join ${PURCHASE_ITEMS} i on i.account_id = l.account_id and i.id = l.purchase_order_line_id
      where l.account_id = ${w.scope.accountId} and l.invoice_id = ${anyOf(invoiceIds)}
        and l.purchase_order_line_id is not null and l.deleted_at is null
      union
      select e.invoice_id, e.purchase_order_id from deposit e
      where e.account_id = ${w.scope.accountId} and e.invoice_id = ${anyOf(invoiceIds)}
    ) as x
    join ${PURCHASE_ORDERS} o on o.account_id = ${w.scope.accountId} and o.id = x.order_id
    join purchase_order_schedule s on s.account_id = o.account_id and s.purchase_order_id = o.id
    left join deposit d on d.account_id = o.account_id and d.purchase_order_id = o.id and d.invoice_id = x.invoice_id
    where s.deposit_minor > 0 or d.amount_minor is not null
    order by o.po_number, o.id`.execute(w.tx);
  return rows;
}
