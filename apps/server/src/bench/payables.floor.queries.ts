import type { Context, FloorJob, Run } from './floor-job.ts';

const INSTALMENT = `p.*, i.invoice_number, i.date as invoice_date, i.status as invoice_status, s.company_name,
  s.local_name, c.code as account_code, ps.payment_count,
  (
    select count(*) from payment_entry e
    where e.account_id = p.account_id and e.payment_id = p.id and e.reversed_at is null
  ) as entry_count,
  exists (
    select from payment_entry e
    where e.account_id = p.account_id and e.payment_id = p.id and e.reversed_at is null and e.kind = 'PAYMENT'
  ) as has_payment`;
const JOINED = `
  join supplier s on s.account_id = p.account_id and s.id = p.supplier_id
  left join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
  left join payment_schedule ps on ps.account_id = p.account_id and ps.id = p.schedule_id
  left join account_code c on c.account_id = p.account_id and c.id = p.account_code_id`;
/** What every list of payables has in common: one that has ended without a payment is not in it. */
const LISTED = 'p.removed_at is null and p.amount_minor > 0 and not (p.is_ended and p.settled_minor = 0)';
/** The page of `what`, whose conditions and order one index answers. */
const pageOf = (where: string, order: string) => `
  select ${INSTALMENT}
  from (
    select p.account_id, p.id from payment p
    where p.account_id = $1 and ${LISTED} and ${where} order by ${order} limit 50 offset $2
  ) as chosen
  join payment p on p.account_id = chosen.account_id and p.id = chosen.id ${JOINED} order by ${order}`;
const countOf = (where: string) => `
  select count(*) as n from (
    select from payment p where p.account_id = $1 and ${LISTED} and ${where} limit 10001
  ) as matching`;

const listOf =
  (name: string, where: string, order: string) =>
  async (run: Run, { accountId, args }: Context): Promise<unknown> => {
    const rows = await run(name, pageOf(where, order), [accountId, args.get('offset')]);
    const [count] = await run(`${name}-count`, countOf(where), [accountId]);
    return { rows, count };
  };

const BILLS = `
  select i.id, i.invoice_number, i.date, i.status, i.kind, i.archived_at, i.currency, i.total_minor, i.supplier_id,
    s.company_name, s.local_name, ps.id as schedule_id, ps.by, ps.amount_minor, ps.settled_minor, ps.owed_base_minor,
    ps.exchange_minor, ps.fee_minor, ps.due_on, ps.version, t.difference_account_minor, t.lines_account_minor,
    newest.reference, newest.to_addresses, newest.cc_addresses
  from (
    select account_id, id from invoice
    where account_id = $1 and deleted_at is null and kind = 'INVOICE' and status <> 'REVIEW' and archived_at is null
    order by date desc, id desc limit 50 offset $2
  ) as chosen
  join invoice i on i.account_id = chosen.account_id and i.id = chosen.id
  left join supplier s on s.account_id = i.account_id and s.id = i.supplier_id
  left join payment_schedule ps on ps.account_id = i.account_id and ps.invoice_id = i.id and ps.removed_at is null
  left join invoice_total t on t.account_id = i.account_id and t.invoice_id = i.id
  left join lateral (
    select tr.reference, tr.to_addresses, tr.cc_addresses
    from payment np
    join payment_entry ne on ne.account_id = np.account_id and ne.payment_id = np.id and ne.reversed_at is null
    join payment_transfer tr on tr.account_id = ne.account_id and tr.id = ne.transfer_id
    where np.account_id = i.account_id and np.invoice_id = i.id and np.removed_at is null
    order by ne.rank desc limit 1
  ) newest on true
  order by i.date desc, i.id desc`;
const BILL_COUNT = `
  select count(*) as n from (
    select from invoice
    where account_id = $1 and deleted_at is null and kind = 'INVOICE' and status <> 'REVIEW' and archived_at is null
    limit 10001
  ) as matching`;

async function bills(run: Run, { accountId, args }: Context): Promise<unknown> {
  const rows = await run('bills', BILLS, [accountId, args.get('offset')]);
  const [count] = await run('bill-count', BILL_COUNT, [accountId]);
  const payments = await run(
    'bill-payments',
    `select ${INSTALMENT} from payment p ${JOINED}
    where p.account_id = $1 and p.removed_at is null and p.invoice_id = any($2::uuid[]) order by p.position`,
    [accountId, rows.map((row) => row['id'])],
  );
  return { rows, count, payments };
}

