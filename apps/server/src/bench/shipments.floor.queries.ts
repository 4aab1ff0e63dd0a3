import type { Context, FloorJob, Run } from './floor-job.ts';

const countOf = (from: string) => `select count(*) as n from (select from ${from} limit 10001) as matching`;

const ORDERS = `
  select c.*, k.status, k.packed, k.shipped, k.pack_lists, k.ready_on, k.notes, k.version, i.invoice_number,
    i.status as invoice_status, i.supplier_id, l.position, s.company_name, o.po_number, p.sku, p.name, p.thumbnail,
    p.case_units
  from (
    select account_id, id from cost_layer
    where account_id = $1 and removed_at is null order by id desc limit 50 offset $2
  ) as chosen
  join cost_layer c on c.account_id = chosen.account_id and c.id = chosen.id
  join product p on p.account_id = c.account_id and p.id = c.product_id
  join invoice i on i.account_id = c.account_id and i.id = c.invoice_id
  join invoice_line l on l.account_id = c.account_id and l.id = c.invoice_line_id
  left join supplier s on s.account_id = i.account_id and s.id = i.supplier_id
  left join purchase_order o on o.account_id = c.account_id and o.id = c.purchase_order_id
  left join order_packing k on k.account_id = c.account_id and k.order_id = c.id
  order by c.id desc`;

async function orders(run: Run, { accountId, args }: Context): Promise<unknown> {
  const rows = await run('packed-orders', ORDERS, [accountId, args.get('offset')]);
  const [count] = await run('packed-order-count', countOf('cost_layer where account_id = $1 and removed_at is null'), [
    accountId,
  ]);
  return { rows, count };
}

/** Pack lists with all that one of them shows. */
const packListsWhere = (condition: string) => `
  select l.*, c.number as order_number, c.units as order_units, c.invoice_id, c.product_id, c.weight_ug, c.volume_mm3,
    i.invoice_number, il.position, p.sku, p.name, s.number as plan_number, s.status as plan_status
  from pack_list l
  join cost_layer c on c.account_id = l.account_id and c.id = l.order_id
  join product p on p.account_id = c.account_id and p.id = c.product_id
  join invoice i on i.account_id = c.account_id and i.id = c.invoice_id
  join invoice_line il on il.account_id = c.account_id and il.id = c.invoice_line_id
  left join shipment_plan s on s.account_id = l.account_id and s.id = l.plan_id
  where l.account_id = $1 and l.removed_at is null and ${condition}
  order by l.number`;
const CARTON = `
  select c.*, t.name, t.length, t.width, t.height, t.dimension_unit, t.weight, t.weight_unit as type_weight_unit,
    t.max_units, t.volume_mm3, t.tare_ug, s.number as plan_number, s.status as plan_status
  from carton c
  left join carton_type t on t.account_id = c.account_id and t.id = c.carton_type_id
  left join shipment_plan s on s.account_id = c.account_id and s.id = c.plan_id
  where c.account_id = $1 and c.id`;

async function cartons(run: Run, { accountId, args }: Context): Promise<unknown> {
  const rows = await run(
    'cartons',
    `${CARTON} = any(
      array(select id from carton where account_id = $1 order by number desc limit 50 offset $2)
    ) order by c.number desc`,
    [accountId, args.get('offset')],
  );
  const [count] = await run('carton-count', countOf('carton where account_id = $1'), [accountId]);
  const contents = await run('carton-contents', packListsWhere('l.carton_id = any($2::uuid[])'), [
    accountId,
    rows.map((row) => row['id']),
  ]);
  return { rows, count, contents };
}

const PLAN = `
  select p.*, s.company_name, s.email from shipment_plan p
  left join supplier s on s.account_id = p.account_id and s.id = p.carrier_contact_id
  where p.account_id = $1 and p.removed_at is null and p.id`;

