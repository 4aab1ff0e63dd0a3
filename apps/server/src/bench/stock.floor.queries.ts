import type { Context, FloorJob, Run } from './floor-job.ts';

const FIGURES = `s.on_order, s.packed, s.in_transit, s.missing, s.on_hand, s.unknown, s.waits, s.landed_minor,
  s.factory_minor`;

async function page(run: Run, { accountId, args }: Context): Promise<unknown> {
  const rows = await run(
    'stock',
    `select s.product_id, p.sku, p.name, p.picture_sha256, ${FIGURES}
    from product_stock s join product p on p.account_id = s.account_id and p.id = s.product_id
    where s.account_id = $1 order by p.sku_key limit 50 offset $2`,
    [accountId, args.get('offset')],
  );
  const [count] = await run(
    'stock-count',
    'select count(*) as n from (select from product_stock where account_id = $1 limit 10001) as matching',
    [accountId],
  );
  return { rows, count };
}

const totals = (run: Run, { accountId }: Context): Promise<unknown> =>
  run('stock-total', `select s.products, ${FIGURES} from stock_total s where s.account_id = $1`, [accountId]);

/** What of each lot had arrived and was left at the end of a day. */
const PAST = `
  with arrived as (
    select lot_id, sum(units - credited - found) as units from receipt
    where account_id = $1 and day <= $2 and reversed_at is null group by lot_id
  ), given as (
    select lot_id, sum(units) as units from taking
    where account_id = $1 and day <= $2 and superseded_at is null group by lot_id
  )
  select count(distinct l.product_id) as count, sum(r.units - coalesce(g.units, 0)) as on_hand,
    sum(div(l.landed_minor::numeric * r.units, l.units) - div(l.landed_minor::numeric * coalesce(g.units, 0), l.units))
      as landed_minor,
    sum(
      div(l.factory_minor::numeric * r.units, l.units) - div(l.factory_minor::numeric * coalesce(g.units, 0), l.units)
    ) as factory_minor
  from arrived r
  join lot l on l.account_id = $1 and l.id = r.lot_id
  left join given g on g.lot_id = r.lot_id`;

const past = (run: Run, { accountId, args }: Context): Promise<unknown> =>
  run('stock-on', PAST, [accountId, args.get('on')]);

const LOCK = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
const lock = (run: Run, { accountId }: Context) => run('lock', LOCK, [`costs:${accountId}`]);
const LOG = `insert into audit_log (account_id, id, person_id, action, subject_type, subject_ids, details, recorded_at)
  values ($1, gen_random_uuid(), $2, $3, $4, $5::uuid[], '{}', now())`;
const OUTBOX = `insert into outbox (account_id, person_id, type, payload)
  select $1, $2, 'changed', jsonb_build_object('topic', topic, 'ids', $4::text[], 'version', null)
  from unnest($3::text[]) as topic`;
const OPERATION = `insert into operation (account_id, id, kind, payload, created_by, created_at, undo_until)
  values ($1, gen_random_uuid(), $3, '{}', $2, now(), now() + interval '10 minutes') returning id`;

/** Sells a unit of the first lot that has one. */
async function sell(run: Run, context: Context): Promise<unknown> {
  const { accountId, userId, args } = context;
  const productId = args.get('product');
  await lock(run, context);
  await run('product', 'select id, sku from product where account_id = $1 and id = $2', [accountId, productId]);
  const [operation] = await run('operation', OPERATION, [accountId, userId, 'stock.move']);
  const [sale] = await run(
    'sale',
    `insert into movement (
      account_id, id, product_id, kind, cause, day, place, units, operation_id, created_at, created_by
    ) values ($1, gen_random_uuid(), $2, 'TAKING', 'SOLD', current_date, 'AMAZON_UK', 1, $3, now(), $4)
    returning id`,
    [accountId, productId, operation?.['id'], userId],
  );
  const [lot] = await run(
    'open-lot',
    `select id, taken, units, landed_minor, factory_minor from lot
    where account_id = $1 and product_id = $2 and received > taken
    order by first_received_on, (kind = 'COUNT'), number, id limit 1`,
    [accountId, productId],
  );
  await run(
    'taking',
    `insert into taking (
      account_id, id, product_id, event_id, event_day, cause, lot_id, position, day, before, units, recorded_at
    ) values ($1, gen_random_uuid(), $2, $3, current_date, 'SOLD', $4, 0, current_date, $5, 1, now())`,
    [accountId, productId, sale?.['id'], lot?.['id'], lot?.['taken']],
  );
  await moveLot(run, context, lot?.['id'], 1);
  await run('log', LOG, [accountId, userId, 'product.stock-moved', 'product', [productId]]);
  await run('outbox', OUTBOX, [accountId, userId, ['stock'], [productId]]);
  return { operationId: operation?.['id'], ids: [sale?.['id']] };
}

