import type pg from 'pg';
import { ACCESS_SECONDS } from '../http/sign-in.ts';

// Creates an account's products in SQL, a million in a minute or two. Triggers fill the search table and the stored
// totals.

/** How many other accounts the database contains besides the measured one, and how many products each of them has. */
export const BESIDE = { accounts: 50, products: 2_000 };
/**
 * Searches of the large catalogue: common, medium and rare words, combinations of them, part of a SKU, an ASIN,
 * Chinese, and a word that matches nothing.
 */
export const CATALOGUE_SEARCHES = [
  'bamboo',
  'steel',
  'steel tray',
  'tray',
  'cork',
  'walnut',
  'walnut tray',
  'moss bamboo bowl',
  'zeppelin',
  '竹制',
  '托盘',
  'qb-00042',
  '00421',
  'B000004217',
  'xyzzy',
];
/** Codes: other SKU, FNSKU, barcode whole and in part, item number of a supplier, SKU without its hyphen. */
export const CODE_SEARCHES = [
  'OLD-0004210',
  'X00004217A',
  '4000000042175',
  '00000421',
  'NB/0004217',
  'nb000421',
  'qb0004217',
];

const words = (list: string) => `(array['${list.split(' ').join(`','`)}'])`;
const PICK = {
  adjective: words(
    'Folding Stackable Large Small Slim Deep Round Square Portable Classic Premium Everyday Travel Outdoor ' +
      'Compact Heavy',
  ),
  rest: words('Glass Linen Cotton Cork Ceramic Silicone Acacia Walnut'),
  noun: words(
    'Bowl Board Basket Box Tray Rack Stand Lamp Bottle Mug Pan Shelf Hanger Organiser Mat Holder Knife Spoon ' +
      'Towel Clock',
  ),
  brand: words('Moss Fjord Alder Tern Loam'),
  status: words('ACTIVE ACTIVE ACTIVE ACTIVE INACTIVE TOP_SELLER UNDER_REVIEW CLOSED_LISTING DISCONTINUED'),
};
const of = (what: keyof typeof PICK, salt: number, count: number) =>
  `${PICK[what]}[1 + pg_temp.pick(n, ${salt}, ${count})]`;

const FUNCTIONS = [
  `create or replace function pg_temp.pick(
    n bigint, salt integer, count integer
  ) returns integer language sql immutable as $$ select (abs(hashint8extended(n, salt)) % count)::integer $$`,
  `create or replace function pg_temp.uid(a integer, n bigint) returns uuid language sql immutable as
    $$ select ('01900000-0000-7' || lpad(to_hex(a), 3, '0') || '-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$`,
];
const MATERIAL = `case
  when pg_temp.pick(n, 2, 53) < 30 then 'Bamboo'
  when pg_temp.pick(n, 2, 53) < 45 then 'Steel'
  else ${PICK.rest}[pg_temp.pick(n, 2, 53) - 44]
end`;
const TAIL = `case when n % 50 = 7 then ' 竹制托盘' else '' end || case when n % 10000 = 9 then ' Zeppelin' else '' end`;

/**
 * Creates the products numbered `from` to `until` in one account. Every hundredth is archived, every thousandth has no
 * weight, nine of ten have costs, every tenth has another SKU, every second an item number of its supplier, and all
 * have ASIN, FNSKU and barcode.
 */
