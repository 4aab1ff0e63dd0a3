import type pg from 'pg';

// Creates an account's invoices in SQL, a million cost entries in a minute. The amounts are chosen so that no share
// needs rounding and plain arithmetic gives the same entries as the cost engine. `check.queries.ts` verifies this
// afterwards.

const ORDERS = 10;
/** Ten orders, each with one entry for its own line and one for each of the nine costs: 10 × (1 + 9). */
export const ENTRIES_PER_INVOICE = 100;
/**
 * Each of the first `invoices` invoices has one cost whose amount was changed `daysAgo` days ago. The change affected
 * `orders` orders in total.
 */
export const RESTATED = { invoices: 50, orders: 50 * ORDERS, daysAgo: 15 };
const RESTATED_POSITION = 16;
const RESTATED_AT = `date_trunc('day', now()) - interval '${RESTATED.daysAgo * 24 - 12} hours'`;

/**
 * The nine costs of each invoice: position, cost type, chosen basis, applied basis, and the quantity by which the cost
 * is allocated.
 */
const COSTS = `(values
  (11, 'SHIPPING', 'WEIGHT', 'WEIGHT', 'GROSS_WEIGHT'), (12, 'LOCAL_FREIGHT', 'VOLUME', 'VOLUME', 'VOLUME'),
  (13, 'CUSTOMS_AND_DUTIES', null, 'VALUE', 'FACTORY_AMOUNT'),
  (14, 'INSURANCE', null, 'VALUE', 'FACTORY_AMOUNT'), (15, 'BANK_FEES', null, 'VALUE', 'FACTORY_AMOUNT'),
  (16, 'INSPECTIONS', null, 'QUANTITY', 'UNITS'),
  (17, 'OTHER', null, 'QUANTITY', 'UNITS'), (18, 'STORAGE', null, 'QUANTITY', 'UNITS'),
  (19, 'PRODUCT_TESTING', 'EQUAL', 'EQUAL', 'EQUAL')
) as c(k, cost_type, chosen, basis, measure)`;

const INVOICE_ID = 'pg_temp.uid(1, n)';
const LINE_ID = 'pg_temp.uid(2, n * 32 + k)';
const LAYER_ID = 'pg_temp.uid(3, m)';

/**
 * SQL that creates the planned rows as temporary tables: orders, shares and lines. In these tables, n is the number of
 * an invoice, m the number of an order, and k the position of a line.
 */
const planned = (account: string, from: number, until: number): string[] => [
  // Derives ids from numbers. The ids are ordered by time, like those of the application.
  `create or replace function pg_temp.uid(kind integer, n bigint) returns uuid language sql immutable as
    $$ select ('01900000-0000-7' || lpad(to_hex(kind), 3, '0') || '-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$`,
  // The modulus excludes the last product: the benchmark measures how long the explanation of that product's costs
  // takes, so the bulk invoices must not change these costs.
  `create temporary table bulk_order on commit drop as
    with p as (
      select id, unit_weight_ug, unit_volume_mm3, row_number() over (order by sku) - 1 as i
      from product
      where account_id = ${account}
    ), o as (
      select n, k, n * ${ORDERS} + k as m, (n * ${ORDERS} + k) % ((select count(*) from p) - 1) as i,
        (100 * (1 + (n * 7 + k * 13) % 9))::bigint as units, 100 + 10 * ((n * 13 + k * 7) % 400) as price,
        current_date - 400 + (n % 300)::integer as date
      from generate_series(${from}::bigint, ${until - 1}) n, generate_series(1, ${ORDERS}) k
    )
    select o.n, o.k, o.m, p.id as product_id, o.units, p.unit_weight_ug as weight_ug, p.unit_volume_mm3 as volume_mm3,
      o.units * o.price as factory_minor, o.date, o.date + interval '2 days' as at
    from o join p on p.i = o.i`,
  `create temporary table bulk_share on commit drop as
    select o.n, o.k, o.m, o.product_id, 'FACTORY_INVOICE' as cost_type, null as chosen, 'OWN_ORDER' as basis,
      null as measure, o.factory_minor as minor, 1::numeric as weight, o.at
    from bulk_order o
    union all
    select o.n, c.k, o.m, o.product_id, c.cost_type, c.chosen, c.basis, c.measure,
      case c.basis
        when 'WEIGHT' then o.units / 100 * (o.weight_ug / 1000000)
        when 'VOLUME' then o.units / 100 * (o.volume_mm3 / 1000)
        when 'VALUE' then o.factory_minor / 10
        when 'EQUAL' then 500
        else o.units * (c.k - 15)
      end,
      case c.basis
        when 'WEIGHT' then o.units * o.weight_ug
        when 'VOLUME' then o.units * o.volume_mm3
        when 'VALUE' then o.factory_minor
        when 'EQUAL' then 1
        else o.units
      end,
      o.at
    from bulk_order o, ${COSTS}`,
  `create temporary table bulk_line on commit drop as
    select n, k, cost_type, chosen, basis, measure, sum(minor)::bigint as minor, sum(weight) as weight,
      count(*)::integer as entries, min(at) as at, k = ${RESTATED_POSITION} and n < ${RESTATED.invoices} as is_restated
    from bulk_share group by n, k, cost_type, chosen, basis, measure`,
];

