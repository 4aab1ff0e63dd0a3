import { listProducts, productCatalog, productTotals } from '@quayside/contracts/products/product-lists';
import { searchRecords } from '@quayside/contracts/search';
import { runs } from '@quayside/domain/testing/runs';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bareWords, containing } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

let t: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  t = await startTestApp();
  owner = new pg.Client({ connectionString: t.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

/** Inserts products with SQL, one for each SKU. */
async function insert(
  w: Work,
  products: readonly { sku: string; name: string; brand?: string | null; archived?: boolean }[],
): Promise<string[]> {
  const rows = products.map((p) => ({ id: w.newId(), ...p, archived: p.archived ?? false, brand: p.brand ?? null }));
  await sql`
    insert into product (account_id, id, sku, name, brand, archived_at, created_at, updated_at)
    select ${w.scope.accountId}::uuid, id, sku, name, brand, case when archived then ${w.now}::timestamptz end,
      ${w.now}::timestamptz, ${w.now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(
      id uuid, sku text, name text, brand text, archived boolean
    )`.execute(w.tx);
  return rows.map((r) => r.id);
}

/** The expected matches in the order of the list, found with a plain LIKE. */
async function reference(who: TestPerson, words: readonly string[], archived: boolean | null): Promise<string[]> {
  return t.work(who, async (w) => {
    const like = words.map((word) => sql`search_text like ${containing(word)}`);
    const { rows } = await sql<{
      id: string;
    }>`select id from product where ${sql.join([sql`true`, ...like], sql` and `)}
      and (${archived}::boolean is null or (archived_at is not null) = ${archived}) order by lower(name), id`.execute(
      w.tx,
    );
    return rows.map((r) => r.id);
  });
}
const both = '[{"field":"archived","op":"in","values":["true","false"]}]';
const found = async (who: TestPerson, search: string, query: object = {}) => {
  const page = await t.ok(who, productCatalog, { query: { search, size: 500, sort: 'name,asc', ...query } });
  return { ids: page.content.map((p) => p.id), count: page.totalElements, isCapped: page.totalIsCapped };
};

/** The rows of the search table that do not agree with the products, and the products without such a row. */
async function outOfStep(who: TestPerson): Promise<unknown[]> {
  await owner.query(`select set_config('app.account_id', $1, false)`, [who.accountId]);
  const { rows } = await owner.query(
    `
      select *
      from (
        select id, archived_at is not null as is_archived, lower(name) as name_key, search_text as text,
          product_marks(search_text, tags, asin, fnsku, barcode, sku_alias, supplier_codes) as marks
        from product
      ) p
      full join (
        select product_id as id, is_archived, name_key, coalesce(search_text, long_text) as text, marks
        from product_search
        where account_id = $1
      ) s using (id)
      where (p.is_archived, p.name_key, p.text, p.marks) is distinct from (s.is_archived, s.name_key, s.text, s.marks)`,
    [who.accountId],
  );
  return rows;
}

// A small set of letters makes random words match often. It includes characters that could break LIKE, quoting or
// trigrams, and letters beyond ASCII.
const LETTERS = [
  'a',
  'b',
  'A',
  '1',
  '2',
  '%',
  '_',
  '\\',
  "'",
  '-',
  ' ',
  '{',
  '"',
  ',',
  '竹',
  '制',
  '碗',
  'é',
  'É',
  'ж',
  '😀',
];
const text = (most: number) =>
  fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: most }).map((l) => l.join(''));
const words = fc.array(
  text(5).map((s) => s.replace(/\s/g, '')),
  { minLength: 1, maxLength: 3 },
);