async function insertProducts(
  superuser: pg.Client,
  account: string,
  a: number,
  from: number,
  until: number,
): Promise<void> {
  const range = `generate_series(${from}::bigint, ${until}::bigint) n`;
  await superuser.query(
    `
      insert into product (
        account_id, id, name, sku, sku_alias, supplier_codes, asin, fnsku, barcode, brand, product_group,
        status, channel, tags, length, width, height, weight, unit_weight_ug, unit_volume_mm3,
        archived_at, created_at, updated_at
      )
      select $1, pg_temp.uid(${a}, n),
        ${of('adjective', 1, 16)} || ' ' || ${MATERIAL} || ' ' || ${of('noun', 3, 20)} || ', '
          || 1 + pg_temp.pick(n, 4, 12) || ' pieces, ' || 10 + pg_temp.pick(n, 5, 50) || ' cm' || ${TAIL},
        'QB-' || lpad(n::text, 7, '0'),
        case when n % 10 = 0 then array['OLD-' || lpad(n::text, 7, '0')] else '{}' end,
        -- Set at once, so that the trigger of the item numbers has nothing to update.
        case when n % 2 = 1 then array['NB/' || lpad(n::text, 7, '0')] else '{}' end,
        'B0' || lpad(n::text, 8, '0'), 'X0' || lpad(n::text, 7, '0') || 'A', '40' || lpad(n::text, 10, '0') || '5',
        ${of('brand', 6, 5)},
        'Group ' || pg_temp.pick(n, 9, 40), ${of('status', 7, 9)}, '{AMAZON_UK,AMAZON_DE}',
        case when n % 20 = 0 then '{kitchen}' else '{}' end::text[], 20, 10, 5, 500,
        case when n % 1000 <> 5 then 500000000 end, 1000000, case when n % 100 = 3 then now() end,
        '2026-01-01'::timestamptz + n * interval '10 s',
        '2026-01-01'::timestamptz + pg_temp.pick(n, 8, 10000000) * interval '1 s'
      from ${range}`,
    [account],
  );
  await superuser.query(
    `
      insert into product_supplier (
        account_id, product_id, supplier_id, position, supplier_sku, product_updated_at, is_archived
      )
      select $1, p.id, s.ids[1 + pg_temp.pick(n, 10, cardinality(s.ids))], 0,
        case when n % 2 = 1 then 'NB/' || lpad(n::text, 7, '0') end, p.updated_at, p.archived_at is not null
      from ${range}
      join product p on p.account_id = $1 and p.id = pg_temp.uid(${a}, n),
        (select array_agg(id order by company_name) as ids from supplier where account_id = $1) s
      where s.ids is not null`,
    [account],
  );
  await superuser.query(
    `
      insert into product_cost_total (
        account_id, product_id, factory_minor, inbound_minor, units, entry_count, by_category, changed_at
      )
      select $1, pg_temp.uid(${a}, n), 1000 + pg_temp.pick(n, 11, 900000), 500, 100, 3,
        '{"FACTORY_INVOICE":"1000","SHIPPING":"500"}', now()
      from ${range}
      where n % 10 <> 0`,
    [account],
  );
}

/**
 * Adds the products numbered `from` to `until` to the measured account. Drops the non-unique indexes of the tables and
 * creates them again at the end, because updating them row by row would take most of the time.
 */
export async function fillCatalogue(
  superuser: pg.Client,
  accountId: string,
  from: number,
  until: number,
): Promise<void> {
  for (const text of FUNCTIONS) await superuser.query(text);
  const { rows: indexes } = await superuser.query<{ name: string; definition: string }>(
    `
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = any('{product,product_search,product_supplier,product_cost_total}'::regclass[])
        and not indisunique`,
  );
  for (const { name } of indexes) await superuser.query(`drop index ${name}`);
  await superuser.query(`set maintenance_work_mem = '512MB'; set work_mem = '64MB'; set synchronous_commit = off`);
  for (let first = from; first <= until; first += 100_000)
    await insertProducts(superuser, accountId, 0, first, Math.min(until, first + 99_999));
  for (const { definition } of indexes) await superuser.query(definition);
}

/** Creates fifty other accounts of the same person. */
export async function fillBeside(superuser: pg.Client, personId: string): Promise<void> {
  for (const text of FUNCTIONS) await superuser.query(text);
  for (let a = 1; a <= BESIDE.accounts; a += 1) {
    const { rows } = await superuser.query(
      `
        insert into account (account_id, name, owner_id, currency, time_zone, created_at, updated_at)
        values (gen_random_uuid(), $1, $2, 'GBP', 'UTC', now(), now())
        returning account_id`,
      [`Beside ${a}`, personId],
    );
    await insertProducts(superuser, String(rows[0].account_id), a, 1, BESIDE.products);
  }
}

/** Runs the maintenance (VACUUM, ANALYZE) that autovacuum would do after a while. */
export async function settle(superuser: pg.Client): Promise<void> {
  await superuser.query('vacuum (analyze)');
  await superuser.query('checkpoint');
}

/** Lets access tokens last as long as new ones, almost: filling a large account takes longer than they do. */
export async function renewTokens(superuser: pg.Client): Promise<void> {
  await superuser.query(
    `update session_token set expires_at = now() + make_interval(secs => $1) where kind = 'access'`,
    [ACCESS_SECONDS - 60],
  );
}
