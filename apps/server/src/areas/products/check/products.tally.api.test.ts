import { productCatalog, productTotals } from '@quayside/contracts/products/product-lists';
import { createSupplier, listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { PRODUCT_STATUSES } from '@quayside/domain/lists';
import { runs } from '@quayside/domain/testing/runs';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** The number of products of each status: first as the list returns it, then counted from the products. */
async function ofStatuses(who: TestPerson): Promise<[unknown, unknown]> {
  const listed: [string, number][] = [];
  for (const status of PRODUCT_STATUSES) {
    const filter = JSON.stringify([{ field: 'status', op: 'in', values: [status] }]);
    listed.push([status, (await t.ok(who, productCatalog, { query: { filter, size: 1, page: 0 } })).totalElements]);
  }
  const { rows } = await t.work(who, (w) =>
    sql<{
      status: string;
      n: number;
    }>`select status, count(*)::integer as n from product where archived_at is null group by status`.execute(w.tx),
  );
  const counted = new Map(rows.map((r) => [r.status, r.n]));
  return [listed, PRODUCT_STATUSES.map((status) => [status, counted.get(status) ?? 0])];
}

/**
 * The number of products of each supplier: from the product list, from the supplier list, and counted from the
 * products.
 */
async function ofSuppliers(who: TestPerson): Promise<[unknown, unknown]> {
  const { content } = await t.ok(who, listSuppliers, { query: {} });
  const listed = await Promise.all(
    content.map(async ({ id, productCount }) => {
      const filter = JSON.stringify([{ field: 'supplier', op: 'in', values: [id] }]);
      return [
        (await t.ok(who, productCatalog, { query: { filter, sort: 'updatedAt,desc', size: 1, page: 0 } }))
          .totalElements,
        productCount,
      ];
    }),
  );
  const counted = await t.work(who, async (w) => {
    const { rows } = await sql<{
      id: string;
      shown: number;
      n: number;
    }>`
      select ps.supplier_id as id, count(*)::integer as n,
        count(*) filter (where p.archived_at is null)::integer as shown
      from product_supplier ps
      join product p on p.account_id = ps.account_id and p.id = ps.product_id
      group by 1`.execute(w.tx);
    return new Map(rows.map((r) => [r.id, [r.shown, r.n]]));
  });
  return [listed, content.map(({ id }) => counted.get(id) ?? [0, 0])];
}

/** Selects the rows of `product_supplier` in which a column copied from the product is out of date. */
const strayed = (who: TestPerson) =>
  t.work(who, async (w) => {
    const { rows } = await sql`
      select ps.*, p.updated_at, p.archived_at
      from product_supplier ps
      join product p on p.account_id = ps.account_id and p.id = ps.product_id
      where (ps.product_updated_at, ps.is_archived) is distinct from (
        p.updated_at, p.archived_at is not null
      )`.execute(w.tx);
    return rows;
  });

/** The stored totals of an account's products, and the same totals computed again from single rows. */
async function keptAndCounted(who: TestPerson): Promise<[unknown, unknown]> {
  const { count, unitsOrdered, landedCostTotal } = await t.ok(who, productTotals, { query: {} });
  const { rows } = await t.work(who, (w) =>
    sql<{
      count: number;
      units: number;
      landed: number;
    }>`
      select count(*)::integer as count, coalesce(sum(c.units), 0)::integer as units,
        coalesce(sum(c.factory_minor + c.inbound_minor), 0)::integer as landed
      from product p
      left join product_cost_total c on c.account_id = p.account_id and c.product_id = p.id
      where p.archived_at is null`.execute(w.tx),
  );
  return [{ count, units: unitsOrdered, landed: Math.round(Number(landedCostTotal) * 100) }, rows[0]];
}

// A random write to some of the products: create, archive, unarchive or delete them, add costs, or roll back.
const write = fc.record({
  kind: fc.constantFrom(
    'add',
    'supply',
    'move',
    'drop',
    'archive',
    'restore',
    'delete',
    'cost',
    'recost',
    'note',
    'status',
  ),
  from: fc.nat(30),
  count: fc.integer({ min: 0, max: 12 }),
  amount: fc.integer({ min: -500, max: 5_000 }),
  isRolledBack: fc.boolean(),
});
type Write = typeof write extends fc.Arbitrary<infer W> ? W : never;

async function run(who: TestPerson, { kind, from, count, amount, isRolledBack }: Write): Promise<void> {
  const chosen = sql`id in (select id from product order by sku_key offset ${from} limit ${count})`;
  const statement = {
    add: sql`
      insert into product (account_id, id, sku, name, archived_at, created_at, updated_at)
      select ${who.accountId}::uuid, gen_random_uuid(), gen_random_uuid()::text, 'P',
        case when n % 3 = 0 then now() end, now(), now()
      from generate_series(1, ${count}) as n`,
    supply: sql`
      insert into product_supplier (account_id, product_id, supplier_id, position)
      select p.account_id, p.id, s.id, 0
      from product p, supplier s
      where p.${chosen} and md5(s.id::text || p.id::text) < '8'
      on conflict do nothing`,
    move: sql`
      update product_supplier ps
      set supplier_id = (select s.id from supplier s order by md5(s.id::text || ${amount}::text) limit 1)
      where product_${chosen} and ps.position = 0
        and not exists (
          select from product_supplier o
          where o.account_id = ps.account_id and o.product_id = ps.product_id and o.supplier_id <> ps.supplier_id
        )`,
    drop: sql`delete from product_supplier where product_${chosen}`,
    archive: sql`update product set archived_at = now() where ${chosen}`,
    restore: sql`update product set archived_at = null where ${chosen}`,
    delete: sql`delete from product where ${chosen}`,
    cost: sql`
      insert into product_cost_total (account_id, product_id, factory_minor, inbound_minor, units, changed_at)
      select account_id, id, ${amount}, 7, 3, now()
      from product
      where ${chosen}
      on conflict (account_id, product_id) do update
      set factory_minor = product_cost_total.factory_minor + excluded.factory_minor`,
    recost: sql`
      update product_cost_total
      set inbound_minor = inbound_minor + ${amount}, units = units + 1
      where product_id in (select id from product where ${chosen})`,
    note: sql`update product set notes = 'x', updated_at = now() where ${chosen}`,
    status: sql`update product set status = ${PRODUCT_STATUSES[from % PRODUCT_STATUSES.length]} where ${chosen}`,
  }[kind];
  const done = t.work(who, async (w) => {
    await statement.execute(w.tx);
    if (isRolledBack) throw new Error('back');
  });
  if (isRolledBack) await expect(done).rejects.toThrow('back');
  else await done;
}

it('the stored product totals of each account equal a recount after any writes', async () => {
  const [a, b] = [await t.admin(), await t.admin()];
  for (const companyName of ['Factory', 'Second']) await t.ok(a, createSupplier, { body: { companyName } });
  await run(b, { kind: 'add', from: 0, count: 12, amount: 0, isRolledBack: false });
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 25 }), async (writes) => {
      for (const one of writes) await run(a, one);
      const [kept, counted] = await keptAndCounted(a);
      expect(kept).toEqual(counted);
      const [listed, there] = await ofStatuses(a);
      expect(listed).toEqual(there);
      const [delivered, deliveries] = await ofSuppliers(a);
      expect(delivered).toEqual(deliveries);
      expect(await strayed(a)).toEqual([]);
    }),
    { numRuns: runs(15) },
  );
  expect(await keptAndCounted(b)).toEqual([
    { count: 8, units: 0, landed: 0 },
    { count: 8, units: 0, landed: 0 },
  ]);
});