/**
 * SQL that creates one allocation per line: the current one, or, for restated lines, the superseded one with half the
 * amount.
 */
function workedOut(account: string, user: string, which: 'now' | 'before'): string[] {
  const [kind, part, condition] = which === 'now' ? [4, '', 'true'] : [5, '/ 2', 'is_restated'];
  const [from, until] =
    which === 'now'
      ? [`case when is_restated then ${RESTATED_AT} else at end`, 'null::timestamptz']
      : ['at', RESTATED_AT];
  return [
    `
      insert into cost_allocation (
        account_id, id, line_id, invoice_id, basis, is_basis_fallback, measure, weight_total, document_minor,
        amount_minor, cost_tax_minor, account_minor, unassigned_document_minor, unassigned_account_minor, is_excluded,
        is_provisional, entry_count, recorded_by, recorded_at, superseded_at
      )
      select ${account}, pg_temp.uid(${kind}, n * 32 + k), ${LINE_ID}, ${INVOICE_ID}, basis, false, measure, weight,
        minor ${part}, minor ${part}, 0, minor ${part}, 0, 0, false, false, entries, ${user}, ${from}, ${until}
      from bulk_line where ${condition} order by n, k`,
    `
      insert into cost_entry (
        account_id, id, allocation_id, line_id, invoice_id, product_id, layer_id, cost_type, document_minor,
        account_minor, weight, rounding_unit, is_excluded, recorded_at, superseded_at
      )
      select ${account}, pg_temp.uid(${kind + 2}, m * 32 + k), pg_temp.uid(${kind}, n * 32 + k), ${LINE_ID},
        ${INVOICE_ID}, product_id, ${LAYER_ID}, cost_type, minor ${part}, minor ${part}, weight, 0, false, ${from},
        ${until}
      from (select s.*, s.k = ${RESTATED_POSITION} and s.n < ${RESTATED.invoices} as is_restated from bulk_share s) s
      where ${condition}
      order by m, k`,
  ];
}

const rows = (account: string, user: string): string[] => [
  `
    insert into invoice (
      account_id, id, invoice_number, supplier_id, date, currency, total_minor, status, created_at, updated_at
    )
    select ${account}, ${INVOICE_ID}, 'B-' || lpad(n::text, 6, '0'),
      (array(select id from supplier where account_id = ${account} order by company_name))[1 + n % 10], date, 'GBP',
      minor, 'OPEN', at, at
    from (select n, min(date) as date, min(at) as at from bulk_order group by n) o
    join (select n, sum(minor) as minor from bulk_line group by n) l using (n)
    order by n`,
  `
    insert into invoice_line (
      account_id, id, invoice_id, position, product_id, cost_type, quantity, amount_minor, basis, created_at, updated_at
    )
    select ${account}, ${LINE_ID}, ${INVOICE_ID}, k, o.product_id, l.cost_type, coalesce(o.units, 1), l.minor, l.chosen,
      l.at, l.at
    from bulk_line l
    left join bulk_order o using (n, k)
    order by n, k`,
  `
    insert into cost_layer (
      account_id, id, number, product_id, invoice_id, invoice_line_id, date, units, weight_ug, volume_mm3,
      factory_minor, created_at, updated_at
    )
    select ${account}, ${LAYER_ID}, 'SO-' || 1000000 + m, product_id, ${INVOICE_ID}, ${LINE_ID}, date, units, weight_ug,
      volume_mm3, factory_minor, at, at
    from bulk_order
    order by m`,
  `
    insert into cost_layer_history (
      account_id, layer_id, recorded_at, product_id, date, units, weight_ug, volume_mm3, factory_minor, is_removed,
      recorded_by
    )
    select ${account}, ${LAYER_ID}, at, product_id, date, units, weight_ug, volume_mm3, factory_minor, false, ${user}
    from bulk_order
    order by m`,
  `
    insert into cost_line_scope (account_id, line_id, target_type, target_id, origin)
    select ${account}, ${LINE_ID}, 'INVOICE', ${INVOICE_ID}, 'OWN_INVOICE'
    from bulk_line
    where k > ${ORDERS}
    order by n, k`,
  ...workedOut(account, user, 'now'),
  ...workedOut(account, user, 'before'),
];

