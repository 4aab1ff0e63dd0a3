import type { Context, FloorJob, Run } from './floor-job.ts';
import { invoice, patchLine } from './invoices.floor.queries.ts';
import { PAYABLES_FLOOR } from './payables.floor.queries.ts';
import { SHIPMENTS_FLOOR } from './shipments.floor.queries.ts';
import { STOCK_FLOOR } from './stock.floor.queries.ts';
import { listPage } from './products.floor.queries.ts';

const PRODUCT_COLUMNS = `p.id, p.name, p.sku, p.asin, p.fnsku, p.brand, p.product_group, p.status, p.channel,
  p.thumbnail, p.unit_weight_ug, p.unit_volume_mm3, p.archived_at, p.created_at, p.updated_at, p.version,
  c.factory_minor, c.inbound_minor, c.units, c.entry_count, c.provisional_count, c.by_category, c.changed_at,
  (
    select json_agg(
      json_build_object('id', s.id, 'companyName', s.company_name, 'localName', s.local_name) order by ps.position
    )
    from product_supplier ps
    join supplier s on s.account_id = ps.account_id and s.id = ps.supplier_id
    where ps.account_id = p.account_id and ps.product_id = p.id
  ) as supplier`;
const COSTS = 'left join product_cost_total c on c.account_id = p.account_id and c.product_id = p.id';

const pageOf = (condition: string) => `
  select ${PRODUCT_COLUMNS}
  from (
    select account_id, id
    from product
    where account_id = $1 and archived_at is null ${condition}
    order by name_key, id
    limit 50 offset $2
  ) as chosen
  join product p on p.account_id = chosen.account_id and p.id = chosen.id ${COSTS} order by p.name_key, p.id`;
const countOf = (condition: string) =>
  `
    select count(*) as n
    from (select from product where account_id = $1 and archived_at is null ${condition} limit 10001) as matching`;
const totalsOf = `
  select count(*) as n, sum(c.units) as units, sum(c.factory_minor) as factory, sum(c.inbound_minor) as inbound
  from product p ${COSTS}
  where p.account_id = $1 and p.archived_at is null`;

async function page(run: Run, { accountId, args }: Context) {
  const rows = await run('page', pageOf(''), [accountId, args.get('offset')]);
  const [count] = await run('page-count', countOf(''), [accountId]);
  return { rows, count };
}

async function search(run: Run, { accountId, args }: Context) {
  const words = (args.get('search') ?? '').split(' ').map((word) => `%${word}%`);
  const rows = await run('search', pageOf('and search_text like all($3::text[])'), [accountId, 0, words]);
  const [count] = await run('search-count', countOf('and search_text like all($2::text[])'), [accountId, words]);
  return { rows, count };
}

const ENTRIES = `
  select e.id, e.layer_id, e.line_id, e.invoice_id, e.cost_type, e.document_minor, e.account_minor, e.weight,
    e.rounding_unit, e.is_excluded, e.recorded_at, a.basis, a.is_basis_fallback, a.measure, a.chargeable_method,
    a.weight_total, a.document_minor as line_document_minor, a.account_minor as line_account_minor, a.amount_minor,
    a.cost_tax_minor, a.before_amount_minor, a.before_cost_tax_minor, a.rate, a.rate_date, a.rate_source,
    a.is_provisional, l.position, l.name as line_name, i.invoice_number, i.date, i.status, i.currency, i.document_id,
    s.company_name, o.id as credited_line_id, o.position as credited_position, oi.id as credited_invoice_id,
    oi.invoice_number as credited_invoice_number
  from cost_entry e join cost_allocation a on a.account_id = e.account_id and a.id = e.allocation_id
  join invoice_line l on l.account_id = e.account_id and l.id = e.line_id
  join invoice i on i.account_id = e.account_id and i.id = e.invoice_id
  left join supplier s on s.account_id = i.account_id and s.id = i.supplier_id
  left join invoice_line o on o.account_id = a.account_id and o.id = a.credits_line_id
  left join invoice oi on oi.account_id = o.account_id and oi.id = o.invoice_id
  where e.account_id = $1 and e.product_id = $2 and e.superseded_at is null
  order by i.date, i.invoice_number, l.position, e.id`;
const SUPERSEDED = `
  select e.id, e.layer_id, e.cost_type, e.account_minor, e.recorded_at, e.superseded_at, l.position, i.invoice_number
  from cost_entry e
  join invoice_line l on l.account_id = e.account_id and l.id = e.line_id
  join invoice i on i.account_id = e.account_id and i.id = e.invoice_id
  where e.account_id = $1 and e.product_id = $2 and e.superseded_at is not null
  order by e.superseded_at desc, e.id
  limit 200`;
const ORDERS = `
  select c.id, c.number, c.date, c.units, c.weight_ug, c.volume_mm3, c.invoice_id, i.invoice_number from cost_layer c
  join invoice i on i.account_id = c.account_id and i.id = c.invoice_id
  where c.account_id = $1 and c.product_id = $2 and c.removed_at is null
  order by c.date desc, c.number desc`;
const BILLS = `
  select i.id, i.invoice_number, i.currency, i.total_minor, t.lines_minor, t.recoverable_tax_minor, t.cost_tax_minor,
    t.assigned_minor, t.unassigned_minor, t.excluded_minor
  from invoice i
  join invoice_total t on t.account_id = i.account_id and t.invoice_id = i.id
  where i.account_id = $1 and i.id = any($2::uuid[])
  order by i.date, i.invoice_number`;
const EXPLAINED = `
  select p.id, p.sku, p.name, t.*,
    (
      select json_agg(json_build_object('id', x.component_id, 'quantity', x.quantity) order by x.position)
      from product_component x
      where x.account_id = p.account_id and x.bundle_id = p.id
    ) as parts
  from product p
  left join product_cost_total t on t.account_id = p.account_id and t.product_id = p.id
  where p.account_id = $1 and p.id = $2`;

async function explain(run: Run, { accountId, args }: Context) {
  const of = [accountId, args.get('id')];
  const entries = await run('entries-of', ENTRIES, of);
  return {
    product: await run('explained', EXPLAINED, of),
    entries,
    superseded: await run('superseded', SUPERSEDED, of),
    orders: await run('orders', ORDERS, of),
    bills: await run('bills', BILLS, [accountId, [...new Set(entries.map((e) => e['invoice_id']))]]),
  };
}

/** The calls that the floor implements, by name. */
export const FLOOR_JOBS: Readonly<Record<string, FloorJob>> = {
  nothing: { run: async () => [] },
  page: { run: page },
  search: { run: search },
  list: { run: listPage(PRODUCT_COLUMNS, COSTS) },
  'page-totals': {
    run: async (run, context) => ({
      ...(await page(run, context)),
      totals: await run('totals-of-all', totalsOf, [context.accountId]),
    }),
  },
  product: {
    run: (run, { accountId, args }) =>
      run('product', `select p.*, ${PRODUCT_COLUMNS} from product p ${COSTS} where p.account_id = $1 and p.id = $2`, [
        accountId,
        args.get('id'),
      ]),
  },
  invoice: { run: invoice },
  explain: { run: explain },
  'patch-line': { writes: true, run: patchLine },
  ...PAYABLES_FLOOR,
  ...SHIPMENTS_FLOOR,
  ...STOCK_FLOOR,
};
