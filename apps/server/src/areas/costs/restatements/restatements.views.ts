import type { OrderRef } from '@quayside/contracts/order-ref';
import type { FilterChip } from '@quayside/contracts/paging';
import type { CostCategory } from '@quayside/domain/lists';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { CopiedColumn, CopiedQuery } from '../../../db/copy.ts';
import { isKnown } from '../../../db/known.ts';
import { chipCondition, searchIn } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { checkFilter } from '../../../http/filters.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import { goneUnits, type GoneRow, movedCosts, type MovedRow } from './gone-units.views.ts';
import { ordersKnown } from '../rows/known.views.ts';
import { orderRefOf } from '../facts.ts';

/**
 * Two instants. The report compares the costs that were known before the earlier one with those that were known before
 * the later one.
 */
export interface Between {
  readonly from: Date;
  readonly to: Date;
}
interface RestatementFilter {
  readonly search?: string | undefined;
  readonly filter: readonly FilterChip[];
}
type SortField = 'date' | 'product' | 'change' | 'order';

/**
 * An order whose cost or units changed, or the changed costs of a product without an order. `place_id` and product
 * together identify the row.
 */
export interface RestatedRow {
  /** The id of the order, or the id of the product for costs without an order. */
  readonly place_id: string;
  readonly layer_id: string | null;
  readonly order_ref: OrderRef | null;
  readonly product_id: string;
  readonly sku: string;
  readonly product_name: string;
  readonly date: string | null;
  readonly units_before: bigint;
  readonly units_after: bigint;
  readonly before: bigint;
  readonly change: bigint;
}
/**
 * How the cost changed: an entry was added (CAME), an entry was replaced or removed (WENT), or the order itself changed
 * (ORDER).
 */
type How = 'CAME' | 'WENT' | 'ORDER';
export interface CauseRow {
  readonly place_id: string;
  readonly product_id: string;
  readonly invoice_id: string;
  readonly invoice_number: string;
  readonly date: string;
  readonly company_name: string | null;
  readonly types: CostCategory[];
  readonly change: bigint;
  readonly recorded_at: Date;
  readonly how: How;
  /**
   * Identifies the source of the change: the id of the allocation for CAME, of the invoice for WENT, and of the order
   * for ORDER.
   */
  readonly source_id: string;
}

/**
 * The common table expressions of all queries for restatements. `moved`: the changes between the two instants, which
 * are found by the times at which entries were recorded and superseded, without a scan of all entries. `restated`: the
 * orders that were known at the first instant and had other costs or units at the second. `causes`: the invoices that
 * caused these changes.
 */
