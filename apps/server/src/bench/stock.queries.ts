import type pg from 'pg';
import { fillCatalogue } from './catalogue.queries.ts';

// Creates products whose lots arrived and were sold for the most part, in SQL: orders, pack lists, lots, receipts,
// sales and takings, with the sums that the server would keep.

/** How many lots a product has. Two halves of an order are a lot each. */
const LOTS = 10;
const HALVES = 2;
const LINES_PER_INVOICE = 5;
const UNITS = 24;
/** Of ten lots of a product, so many have arrived, and so many of these are sold. */
const ARRIVED = 0.8;
const SOLD = 0.6;
/** Each lot is sold in so many sales. */
const SALES = 2;
/** Lots of a product arrive one after the other over so many days, the first of them so long ago. */
const DAYS = 300;
const FIRST_DAY = 330;
/** Of an order, in account currency: CNY 1,000.00 at 0.11. */
const COST = 11_000;
/** Numbers of a product's orders and lots begin at its place times this. Those below are of what the API created. */
const PER_PRODUCT = 10_000;

const PLACE = 'AMAZON_UK';

/** How many products an account has, of which the first `busy` have `busyLots` lots each, and the others ten. */
export interface StockSize {
  readonly products: number;
  readonly busy: number;
  readonly busyLots: number;
}
export const lotsOf = ({ products, busy, busyLots }: StockSize): number => (products - busy) * LOTS + busy * busyLots;

const FUNCTIONS = [
  `create or replace function pg_temp.uid(a integer, n bigint) returns uuid language sql immutable as
    $$ select ('01910000-0000-7' || lpad(to_hex(a), 3, '0') || '-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$`,
  `create or replace function pg_temp.operation() returns uuid language sql immutable as
    $$ select pg_temp.uid(9, 1) $$`,
];

/** The products by their place, those that were imported first. */
const PRODUCTS = `
  create temp table bench_product as
  select row_number() over (order by length(sku), sku) as p, id from product where account_id = $1`;

/** Lot k of the product at place p, and half of order j. A lot is sold on the day on which it arrives. */
const LOT = (busy: number, busyLots: number) => `(
  select p, id as product_id, k, k / ${HALVES} as j, p * ${PER_PRODUCT} + k as m,
    p * ${PER_PRODUCT} + k / ${HALVES} as n, p * ${PER_PRODUCT} + k / ${HALVES * LINES_PER_INVOICE} as invoice,
    current_date - ${FIRST_DAY} + (k * ${DAYS} / lots)::integer as day, k < lots * ${ARRIVED} as has_arrived,
    k < lots * ${SOLD} as is_sold
  from (select *, case when p <= ${busy} then ${busyLots} else ${LOTS} end as lots from bench_product) b,
    generate_series(0::bigint, lots - 1) k
  where p between $2 and $3
) l`;