async function plans(run: Run, { accountId, args }: Context): Promise<unknown> {
  const rows = await run(
    'plans',
    `${PLAN} = any(array(
      select id from shipment_plan
      where account_id = $1 and removed_at is null and archived_at is null order by number desc limit 50 offset $2
    )) order by p.number desc`,
    [accountId, args.get('offset')],
  );
  const [count] = await run(
    'plan-count',
    countOf('shipment_plan where account_id = $1 and removed_at is null and archived_at is null'),
    [accountId],
  );
  return { rows, count };
}

async function plan(run: Run, { accountId, args }: Context): Promise<unknown> {
  const id = args.get('id');
  const head = await run('plan', `${PLAN} = $2`, [accountId, id]);
  const packLists = await run('plan-pack-lists', packListsWhere('l.plan_id = $2'), [accountId, id]);
  const ids = [...new Set(packLists.map((row) => row['carton_id']))];
  const rows = await run('plan-cartons', `${CARTON} = any($2::uuid[])`, [accountId, ids]);
  const documents = await run(
    'plan-documents',
    `select d.* from document_entity e join document d on d.account_id = e.account_id and d.id = e.document_id
    where e.account_id = $1 and e.entity_type = 'SHIPMENT_PLAN' and e.entity_id = $2 and d.deleted_at is null`,
    [accountId, id],
  );
  return { head, packLists, rows, documents };
}

const LOG = `insert into audit_log (account_id, id, person_id, action, subject_type, subject_ids, recorded_at)
  values ($1, gen_random_uuid(), $2, 'shipment-plan.shipped', 'shipment-plan', array[$3::uuid], now())`;
const OUTBOX = `insert into outbox (account_id, person_id, type, payload)
  select $1, $2, 'changed', jsonb_build_object('topic', topic, 'ids', '[]'::jsonb, 'version', null)
  from unnest(array['shipment-plans', 'orders']) as topic`;

/** Marks a plan as shipped, or takes it one step back, with the orders of its pack lists. */
const move =
  (status: 'IN_TRANSIT' | 'OPEN') =>
  async (run: Run, context: Context): Promise<unknown> => {
    const { accountId, userId, args } = context;
    const id = args.get('id');
    await run('lock', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [`costs:${accountId}`]);
    await plan(run, context);
    await run(
      `moved-${status}`,
      `update shipment_plan
      set status = '${status}', shipped_on = ${status === 'OPEN' ? 'null' : 'current_date'}, version = version + 1,
        updated_at = now()
      where account_id = $1 and id = $2`,
      [accountId, id],
    );
    await run(
      'shipped-orders',
      `update order_packing k set shipped = n.shipped, status = n.status, version = k.version + 1, updated_at = now()
      from (
        select l.order_id, coalesce(sum(l.units) filter (where s.status <> 'OPEN'), 0) as shipped,
          case when bool_and(coalesce(s.status, 'OPEN') <> 'OPEN') then 'IN_TRANSIT' else 'OPEN' end as status
        from pack_list l left join shipment_plan s on s.account_id = l.account_id and s.id = l.plan_id
        where l.account_id = $1 and l.removed_at is null
          and l.order_id in (select order_id from pack_list where account_id = $1 and plan_id = $2)
        group by l.order_id
      ) n
      where k.account_id = $1 and k.order_id = n.order_id`,
      [accountId, id],
    );
    await run('shipped-log', LOG, [accountId, userId, id]);
    await run('shipped-outbox', OUTBOX, [accountId, userId]);
    return plan(run, context);
  };

/** The calls of shipments that the floor implements, by name. */
export const SHIPMENTS_FLOOR: Readonly<Record<string, FloorJob>> = {
  'packed-orders': { run: orders },
  cartons: { run: cartons },
  plans: { run: plans },
  plan: { run: plan },
  'ship-plan': { writes: true, run: move('IN_TRANSIT') },
  'unship-plan': { writes: true, run: move('OPEN') },
};
