import type { PaymentEntry } from '@quayside/contracts/payments/payments';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import type { EntryRow, TransferRow } from '../payments.types.ts';

/** An entry with what follows from it, and with its transfer, its credit or the purchase order of its deposit. */
export interface ShownEntry
  extends Pick<
    EntryRow,
    | 'id'
    | 'kind'
    | 'day'
    | 'amount_minor'
    | 'base_minor'
    | 'is_assumed'
    | 'fee_minor'
    | 'transfer_id'
    | 'credit_use_id'
    | 'recorded_at'
    | 'recorded_by'
    | 'reversed_at'
    | 'reversed_by'
    | 'replaces_id'
  > {
  readonly booked_minor: bigint | null;
  readonly difference_minor: bigint | null;
  readonly transfer_kind: TransferRow['kind'] | null;
  readonly transfer_count: bigint;
  readonly reference: string | null;
  readonly code: string | null;
  readonly credit_id: string | null;
  readonly credit_label: string | null;
  readonly replaced_by_id: string | null;
  readonly order_id: string | null;
  readonly order_number: string | null;
  /** The invoice of bank fees that its fee is in. */
  readonly fee_invoice_id: string | null;
  readonly fee_invoice_number: string | null;
  /** Of an invoice of bank fees: the payment with which the fee left. */
  readonly fee_of: PaymentEntry['feeOf'];
}

/** All entries of an instalment, also the reversed ones, and its parts of deposits; newest first. */
export async function listShownEntries(w: Work, paymentId: string): Promise<ShownEntry[]> {
  const { rows } = await sql<ShownEntry>`
    select e.id, e.kind, e.day, e.amount_minor, coalesce(v.base_minor, e.base_minor, u.base_minor) as base_minor,
      e.is_assumed, e.fee_minor, e.transfer_id, e.credit_use_id, e.recorded_at, e.recorded_by, e.reversed_at,
      e.reversed_by, e.replaces_id, v.booked_minor, v.difference_minor, t.kind as transfer_kind, t.reference, a.code,
      u.credit_id, coalesce(n.invoice_number, o.po_number, '') as credit_label, null::uuid as order_id,
      null as order_number, e.rank,
      (
        select count(*) from payment_entry o
        where o.account_id = e.account_id and o.transfer_id = e.transfer_id
          and o.reversed_at is not distinct from e.reversed_at
      ) as transfer_count,
      (
        select r.id from payment_entry r
        where r.account_id = e.account_id and r.payment_id = e.payment_id and r.replaces_id = e.id
        limit 1
      ) as replaced_by_id,
      f.invoice_id as fee_invoice_id, g.invoice_number as fee_invoice_number,
      (
        select jsonb_build_object(
          'number', coalesce(x.invoice_number, y.po_number), 'position', p.position, 'invoiceId', p.invoice_id,
          'purchaseOrderId', p.purchase_order_id
        )
        from bank_fee b
        join payment_entry q on q.account_id = b.account_id and q.id = b.entry_id
        join payment p on p.account_id = q.account_id and p.id = q.payment_id
        left join ${INVOICES} x on x.account_id = p.account_id and x.id = p.invoice_id
        left join ${PURCHASE_ORDERS} y on y.account_id = p.account_id and y.id = p.purchase_order_id
        where b.account_id = e.account_id and b.transfer_id = e.transfer_id
      ) as fee_of
    from payment_entry e
    left join payment_entry_value v on v.account_id = e.account_id and v.entry_id = e.id
    left join payment_transfer t on t.account_id = e.account_id and t.id = e.transfer_id
    left join account_code a on a.account_id = t.account_id and a.id = t.account_code_id
    left join credit_use u on u.account_id = e.account_id and u.id = e.credit_use_id
    left join credit c on c.account_id = u.account_id and c.id = u.credit_id
    left join ${INVOICES} n on n.account_id = c.account_id and n.id = c.invoice_id
    left join ${PURCHASE_ORDERS} o on o.account_id = c.account_id and o.id = c.purchase_order_id
    left join bank_fee f on f.account_id = e.account_id and f.entry_id = e.id
    left join ${INVOICES} g on g.account_id = f.account_id and g.id = f.invoice_id
    where e.account_id = ${w.scope.accountId} and e.payment_id = ${paymentId}
    union all
    select t.id, 'CREDIT', d.day, t.amount_minor, t.base_minor, false, 0, null, null, t.created_at, null, null, null,
      null, t.booked_minor, t.difference_minor, null, null, null, null, o.po_number, o.id, o.po_number, d.rank, 1, null,
      null, null, null
    from deposit_part t
    join deposit d on d.account_id = t.account_id and d.purchase_order_id = t.purchase_order_id
      and d.invoice_id = t.invoice_id
    join ${PURCHASE_ORDERS} o on o.account_id = t.account_id and o.id = t.purchase_order_id
    where t.account_id = ${w.scope.accountId} and t.payment_id = ${paymentId}
    order by rank desc, recorded_at desc, id desc`.execute(w.tx);
  return rows;
}
