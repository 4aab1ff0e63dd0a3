import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import type { TransferRow } from './payments.types.ts';

/** A transfer with the names of its supplier and account code, and the credit that it left. */
export interface ShownTransfer extends TransferRow {
  readonly company_name: string;
  readonly local_name: string | null;
  readonly code: string | null;
  /** Whether a fee of it is in an invoice of bank fees. */
  readonly has_invoiced_fee: boolean;
  /** Of several credits that a later surplus added, the one with the largest amount. */
  readonly credit_id: string | null;
  readonly credit_minor: bigint | null;
  readonly credit_base_minor: bigint | null;
}

export async function findShownTransfer(w: Work, id: string): Promise<ShownTransfer | undefined> {
  const { rows } = await sql<ShownTransfer>`
    select t.*, s.company_name, s.local_name, c.code, exists (
      select from payment_entry e
      join bank_fee b on b.account_id = e.account_id and b.entry_id = e.id
      where e.account_id = t.account_id and e.transfer_id = t.id
    ) as has_invoiced_fee,
      k.id as credit_id, k.amount_minor as credit_minor, k.base_minor as credit_base_minor
    from payment_transfer t
    join supplier s on s.account_id = t.account_id and s.id = t.supplier_id
    left join account_code c on c.account_id = t.account_id and c.id = t.account_code_id
    left join lateral (
      select k.id, k.amount_minor, k.base_minor
      from credit k
      where k.account_id = t.account_id and k.transfer_id = t.id and k.ended_at is not distinct from t.reversed_at
      order by k.amount_minor desc, k.id
      limit 1
    ) k on true
    where t.account_id = ${w.scope.accountId} and t.id = ${id}`.execute(w.tx);
  return rows[0];
}

/** The part of a transfer that paid one instalment. */
export interface PartRow {
  readonly entryId: string;
  readonly paymentId: string;
  readonly number: string;
  readonly position: number;
  readonly amountMinor: bigint;
  readonly baseMinor: bigint | null;
  readonly bookedMinor: bigint | null;
  readonly differenceMinor: bigint | null;
  readonly feeMinor: bigint;
}

/**
 * The instalments that a transfer paid. Of a reversed transfer these are the entries that it had in the end, which its
 * reversal ended.
 */
export async function listParts(w: Work, transfer: TransferRow): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    select e.id as "entryId", e.payment_id as "paymentId", coalesce(i.invoice_number, o.po_number, '') as number,
      p.position,
      e.amount_minor as "amountMinor", coalesce(v.base_minor, e.base_minor) as "baseMinor",
      v.booked_minor as "bookedMinor", v.difference_minor as "differenceMinor", e.fee_minor as "feeMinor"
    from payment_entry e
    join payment p on p.account_id = e.account_id and p.id = e.payment_id
    left join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
    left join purchase_order o on o.account_id = p.account_id and o.id = p.purchase_order_id
    left join payment_entry_value v on v.account_id = e.account_id and v.entry_id = e.id
    where e.account_id = ${w.scope.accountId} and e.transfer_id = ${transfer.id}
      and e.reversed_at is not distinct from ${transfer.reversed_at}
    order by e.rank, e.id`.execute(w.tx);
  return rows;
}
