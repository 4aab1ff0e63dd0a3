import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';
import { PACK_LISTS } from '../../shipments/facts.ts';

export interface BrokenInvariant {
  readonly invariant: string;
  readonly id: string;
  readonly detail: string;
}

/**
 * Checks the invariants of landed cost (README.md) in one account. The checks recompute everything from single rows and
 * do not rely on any stored sum. If the data of the account is correct, the result is empty.
 */
export async function brokenInvariants(w: Work): Promise<BrokenInvariant[]> {
  const a = w.scope.accountId;
  const checks = [
    sql<BrokenInvariant>`
      select 'entries + rest = line' as invariant, x.line_id::text as id,
        x.document_minor || ' document, ' || coalesce(x.account_minor::text, 'no') || ' account' as detail
      from cost_allocation x
      left join lateral (
        select coalesce(sum(e.document_minor), 0) as d, coalesce(sum(e.account_minor), 0) as m, count(*) as n,
          bool_and(e.superseded_at is null) as fresh, coalesce(sum(e.weight), 0) as weight
        from cost_entry e where e.account_id = x.account_id and e.allocation_id = x.id
      ) s on true
      where x.account_id = ${a} and x.superseded_at is null
        and (
          s.d + x.unassigned_document_minor <> x.document_minor
          or s.m + coalesce(x.unassigned_account_minor, 0) <> coalesce(x.account_minor, 0)
          or s.n <> x.entry_count
          or s.fresh is false
          or (s.n > 0 and x.basis <> 'MANUAL' and s.weight <> x.weight_total)
        )`,
    sql<BrokenInvariant>`
      select 'line = its amount and tax', l.id::text,
        coalesce(x.document_minor::text, 'no allocation') || ' for ' || l.amount_minor
      from ${INVOICE_LINES} l join ${INVOICES} i on i.account_id = l.account_id and i.id = l.invoice_id
      join ${INVOICE_LINES} r on r.account_id = l.account_id
        and r.id = case when l.credits_line_id is null then l.id else l.credits_line_id end
      left join cost_allocation x on x.account_id = l.account_id and x.line_id = l.id and x.superseded_at is null
      where l.account_id = ${a}
        and case
          when l.deleted_at is null and i.deleted_at is null and i.status <> 'REVIEW'
            then x.document_minor is distinct from l.amount_minor
              + case when r.is_tax_recoverable then 0 else l.tax_minor end
              or x.is_excluded is distinct from r.is_excluded
              or x.amount_minor + x.cost_tax_minor is distinct from x.document_minor
              or x.credits_line_id is distinct from l.credits_line_id
              or x.is_provisional is distinct from (i.status = 'WORKING')
          else x.id is not null
        end`,
    sql<BrokenInvariant>`
      select 'product total = its entries', coalesce(t.product_id, s.product_id)::text,
        coalesce(t.factory_minor::text, 'no row') || ' + ' || coalesce(t.inbound_minor::text, '') || ' for '
          || coalesce(s.f::text, '0') || ' + ' || coalesce(s.n::text, '0')
      from (select * from product_cost_total where account_id = ${a}) t
      full join (
        select e.product_id, sum(e.account_minor) filter (where e.cost_type = 'FACTORY_INVOICE') as f,
          sum(e.account_minor) filter (where e.cost_type <> 'FACTORY_INVOICE') as n, count(*) as entries,
          count(*) filter (where x.is_provisional) as provisional
        from cost_entry e
        join cost_allocation x on x.account_id = e.account_id and x.id = e.allocation_id
        where e.account_id = ${a} and e.superseded_at is null and not e.is_excluded
        group by e.product_id
      ) s on s.product_id = t.product_id
      where coalesce(t.factory_minor, 0) <> coalesce(s.f, 0)
        or coalesce(t.inbound_minor, 0) <> coalesce(s.n, 0)
        or coalesce(t.entry_count, 0) <> coalesce(s.entries, 0)
        or coalesce(t.provisional_count, 0) <> coalesce(s.provisional, 0)
        or coalesce((select sum(v::numeric) from jsonb_each_text(t.by_category) as c(k, v)), 0)
          <> coalesce(s.f, 0) + coalesce(s.n, 0)`,
    sql<BrokenInvariant>`
      select 'units = orders', coalesce(t.product_id, c.product_id)::text,
        coalesce(t.units, 0) || ' for ' || coalesce(c.units, 0)
      from (select * from product_cost_total where account_id = ${a}) t
      full join (
        select product_id, sum(units) as units
        from cost_layer
        where account_id = ${a} and removed_at is null
        group by product_id
      ) c on c.product_id = t.product_id
      where coalesce(t.units, 0) <> coalesce(c.units, 0)`,
    sql<BrokenInvariant>`
      select 'one order per factory line', l.id::text, 'quantity ' || l.quantity
      from ${INVOICE_LINES} l join ${INVOICES} i on i.account_id = l.account_id and i.id = l.invoice_id
      left join cost_layer c on c.account_id = l.account_id and c.invoice_line_id = l.id and c.removed_at is null
      where l.account_id = ${a}
        and (c.id is not null) <> (
          l.deleted_at is null and i.deleted_at is null and i.status <> 'REVIEW' and l.cost_type = 'FACTORY_INVOICE'
          and l.product_id is not null and l.quantity > 0 and l.credits_line_id is null
        )`,
    sql<BrokenInvariant>`
      select 'order = its line less credits', c.id::text,
        c.number || ': ' || (c.units - c.adjusted_units) || ' for ' || s.units || ', '
          || coalesce(c.factory_minor::text, 'no amount') || ' for ' || coalesce(s.factory::text, 'none')
      from cost_layer c
      join lateral (
        select sum(l.quantity) as units,
          case when bool_and(x.account_minor is not null) then sum(x.account_minor) end as factory
        from ${INVOICE_LINES} l join ${INVOICES} i on i.account_id = l.account_id and i.id = l.invoice_id
        left join cost_allocation x on x.account_id = l.account_id and x.line_id = l.id and x.superseded_at is null
        where l.account_id = c.account_id and (l.id = c.invoice_line_id or l.credits_line_id = c.invoice_line_id)
          and l.deleted_at is null and i.deleted_at is null and i.status <> 'REVIEW'
      ) s on true
      where c.account_id = ${a} and c.removed_at is null
        and (c.units - c.adjusted_units <> s.units or c.factory_minor is distinct from s.factory)`,
    sql<BrokenInvariant>`
      select 'credited in full leaves nothing', f.line_id::text, f.number || ': ' || f.account_minor
      from (
        select r.id as line_id, coalesce(c.number, 'no order') as number, sum(e.account_minor) as account_minor,
          sum(e.document_minor) as document_minor
        from (
          select q.account_id, q.credits_line_id as id
          from cost_allocation q
          where q.account_id = ${a} and q.superseded_at is null and q.credits_line_id is not null
          group by 1, 2
        ) r
        join cost_allocation x on x.account_id = r.account_id and (x.line_id = r.id or x.credits_line_id = r.id)
          and x.superseded_at is null
        join cost_entry e on e.account_id = x.account_id and e.allocation_id = x.id
        left join cost_layer c on c.account_id = e.account_id and c.id = e.layer_id
        where (
          select sum(y.amount_minor) = 0 and sum(y.cost_tax_minor) = 0
          from cost_allocation y
          where y.account_id = r.account_id and (y.line_id = r.id or y.credits_line_id = r.id)
            and y.superseded_at is null
        )
        group by r.id, e.layer_id, e.product_id, c.number
      ) f
      where f.account_minor <> 0 or f.document_minor <> 0`,
    sql<BrokenInvariant>`
      select 'order = what is known of it', c.id::text, c.number from cost_layer c
      left join cost_layer_history h on h.account_id = c.account_id and h.layer_id = c.id and h.superseded_at is null
      where c.account_id = ${a}
        and (
          h.layer_id is null
          or h.product_id <> c.product_id
          or h.date <> c.date
          or h.units <> c.units
          or h.is_removed <> (c.removed_at is not null)
          or h.factory_minor is distinct from c.factory_minor
          or h.weight_ug is distinct from c.weight_ug
          or h.volume_mm3 is distinct from c.volume_mm3
        )`,
    sql<BrokenInvariant>`
      select 'order is known once at any time', h.layer_id::text, c.number
      from (
        select layer_id, recorded_at, superseded_at,
          lead(recorded_at) over (partition by layer_id order by recorded_at) as next_recorded_at
        from cost_layer_history
        where account_id = ${a}
      ) h
      join cost_layer c on c.account_id = ${a} and c.id = h.layer_id
      where h.superseded_at is distinct from h.next_recorded_at
      group by h.layer_id, c.number`,
    sql<BrokenInvariant>`
      select 'entry of a pack list of its order', e.line_id::text, l.number || ' of another order'
      from cost_entry e
      join ${PACK_LISTS} l on l.account_id = e.account_id and l.id = e.pack_list_id
      where e.account_id = ${a} and e.superseded_at is null
        and (l.order_id is distinct from e.layer_id or l.removed_at is not null)`,
    sql<BrokenInvariant>`
      select 'line is known once at any time', x.line_id::text, count(*) || ' times'
      from (
        select line_id, recorded_at, superseded_at,
          lead(recorded_at) over (
            partition by line_id order by recorded_at, superseded_at nulls last
          ) as next_recorded_at
        from cost_allocation
        where account_id = ${a}
      ) x
      where x.superseded_at < x.recorded_at
        or coalesce(x.superseded_at > x.next_recorded_at, x.next_recorded_at is not null)
      group by x.line_id`,
    sql<BrokenInvariant>`
      select 'invoice adds up', i.id::text, i.invoice_number from ${INVOICES} i
      left join invoice_total t on t.account_id = i.account_id and t.invoice_id = i.id
      left join lateral (
        select coalesce(sum(l.amount_minor), 0) as net,
          coalesce(sum(l.tax_minor) filter (where r.is_tax_recoverable), 0) as recoverable,
          coalesce(sum(l.tax_minor) filter (where not r.is_tax_recoverable), 0) as cost_tax, count(*) as n
        from ${INVOICE_LINES} l
        join ${INVOICE_LINES} r on r.account_id = l.account_id
          and r.id = case when l.credits_line_id is null then l.id else l.credits_line_id end
        where l.account_id = i.account_id and l.invoice_id = i.id and l.deleted_at is null
      ) s on true
      where i.account_id = ${a} and i.deleted_at is null
        and (
          t.invoice_id is null
          or t.lines_minor <> s.net
          or t.recoverable_tax_minor <> s.recoverable
          or t.cost_tax_minor <> s.cost_tax
          or t.line_count <> s.n
          or t.assigned_minor + t.unassigned_minor + t.excluded_minor <> t.lines_minor + t.cost_tax_minor
          or (
            t.lines_account_minor is not null
            and t.assigned_account_minor + t.unassigned_account_minor + t.excluded_account_minor
              <> t.lines_account_minor + t.cost_tax_account_minor
          )
        )`,
    sql<BrokenInvariant>`
      select 'closed is closed', i.id::text, i.invoice_number
      from ${INVOICES} i
      join invoice_total t on t.account_id = i.account_id and t.invoice_id = i.id
      where i.account_id = ${a} and i.status = 'CLOSED' and i.deleted_at is null
        and (
          t.unassigned_line_count <> 0
          or i.total_minor is distinct from t.lines_minor + t.recoverable_tax_minor + t.cost_tax_minor
        )`,
  ];
  const broken: BrokenInvariant[] = [];
  for (const check of checks)
    broken.push(
      ...(await sql<BrokenInvariant>`select * from (${check}) as broken(invariant, id, detail)`.execute(w.tx)).rows,
    );
  return broken;
}
