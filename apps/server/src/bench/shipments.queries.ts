import type pg from 'pg';

// Creates orders that are packed, planned and mostly shipped, in SQL. The sums of orders and plans are those that the
// server would keep.

/** Each order is packed by halves, each half in a carton row of its own. */
const HALVES = 2;
/**
 * How many pack lists a plan holds. Both halves of an order are in the same plan. They are so few that also the small
 * account fills the pages of plans that are measured, because an empty page would be no fair comparison.
 */
const PER_PLAN = 4;
const LINES_PER_INVOICE = 10;
/** The invoices spread over so many days before today. */
const DAYS = 1_100;
const PER_CARTON = 12;
/** Of one unit and of one carton: 500 g and 1,000 cm3; 15,000 cm3. */
const UNIT = { weightUg: 500_000_000, volumeMm3: 1_000_000 };
const CARTON_MM3 = 15_000_000;
/** By sea a cubic metre is charged as 1,000 kg. */
const UG_PER_MM3 = 1_000;
/** Numbers below are those of what the API created before. */
const FIRST_NUMBER = 10_000;

const FUNCTION = `create or replace function pg_temp.uid(a integer, n bigint) returns uuid language sql immutable as
  $$ select ('01900000-0000-7' || lpad(to_hex(a), 3, '0') || '-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$`;

/** The first pack lists are all in one plan: as many carton rows as a packing group may have. */
const BIG = { packLists: 5_000, plan: 5 };
/** The id of this plan, which is OPEN. */
export const BIG_PLAN_ID = `01900000-0000-7006-8000-${String(BIG.plan).padStart(12, '0')}`;
const PLAN_OF = (packList: string) =>
  `(case when ${packList} <= ${BIG.packLists} then ${BIG.plan} else (${packList} - 1) / ${PER_PLAN} + 1 end)`;
/** Four of five plans have left. */
const HAS_LEFT = (plan: string) => `(${plan} % 5 <> 0)`;

/** The rows of one order, worked out from its number. */
const ORDERS = (from: number, until: number) => `(
  select n, (n - 1) / ${LINES_PER_INVOICE} + 1 as invoice, (n - 1) % ${LINES_PER_INVOICE} + 1 as position,
    ids[1 + n % cardinality(ids)] as product_id, 1 + n % 40 as cartons, ${PLAN_OF(`n * ${HALVES}`)} as plan,
    current_date - ((n - 1) / ${LINES_PER_INVOICE} % ${DAYS})::integer as day
  from generate_series(${from}::bigint, ${until}::bigint) n,
    (select array_agg(id order by sku) as ids from product where account_id = $1) p
) o`;

/** Both halves of each order: m is the number of the pack list and of its carton row. */
const PACKED = (from: number, until: number) => `(
  select o.*, n * ${HALVES} - ${HALVES} + half as m
  from ${ORDERS(from, until)}, generate_series(1, ${HALVES}) half
) l`;

