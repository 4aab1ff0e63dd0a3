import type pg from 'pg';

// Creates invoices with schedules of two instalments, and as many purchase orders as instalments, in SQL. The triggers
// fill the sums of what is owed.

/** The first day of the invoices; they spread over so many days before today. */
const DAYS = 1_100;
const DEPOSIT_PERCENT = 30;
/** After so many days the first instalment is paid, and the second one. */
const PAID_AFTER = { deposit: 10, balance: 90 };
const BALANCE_DAYS = 60;
const RATE = '0.11';

const FUNCTION = `create or replace function pg_temp.uid(a integer, n bigint) returns uuid language sql immutable as
  $$ select ('01910000-0000-7' || lpad(to_hex(a), 3, '0') || '-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$`;

/** The id of the last instalment of invoice number `n`, which is open if the invoice is of the last ninety days. */
export const balanceOf = (n: number): string => `01910000-0000-7004-8000-${n.toString(16).padStart(12, '0')}`;
/** The numbers of invoices of the last days: their balances are open. */
export const openNumbers = (until: number): number[] =>
  Array.from({ length: Math.floor(until / DAYS) }, (_, i) => i * DAYS + 5);

/** The rows of one invoice, worked out from its number. */
const NUMBERED = (from: number, until: number) => `(
  select n, m.supplier_id, m.day, m.total, m.deposit, m.total - m.deposit as balance, m.is_deposit_paid,
    m.is_balance_paid
  from generate_series(${from}::bigint, ${until}::bigint) n,
    lateral (
      select s.ids[1 + n % cardinality(s.ids)] as supplier_id, current_date - (n % ${DAYS})::integer as day,
        100000 + (n * 7919) % 9000000 as total,
        (100000 + (n * 7919) % 9000000) * ${DEPOSIT_PERCENT} / 100 as deposit,
        n % ${DAYS} > ${PAID_AFTER.deposit} as is_deposit_paid, n % ${DAYS} > ${PAID_AFTER.balance} as is_balance_paid
      from (select array_agg(id order by company_name) as ids from supplier where account_id = $1) s
    ) m
) as x`;

/** Both instalments of each invoice: `a` tells their ids apart. */
const INSTALMENTS = (from: number, until: number) => `(
  select x.*, v.* from ${NUMBERED(from, until)},
    lateral (
      values (3, 1, x.deposit, ${DEPOSIT_PERCENT * 100}, 0, x.is_deposit_paid),
        (4, 2, x.balance, ${(100 - DEPOSIT_PERCENT) * 100}, ${BALANCE_DAYS}, x.is_balance_paid)
    ) v(a, position, amount, hundredths, days, is_paid)
) as y`;

/**
 * Adds the invoices numbered `from` to `until` to the account, each with a schedule of two instalments; those of older
 * invoices are paid.
 */
async function insertInvoices(superuser: pg.Client, account: string, from: number, until: number): Promise<void> {
  const insert = (text: string) => superuser.query(text, [account]);
  await insert(`
    insert into invoice (
      account_id, id, invoice_number, supplier_id, date, currency, rate, rate_date, rate_source, total_minor, status,
      created_at, updated_at
    )
    select $1, pg_temp.uid(1, n), 'PB-' || lpad(n::text, 7, '0'), supplier_id, day, 'CNY', '${RATE}', day, 'manual',
      total, 'WORKING', now(), now()
    from ${NUMBERED(from, until)}`);
  await insert(`
    insert into invoice_total (
      account_id, invoice_id, difference_account_minor, lines_account_minor, recoverable_tax_account_minor,
      cost_tax_account_minor
    )
    select $1, pg_temp.uid(1, n), round(total * ${RATE}), 0, 0, 0 from ${NUMBERED(from, until)}
    on conflict (account_id, invoice_id) do update set difference_account_minor = excluded.difference_account_minor,
      lines_account_minor = 0, recoverable_tax_account_minor = 0, cost_tax_account_minor = 0`);
  await insert(`
    insert into payment_schedule (
      account_id, id, invoice_id, rank, by, lead_times, total_minor, payment_count, amount_minor, settled_minor,
      owed_base_minor, booked_minor, exchange_minor, due_on, created_at, updated_at
    )
    select $1, pg_temp.uid(2, n), pg_temp.uid(1, n), n, 'PERCENT', '{"shippingMethod":null,"times":[]}',
      total, 2, total,
      case when is_balance_paid then total when is_deposit_paid then deposit else 0 end,
      round((case when is_balance_paid then 0 when is_deposit_paid then balance else total end) * ${RATE}),
      round(total * ${RATE}), 0, case when is_deposit_paid then day + ${BALANCE_DAYS} else day end, now(), now()
    from ${NUMBERED(from, until)}`);
  await insert(`
    insert into payment (
      account_id, id, schedule_id, invoice_id, supplier_id, currency, position, hundredths, amount_minor,
      settled_minor, owed_minor, owed_base_minor, event, days, month_end, due_on, is_estimated, created_at, updated_at
    )
    select $1, pg_temp.uid(a, n), pg_temp.uid(2, n), pg_temp.uid(1, n), supplier_id, 'CNY', position, hundredths,
      amount, case when is_paid then amount else 0 end, case when is_paid then 0 else amount end,
      case when is_paid then 0 else round(amount * ${RATE}) end, 'INVOICE', days, false, day + days, false, now(), now()
    from ${INSTALMENTS(from, until)}`);
  await insert(`
    insert into payment_transfer (
      account_id, id, kind, supplier_id, currency, amount_minor, paid_on, fee_minor, to_addresses, cc_addresses,
      recorded_at
    )
    select $1, pg_temp.uid(10 + a, n), 'PAID', supplier_id, 'CNY', amount, day + days, 0, '{}', '{}', now()
    from ${INSTALMENTS(from, until)} where is_paid`);
  await insert(`
    insert into payment_entry (
      account_id, id, payment_id, kind, transfer_id, amount_minor, is_assumed, fee_minor, day, rank, recorded_at
    )
    select $1, pg_temp.uid(20 + a, n), pg_temp.uid(a, n), 'PAYMENT', pg_temp.uid(10 + a, n), amount, true, 0,
      day + days, 2 * n + position, now()
    from ${INSTALMENTS(from, until)} where is_paid`);
  await insert(`
    insert into payment_entry_value (
      account_id, entry_id, invoice_id, supplier_id, day, base_minor, booked_minor, difference_minor
    )
    select $1, pg_temp.uid(20 + a, n), pg_temp.uid(1, n), supplier_id, day + days, round(amount * ${RATE}),
      round(amount * ${RATE}), 0
    from ${INSTALMENTS(from, until)} where is_paid`);
}

