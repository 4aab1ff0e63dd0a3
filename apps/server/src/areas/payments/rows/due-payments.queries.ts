import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';

/** An open instalment that the admins are told of. */
export interface DuePayment {
  readonly id: string;
  readonly number: string;
  /** Whether the number is that of a purchase order. */
  readonly isOrder: boolean;
  readonly supplier: string;
  readonly dueOn: string;
  readonly owedMinor: bigint;
  readonly currency: string;
}

/** The instalments of these days that are open and were not announced yet, soonest first. */
export async function listUntold(
  w: Work,
  told: 'due_told_at' | 'overdue_told_at',
  { from, to }: { readonly from: string; readonly to: string },
): Promise<DuePayment[]> {
  const { rows } = await sql<DuePayment>`
    select p.id, coalesce(i.invoice_number, o.po_number, '') as number, p.invoice_id is null as "isOrder",
      s.company_name as supplier, p.due_on as "dueOn",
      p.owed_minor as "owedMinor", p.currency
    from payment p
    join ${SUPPLIERS} s on s.account_id = p.account_id and s.id = p.supplier_id
    left join ${INVOICES} i on i.account_id = p.account_id and i.id = p.invoice_id
    left join ${PURCHASE_ORDERS} o on o.account_id = p.account_id and o.id = p.purchase_order_id
    where p.account_id = ${w.scope.accountId} and p.owed_minor > 0 and p.due_on between ${from} and ${to}
      and ${sql.ref(`p.${told}`)} is null
    order by p.due_on, p.id`.execute(w.tx);
  return rows;
}

/** Remembers that instalments were announced. They do not change for anybody, so their versions stay. */
export async function markTold(
  w: Work,
  told: 'due_told_at' | 'overdue_told_at',
  payments: readonly DuePayment[],
): Promise<void> {
  if (payments.length === 0) return;
  await w.tx
    .updateTable('payment')
    .set({ [told]: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', anyOf(payments.map(({ id }) => id)))
    .execute();
}