/** The statements that add all rows of the products at the places $2 to $3. */
const rows = ({ busy, busyLots }: StockSize): string[] => {
  const lots = LOT(busy, busyLots);
  const orders = `(select * from ${lots} where k % ${HALVES} = 0) o`;
  const sales = `${lots}, generate_series(1, ${SALES}) sale`;
  const saleId = `pg_temp.uid(6, m * ${SALES} + sale)`;
  const received = `case when has_arrived then ${UNITS} else 0 end`;
  return [
    `insert into invoice (
      account_id, id, invoice_number, supplier_id, date, currency, rate, rate_date, rate_source, status, created_at,
      updated_at
    )
    select $1, pg_temp.uid(1, invoice), 'ST-' || invoice, ids[1 + invoice % cardinality(ids)], day, 'CNY', '0.11', day,
      'manual', 'WORKING', now(), now()
    from (select invoice, min(day) as day from ${orders} group by invoice) i,
      (select array_agg(id order by company_name) as ids from supplier where account_id = $1) s
    order by invoice`,
    `insert into invoice_line (
      account_id, id, invoice_id, position, product_id, cost_type, quantity, amount_minor, created_at, updated_at
    )
    select $1, pg_temp.uid(2, n), pg_temp.uid(1, invoice), 1 + j % ${LINES_PER_INVOICE}, product_id,
      'FACTORY_INVOICE', ${UNITS * HALVES}, 100000, now(), now()
    from ${orders} order by n`,
    `insert into cost_layer (
      account_id, id, number, product_id, invoice_id, invoice_line_id, date, units, weight_ug, volume_mm3,
      factory_minor, created_at, updated_at
    )
    select $1, pg_temp.uid(3, n), 'SO-' || n, product_id, pg_temp.uid(1, invoice), pg_temp.uid(2, n), day,
      ${UNITS * HALVES}, 500000000, 1000000, ${COST}, now(), now()
    from ${orders} order by n`,
    `insert into cost_allocation (
      account_id, id, line_id, invoice_id, basis, is_basis_fallback, measure, weight_total, document_minor,
      amount_minor, cost_tax_minor, account_minor, rate, rate_date, rate_source, unassigned_document_minor,
      unassigned_account_minor, is_excluded, is_provisional, entry_count, recorded_at
    )
    select $1, pg_temp.uid(8, n), pg_temp.uid(2, n), pg_temp.uid(1, invoice), 'QUANTITY', false, 'UNITS',
      ${UNITS * HALVES}, 100000, 100000, 0, ${COST}, '0.11', day, 'manual', 0, 0, false, false, 1, day
    from ${orders} order by n`,
    `insert into cost_entry (
      account_id, id, allocation_id, line_id, invoice_id, product_id, layer_id, cost_type, document_minor,
      account_minor, weight, rounding_unit, is_excluded, recorded_at
    )
    select $1, pg_temp.uid(10, n), pg_temp.uid(8, n), pg_temp.uid(2, n), pg_temp.uid(1, invoice), product_id,
      pg_temp.uid(3, n), 'FACTORY_INVOICE', 100000, ${COST}, ${UNITS * HALVES}, 0, false, day
    from ${orders} order by n`,
    `insert into order_packing (
      account_id, order_id, packed, lot_units, shipped, received, unshipped, pack_lists, status, updated_at
    )
    select $1, pg_temp.uid(3, n), ${UNITS * HALVES}, ${UNITS * HALVES},
      case when has_arrived then ${UNITS * HALVES} else 0 end, case when has_arrived then ${UNITS * HALVES} else 0 end,
      case when has_arrived then 0 else ${UNITS * HALVES} end, ${HALVES},
      case when has_arrived then 'RECEIVED' else 'OPEN' end, now()
    from ${orders} order by n`,
    `insert into pack_list (account_id, id, number, order_id, units, received, created_at, updated_at)
    select $1, pg_temp.uid(4, m), m, pg_temp.uid(3, n), ${UNITS}, ${received}, now(), now() from ${lots} order by m`,
    `insert into lot (
      account_id, id, product_id, kind, order_id, number, first_received_on, units, landed_minor, factory_minor,
      received, taken, updated_at
    )
    select $1, pg_temp.uid(4, m), product_id, 'PACK_LIST', pg_temp.uid(3, n), m, day, ${UNITS}, ${COST / HALVES},
      ${COST / HALVES}, ${UNITS}, case when is_sold then ${UNITS} else 0 end, now()
    from ${lots} where has_arrived order by m`,
    `insert into lot_total (account_id, lot_id, recorded_at, units, landed_minor, factory_minor)
    select $1, pg_temp.uid(4, m), day, ${UNITS}, ${COST / HALVES}, ${COST / HALVES} from ${lots} where has_arrived`,
    `insert into receipt (
      account_id, id, lot_id, order_id, product_id, day, place, units, operation_id, created_at
    )
    select $1, pg_temp.uid(5, m), pg_temp.uid(4, m), pg_temp.uid(3, n), product_id, day, '${PLACE}', ${UNITS},
      pg_temp.operation(), now()
    from ${lots} where has_arrived order by m`,
    `insert into movement (account_id, id, product_id, kind, cause, day, place, units, operation_id, created_at)
    select $1, ${saleId}, product_id, 'TAKING', 'SOLD', day, '${PLACE}', ${UNITS / SALES}, pg_temp.operation(), now()
    from ${sales} where is_sold order by m, sale`,
    `insert into taking (
      account_id, id, product_id, event_id, event_day, cause, lot_id, position, day, before, units, recorded_at
    )
    select $1, pg_temp.uid(7, m * ${SALES} + sale), product_id, ${saleId}, day, 'SOLD', pg_temp.uid(4, m), 0, day,
      (sale - 1) * ${UNITS / SALES}, ${UNITS / SALES}, now()
    from ${sales} where is_sold order by m, sale`,
    `insert into product_stock as s (account_id, product_id, on_order, packed, on_hand, landed_minor, factory_minor,
      updated_at)
    select $1, product_id, sum(${UNITS} - ${received}), sum(${UNITS} - ${received}),
      count(*) filter (where has_arrived and not is_sold) * ${UNITS},
      count(*) filter (where has_arrived and not is_sold) * ${COST / HALVES},
      count(*) filter (where has_arrived and not is_sold) * ${COST / HALVES}, now()
    from ${lots} group by product_id
    on conflict (account_id, product_id) do update
    set on_order = s.on_order + excluded.on_order, packed = s.packed + excluded.packed, on_hand = excluded.on_hand,
      landed_minor = excluded.landed_minor, factory_minor = excluded.factory_minor`,
  ];
};