function restated(w: Work, { from, to }: Between): RawBuilder<unknown> {
  const a = w.scope.accountId;
  return sql`
    with moved as materialized (
      select coalesce(e.layer_id, e.product_id) as place_id, e.layer_id, e.product_id, e.invoice_id, e.cost_type,
        e.account_minor as change, e.recorded_at as at, 'CAME' as how, e.allocation_id as source_id
      from cost_entry e
      where e.account_id = ${a} and e.recorded_at >= ${from} and e.recorded_at < ${to} and e.superseded_at is null
        and not e.is_excluded
      union all
      select coalesce(e.layer_id, e.product_id), e.layer_id, e.product_id, e.invoice_id, e.cost_type, e.account_minor,
        e.recorded_at, 'CAME', e.allocation_id
      from cost_entry e
      where e.account_id = ${a} and e.recorded_at >= ${from} and e.recorded_at < ${to} and e.superseded_at >= ${to}
        and not e.is_excluded
      union all
      select coalesce(e.layer_id, e.product_id), e.layer_id, e.product_id, e.invoice_id, e.cost_type, -e.account_minor,
        e.superseded_at, 'WENT', e.invoice_id
      from cost_entry e
      where e.account_id = ${a} and e.superseded_at >= ${from} and e.superseded_at < ${to} and e.recorded_at < ${from}
        and not e.is_excluded
      union all
      select h.layer_id, h.layer_id, h.product_id, c.invoice_id, 'FACTORY_INVOICE', 0, h.recorded_at, 'ORDER',
        h.layer_id
      from cost_layer_history h join cost_layer c on c.account_id = h.account_id and c.id = h.layer_id
      where h.account_id = ${a} and h.recorded_at >= ${from} and h.recorded_at < ${to}
    ), sums as (
      select place_id, layer_id, product_id, sum(change)::bigint as change from moved group by 1, 2, 3
    ), orders as (
      select o.id as place_id, o.id as layer_id, c.number, oi.invoice_number as order_invoice, o.product_id,
        case when n.product_id = o.product_id and not n.is_removed then n.date else o.date end as date,
        o.units as units_before,
        case when n.product_id = o.product_id and not n.is_removed then n.units else 0 end as units_after,
        coalesce(s.change, 0) as change
      from (select distinct layer_id from moved where layer_id is not null) t
      join ${ordersKnown(w, from)} o on o.id = t.layer_id
      join cost_layer c on c.account_id = ${a} and c.id = o.id
      join ${INVOICES} oi on oi.account_id = c.account_id and oi.id = c.invoice_id
      left join ${ordersKnown(w, to)} n on n.id = o.id
      left join sums s on s.place_id = o.id and s.product_id = o.product_id
      where not o.is_removed
    ), restated as materialized (
      select o.*,
        (
          select coalesce(sum(e.account_minor), 0)::bigint from cost_entry e
          where e.account_id = ${a} and e.layer_id = o.layer_id and e.product_id = o.product_id and not e.is_excluded
            and ${isKnown('e', from)}
        ) as before
      from orders o where o.change <> 0 or o.units_before <> o.units_after
      union all
      select s.place_id, null, null, null, s.product_id, null, 0, 0, s.change, b.before from sums s
      join lateral (
        select sum(e.account_minor)::bigint as before from cost_entry e
        where e.account_id = ${a} and e.product_id = s.product_id and e.layer_id is null and not e.is_excluded
          and ${isKnown('e', from)}
      ) b on b.before is not null
      where s.layer_id is null and s.change <> 0
    ), causes as (
      select m.place_id, m.product_id, m.invoice_id, array_agg(distinct m.cost_type) as types,
        sum(m.change)::bigint as change, max(m.at) as recorded_at,
        (array_agg(m.how order by m.at desc, m.how, m.source_id))[1] as how,
        (array_agg(m.source_id order by m.at desc, m.how, m.source_id))[1] as source_id
      from moved m join restated r on r.place_id = m.place_id and r.product_id = m.product_id
      group by m.place_id, m.product_id, m.invoice_id
      having sum(m.change) <> 0 or bool_or(m.how = 'ORDER' and r.units_before <> r.units_after)
    )`;
}

function conditions({ search, filter }: RestatementFilter): RawBuilder<unknown> {
  checkFilter(filter, { product: 'uuid', invoice: 'uuid' });
  const of = filter.map((chip): Expression<boolean> => {
    switch (chip.field) {
      case 'product':
        return chipCondition(chip, sql.ref('r.product_id'), 'uuid');
      case 'invoice':
        return sql<boolean>`exists (
          select from causes x
          where x.place_id = r.place_id and x.product_id = r.product_id
            and ${chipCondition(chip, sql.ref('x.invoice_id'), 'uuid')}
        )`;
      default:
        return chipCondition(chip, sql`to_char(r.date, 'YYYY-MM')`);
    }
  });
  const words = sql<string>`(p.search_text || ' ' || lower(coalesce(r.order_invoice || ' ' || r.number, '')))`;
  return sql.join([sql`true`, ...of, ...searchIn(words, search)], sql` and `);
}

const matching = (w: Work, q: RestatementFilter) =>
  sql`restated r
  join ${PRODUCTS} p on p.account_id = ${w.scope.accountId} and p.id = r.product_id where ${conditions(q)}`;

const SORTS: Readonly<Record<SortField, RawBuilder<unknown>>> = {
  date: sql`r.date`,
  product: sql`p.name_key`,
  change: sql`r.change`,
  // The internal numbers of an invoice's orders follow its lines.
  order: sql`lower(r.order_invoice) || ' ' || r.number`,
};

type Sort = readonly { field: SortField; direction: 'asc' | 'desc' }[] | undefined;
const orderOf = (sort: Sort = [{ field: 'date', direction: 'desc' }]): RawBuilder<unknown> =>
  sql.join([
    ...sort.map(({ field, direction }) => sql`${SORTS[field]} ${sql.raw(direction)} nulls last`),
    sql`r.place_id`,
    sql`r.product_id`,
  ]);