/** How many purchase orders there are for each invoice: as many as instalments. */
const ORDERS_PER_INVOICE = 2;

/** Adds purchase orders of one item each, with the numbers of the instalments; half of them are closed. */
async function insertOrders(superuser: pg.Client, account: string, from: number, until: number): Promise<void> {
  const numbered = `(
    select n, s.ids[1 + n % cardinality(s.ids)] as supplier_id, current_date - (n % ${DAYS})::integer as day,
      100000 + (n * 7919) % 9000000 as total, n % ${DAYS} > ${DAYS / 2} as is_closed
    from generate_series(${from}::bigint, ${until}::bigint) n,
      (select array_agg(id order by company_name) as ids from supplier where account_id = $1) s
  ) as x`;
  await superuser.query(
    `insert into purchase_order (
      account_id, id, internal_number, po_number, status, close_reason, closed_at, supplier_id, order_date, currency,
      rate, rate_date, rate_source, terms, item_count, total_minor, invoiced_minor, left_minor, left_count,
      created_at, updated_at
    )
    select $1, pg_temp.uid(40, n), 'PO-' || lpad(n::text, 7, '0'), 'PO-' || lpad(n::text, 7, '0'),
      case when is_closed then 'CLOSED' else 'OPEN' end, case when is_closed then 'INVOICED' end,
      case when is_closed then now() end, supplier_id, day, 'CNY', '${RATE}', day, 'manual',
      '[{"hundredths": 10000, "event": "ORDER", "days": 30, "monthEnd": false, "pinnedOn": null}]', 1, total,
      case when is_closed then total else 0 end, case when is_closed then 0 else total end,
      case when is_closed then 0 else 1 end, now(), now()
    from ${numbered}`,
    [account],
  );
  await superuser.query(
    `insert into purchase_order_item (
      account_id, id, order_id, position, name, quantity, unit_price, amount_minor, left_minor, created_at, updated_at
    )
    select $1, pg_temp.uid(41, n), pg_temp.uid(40, n), 1, 'Goods', 1, total / 100.0, total,
      case when is_closed then 0 else total end, now(), now()
    from ${numbered}`,
    [account],
  );
}

/** Adds invoices number `from` to `until` with two instalments each, and two purchase orders for each of them. */
export async function fillPayables(
  superuser: pg.Client,
  accountId: string,
  from: number,
  until: number,
): Promise<void> {
  await superuser.query(FUNCTION);
  await superuser.query(`set work_mem = '64MB'; set synchronous_commit = off`);
  for (let first = from; first <= until; first += 50_000)
    await insertInvoices(superuser, accountId, first, Math.min(until, first + 49_999));
  const [firstOrder, lastOrder] = [(from - 1) * ORDERS_PER_INVOICE + 1, until * ORDERS_PER_INVOICE];
  for (let first = firstOrder; first <= lastOrder; first += 100_000)
    await insertOrders(superuser, accountId, first, Math.min(lastOrder, first + 99_999));
  await superuser.query(
    `insert into account_counter (account_id, name, value) values ($1, 'payment-entries', $2)
    on conflict (account_id, name) do update set value = excluded.value`,
    [accountId, 2 * until + 2],
  );
}