const ORDERS = `
  select o.*, s.company_name, s.local_name, s.email, v.sha256, v.size, v.number as version_number,
    exists (
      select from purchase_order_item i
      join invoice_line l on l.account_id = i.account_id and l.purchase_order_line_id = i.id and l.deleted_at is null
      where i.account_id = o.account_id and i.order_id = o.id and i.deleted_at is null
    ) as is_named
  from (
    select account_id, id from purchase_order
    where account_id = $1 and archived_at is null order by order_date desc, id desc limit 50 offset $2
  ) as chosen
  join purchase_order o on o.account_id = chosen.account_id and o.id = chosen.id
  left join supplier s on s.account_id = o.account_id and s.id = o.supplier_id
  left join document d on d.account_id = o.account_id and d.id = o.generated_document_id and d.deleted_at is null
  left join document_version v on v.account_id = d.account_id and v.document_id = d.id
    and v.number = o.generated_version
  order by o.order_date desc, o.id desc`;
const ORDER_COUNT = `
  select count(*) as n from (
    select from purchase_order where account_id = $1 and archived_at is null limit 10001
  ) as matching`;

async function orders(run: Run, { accountId, args }: Context): Promise<unknown> {
  const rows = await run('orders', ORDERS, [accountId, args.get('offset')]);
  const [count] = await run('order-count', ORDER_COUNT, [accountId]);
  return { rows, count };
}

const LOG = `insert into audit_log (account_id, id, person_id, action, subject_type, subject_ids, recorded_at)
  values ($1, gen_random_uuid(), $2, $4, 'payment', array[$3::uuid], now())`;
const OUTBOX = `insert into outbox (account_id, person_id, type, payload)
  select $1, $2, 'changed', jsonb_build_object('topic', topic, 'ids', '[]'::jsonb, 'version', null)
  from unnest(array['payments', 'invoices', 'suppliers']) as topic`;
/**
 * Settles an instalment, as the books demand: what the open instalments are worth adds up to what the invoice is worth,
 * so that a cent of rounding moves between both instalments of the invoices that the bench pays. A floor that left it
 * where it was would be wrong by a cent.
 */
const SETTLED = `
  with i as (
    update payment set settled_minor = settled_minor + case when id = $2 then $3::bigint else 0 end,
      owed_minor = owed_minor - case when id = $2 then $3::bigint else 0 end,
      owed_base_minor = owed_base_minor + case when id = $2 then -$4::bigint else $5::bigint end,
      version = version + 1, updated_at = now()
    where account_id = $1 and invoice_id = $6 and removed_at is null
  )
  update payment_schedule set settled_minor = settled_minor + $3::bigint,
    owed_base_minor = owed_base_minor - $4::bigint + $5::bigint, version = version + 1, updated_at = now()
  where account_id = $1 and invoice_id = $6 and removed_at is null`;
const CENT = 1;
const answerOf = (run: Run, accountId: string, id: unknown) =>
  run('one-payable', `select ${INSTALMENT} from payment p ${JOINED} where p.account_id = $1 and p.id = $2`, [
    accountId,
    id,
  ]);
/** A transfer with its parts and the credit that it left. */
const TRANSFER = `
  select t.*, s.company_name, s.local_name, c.code, n.name as recorded_by_name, k.id as credit_id,
    k.amount_minor as credit_minor, k.base_minor as credit_base_minor, e.id as entry_id, e.payment_id,
    e.amount_minor as part_minor, e.fee_minor as part_fee_minor, v.base_minor, v.booked_minor, v.difference_minor,
    p.position, i.invoice_number, exists (
      select from bank_fee b where b.account_id = e.account_id and b.entry_id = e.id
    ) as has_invoiced_fee
  from payment_transfer t
  join supplier s on s.account_id = t.account_id and s.id = t.supplier_id
  left join account_code c on c.account_id = t.account_id and c.id = t.account_code_id
  left join credit k on k.account_id = t.account_id and k.transfer_id = t.id and k.ended_at is null
  left join lateral acting_names(array[t.recorded_by]) n on true
  join payment_entry e on e.account_id = t.account_id and e.transfer_id = t.id
  join payment p on p.account_id = e.account_id and p.id = e.payment_id
  left join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
  left join payment_entry_value v on v.account_id = e.account_id and v.entry_id = e.id
  where t.account_id = $1 and t.id = $2`;
const findToPay = (run: Run, accountId: string, id: unknown) =>
  run(
    'to-pay',
    `select p.*, i.rate, t.difference_account_minor from payment p
    join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
    left join invoice_total t on t.account_id = i.account_id and t.invoice_id = i.id
    where p.account_id = $1 and p.id = $2 for update of p`,
    [accountId, id],
  );