const sums = (account: string): string[] => [
  `
    insert into invoice_total (
      account_id, invoice_id, line_count, lines_minor, assigned_minor, lines_account_minor,
      recoverable_tax_account_minor, cost_tax_account_minor, difference_account_minor, assigned_account_minor,
      unassigned_account_minor, excluded_account_minor
    )
    select ${account}, ${INVOICE_ID}, count(*), sum(minor), sum(minor), sum(minor), 0, 0, 0, sum(minor), 0, 0
    from bulk_line
    group by n
    order by n`,
  `
    insert into product_cost_total (
      account_id, product_id, factory_minor, inbound_minor, units, entry_count, by_category, changed_at
    )
    select ${account}, e.product_id, e.factory, e.inbound, u.units, e.entries, e.by_category, now()
    from (
      select product_id, coalesce(sum(minor) filter (where cost_type = 'FACTORY_INVOICE'), 0) as factory,
        coalesce(sum(minor) filter (where cost_type <> 'FACTORY_INVOICE'), 0) as inbound, sum(entries) as entries,
        jsonb_object_agg(cost_type, minor::text) as by_category
      from (
        select product_id, cost_type, sum(account_minor) as minor, count(*) as entries
        from cost_entry
        where account_id = ${account} and superseded_at is null
        group by 1, 2
      ) x
      group by 1
    ) e
    join (
      select product_id, sum(units) as units from cost_layer where account_id = ${account} group by 1
    ) u using (product_id)
    on conflict (account_id, product_id) do update
    set factory_minor = excluded.factory_minor, inbound_minor = excluded.inbound_minor, units = excluded.units,
      entry_count = excluded.entry_count, by_category = excluded.by_category, changed_at = excluded.changed_at`,
];

/**
 * Adds the invoices with these numbers to an account, each with 19 lines and 100 entries. The account must have no
 * excluded and no provisional costs.
 */
export async function grow(
  superuser: pg.Client,
  accountId: string,
  userId: string,
  from: number,
  until: number,
): Promise<void> {
  const [account, user] = [`${superuser.escapeLiteral(accountId)}::uuid`, `${superuser.escapeLiteral(userId)}::uuid`];
  await superuser.query('begin');
  // Switches off the check of foreign keys per row: the ids are derived from numbers, so they are known to match.
  await superuser.query(`set local session_replication_role = replica; set local work_mem = '256MB'`);
  for (const statement of [...planned(account, from, until), ...rows(account, user), ...sums(account)])
    await superuser.query(statement);
  await superuser.query('commit');
  await superuser.query('vacuum (analyze)');
  await superuser.query('checkpoint');
}

/** Marks the daily jobs as finished, so that they do not run during a measurement. */
export async function skipNight(superuser: pg.Client, accountId: string): Promise<void> {
  await superuser.query(
    `
      insert into job_run (account_id, job, day, started_at, finished_at, outcome)
      select $1, $2, current_date + d, now(), now(), '{"broken": 0}'
      from generate_series(-1, 1) d
      on conflict do nothing`,
    [accountId, 'cost-invariants'],
  );
}

/** Returns the id of the n-th invoice that `grow` created. */
export const bulkInvoiceId = (n: number): string => `01900000-0000-7001-8000-${n.toString(16).padStart(12, '0')}`;
