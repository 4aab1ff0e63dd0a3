import { sql } from 'kysely';
import { planForAverageAccount } from '../../../db/plans.ts';
import type { Work } from '../../../db/tx.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';

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

/** A supplier with its sums by currency. */
interface BalancedSupplier {
  readonly companyName: string;
  readonly localName: string | null;
  readonly sums: readonly BalanceRow[];
}

/** The sums as JSON, where numbers of 64 bits are texts. */
type SumJson = readonly [
  part: BalancePart,
  currency: string,
  count: number,
  minor: string,
  base: string,
  rateless: number,
];

/** Reads a supplier and its sums; undefined when there is no such supplier. */
export async function findBalance(w: Work, supplierId: string, today: string): Promise<BalancedSupplier | undefined> {
  await planForAverageAccount(w.tx);
  const { rows } = await sql<Omit<BalancedSupplier, 'sums'> & { readonly sums: readonly SumJson[] | null }>`
    select s.company_name as "companyName", s.local_name as "localName", (
      select json_agg(json_build_array(
        x.part, x.currency, x.count, x.minor::text, x.base_minor::text, x.without_rate
      ))
      from (${sumsOf(w, supplierId, today)}) x
    ) as sums
    from ${SUPPLIERS} s
    where s.account_id = ${w.scope.accountId} and s.id = ${supplierId}`.execute(w.tx);
  const [row] = rows;
  return row && { ...row, sums: (row.sums ?? []).map(sumOf) };
}

const sumOf = ([part, currency, count, minor, base, rateless]: SumJson): BalanceRow => ({
  part,
  currency,
  count: BigInt(count),
  minor: BigInt(minor),
  baseMinor: BigInt(base),
  withoutRate: BigInt(rateless),
});

/** SQL: the sums of a supplier. */
const sumsOf = (w: Work, supplierId: string, today: string) => sql`
      select case when k.due_on = 'infinity' then 'withoutDay' when k.due_on < ${today} then 'overdue' else 'notDue' end
          as part,
        k.currency, sum(k.payment_count)::bigint as count, sum(k.owed_minor)::bigint as minor,
        sum(k.owed_base_minor)::bigint as base_minor, sum(k.without_rate)::bigint as without_rate
      from payable_supplier k
      where k.account_id = ${w.scope.accountId} and k.supplier_id = ${supplierId}
      group by 1, 2
      union all
      select 'onPurchaseOrders', p.currency, count(*), sum(p.owed_minor)::bigint,
        coalesce(sum(p.owed_base_minor), 0)::bigint, count(*) filter (where p.owed_base_minor is null)
      from ${PURCHASE_ORDERS} o
      join payment p on p.account_id = o.account_id and p.purchase_order_id = o.id and p.removed_at is null
      where o.account_id = ${w.scope.accountId} and o.supplier_id = ${supplierId} and o.status = 'OPEN'
        and p.owed_minor > 0
      group by 2
      union all
      select 'credits', c.currency, count(*), sum(c.amount_minor - c.used_minor)::bigint,
        coalesce(sum(c.base_minor - c.used_base_minor), 0)::bigint,
        count(*) filter (where c.base_minor is null or c.used_base_minor is null)
      from credit c
      where c.account_id = ${w.scope.accountId} and c.supplier_id = ${supplierId} and c.ended_at is null
        and c.used_minor < c.amount_minor
      group by 2
      union all
      select 'deposits', o.currency, count(*), sum(d.deposit_minor - d.applied_minor)::bigint,
        coalesce(sum(d.deposit_base_minor - d.applied_base_minor), 0)::bigint,
        count(*) filter (where d.deposit_base_minor is null or d.applied_base_minor is null)
      from ${PURCHASE_ORDERS} o
      join purchase_order_schedule d on d.account_id = o.account_id and d.purchase_order_id = o.id
      where o.account_id = ${w.scope.accountId} and o.supplier_id = ${supplierId}
        and d.deposit_minor <> d.applied_minor and not exists (
          select from credit c
          where c.account_id = o.account_id and c.purchase_order_id = o.id and c.source = 'DEPOSIT'
            and c.ended_at is null
        )
      group by 2`;