describe('the product search', () => {
  it('finds what a plain LIKE finds, with literal wildcards, for rare and common words', async () => {
    const who = await t.admin();
    const other = await t.admin();
    let n = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ name: text(14), brand: fc.option(text(6)), archived: fc.boolean() }), {
          minLength: 1,
          maxLength: 60,
        }),
        fc.array(words, { minLength: 1, maxLength: 8 }),
        async (products, searches) => {
          const rows = products.map((p) => ({ ...p, name: p.name.trim() || 'a', sku: `ab-${(n += 1)}` }));
          for (const person of [who, other]) await t.work(person, (w) => insert(w, rows));
          for (const search of searches) {
            const given = bareWords(search.join(' '));
            const expected = await reference(who, given, false);
            expect(await found(who, search.join(' '))).toEqual({
              ids: expected.slice(0, 500),
              count: expected.length,
              isCapped: false,
            });
            expect((await found(who, search.join(' '), { filter: both })).count).toBe(
              (await reference(who, given, null)).length,
            );
          }
        },
      ),
      { numRuns: runs(20) },
    );
    expect(await outOfStep(who)).toEqual([]);
  });

  it('follows every write, of one row or many, and ignores what was rolled back', async () => {
    const who = await t.admin();
    const ids = await t.work(who, (w) =>
      insert(
        w,
        Array.from({ length: 300 }, (_, i) => ({ sku: `ST-${i}`, name: `Bamboo bowl ${i}` })),
      ),
    );
    const set = (change: string, which: readonly string[]) =>
      t.work(who, (w) =>
        sql`update product set ${sql.raw(change)} where id = any(${sql.val([...which])}::uuid[])`.execute(w.tx),
      );
    await set(`name = 'Walnut tray ' || sku`, ids.slice(0, 200));
    await set(`brand = '竹制'`, ids.slice(0, 1));
    await set('archived_at = now()', ids.slice(1, 3));
    await set('notes = name', ids);
    await t.work(who, (w) =>
      sql`delete from product where id = any(${sql.val(ids.slice(10, 110))}::uuid[])`.execute(w.tx),
    );
    await expect(
      t.work(who, async (w) => {
        await insert(w, [{ sku: 'GONE', name: 'Zeppelin' }]);
        throw new Error('back');
      }),
    ).rejects.toThrow('back');
    expect(await outOfStep(who)).toEqual([]);
    expect((await found(who, 'walnut tray')).count).toBe(98);
    expect((await found(who, '竹制')).ids).toEqual([ids[0]]);
    expect((await found(who, '制')).ids).toEqual([ids[0]]);
    expect((await found(who, 'zeppelin')).count).toBe(0);
  });

  it('sees what its own transaction has written', async () => {
    const who = await t.admin();
    const seen = await t.work(who, async (w) => {
      await insert(w, [{ sku: 'OWN-1', name: 'Own' }]);
      return (
        await sql<{ n: number }>`select count(*)::integer as n from find_products('{own-1}', false, null)`.execute(w.tx)
      ).rows[0]?.n;
    });
    expect(seen).toBe(1);
  });

  it('works with filters, sorts and pages, with the exact count', async () => {
    const who = await t.admin();
    await t.work(who, (w) =>
      insert(
        w,
        Array.from({ length: 120 }, (_, i) => ({
          sku: `P-${String(i).padStart(3, '0')}`,
          name: `Lamp ${i % 7}`,
          brand: i % 3 === 0 ? null : i % 3 === 1 ? 'Moss' : 'Tern',
        })),
      ),
    );
    const moss = '[{"field":"brand","op":"in","values":["Moss"]}]';
    const skus = async (query: object) =>
      (await t.ok(who, productCatalog, { query: { search: 'lamp', ...query } })).content.map((p) => p.sku);
    const all = await skus({ filter: moss, sort: 'sku,desc', size: 100 });
    expect(all).toEqual(all.toSorted((a, b) => (a < b ? 1 : -1)));
    expect(all).toHaveLength(40);
    expect(await skus({ filter: moss, sort: 'sku,desc', size: 7, page: 2 })).toEqual(all.slice(14, 21));
    const past = await t.ok(who, productCatalog, { query: { search: 'lamp', filter: moss, size: 7, page: 30 } });
    expect(past).toMatchObject({ content: [], totalElements: 40 });
    // Products without a value come last in both directions. The tested pages include the one on which these products
    // begin.
    for (const direction of ['asc', 'desc']) {
      const whole = await t.ok(who, productCatalog, { query: { sort: `brand,${direction}`, size: 500 } });
      const brands = whole.content.map((p) => p.brand);
      expect(brands).toEqual(
        [...Array(80).fill(0), ...Array(40).fill(null)].map((b, i) =>
          b === null ? null : i < 40 === (direction === 'asc') ? 'Moss' : 'Tern',
        ),
      );
      const pages = [];
      for (let page = 0; page < 5; page += 1)
        pages.push(
          ...(await t.ok(who, productCatalog, { query: { sort: `brand,${direction}`, size: 30, page } })).content.map(
            (p) => p.id,
          ),
        );
      expect(pages).toEqual(whole.content.map((p) => p.id));
    }
  });
});