/** The statements that add the orders numbered `from` to `until`. Both are bounds of whole plans and invoices. */
const rows = (from: number, until: number): string[] => [
  `insert into invoice (
    account_id, id, invoice_number, supplier_id, date, currency, rate, rate_date, rate_source, status, created_at,
    updated_at
  )
  select $1, pg_temp.uid(1, invoice), 'SB-' || lpad(invoice::text, 7, '0'), ids[1 + invoice % cardinality(ids)], day,
    'CNY', '0.11', day, 'manual', 'WORKING', now(), now()
  from (select distinct invoice, day from ${ORDERS(from, until)}) i,
    (select array_agg(id order by company_name) as ids from supplier where account_id = $1) s
  order by invoice`,
  `insert into invoice_line (
    account_id, id, invoice_id, position, product_id, cost_type, quantity, amount_minor, created_at, updated_at
  )
  select $1, pg_temp.uid(2, n), pg_temp.uid(1, invoice), position, product_id, 'FACTORY_INVOICE',
    cartons * ${PER_CARTON * HALVES}, 100000, now(), now()
  from ${ORDERS(from, until)} order by n`,
  `insert into cost_layer (
    account_id, id, number, product_id, invoice_id, invoice_line_id, date, units, weight_ug, volume_mm3, factory_minor,
    created_at, updated_at
  )
  select $1, pg_temp.uid(3, n), 'SO-' || 1000000 + n, product_id, pg_temp.uid(1, invoice), pg_temp.uid(2, n), day,
    cartons * ${PER_CARTON * HALVES}, ${UNIT.weightUg}, ${UNIT.volumeMm3}, 11000, now(), now()
  from ${ORDERS(from, until)} order by n`,
  `insert into order_packing (
    account_id, order_id, packed, lot_units, shipped, in_transit, unshipped, pack_lists, status, updated_at
  )
  select $1, pg_temp.uid(3, n), cartons * ${PER_CARTON * HALVES}, cartons * ${PER_CARTON * HALVES},
    case when ${HAS_LEFT('plan')} then cartons * ${PER_CARTON * HALVES} else 0 end,
    case when ${HAS_LEFT('plan')} then cartons * ${PER_CARTON * HALVES} else 0 end,
    case when ${HAS_LEFT('plan')} then 0 else cartons * ${PER_CARTON * HALVES} end, ${HALVES},
    case when ${HAS_LEFT('plan')} then 'IN_TRANSIT' else 'OPEN' end, now()
  from ${ORDERS(from, until)} order by n`,
  `insert into shipment_plan (
    account_id, id, number, status, shipping_method, shipped_on, eta, to_address_type, country, currency, pack_lists,
    units, missing, cartons, weight_ug, volume_mm3, chargeable_ug, created_at, updated_at
  )
  select $1, pg_temp.uid(6, plan), ${FIRST_NUMBER} + plan,
    case when ${HAS_LEFT('plan')} then 'IN_TRANSIT' else 'OPEN' end, 'SEA',
    case when ${HAS_LEFT('plan')} then current_date - 10 end, current_date + 20, 'AMAZON_FBA', 'GB', 'GBP',
    count(*),
    sum(cartons) * ${PER_CARTON}, sum(cartons) * ${PER_CARTON}, sum(cartons),
    sum(cartons) * ${PER_CARTON}::numeric * ${UNIT.weightUg},
    sum(cartons) * ${CARTON_MM3}::numeric,
    greatest(
      sum(cartons) * ${PER_CARTON}::numeric * ${UNIT.weightUg}, sum(cartons) * ${CARTON_MM3}::numeric * ${UG_PER_MM3}
    ),
    now(), now()
  from ${PACKED(from, until)} group by plan order by plan`,
  `insert into carton (account_id, id, number, carton_type_id, count, plan_id, created_at, updated_at)
  select $1, pg_temp.uid(5, m), ${FIRST_NUMBER} + m, pg_temp.uid(7, 1), cartons, pg_temp.uid(6, plan), now(), now()
  from ${PACKED(from, until)} order by m`,
  `insert into pack_list (account_id, id, number, order_id, units, carton_id, plan_id, created_at, updated_at)
  select $1, pg_temp.uid(4, m), ${FIRST_NUMBER} + m, pg_temp.uid(3, n), cartons * ${PER_CARTON}, pg_temp.uid(5, m),
    pg_temp.uid(6, plan), now(), now()
  from ${PACKED(from, until)} order by m`,
];

/** Five freight rates: by air with breaks, courier by carton, LCL, and two containers. */
const RATES = [
  `insert into freight_rate (
    account_id, id, name, mode, currency, unit, level, container_type, least_minor, transit_days, created_at, updated_at
  )
  select $1, pg_temp.uid(8, n), 'Rate ' || n, mode, 'GBP', unit, level, container, 5000, 10 * n, now(), now()
  from (values
    (1, 'AIR', 'KG', 'SHIPMENT', null), (2, 'COURIER', 'KG', 'CARTON', null), (3, 'SEA', 'WM', 'SHIPMENT', null),
    (4, 'SEA', 'CONTAINER', 'SHIPMENT', '20FT'), (5, 'SEA', 'CONTAINER', 'SHIPMENT', '40FT_HC')
  ) r(n, mode, unit, level, container)
  on conflict do nothing`,
  `insert into freight_rate_break (account_id, rate_id, from_quantity, price)
  select $1, pg_temp.uid(8, n), start, 9.5 - start / 100
  from generate_series(1, 5) n, unnest(array[0, 45, 100]) start
  where start = 0 or n = 1
  on conflict do nothing`,
];

/** How many orders are added at once: whole invoices and whole plans. */
const BATCH = 50_000;

/** Adds the orders numbered `from` to `until`, with two pack lists each. */
export async function fillShipments(
  superuser: pg.Client,
  accountId: string,
  from: number,
  until: number,
): Promise<void> {
  await superuser.query(FUNCTION);
  await superuser.query(`set work_mem = '64MB'; set synchronous_commit = off`);
  await superuser.query(
    `insert into carton_type (
      account_id, id, name, length, width, height, dimension_unit, weight_unit, tare_ug, volume_mm3, created_at,
      updated_at
    ) values ($1, pg_temp.uid(7, 1), 'Bench', 25, 20, 30, 'CM', 'GR', 400000000, ${CARTON_MM3}, now(), now())
    on conflict do nothing`,
    [accountId],
  );
  for (const text of RATES) await superuser.query(text, [accountId]);
  for (let first = from; first <= until; first += BATCH) {
    await superuser.query('begin');
    // Switches off the check of foreign keys per row: the ids are derived from numbers, so they are known to match.
    await superuser.query(`set local session_replication_role = replica`);
    for (const text of rows(first, Math.min(until, first + BATCH - 1))) await superuser.query(text, [accountId]);
    await superuser.query('commit');
  }
  await superuser.query(
    `insert into account_counter (account_id, name, value)
    select $1, name, ${FIRST_NUMBER} + $2::bigint from unnest(array['pack_list', 'carton', 'shipment_plan']) name
    on conflict (account_id, name) do update set value = excluded.value`,
    [accountId, until * HALVES],
  );
}