/** What all products add up to. */
const TOTAL = `
  insert into stock_total as t (
    account_id, products, on_order, packed, in_transit, missing, on_hand, landed_minor, factory_minor, updated_at
  )
  select account_id, count(*), sum(on_order), sum(packed), sum(in_transit), sum(missing), sum(on_hand),
    sum(landed_minor), sum(factory_minor), now()
  from product_stock where account_id = $1 group by account_id
  on conflict (account_id) do update
  set products = excluded.products, on_order = excluded.on_order, packed = excluded.packed,
    in_transit = excluded.in_transit, missing = excluded.missing, on_hand = excluded.on_hand,
    landed_minor = excluded.landed_minor, factory_minor = excluded.factory_minor`;

/** How many lots are added in one transaction. */
const AT_ONCE = 50_000;

/** Gives an account so many products, adding those that it lacks, and the lots of each. */
export async function fillStock(superuser: pg.Client, accountId: string, size: StockSize): Promise<void> {
  const has = Number(
    (await superuser.query('select count(*) from product where account_id = $1', [accountId])).rows[0].count,
  );
  if (has < size.products) await fillCatalogue(superuser, accountId, 1, size.products - has);
  await superuser.query(`set work_mem = '64MB'; set synchronous_commit = off`);
  for (const text of FUNCTIONS) await superuser.query(text);
  await superuser.query(PRODUCTS, [accountId]);
  for (let from = 1; from <= size.products; ) {
    const each = from <= size.busy ? size.busyLots : LOTS;
    const until = Math.min(
      from <= size.busy ? size.busy : size.products,
      from + Math.max(1, Math.floor(AT_ONCE / each)) - 1,
    );
    await superuser.query('begin');
    // Switches off the check of foreign keys per row: the ids are derived from numbers, so they are known to match.
    await superuser.query(`set local session_replication_role = replica`);
    for (const text of rows(size)) await superuser.query(text, [accountId, from, until]);
    await superuser.query('commit');
    from = until + 1;
  }
  await superuser.query(TOTAL, [accountId]);
  await superuser.query(
    `insert into account_counter (account_id, name, value) values ($1, 'pack_list', $2)
    on conflict (account_id, name) do update set value = excluded.value`,
    [accountId, (size.products + 1) * PER_PRODUCT],
  );
}
