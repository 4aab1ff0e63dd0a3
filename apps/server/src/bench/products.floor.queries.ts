import type { Context, Run } from './floor-job.ts';

/** One request for a list of products: the query string for the server, and the SQL for the floor. */
interface ListCase {
  readonly title: string;
  /** The filter of the request. In its values, `SUPPLIER` is replaced by a supplier's id. */
  readonly filter?: { readonly field: string; readonly op: string; readonly values: readonly string[] };
  readonly sort: string;
  /** The WHERE and ORDER BY of the floor's SQL, and its FROM if it reads other tables besides `product`. */
  readonly where: string;
  readonly order: string;
  readonly from?: string;
  /** The ORDER BY of the rows on the page, if it differs from the one that selects the page. */
  readonly shown?: string;
  /** The FROM and WHERE of the floor's count, if they differ from `from` and `where`. */
  readonly counted?: string;
}
export const LIST_CASES: readonly ListCase[] = [
  {
    title: 'a status, by name',
    filter: { field: 'status', op: 'in', values: ['ACTIVE'] },
    sort: 'name,asc',
    where: `p.status = 'ACTIVE'`,
    order: 'p.name_key, p.id',
  },
  {
    title: 'a supplier, latest change first',
    filter: { field: 'supplier', op: 'in', values: ['SUPPLIER'] },
    sort: 'updatedAt,desc',
    where: 'ps.supplier_id = $2 and not ps.is_archived',
    order: 'ps.product_updated_at desc, ps.product_id desc',
    from: 'product_supplier ps join product p on p.account_id = ps.account_id and p.id = ps.product_id',
    shown: 'p.updated_at desc, p.id desc',
    counted: 'product_supplier ps where ps.account_id = $1 and ps.supplier_id = $2 and not ps.is_archived',
  },
  {
    title: 'a brand, by SKU',
    filter: { field: 'brand', op: 'in', values: ['Moss'] },
    sort: 'sku,asc',
    where: `p.brand = 'Moss'`,
    order: 'p.sku_key',
  },
  {
    title: 'dearest first',
    sort: 'landedCostPerUnit,desc',
    where: 'true',
    order: 'c.landed_per_unit desc, c.product_id desc',
    from: `product_cost_total c
      join product p on p.account_id = c.account_id and p.id = c.product_id and c.landed_per_unit is not null`,
  },
  { title: 'newest first', sort: 'createdAt,desc', where: 'true', order: 'p.created_at desc, p.id desc' },
];

/** Reads one page of a filtered and sorted list, and counts the list. */
export const listPage =
  (columns: string, costs: string) =>
  async (run: Run, { accountId, args }: Context): Promise<unknown> => {
    const number = Number(args.get('case'));
    const list = LIST_CASES[number];
    if (!list) throw new Error('No such list');
    const where = `p.account_id = $1 and p.archived_at is null and ${list.where} and ($2::uuid is null or true)`;
    const values = [accountId, args.get('supplier')];
    const rows = await run(
      `list-${number}`,
      `
        select ${columns}
        from (
          select p.account_id, p.id
          from ${list.from ?? 'product p'}
          where ${where}
          order by ${list.order}
          limit 50 offset $3
        ) as chosen
        join product p on p.account_id = chosen.account_id and p.id = chosen.id ${costs}
        order by ${list.shown ?? list.order}`,
      [...values, args.get('offset')],
    );
    const [count] = await run(
      `list-count-${number}`,
      `select count(*) as n from (select from ${list.counted ?? `product p where ${where}`} limit 10001) as matching`,
      values,
    );
    return { rows, count };
  };

/** The SQL of the export: all export columns of every product of the account, as they are stored. */
export const EXPORT_COPY = `copy (
  select p.sku, p.name, p.sku_alias, p.asin, p.fnsku, p.brand, p.re_brand, p.product_group, p.tags, p.status,
    (
      select string_agg(s.company_name, '; ' order by ps.position)
      from product_supplier ps
      join supplier s on s.account_id = ps.account_id and s.id = ps.supplier_id
      where ps.account_id = p.account_id and ps.product_id = p.id
    ),
    p.channel, p.shipping_method, p.country_of_origin, p.length, p.width, p.height, p.dimension_unit, p.weight,
    p.packaging_weight, p.shipping_weight, p.weight_unit, p.supplier_lead_time, p.notes, p.thumbnail, p.parent_id,
    c.units, c.factory_per_unit, c.inbound_per_unit, c.landed_per_unit, c.factory_minor + c.inbound_minor, c.changed_at,
    p.archived_at, p.created_at, p.updated_at
  from product p
  left join product_cost_total c on c.account_id = p.account_id and c.product_id = p.id
  where p.archived_at is null and p.account_id = $1
  order by p.name_key, p.id
) to stdout (format csv, header)`;