/** Takes units of a lot, or puts them back, and keeps the sums. */
const moveLot = (run: Run, { accountId }: Context, lotId: unknown, units: number) =>
  run(
    'lot',
    `with moved as (
      update lot l set taken = taken + $3, updated_at = now() where account_id = $1 and id = $2
      returning product_id,
        div(landed_minor::numeric * (taken - $3), units) - div(landed_minor::numeric * taken, units) as landed,
        div(factory_minor::numeric * (taken - $3), units) - div(factory_minor::numeric * taken, units) as factory
    ), products as (
      update product_stock s set on_hand = on_hand - $3, landed_minor = landed_minor + m.landed,
        factory_minor = factory_minor + m.factory, updated_at = now()
      from moved m where s.account_id = $1 and s.product_id = m.product_id
    )
    update stock_total s set on_hand = on_hand - $3, landed_minor = landed_minor + m.landed,
      factory_minor = factory_minor + m.factory, updated_at = now()
    from moved m where s.account_id = $1`,
    [accountId, lotId, units],
  );

async function unsell(run: Run, context: Context): Promise<unknown> {
  const { accountId, args } = context;
  const operation = args.get('operation');
  await lock(run, context);
  const [taking] = await run(
    'taken-back',
    `update taking t set superseded_at = now() from movement m
    where m.account_id = $1 and m.operation_id = $2 and m.customer_order_line_id is null
      and t.account_id = m.account_id and t.event_id = m.id
    returning t.lot_id`,
    [accountId, operation],
  );
  await run(
    'unsold',
    `update movement set reversed_at = now()
    where account_id = $1 and operation_id = $2 and customer_order_line_id is null`,
    [accountId, operation],
  );
  await moveLot(run, context, taking?.['lot_id'], -1);
  return {};
}

/** Everything that is expected of a plan, with what the answer says of it. */
const EXPECTED = `
  select l.*, c.number as order_number, c.product_id, p.sku, i.supplier_id, u.quantity_tolerance_hundredths
  from pack_list l
  join cost_layer c on c.account_id = l.account_id and c.id = l.order_id
  join product p on p.account_id = c.account_id and p.id = c.product_id
  join invoice i on i.account_id = c.account_id and i.id = c.invoice_id
  left join supplier u on u.account_id = i.account_id and u.id = i.supplier_id
  where l.account_id = $1 and l.plan_id = $2`;
