import { importInvoiceLines } from '@quayside/contracts/invoices/invoice-line-imports';
import { settleBefore } from '@quayside/contracts/payments/payments';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPage, withFreshPlans } from './plans.ts';
import { asSystem, type Work } from './tx.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { rowsRead } from '../testing/rows-read.ts';
import { aPayee } from '../testing/payments.ts';
import { anInvoice, aProduct, aSupplier } from '../testing/invoices.ts';
import { listCosts } from '../areas/costs/lists/cost-list.views.ts';
import { reconciliation } from '../areas/costs/reconciliation/reconciliation.service.ts';
import { listBillRows } from '../areas/payments/lists/bills.list.views.ts';
import { listPayables } from '../areas/payments/lists/payables.page.views.ts';
import { listInvoiceHeads } from '../areas/invoices/lists/invoices.views.ts';
import { listCartons } from '../areas/shipments/cartons/cartons.service.ts';
import { listOrders } from '../areas/shipments/orders/orders.service.ts';
import { getShipmentPlan, listShipmentPlans } from '../areas/shipments/plans/plans.service.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const ROWS = 60;
const BILLS = 20;
const AT_ONCE = 5;
const INSTALMENTS = 2_000;
const JOINED = ['cost_entry', 'cost_allocation', 'cost_layer', 'invoice_line', 'invoice', 'product', 'supplier'];

/** Creates invoices, a few at once, because an account takes few writes at a time. Returns their ids. */
async function invoicesOf(who: TestPerson, count: number, body: Parameters<typeof anInvoice>[2]): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const made = await Promise.all(
      Array.from({ length: AT_ONCE }, () => anInvoice(t, who, { date: '2026-11-02', ...body })),
    );
    ids.push(...made.map(({ id }) => id));
  }
  return ids;
}

/** Adds paid instalments to an invoice, so that reading all of them shows in the number of rows. */
const addInstalments = (w: Work, invoiceId: string, count: number): Promise<unknown> =>
  sql`
    with made as (
      insert into payment (
        account_id, id, schedule_id, invoice_id, supplier_id, currency, position, amount_minor, settled_minor,
        owed_minor, event, days, month_end, is_estimated, created_at, updated_at
      )
      select account_id, gen_random_uuid(), schedule_id, invoice_id, supplier_id, currency, 1 + n, 1, 1, 0, event, days,
        month_end, is_estimated, created_at, updated_at
      from payment, generate_series(1, ${count}::integer) n
      where account_id = ${w.scope.accountId} and invoice_id = ${invoiceId}
      returning account_id, id
    )
    insert into payment_entry (
      account_id, id, payment_id, kind, transfer_id, amount_minor, is_assumed, fee_minor, day, rank, recorded_at
    )
    select m.account_id, gen_random_uuid(), m.id, e.kind, e.transfer_id, 1, true, 0, e.day, e.rank, e.recorded_at
    from made m
    join (select * from payment_entry where account_id = ${w.scope.accountId} limit 1) e on true`.execute(w.tx);

/** An account with that many invoices, and as many orders with their costs on the first of them. */
async function filledAccount(): Promise<TestPerson> {
  const who = await t.admin('GBP');
  const supplierId = await aSupplier(t, who);
  await aProduct(t, who, 'KTL');
  const [first = ''] = await invoicesOf(who, ROWS, { supplierId, currency: 'GBP' });
  const text = `SKU\tQty\tAmount\n${'KTL\t10\t12.50\n'.repeat(ROWS)}`;
  await t.ok(who, importInvoiceLines, { params: { id: first }, body: { text } });
  return who;
}
describe('lists and reports that join several tables', () => {
  it('read few rows also in an account that was filled after the statistics were taken', async () => {
    await filledAccount();
    await asSystem(t.deps, (tx) => sql`analyze ${sql.raw(JOINED.join(', '))}`.execute(tx));
    const who = await filledAccount();
    const readBy = (run: (w: Work) => Promise<unknown>) =>
      t.work(who, async (w) => {
        const before = await rowsRead(w, JOINED);
        await run(w);
        return (await rowsRead(w, JOINED)) - before;
      });
    const costs = await readBy((w) => listCosts(w, { size: 50, filter: [] }));
    const invoices = await readBy((w) => listInvoiceHeads(w, { size: 50, search: undefined, filter: [] }));
    const sums = await readBy(reconciliation);
    // With plans for an account with one row, it was 131,890, 12,210 and 5,610 rows.
    expect(costs).toBeLessThan(4_000);
    expect(invoices).toBeLessThan(9_000);
    expect(sums).toBeLessThan(1_000);
    for (const read of [costs, invoices, sums]) expect(read).toBeGreaterThan(0);
  });
});