/**
 * A new row in `product_tally` whose number is a multiple of this merges the rows before it into sums (see
 * `product_tally_fold`).
 */
const FOLDED_EVERY = 16;
/** The maximum number of merged sums: one for each status that occurs in the test, and one without a status. */
const SUMS = 4;

it('the stored product totals stay right under concurrent writes and when their rows are merged', async () => {
  const who = await t.admin();
  await run(who, { kind: 'add', from: 0, count: 12, amount: 0, isRolledBack: false });
  await run(who, { kind: 'cost', from: 0, count: 12, amount: 100, isRolledBack: false });
  const kinds = ['add', 'recost', 'archive', 'restore', 'recost'] as const;
  for (let round = 0; round < 12; round += 1)
    await Promise.all(
      kinds.map((kind, i) =>
        run(who, { kind, from: i * 3, count: 3, amount: round, isRolledBack: round % 4 === 3 && i === 0 }),
      ),
    );
  const [keptAtOnce, countedAtOnce] = await keptAndCounted(who);
  expect(keptAtOnce).toEqual(countedAtOnce);

  // Every sixteenth row merges the committed rows before it. How many rows the concurrent writers left is random: rows
  // of a merge that was rolled back, and rows that a merge could not see yet, are left to the next merge. The row that
  // causes a merge stays beside the sums.
  // How many merges it takes is left open: a merge skips rows that another transaction has locked. Only a write that
  // surely changes something makes a row: the first product may have no costs.
  const countAfterMerges = async () => {
    for (let n = 0; n < 2 * FOLDED_EVERY; n += 1)
      await run(who, { kind: 'add', from: 0, count: 1, amount: 0, isRolledBack: false });
    const { rows } = await t.work(who, (w) =>
      sql<{ n: number }>`select count(*)::integer as n from product_tally`.execute(w.tx),
    );
    return rows[0]?.n;
  };
  await expect.poll(countAfterMerges).toBeLessThanOrEqual(FOLDED_EVERY + SUMS);
  const [kept, counted] = await keptAndCounted(who);
  expect(kept).toEqual(counted);
});