async function pay(run: Run, { accountId, userId, args }: Context): Promise<unknown> {
  const id = args.get('id');
  await run('lock', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`costs:${accountId}`]);
  const [payment] = await findToPay(run, accountId, id);
  const [transfer] = await run(
    'paid',
    `with number as (
      insert into account_counter (account_id, name, value) values ($1, 'payment-entries', 1)
      on conflict (account_id, name) do update set value = account_counter.value + 1 returning value
    ), tr as (
      insert into payment_transfer (
        account_id, id, kind, supplier_id, currency, amount_minor, paid_on, fee_minor, to_addresses, cc_addresses,
        recorded_by, recorded_at
      ) values ($1, gen_random_uuid(), 'PAID', $3, 'CNY', $4, current_date, 0, '{}', '{}', $5, now()) returning id
    ), en as (
      insert into payment_entry (
        account_id, id, payment_id, kind, transfer_id, amount_minor, is_assumed, fee_minor, day, rank, recorded_by,
        recorded_at
      ) select $1, gen_random_uuid(), $2, 'PAYMENT', tr.id, $4, true, 0, current_date, number.value, $5, now()
      from tr, number
      returning id
    ), en_value as (
      insert into payment_entry_value (
        account_id, entry_id, invoice_id, supplier_id, day, base_minor, booked_minor, difference_minor
      ) select $1, en.id, $6, $3, current_date, $7, $7, 0 from en
    )
    select id from tr`,
    [
      accountId,
      id,
      payment?.['supplier_id'],
      payment?.['owed_minor'],
      userId,
      payment?.['invoice_id'],
      payment?.['owed_base_minor'],
    ],
  );
  await run('settled', SETTLED, [
    accountId,
    id,
    payment?.['owed_minor'],
    payment?.['owed_base_minor'],
    CENT,
    payment?.['invoice_id'],
  ]);
  await run('paid-log', LOG, [accountId, userId, id, 'payment.paid']);
  await run('paid-outbox', OUTBOX, [accountId, userId]);
  return {
    payment: await answerOf(run, accountId, id),
    transfer: await run('one-transfer', TRANSFER, [accountId, transfer?.['id']]),
  };
}

async function undo(run: Run, { accountId, userId, args }: Context): Promise<unknown> {
  const id = args.get('id');
  await run('lock', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`costs:${accountId}`]);
  const [payment] = await findToPay(run, accountId, id);
  const [entry] = await run(
    'reversed',
    `with en as (
      update payment_entry set reversed_at = now(), reversed_by = $3
      where account_id = $1 and payment_id = $2 and reversed_at is null returning id, transfer_id, amount_minor
    ), tr as (
      update payment_transfer t set reversed_at = now(), reversed_by = $3
      from en where t.account_id = $1 and t.id = en.transfer_id returning t.id
    )
    delete from payment_entry_value v using en where v.account_id = $1 and v.entry_id = en.id
    returning en.amount_minor, v.base_minor`,
    [accountId, id, userId],
  );
  const [amount, base] = [BigInt(String(entry?.['amount_minor'] ?? 0)), BigInt(String(entry?.['base_minor'] ?? 0))];
  await run('settled', SETTLED, [accountId, id, String(-amount), String(-base), -CENT, payment?.['invoice_id']]);
  await run('paid-log', LOG, [accountId, userId, id, 'payment.undone']);
  await run('paid-outbox', OUTBOX, [accountId, userId]);
  return answerOf(run, accountId, id);
}

/** Moves the days of all instalments of these invoices. */
const move = (run: Run, { accountId, args }: Context): Promise<unknown> =>
  run(
    'move',
    `update payment set due_on = $3::date + days, version = version + 1, updated_at = now()
    where account_id = $1 and invoice_id = any($2::uuid[]) and removed_at is null`,
    [accountId, args.get('ids')?.split(','), args.get('day')],
  );

/** The sums of what is owed, by currency and day: a row for each day on which something is due. */
const owed = (run: Run, { accountId }: Context): Promise<unknown> =>
  run(
    'owed',
    'select currency, due_on, payment_count, owed_minor, owed_base_minor from payable_day where account_id = $1',
    [accountId],
  );

/** The sums of what is owed to one supplier, by currency and day. */
const owedToSupplier = (run: Run, { accountId, args }: Context): Promise<unknown> =>
  run(
    'owed-supplier',
    `select currency, due_on, payment_count, owed_minor, owed_base_minor from payable_supplier
    where account_id = $1 and supplier_id = $2`,
    [accountId, args.get('id')],
  );

/** What a cash calendar is worked out from: the opening balance, the own entries and the sums per day. */
async function calendar(run: Run, context: Context): Promise<unknown> {
  const { accountId } = context;
  const opening = await run('opening', 'select balance_minor, day from cash_opening where account_id = $1', [
    accountId,
  ]);
  const entries = await run('entries', 'select * from cash_entry where account_id = $1 order by first_day', [
    accountId,
  ]);
  return { opening, entries, owed: await owed(run, context) };
}

/** The calls of payments that the floor implements, by name. */
export const PAYABLES_FLOOR: Readonly<Record<string, FloorJob>> = {
  payables: { run: listOf('payables', 'true', 'p.due_on desc nulls last, p.id desc') },
  owed: { run: listOf('owed-list', 'p.owed_minor > 0', 'p.due_on, p.id') },
  'owed-sums': { run: owed },
  'owed-supplier': { run: owedToSupplier },
  calendar: { run: calendar },
  bills: { run: bills },
  orders: { run: orders },
  pay: { writes: true, run: pay },
  undo: { writes: true, run: undo },
  move: { writes: true, run: move },
};