describe('the counts of a product list', () => {
  it('exclude archived products, for the whole list and for a supplier', async () => {
    const who = await t.admin();
    const [one, two] = await t.work(who, async (w) => {
      const suppliers = [w.newId(), w.newId()];
      await sql`
        insert into supplier (account_id, id, company_name, created_at, updated_at)
        select ${who.accountId}::uuid, id, id::text, now(), now()
        from unnest(${sql.val(suppliers)}::uuid[]) as id`.execute(w.tx);
      const ids = await insert(
        w,
        Array.from({ length: 30 }, (_, i) => ({ sku: `C-${i}`, name: `Cup ${i}`, archived: i % 5 === 0 })),
      );
      await sql`
        insert into product_supplier (account_id, product_id, supplier_id, position)
        select ${who.accountId}::uuid, p.id, ${suppliers[0]}::uuid, 0
        from unnest(${sql.val(ids.slice(0, 20))}::uuid[]) as p (id)`.execute(w.tx);
      await sql`
        insert into product_supplier (account_id, product_id, supplier_id, position)
        select ${who.accountId}::uuid, p.id, ${suppliers[1]}::uuid, 1
        from unnest(${sql.val(ids.slice(10, 30))}::uuid[]) as p (id)`.execute(w.tx);
      return suppliers;
    });
    const count = async (...chips: object[]) =>
      (await t.ok(who, productCatalog, { query: { size: 3, filter: JSON.stringify(chips) } })).totalElements;
    const of = (...values: (string | undefined)[]) => ({ field: 'supplier', op: 'in', values });
    expect(await count()).toBe(24);
    expect([await count(of(one)), await count(of(two)), await count(of(one, two))]).toEqual([16, 16, 24]);
    expect(await count(of(one), { field: 'archived', op: 'in', values: ['true', 'false'] })).toBe(20);
    expect(await count(of(one), { field: 'archived', op: 'in', values: ['true'] })).toBe(4);
    expect(await count({ ...of(one), op: 'notIn' })).toBe(8);
  });

  it('follow a search by tags, also after these changed', async () => {
    const who = await t.admin();
    const ids = await t.work(who, (w) =>
      insert(w, [
        { sku: 'T-1', name: 'One' },
        { sku: 'T-2', name: 'Two 竹' },
        { sku: 'T-3', name: 'Three' },
      ]),
    );
    const tag = (tags: string, id: string | undefined) =>
      t.work(who, (w) => sql`update product set tags = ${tags}::text[] where id = ${id}`.execute(w.tx));
    await tag('{kitchen,"a b"}', ids[0]);
    await tag('{竹,Kitchen}', ids[1]);
    const tagged = async (...values: string[]) =>
      (
        await t.ok(who, productCatalog, {
          query: { sort: 'sku,asc', filter: JSON.stringify([{ field: 'tag', op: 'in', values }]) },
        })
      ).content.map((p) => p.sku);
    expect(await tagged('kitchen')).toEqual(['T-1']);
    expect(await tagged('Kitchen', 'a b')).toEqual(['T-1', 'T-2']);
    expect(await tagged('竹')).toEqual(['T-2']);
    await tag('{}', ids[0]);
    expect(await tagged('kitchen', 'a b')).toEqual([]);
    expect(await outOfStep(who)).toEqual([]);
  });
});

describe('find_products, the function over the search table', () => {
  const as = async <T>(accountId: string, run: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: t.databaseUrl });
    await client.connect();
    try {
      await client.query('begin');
      await client.query(`select set_config('role', 'quayside_app', true), set_config('app.account_id', $1, true)`, [
        accountId,
      ]);
      return await run(client);
    } finally {
      await client.query('rollback').catch(() => undefined);
      await client.end();
    }
  };
  const find = (client: pg.Client) =>
    client.query(`select find_products('{shared}', null, null) as id`).then(({ rows }) => rows.map((r) => r.id));

  it("returns ids of the transaction's own account only, and none without an account", async () => {
    const [a, b] = [await t.admin(), await t.admin()];
    const [idsOfA, idsOfB] = [
      await t.work(a, (w) => insert(w, [{ sku: 'S-1', name: 'Shared' }])),
      await t.work(b, (w) => insert(w, [{ sku: 'S-1', name: 'Shared' }])),
    ];
    expect(await as(a.accountId, find)).toEqual(idsOfA);
    expect(await as(b.accountId, find)).toEqual(idsOfB);
    expect(await as('', find)).toEqual([]);
    // Makes the service and row-level security use different accounts. In this case no products of either account may
    // be returned.
    Object.assign(t.deps, { rowSecurityAccount: () => b.accountId });
    try {
      const believed = await t.work(
        a,
        async (w) =>
          (
            await sql<{
              id: string;
            }>`
              select p.id
              from product p
              where p.account_id = ${a.accountId}
                and p.id in (select find_products('{shared}', null, null))`.execute(w.tx)
          ).rows,
      );
      expect(believed).toEqual([]);
    } finally {
      Object.assign(t.deps, { rowSecurityAccount: undefined });
    }
  });

  it('gives no direct access to its table, and is safe against SQL injection', async () => {
    const a = await t.admin();
    for (const statement of [
      'select * from product_search',
      'delete from product_search',
      `select search_text from product_search limit 1`,
    ])
      await expect(as(a.accountId, (client) => client.query(statement))).rejects.toThrow(/permission denied/);
    const evil = [`x') > 0 or true --`, `%'; select 1; --`, `\\`, `'`, `"}`, `竹'"\\`];
    await as(a.accountId, async (client) => {
      for (const word of evil)
        expect((await client.query('select find_products($1::text[], null, null)', [[word]])).rows).toEqual([]);
      // Temporary tables and functions of the caller must not take the place of the real ones.
      await client
        .query('create temporary table product_search (account_id uuid, product_id uuid, search_text text)')
        .catch(() => undefined);
    });
    const granted = await owner.query(
      `
        select has_function_privilege(
          'quayside_app', 'find_products(text[], boolean, integer, text, integer)', 'execute'
        ) as app,
          (
            select count(*)::integer
            from pg_proc, aclexplode(proacl)
            where proname in ('find_products', 'find_tagged_products') and grantee = 0
          ) as everybody`,
    );
    expect(granted.rows).toEqual([{ app: true, everybody: 0 }]);
  });
});