/** SQL expression: a value of the order of the row `r`, as `c`; null for costs without an order. */
export const ofOrder = (w: Work, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${value} from cost_layer c where c.account_id = ${w.scope.accountId} and c.id = r.layer_id)`;

/** All orders with changed costs that match a filter, in the order of the list, for an export with COPY. */
export const restatedRows = (
  w: Work,
  between: Between,
  q: RestatementFilter & { readonly sort?: Sort },
  columns: readonly CopiedColumn[],
): CopiedQuery =>
  sql`${restated(w, between)}, gone as materialized (select g.* from ${goneUnits(w, between)} g)
    select ${sql.join(columns)} from ${matching(w, q)} order by ${orderOf(q.sort)}`;

/** SQL expression: what of the change of the row `r` of an export fell on units that are gone. */
export const GONE_OF_ROW = sql<bigint>`coalesce((
  select sum(g.change) from gone g where g.place_id = r.place_id and g.product_id = r.product_id
), 0)`;

/** One page of the orders with changed costs, and the total count. */
export async function restatedPage(
  w: Work,
  between: Between,
  q: RestatementFilter & { readonly sort?: Sort },
  window: { readonly size: number; readonly offset: number },
): Promise<{ rows: RestatedRow[]; count: number }> {
  // The count is part of the same query as the page, so that the changes are searched only once.
  const { rows } = await sql<RestatedRow & { total: bigint }>`${restated(w, between)}
    select r.*, p.sku, p.name as product_name, count(*) over () as total,
      ${ofOrder(w, orderRefOf)} as order_ref
    from ${matching(w, q)}
    order by ${orderOf(q.sort)} limit ${window.size} offset ${window.offset}`.execute(w.tx);
  const [first] = rows;
  if (first || window.offset === 0) return { rows, count: Number(first?.total ?? 0n) };
  const beyond = await sql<{ n: bigint }>`${restated(w, between)} select count(*) as n from ${matching(w, q)}`.execute(
    w.tx,
  );
  return { rows, count: Number(beyond.rows[0]?.n ?? 0n) };
}

/** The invoices that changed the cost of these orders, largest change first. */
export async function causesOf(w: Work, between: Between, rows: readonly RestatedRow[]): Promise<CauseRow[]> {
  if (rows.length === 0) return [];
  const result = await sql<CauseRow>`${restated(w, between)}
    select x.*, i.invoice_number, i.date, s.company_name
    from unnest(
      ${sql.val(rows.map((r) => r.place_id))}::uuid[], ${sql.val(rows.map((r) => r.product_id))}::uuid[]
    ) as k(place_id, product_id)
    join causes x on x.place_id = k.place_id and x.product_id = k.product_id
    join ${INVOICES} i on i.account_id = ${w.scope.accountId} and i.id = x.invoice_id
    left join ${SUPPLIERS} s on s.account_id = i.account_id and s.id = i.supplier_id
    order by abs(x.change) desc, i.date, i.invoice_number, x.invoice_id`.execute(w.tx);
  return result.rows;
}

/**
 * Finds who made each of the changes, in the order of `causes`. For an added entry or a changed order, this is the
 * person stored with the row; for a superseded entry, the person in the audit log at the same instant.
 */
export async function recordersOf(
  w: Work,
  causes: readonly CauseRow[],
): Promise<({ id: string; name: string } | null)[]> {
  if (causes.length === 0) return [];
  const a = w.scope.accountId;
  const result = await sql<{ id: string | null; name: string | null }>`
    with found as (
      select k.n,
        case k.how
          when 'CAME' then (
            select x.recorded_by from cost_allocation x where x.account_id = ${a} and x.id = k.source_id
          )
          when 'ORDER' then (
            select h.recorded_by
            from cost_layer_history h
            where h.account_id = ${a} and h.layer_id = k.source_id and h.recorded_at = k.at
          )
          else (
            select l.person_id
            from audit_log l
            where l.account_id = ${a} and l.recorded_at = k.at
            order by l.history_of is not distinct from k.source_id desc, l.id
            limit 1
          )
        end as person_id
      from unnest(
        ${sql.val(causes.map((c) => c.how))}::text[], ${sql.val(causes.map((c) => c.source_id))}::uuid[],
        ${sql.val(causes.map((c) => c.recorded_at))}::timestamptz[]
      ) with ordinality as k(how, source_id, at, n)
    )
    select p.id, p.name
    from found f
    left join acting_names((select array_agg(distinct person_id) from found)) p on p.id = f.person_id
    order by f.n`.execute(w.tx);
  return result.rows.map(({ id, name }) => (id === null || name === null ? null : { id, name }));
}

interface MonthSum {
  /** The month of the orders; null for costs without an order. */
  readonly month: string | null;
  readonly is_all: boolean;
  readonly orders: bigint;
  readonly products: bigint;
  readonly before: string;
  readonly change: string;
}
/** The sums of all rows that match a filter, for each month of orders and overall. */
export async function restatedByMonth(w: Work, between: Between, q: RestatementFilter): Promise<MonthSum[]> {
  const result = await sql<MonthSum>`${restated(w, between)}
    select month, grouping(month) = 1 as is_all, count(*) as orders, count(distinct product_id) as products,
      coalesce(sum(before), 0)::text as before, coalesce(sum(change), 0)::text as change
    from (select to_char(r.date, 'YYYY-MM') as month, r.product_id, r.before, r.change from ${matching(w, q)}) as m
    group by grouping sets ((month), ()) order by month nulls last`.execute(w.tx);
  return result.rows;
}

/** What of the changes of these rows fell on units that are gone, by the month in which they went. */
export async function goneOf(w: Work, between: Between, rows: readonly RestatedRow[]): Promise<GoneRow[]> {
  if (rows.length === 0) return [];
  const places = sql.val(rows.map(({ place_id }) => place_id));
  const result = await sql<GoneRow>`${restated(w, between)}
    select g.* from ${goneUnits(w, between)} g where g.place_id = any(${places}::uuid[]) order by g.month`.execute(
    w.tx,
  );
  return result.rows;
}

/** The sums of what fell on units that are gone, by the month in which they went, over all rows that match a filter. */
export async function goneByMonth(
  w: Work,
  between: Between,
  q: RestatementFilter,
): Promise<{ readonly month: string; readonly change: bigint }[]> {
  const result = await sql<{ month: string; change: bigint }>`${restated(w, between)}
    select g.month, sum(g.change)::bigint as change
    from (select r.place_id, r.product_id from ${matching(w, q)}) f
    join ${goneUnits(w, between)} g on g.place_id = f.place_id and g.product_id = f.product_id
    group by g.month order by g.month`.execute(w.tx);
  return result.rows;
}

/**
 * What movements, counts and receipts of earlier days that were recorded since changed of the cost of months that were
 * known, by month. Only a filter of products narrows it, because it belongs to no order and no invoice.
 */
export async function movedByMonth(
  w: Work,
  between: Between,
  knownDay: string,
  q: RestatementFilter,
): Promise<MovedRow[]> {
  const products = q.filter
    .filter(({ field }) => field === 'product')
    .map((chip) => chipCondition(chip, sql.ref('m.product_id'), 'uuid'));
  const result = await sql<MovedRow>`${restated(w, between)}
    select m.month, sum(m.change)::bigint as change
    from ${movedCosts(w, between, knownDay)} m
    where ${sql.join([sql`true`, ...products], sql` and `)}
    group by m.month
    having sum(m.change) <> 0
    order by m.month`.execute(w.tx);
  return result.rows;
}

interface InvoiceSum {
  readonly invoice_id: string;
  readonly invoice_number: string;
  readonly date: string;
  readonly company_name: string | null;
  readonly orders: bigint;
  readonly change: string;
}
/** The amounts by which the invoices changed the cost of the matching orders, largest change first. */
export async function restatedByInvoice(w: Work, between: Between, q: RestatementFilter): Promise<InvoiceSum[]> {
  const result = await sql<InvoiceSum>`${restated(w, between)}
    select x.invoice_id, i.invoice_number, i.date, s.company_name, count(*) as orders, sum(x.change)::text as change
    from (select r.place_id, r.product_id from ${matching(w, q)}) f
    join causes x on x.place_id = f.place_id and x.product_id = f.product_id
    join ${INVOICES} i on i.account_id = ${w.scope.accountId} and i.id = x.invoice_id
    left join ${SUPPLIERS} s on s.account_id = i.account_id and s.id = i.supplier_id
    group by x.invoice_id, i.invoice_number, i.date, s.company_name
    order by abs(sum(x.change)) desc, i.date, i.invoice_number, x.invoice_id`.execute(w.tx);
  return result.rows;
}
