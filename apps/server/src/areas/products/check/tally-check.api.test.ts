import { listNotifications } from '@quayside/contracts/notifications/notifications';
import { createProduct } from '@quayside/contracts/products/products';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { onServer } from '../../../testing/global-setup.ts';
import { anInvoice, aProduct, aSupplier } from '../../../testing/invoices.ts';
import { runInAllAccounts } from '../../../testing/run-jobs.ts';
import { olderDatabase } from '../../../testing/test-database.ts';
import { migrate } from '../../../db/migrate.ts';
import { productsJobs } from '../products.jobs.ts';

/** Sign-ins in tests last for half an hour, so the clock returns to this time after each nightly check. */
const SIGNED_IN = '2026-11-21T02:45:00.000Z';

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime(SIGNED_IN);
  maya = await t.admin('GBP');
});

/** Runs the nightly check of the counts on a day. Returns the result that each run of this account recorded so far. */
async function check(day: string): Promise<unknown[]> {
  const job = productsJobs.find(({ name }) => name === 'products.tally-check');
  if (!job) throw new Error('There is no check of the counts');
  t.setTime(`${day}T03:00:00.000Z`);
  expect(await runInAllAccounts(t.deps, job)).toEqual([]);
  t.setTime(SIGNED_IN);
  const runs = await t.work(maya, (w) =>
    w.tx.selectFrom('job_run').select('outcome').where('job', '=', 'tally-check').orderBy('day').execute(),
  );
  return runs.map(({ outcome }) => outcome);
}
const notices = async () => (await t.ok(maya, listNotifications)).content;
const recount = (accountId: string) =>
  onServer(t.databaseUrl, async (client) => {
    await client.query("select set_config('app.account_id', $1, false)", [accountId]);
    await client.query('select product_tally_recount()');
  });

it('the nightly check of counts finds each stored count and sum that differs from the rows, and a recount repairs it', async () => {
  const supplierId = await aSupplier(t, maya, { currency: 'GBP' });
  const productId = await aProduct(t, maya, 'KTL');
  await anInvoice(t, maya, { supplierId, invoiceNumber: 'F-1', date: '2026-11-02', total: '10.00' }, [
    { productId, quantity: 4, amount: '10.00' },
  ]);
  await t.ok(maya, createProduct, { body: { sku: 'A', name: 'A', supplierIds: [supplierId], status: 'INACTIVE' } });
  expect([await check('2026-11-21'), await notices()]).toEqual([[{ broken: 0 }], []]);

  await t.work(maya, async (w) => {
    const mine = w.tx.updateTable('product_tally').where('account_id', '=', maya.accountId);
    await mine.set({ products: 0n }).where('supplier_id', '=', supplierId).execute();
    await mine.set({ archived: 1n }).where('status', '=', 'INACTIVE').execute();
    await w.tx.insertInto('product_tally').values({ account_id: maya.accountId, products: 7n, units: '3' }).execute();
  });
  expect(await check('2026-11-22')).toEqual([{ broken: 0 }, { broken: 4 }]);
  const [notice] = await notices();
  expect(notice).toMatchObject({ summary: 'Count check found 4 differences', about: null });
  expect(notice?.message.split('<br />').filter((line) => /^\d\./.test(line))).toEqual([
    '1. All products: sums = totals of products (7 units, 1000 + 0 for 4 units, 1000 + 0).',
    '2. Ningbo Yongjia Houseware: product count = its products (0, 0 archived, for 1, 0 archived).',
    '3. Status INACTIVE: product count = its products (1, 1 archived, for 1, 0 archived).',
    '4. Status none: product count = its products (7, 0 archived, for 0, 0 archived).',
  ]);

  await recount(maya.accountId);
  expect((await check('2026-11-23')).at(-1)).toEqual({ broken: 0 });
  expect(await notices()).toHaveLength(1);
});

it('an upgrade counts the products of all accounts again, where an earlier upgrade had counted a supplier twice', async () => {
  const database = await olderDatabase('0007-notification-mails');
  try {
    await onServer(database.url, async (client) => {
      // Every sixteenth row was merged wrongly, so that only some of the accounts are affected.
      await client.query(`
        do $$
        declare
          a uuid;
          p uuid;
        begin
          for i in 1..40 loop
            a := gen_random_uuid();
            p := gen_random_uuid();
            perform set_config('app.account_id', a::text, true);
            insert into person (id, email, password_hash, first_name, last_name, is_verified, created_at, updated_at)
              values (p, i || '@previous.example', 'none', 'Ines', 'Moreau', true, now(), now());
            insert into account (account_id, name, owner_id, currency, time_zone, created_at, updated_at)
              values (a, 'Previous', p, 'GBP', 'UTC', now(), now());
            insert into supplier (account_id, id, company_name, created_at, updated_at)
              values (a, p, 'S', now(), now());
            insert into product (account_id, id, name, sku, created_at, updated_at)
              select a, gen_random_uuid(), 'P', n::text, now(), now() from generate_series(1, 5) as n;
            insert into product_supplier (account_id, product_id, supplier_id, position)
              select a, id, p, 0 from product where account_id = a;
          end loop;
        end $$`);
    });
    const counts = () =>
      onServer(database.url, async (client) => {
        const accounts = await client.query<{ account_id: string }>('select account_id from account_directory');
        const found = new Set<string>();
        for (const { account_id } of accounts.rows) {
          await client.query("select set_config('app.account_id', $1, false)", [account_id]);
          const { rows } = await client.query<{ all: string; of_supplier: string }>(`
            select sum(products) filter (where supplier_id is null) as all,
              coalesce(sum(products) filter (where supplier_id is not null), 0) as of_supplier
            from product_tally`);
          found.add(`${rows[0]?.all} in all, ${rows[0]?.of_supplier} of the supplier`);
        }
        return [...found].sort();
      });
    await migrate(database.url, '0014-known-once');
    expect(await counts()).toEqual(['10 in all, 0 of the supplier', '5 in all, 5 of the supplier']);
    await migrate(database.url);
    expect(await counts()).toEqual(['5 in all, 5 of the supplier']);
  } finally {
    await database.drop();
  }
});
