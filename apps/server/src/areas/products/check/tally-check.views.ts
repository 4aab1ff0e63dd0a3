import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { PRODUCT_COSTS } from '../../costs/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';

/** A stored count or sum of products that differs from the rows that it stands for. */
interface WrongTally {
  readonly label: string;
  readonly invariant: string;
  readonly detail: string;
}

/**
 * Compares the counts and sums in `product_tally` with the rows of the account. Everything is read in one statement:
 * other transactions may write at the same time.
 */
export async function listWrongTallies(w: Work): Promise<WrongTally[]> {
  const a = w.scope.accountId;
  const { rows } = await sql<WrongTally>`
    with kept as (
      select status, supplier_id, sum(products) as products, sum(archived) as archived, sum(units) as units,
        sum(factory_minor) as factory, sum(inbound_minor) as inbound
      from product_tally where account_id = ${a} group by status, supplier_id
    ),
    by_status as (
      select coalesce(k.status, p.status) as status, coalesce(k.products, 0) as products,
        coalesce(k.archived, 0) as archived, coalesce(p.products, 0) as counted,
        coalesce(p.archived, 0) as counted_archived
      from (select coalesce(status, 'none') as status, products, archived from kept where supplier_id is null) k
      full join (
        select status, count(*) as products, count(archived_at) as archived
        from product where account_id = ${a} group by status
      ) p using (status)
    ),
    by_supplier as (
      select coalesce(k.supplier_id, p.supplier_id) as supplier_id, coalesce(k.products, 0) as products,
        coalesce(k.archived, 0) as archived, coalesce(p.products, 0) as counted,
        coalesce(p.archived, 0) as counted_archived
      from (
        select supplier_id, sum(products) as products, sum(archived) as archived
        from kept where supplier_id is not null group by supplier_id
      ) k
      full join (
        select ps.supplier_id, count(*) as products, count(p.archived_at) as archived
        from product_supplier ps
        join product p on p.account_id = ps.account_id and p.id = ps.product_id
        where ps.account_id = ${a} group by ps.supplier_id
      ) p using (supplier_id)
    ),
    sums as (
      select
        (
          select coalesce(sum(units), 0) || ' units, ' || coalesce(sum(factory), 0) || ' + '
            || coalesce(sum(inbound), 0)
          from kept where supplier_id is null
        ) as kept,
        (
          select coalesce(sum(units), 0) || ' units, ' || coalesce(sum(factory_minor), 0) || ' + '
            || coalesce(sum(inbound_minor), 0)
          from ${PRODUCT_COSTS} where account_id = ${a}
        ) as counted
    )
    select 'Status ' || status as label, 'product count = its products' as invariant,
      products || ', ' || archived || ' archived, for ' || counted || ', ' || counted_archived || ' archived' as detail
    from by_status where (products, archived) <> (counted, counted_archived)
    union all
    select coalesce(s.company_name, t.supplier_id::text), 'product count = its products',
      products || ', ' || archived || ' archived, for ' || counted || ', ' || counted_archived || ' archived'
    from by_supplier t
    left join ${SUPPLIERS} s on s.account_id = ${a} and s.id = t.supplier_id
    where (products, archived) <> (counted, counted_archived)
    union all
    select 'All products', 'sums = totals of products', kept || ' for ' || counted from sums where kept <> counted
    order by 1, 2`.execute(w.tx);
  return rows;
}