/** What arrived of pack lists, and what follows for their orders, their plan and the five quantities. */
const ARRIVED = [
  `update pack_list set received = case when $3 then units else 0 end, version = version + 1, updated_at = now()
  where account_id = $1 and plan_id = $2`,
  `update order_packing k set received = n.received, in_transit = k.shipped - n.received,
    status = case when $3 then 'RECEIVED' else 'IN_TRANSIT' end, version = k.version + 1, updated_at = now()
  from (select order_id, sum(received) as received from pack_list where account_id = $1 and plan_id = $2 group by 1) n
  where k.account_id = $1 and k.order_id = n.order_id`,
  `update shipment_plan set received = case when $3 then units else 0 end, missing = case when $3 then 0 else units end,
    status = case when $3 then 'RECEIVED' else 'IN_TRANSIT' end, version = version + 1, updated_at = now()
  where account_id = $1 and id = $2`,
  `update five_quantities f set received = case when $3 then f.shipped else 0 end,
    in_transit = case when $3 then 0 else f.shipped end, updated_at = now()
  from (select distinct order_id from pack_list where account_id = $1 and plan_id = $2) n
  where f.account_id = $1 and f.id = n.order_id`,
];
/** Lots of the plan with the sums of their products and of the account. */
const LOTS = `
  with lots as (
    insert into lot as l (
      account_id, id, product_id, kind, order_id, number, first_received_on, units, landed_minor, factory_minor,
      received, updated_at
    )
    select $1, k.id, c.product_id, 'PACK_LIST', k.order_id, k.number, case when $3 then current_date end, k.units,
      e.minor, e.minor, case when $3 then k.units else 0 end, now()
    from pack_list k
    join cost_layer c on c.account_id = k.account_id and c.id = k.order_id
    cross join lateral (
      select sum(account_minor) as minor from cost_entry
      where account_id = $1 and layer_id = k.order_id and superseded_at is null
    ) e
    where k.account_id = $1 and k.plan_id = $2
    on conflict (account_id, id) do update
    set first_received_on = excluded.first_received_on, received = excluded.received, updated_at = now()
    returning l.product_id, case when $3 then l.units else -l.units end as units,
      case when $3 then l.landed_minor else -l.landed_minor end as minor
  ), products as (
    update product_stock s set on_hand = s.on_hand + n.units, landed_minor = s.landed_minor + n.minor,
      factory_minor = s.factory_minor + n.minor, updated_at = now()
    from (select product_id, sum(units) as units, sum(minor) as minor from lots group by product_id) n
    where s.account_id = $1 and s.product_id = n.product_id
  )
  update stock_total s set on_hand = s.on_hand + n.units, landed_minor = s.landed_minor + n.minor,
    factory_minor = s.factory_minor + n.minor, updated_at = now()
  from (select sum(units) as units, sum(minor) as minor from lots) n
  where s.account_id = $1`;
const TOTALS = `
  insert into lot_total (account_id, lot_id, recorded_at, units, landed_minor, factory_minor)
  select account_id, id, now(), units, landed_minor, factory_minor from lot
  where account_id = $1 and id = any($2::uuid[])`;

/** Receives all that a plan carries. */
async function receive(run: Run, context: Context): Promise<unknown> {
  const { accountId, userId, args } = context;
  const planId = args.get('id');
  await lock(run, context);
  const rows = await run('expected', EXPECTED, [accountId, planId]);
  const [operation] = await run('operation', OPERATION, [accountId, userId, 'stock.receive']);
  await arrive(run, context, true);
  await run('lot-totals', TOTALS, [accountId, rows.map(({ id }) => id)]);
  await run(
    'receipts',
    `insert into receipt (
      account_id, id, lot_id, order_id, product_id, plan_id, day, place, units, operation_id, created_at, created_by
    )
    select $1, gen_random_uuid(), l.id, l.order_id, c.product_id, l.plan_id, current_date, 'WAREHOUSE', l.units, $3,
      now(), $4
    from pack_list l join cost_layer c on c.account_id = l.account_id and c.id = l.order_id
    where l.account_id = $1 and l.plan_id = $2`,
    [accountId, planId, operation?.['id'], userId],
  );
  await run('log', LOG, [accountId, userId, 'order.received', 'order', rows.map((row) => row['order_id'])]);
  await run('outbox', OUTBOX, [
    ...[accountId, userId, ['stock', 'orders', 'shipment-plans']],
    rows.map((row) => row['product_id']),
  ]);
  return { operationId: operation?.['id'], rows };
}

async function arrive(run: Run, { accountId, args }: Context, hasArrived: boolean): Promise<void> {
  for (const [i, text] of [...ARRIVED, LOTS].entries())
    await run(`arrived-${i}`, text, [accountId, args.get('id'), hasArrived]);
}

async function unreceive(run: Run, context: Context): Promise<unknown> {
  const { accountId, args } = context;
  await lock(run, context);
  await run('unreceived', 'update receipt set reversed_at = now() where account_id = $1 and operation_id = $2', [
    accountId,
    args.get('operation'),
  ]);
  await arrive(run, context, false);
  return {};
}

/** The calls of stock that the floor implements, by name. */
export const STOCK_FLOOR: Readonly<Record<string, FloorJob>> = {
  stock: { run: page },
  'stock-totals': { run: totals },
  'stock-on': { run: past },
  sell: { writes: true, run: sell },
  unsell: { writes: true, run: unsell },
  receive: { writes: true, run: receive },
  unreceive: { writes: true, run: unreceive },
};