describe('pages of bills and payables', () => {
  it('are read from their indexes, and do not read every instalment', async () => {
    const who = await t.admin('GBP');
    const supplierId = await aPayee(t, who, { currency: 'GBP' });
    const invoiceIds = await invoicesOf(who, BILLS, { supplierId, currency: 'GBP', total: '10.00' });
    await t.ok(who, settleBefore, { body: { invoiceIds } });
    await t.work(who, (w) => addInstalments(w, invoiceIds[0] ?? '', INSTALMENTS - BILLS));
    await asSystem(t.deps, (tx) => sql`analyze payment, payment_entry`.execute(tx));
    const readBy = (run: (w: Work) => Promise<unknown>, table = 'payment') =>
      t.work(who, async (w) => {
        const before = await rowsRead(w, [table]);
        await run(w);
        return (await rowsRead(w, [table])) - before;
      });
    const page = { size: 10, search: undefined, filter: [] };
    // Beside the 10 on the page, which are chosen and then read, the list of payables counts all of them in an index.
    expect(await readBy((w) => listPayables(w, page))).toBe(2 * 10 + INSTALMENTS);
    // Only the entries of the 10 instalments on the page.
    expect(await readBy((w) => listPayables(w, page), 'payment_entry')).toBeLessThan(100);
    // Only the instalments of the 10 bills on the page, for their newest payments.
    expect(await readBy((w) => listBillRows(w, page))).toBeLessThan(100);
    await t.work(who, (w) =>
      sql`
        update payment set settled_minor = 0, owed_minor = amount_minor
        where account_id = ${w.scope.accountId} and amount_minor = 1`.execute(w.tx),
    );
    // What is open is counted by the kept sums, so only the 10 on the page are read.
    const open = { ...page, filter: [{ field: 'status', op: 'in' as const, values: ['UNPAID'] }] };
    expect((await t.work(who, (w) => listPayables(w, open))).count).toBe(INSTALMENTS - BILLS);
    expect(await readBy((w) => listPayables(w, open))).toBe(2 * 10);
  });

  it('contain each row of the list once and in its order, however far they are and whatever their size', async () => {
    const who = await t.admin('GBP');
    await t.work(who, async ({ tx }) => {
      const numbers = tx
        .selectFrom(sql<{ n: number; part: string }>`(select n, 'x' as part from generate_series(1, 300) n)`.as('x'))
        .select(['x.n', 'x.part'])
        .where('x.part', '=', 'x')
        .orderBy('x.n', 'desc');
      for (const size of [15, 25, 50, 100, 7]) {
        const pages = [];
        for (let offset = 0; offset <= 300; offset += size) pages.push(await readPage(tx, numbers, { size, offset }));
        expect(pages.flat().map(({ n }) => n)).toEqual(Array.from({ length: 300 }, (_, i) => 300 - i));
      }
      // Offsets that are no multiple of the size, as a client may ask for.
      expect((await readPage(tx, numbers, { size: 50, offset: 33 })).map(({ n }) => n).slice(0, 2)).toEqual([267, 266]);
    });
  });
});

const ORDERS = 4_000;
const PACK_LISTS = 2 * ORDERS;
const PACKING = ['order_packing', 'pack_list', 'carton', 'shipment_plan'];

/** Copies the line of an invoice with its order, so that reading all of them shows in the number of rows. */
const addOrders = (w: Work, invoiceId: string, count: number): Promise<unknown> =>
  sql`
    with line as (
      insert into invoice_line (
        account_id, id, invoice_id, position, product_id, cost_type, quantity, amount_minor, created_at, updated_at
      )
      select account_id, gen_random_uuid(), invoice_id, 1 + n, product_id, cost_type, quantity, amount_minor,
        created_at, updated_at
      from invoice_line, generate_series(1, ${count}::integer) n
      where account_id = ${w.scope.accountId} and invoice_id = ${invoiceId}
      returning account_id, id, invoice_id, product_id, position
    )
    insert into cost_layer (
      account_id, id, number, product_id, invoice_id, invoice_line_id, date, units, created_at, updated_at
    )
    select account_id, gen_random_uuid(), 'SO-9' || lpad(position::text, 5, '0'), product_id, invoice_id, id,
      '2026-11-02', 10, ${w.now}, ${w.now}
    from line`.execute(w.tx);

