import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import type { EntryRow } from './payments.types.ts';

/** An entry with what follows from it, and with its transfer or credit. */
export interface ShownEntry extends EntryRow {
  readonly value_base_minor: bigint | null;
  readonly booked_minor: bigint | null;
  readonly difference_minor: bigint | null;
  readonly transfer_kind: 'PAID' | 'SETTLED_BEFORE' | null;
  readonly transfer_count: bigint;
  readonly reference: string | null;
  readonly code: string | null;
  readonly credit_id: string | null;
  readonly credit_label: string | null;
  readonly replaced_by_id: string | null;
}

/** All entries of an instalment, also the reversed ones, newest first. */
export async function listShownEntries(w: Work, paymentId: string): Promise<ShownEntry[]> {
  const { rows } = await sql<ShownEntry>`
    select e.*, v.base_minor as value_base_minor, v.booked_minor, v.difference_minor, t.kind as transfer_kind,
      t.reference, a.code, u.credit_id, coalesce(n.invoice_number, '') as credit_label,
      (
        select count(*) from payment_entry o
        where o.account_id = e.account_id and o.transfer_id = e.transfer_id
          and o.reversed_at is not distinct from e.reversed_at
      ) as transfer_count,
      (
        select r.id from payment_entry r
        where r.account_id = e.account_id and r.payment_id = e.payment_id and r.replaces_id = e.id
        limit 1
      ) as replaced_by_id
    from payment_entry e
    left join payment_entry_value v on v.account_id = e.account_id and v.entry_id = e.id
    left join payment_transfer t on t.account_id = e.account_id and t.id = e.transfer_id
    left join account_code a on a.account_id = t.account_id and a.id = t.account_code_id
    left join credit_use u on u.account_id = e.account_id and u.id = e.credit_use_id
    left join credit c on c.account_id = u.account_id and c.id = u.credit_id
    left join invoice n on n.account_id = c.account_id and n.id = c.invoice_id
    where e.account_id = ${w.scope.accountId} and e.payment_id = ${paymentId}
    order by e.rank desc, e.recorded_at desc, e.id desc`.execute(w.tx);
  return rows;
}