describe('a very common search word', () => {
  const COUNT = 31_000;
  let who: TestPerson;
  // Creates 21,000 products that come first by name, then 10,003 products that contain the word. Reading the list in
  // the order of names reaches its limit before it finds one of them.
  beforeAll(async () => {
    who = await t.admin();
    await t.work(who, (w) =>
      sql`
        insert into product (account_id, id, sku, name, status, created_at, updated_at)
        select ${who.accountId}::uuid, gen_random_uuid(), 'M-' || lpad(n::text, 6, '0'),
          case when n < 20900 then 'Alder ' else 'Walnut ' end || n % 11,
          case when n % 5000 = 1 then 'DISCONTINUED' else 'ACTIVE' end, ${w.now}::timestamptz, ${w.now}::timestamptz
        from generate_series(1, ${COUNT}) as n`.execute(w.tx),
    );
    // The database of the tests gathers no statistics by itself.
    await owner.query('analyze product, product_search');
  });

  it('gives the right page wherever its matches are in the order', async () => {
    const expected = await reference(who, ['walnut'], false);
    expect(expected.length).toBe(COUNT - 20_899);
    for (const [query, ids] of [
      [{ size: 50 }, expected.slice(0, 50)],
      [{ size: 50, page: 150 }, expected.slice(7_500, 7_550)],
      [{ size: 50, sort: 'name,desc' }, expected.toReversed().slice(0, 50)],
    ] as const)
      expect(await found(who, 'walnut', query)).toEqual({ ids, count: 10_000, isCapped: true });
    const last = await found(who, 'walnut', { size: 50, page: 202 });
    expect(last.ids).toEqual(expected.slice(10_100));
    const skus = (await t.ok(who, productCatalog, { query: { search: 'm-0', sort: 'sku,desc', size: 3 } })).content.map(
      (p) => p.sku,
    );
    expect(skus).toEqual(['M-031000', 'M-030999', 'M-030998']);
  });

  it('is filtered and totalled exactly', async () => {
    const filter = '[{"field":"status","op":"in","values":["DISCONTINUED"]}]';
    const page = await t.ok(who, productCatalog, { query: { search: 'm-0', filter, sort: 'sku,asc', size: 4 } });
    expect(page.content.map((p) => p.sku)).toEqual(['M-000001', 'M-005001', 'M-010001', 'M-015001']);
    expect(page.totalElements).toBe(7);
    expect((await t.ok(who, productTotals, { query: { search: 'walnut' } })).count).toBe(COUNT - 20_899);
    expect((await t.ok(who, productTotals, { query: {} })).count).toBe(COUNT);
  });

  it('is answered by name in pickers, without the discontinued products that come first, and in the palette', async () => {
    const expected = await reference(who, ['walnut'], false);
    const gone = expected.slice(0, 90);
    await t.work(who, (w) =>
      w.tx.updateTable('product').set({ status: 'DISCONTINUED' }).where('id', 'in', gone).execute(),
    );
    const current = await t.work(who, async (w) => {
      const { rows } = await sql<{ id: string }>`
        select id from product where status <> 'DISCONTINUED' and id = any(${sql.val(expected.slice(0, 200))}::uuid[])
        order by lower(name), id limit 20`.execute(w.tx);
      return rows.map((r) => r.id);
    });
    const picked = async (query: object) =>
      (await t.ok(who, listProducts, { query: { search: 'walnut', picker: 'true', size: 20, ...query } })).content.map(
        (p) => p.id,
      );
    expect(await picked({})).toEqual(current);
    expect(await picked({ discontinued: 'true' })).toEqual(expected.slice(0, 20));
    const { records } = await t.ok(who, searchRecords, { query: { text: 'walnut' } });
    expect(records.map((r) => r.id)).toEqual(expected.slice(0, records.length));
    expect(records.length).toBeGreaterThan(0);
  });
});