/** Packs each order of the account by halves. Each half is in a carton row and in a plan of its own. */
const packHalves = (w: Work): Promise<unknown> =>
  sql`
    with half as (
      select c.account_id, c.id as order_id, c.units / 2 as units, row_number() over (order by c.id, side) as number,
        gen_random_uuid() as plan_id, gen_random_uuid() as carton_id
      from cost_layer c, generate_series(1, 2) side
      where c.account_id = ${w.scope.accountId}
    ), plan as (
      insert into shipment_plan (account_id, id, number, currency, pack_lists, units, cartons, created_at, updated_at)
      select account_id, plan_id, number, 'GBP', 1, units, 1, ${w.now}, ${w.now} from half returning id
    ), row as (
      insert into carton (account_id, id, number, count, plan_id, created_at, updated_at)
      select account_id, carton_id, number, 1, plan_id, ${w.now}, ${w.now} from half returning id
    ), packing as (
      insert into order_packing (account_id, order_id, packed, pack_lists, updated_at)
      select account_id, order_id, sum(units), count(*), ${w.now} from half group by 1, 2 returning order_id
    )
    insert into pack_list (account_id, id, number, order_id, units, carton_id, plan_id, created_at, updated_at)
    select account_id, gen_random_uuid(), number, order_id, units, carton_id, plan_id, ${w.now}, ${w.now}
    from half`.execute(w.tx);

describe('pages of orders, cartons and shipment plans, and one plan', () => {
  it('read what they show and what they count, and not all that is packed', async () => {
    const who = await t.admin('GBP');
    const supplierId = await aSupplier(t, who, { currency: 'GBP' });
    const productId = await aProduct(t, who, 'KTL');
    const { id } = await anInvoice(t, who, { supplierId, currency: 'GBP', date: '2026-11-02' }, [
      { productId, costType: 'FACTORY_INVOICE', quantity: 10, amount: '12.50' },
    ]);
    await t.work(who, (w) => addOrders(w, id, ORDERS - 1));
    await asSystem(t.deps, (tx) => sql`analyze ${sql.raw(JOINED.join(', '))}`.execute(tx));
    await t.work(who, (w) => withFreshPlans(w.tx, PACK_LISTS, () => packHalves(w)));
    await asSystem(t.deps, (tx) => sql`analyze ${sql.raw([...JOINED, ...PACKING].join(', '))}`.execute(tx));
    /** The rows that it reads of the table that it lists, and of all others. */
    const readBy = (run: (w: Work) => Promise<unknown>, listed: string) =>
      t.work(who, async (w) => {
        const others = [...JOINED, ...PACKING].filter((table) => table !== listed);
        const now = async () => [await rowsRead(w, [listed]), await rowsRead(w, others)] as const;
        const before = await now();
        await run(w);
        const after = await now();
        return { listed: after[0] - before[0], others: after[1] - before[1] };
      });
    const page = { size: 10, search: undefined, filter: [] };
    const lists = [
      [ORDERS, await readBy((w) => listOrders(w, page), 'cost_layer')],
      [PACK_LISTS, await readBy((w) => listCartons(w, page), 'carton')],
      [PACK_LISTS, await readBy((w) => listShipmentPlans(w, page), 'shipment_plan')],
    ] as const;
    for (const [all, read] of lists) {
      // Beside the 10 on the page, which are chosen and then read, a list counts all that it lists.
      expect(read.listed).toBeGreaterThanOrEqual(all);
      expect(read.listed).toBeLessThanOrEqual(all + 10 * 10);
      expect(read.others).toBeLessThan(200);
    }
    const counted = (q: { size?: number; page?: number }) =>
      t.work(who, async (w) => {
        const { content, totalElements } = await listShipmentPlans(w, { ...page, ...q });
        return [content.length, totalElements];
      });
    // The first page, a last one that is full, a last one that is not, and one beyond the end.
    expect(await counted({})).toEqual([10, PACK_LISTS]);
    expect(await counted({ size: 50, page: PACK_LISTS / 50 - 1 })).toEqual([50, PACK_LISTS]);
    expect(await counted({ size: 7, page: Math.floor(PACK_LISTS / 7) })).toEqual([PACK_LISTS % 7, PACK_LISTS]);
    expect(await counted({ page: PACK_LISTS })).toEqual([0, PACK_LISTS]);
    const plan = await t.work(who, (w) => w.tx.selectFrom('shipment_plan').select('id').executeTakeFirstOrThrow());
    const one = await readBy((w) => getShipmentPlan(w, plan.id), 'shipment_plan');
    expect(one.listed + one.others).toBeLessThan(30);
  });
});

describe('a write of many rows', () => {
  it('runs with generic plans, and what follows it in the transaction does not', async () => {
    const who = await t.admin('GBP');
    const modes = await t.work(who, async ({ tx }) => {
      await sql`set local plan_cache_mode = auto`.execute(tx);
      const mode = async () =>
        (await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`.execute(tx)).rows[0]?.mode;
      return [await withFreshPlans(tx, 499, mode), await withFreshPlans(tx, 500, mode), await mode()];
    });
    expect(modes).toEqual(['auto', 'force_generic_plan', 'auto']);
  });
});
