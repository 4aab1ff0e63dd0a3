import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { INVOICES } from '../../invoices/facts.ts';
import {
  CREDITS,
  CREDIT_USES,
  DEPOSITS,
  DEPOSIT_PARTS,
  INSTALMENTS,
  SETTLEMENTS,
  SETTLEMENT_VALUES,
} from '../../payments/facts.ts';

// Reads what payments keep, to explain the rates of costs that follow from it.

/** An invoice whose costs are converted at the rate of its payments. */
export interface PaidInvoiceRow {
  readonly id: string;
  readonly number: string;
  readonly currency: string;
  readonly totalMinor: bigint;
  readonly rate: string;
  readonly costRate: string;
}

export async function paidInvoicesOf(w: Work, ids: readonly string[]): Promise<PaidInvoiceRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PaidInvoiceRow>`
    select i.id, i.invoice_number as number, i.currency, i.total_minor as "totalMinor", i.rate,
      i.cost_rate as "costRate"
    from ${INVOICES} i
    where i.account_id = ${w.scope.accountId} and i.id = any(${sql.val([...ids])}::uuid[])
      and i.rate is not null and i.cost_rate is not null and i.total_minor is not null
    order by i.date, i.invoice_number, i.id`.execute(w.tx);
  return rows;
}

/** What settled a part of an invoice, and what that was worth in account currency. */
export interface SettlementRow {
  readonly invoiceId: string;
  readonly kind: 'PAYMENT' | 'DEPOSIT' | 'OVERPAYMENT' | 'CREDIT_NOTE';
  readonly day: string;
  readonly amountMinor: bigint;
  readonly baseMinor: bigint;
}

/** All that settled these invoices, in order of day, then of recording. */
export async function settlementsOf(w: Work, invoiceIds: readonly string[]): Promise<SettlementRow[]> {
  if (invoiceIds.length === 0) return [];
  const ids = sql`any(${sql.val([...invoiceIds])}::uuid[])`;
  const { rows } = await sql<SettlementRow>`
    select p.invoice_id as "invoiceId", coalesce(c.source, 'PAYMENT') as kind, e.day, e.amount_minor as "amountMinor",
      coalesce(v.base_minor, 0) as "baseMinor", e.rank
    from ${INSTALMENTS} p
    join ${SETTLEMENTS} e on e.account_id = p.account_id and e.payment_id = p.id and e.reversed_at is null
    left join ${SETTLEMENT_VALUES} v on v.account_id = e.account_id and v.entry_id = e.id
    left join ${CREDIT_USES} u on u.account_id = e.account_id and u.id = e.credit_use_id
    left join ${CREDITS} c on c.account_id = u.account_id and c.id = u.credit_id
    where p.account_id = ${w.scope.accountId} and p.invoice_id = ${ids} and p.removed_at is null
    union all
    select t.invoice_id, 'DEPOSIT', d.day, t.amount_minor, coalesce(t.booked_minor + t.difference_minor, 0), d.rank
    from ${DEPOSIT_PARTS} t
    join ${DEPOSITS} d on d.account_id = t.account_id and d.purchase_order_id = t.purchase_order_id
      and d.invoice_id = t.invoice_id
    where t.account_id = ${w.scope.accountId} and t.invoice_id = ${ids}
    order by day, rank`.execute(w.tx);
  return rows;
}
