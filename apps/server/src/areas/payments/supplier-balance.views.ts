import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';

// Reads what is owed to one supplier, from the kept sums. This file writes nothing.

/** What a sum is about; `owed` is in three parts by its day. */
export type BalancePart = 'overdue' | 'notDue' | 'withoutDay' | 'onPurchaseOrders' | 'credits' | 'deposits';

export interface BalanceRow {
  readonly part: BalancePart;
  readonly currency: string;
  readonly count: bigint;
  readonly minor: bigint;
  /** What those with a rate are worth in account currency. */
  readonly baseMinor: bigint;
  readonly withoutRate: bigint;
}

/** The sums of a supplier, by currency. */
export async function sumBalance(w: Work, supplierId: string, today: string): Promise<BalanceRow[]> {
  const a = w.scope.accountId;
  const { rows } = await sql<BalanceRow>`
    select case when k.due_on = 'infinity' then 'withoutDay' when k.due_on < ${today} then 'overdue' else 'notDue' end
        as part,
      k.currency, sum(k.payment_count)::bigint as count, sum(k.owed_minor)::bigint as minor,
      sum(k.owed_base_minor)::bigint as "baseMinor", sum(k.without_rate)::bigint as "withoutRate"
    from payable_supplier k
    where k.account_id = ${a} and k.supplier_id = ${supplierId}
    group by 1, 2
    union all
    select 'onPurchaseOrders', p.currency, count(*), sum(p.owed_minor)::bigint,
      coalesce(sum(p.owed_base_minor), 0)::bigint, count(*) filter (where p.owed_base_minor is null)
    from purchase_order o
    join payment p on p.account_id = o.account_id and p.purchase_order_id = o.id and p.removed_at is null
    where o.account_id = ${a} and o.supplier_id = ${supplierId} and o.status = 'OPEN' and p.owed_minor > 0
    group by 2
    union all
    select 'credits', c.currency, count(*), sum(c.amount_minor - c.used_minor)::bigint,
      coalesce(sum(c.base_minor - c.used_base_minor), 0)::bigint,
      count(*) filter (where c.base_minor is null or c.used_base_minor is null)
    from credit c
    where c.account_id = ${a} and c.supplier_id = ${supplierId} and c.ended_at is null and c.used_minor < c.amount_minor
    group by 2
    union all
    select 'deposits', o.currency, count(*), sum(s.deposit_minor - s.applied_minor)::bigint,
      coalesce(sum(s.deposit_base_minor - s.applied_base_minor), 0)::bigint,
      count(*) filter (where s.deposit_base_minor is null or s.applied_base_minor is null)
    from purchase_order o
    join purchase_order_schedule s on s.account_id = o.account_id and s.purchase_order_id = o.id
    where o.account_id = ${a} and o.supplier_id = ${supplierId} and s.deposit_minor <> s.applied_minor
      and not exists (
        select from credit c
        where c.account_id = o.account_id and c.purchase_order_id = o.id and c.source = 'DEPOSIT' and c.ended_at is null
      )
    group by 2`.execute(w.tx);
  return rows;
}
