import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, type Work } from '../../db/tx.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { countStatements } from '../../testing/count-statements.ts';
import { rowsRead } from '../../testing/rows-read.ts';
import { aBill, anOpenOrder, aPayee, billOf, inShort, paymentOf } from '../../testing/payments.ts';
import { updateInvoiceBasic } from '../invoices/edit/invoice-changes.service.ts';
import { listUses } from '../invoices/lines/invoice-moves.service.ts';
import { sumInvoices } from '../invoices/lists/invoices.views.ts';
import { patchPurchaseOrder } from '../purchasing/orders/moves.service.ts';
import { getInternalPoNumber } from '../purchasing/orders/purchase-orders.service.ts';
import { listBillRows } from './lists/bills.list.views.ts';
import { payInstalment, undoPayment } from './pay/transfers.service.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const OTHERS = 3_000;
/** As many are enough where the question is only by which index rows are found. */
const SOME = 1_000;

/** Adds invoices of the same supplier and days, each with another total and one unpaid instalment. */
async function growBy(who: TestPerson, invoiceId: string, count: number): Promise<void> {
  await t.work(who, async (w) => {
    await sql`
      with made as (
        insert into invoice (
          account_id, id, invoice_number, supplier_id, date, currency, rate, total_minor, status, kind, created_at,
          updated_at
        )
        select account_id, gen_random_uuid(), 'N' || n, supplier_id, date, currency, rate, 200000 + n, status, kind,
          created_at, updated_at
        from invoice, generate_series(1, ${count}::integer) n
        where account_id = ${w.scope.accountId} and id = ${invoiceId}
        returning account_id, id, supplier_id, total_minor
      ), scheduled as (
        insert into payment_schedule (
          account_id, id, invoice_id, rank, by, lead_times, total_minor, payment_count, amount_minor, settled_minor,
          fee_minor, created_at, updated_at
        )
        select m.account_id, gen_random_uuid(), m.id, row_number() over (), s.by, s.lead_times, m.total_minor, 1,
          m.total_minor, 0, 0, s.created_at, s.updated_at
        from made m
        join payment_schedule s on s.account_id = m.account_id and s.invoice_id = ${invoiceId}
        returning account_id, id, invoice_id, amount_minor
      )
      insert into payment (
        account_id, id, schedule_id, invoice_id, supplier_id, currency, position, amount_minor, settled_minor,
        owed_minor, event, days, month_end, due_on, is_estimated, created_at, updated_at
      )
      select s.account_id, gen_random_uuid(), s.id, s.invoice_id, p.supplier_id, p.currency, 1, s.amount_minor, 0,
        s.amount_minor, p.event, p.days, p.month_end, p.due_on, p.is_estimated, p.created_at, p.updated_at
      from scheduled s
      join payment p on p.account_id = s.account_id and p.invoice_id = ${invoiceId}`.execute(w.tx);
  });
  await asSystem(t.deps, (tx) => sql`analyze invoice, payment_schedule, payment`.execute(tx));
}

/** Adds copies of a purchase order of one item, each with an invoice of one line that names its item. */
async function orderBy(
  who: TestPerson,
  { orderId, invoiceId }: Record<'orderId' | 'invoiceId', string>,
  count: number,
) {
  await t.work(who, async (w) => {
    // A copy has an id of its own, which follows from that of the original.
    const idOf = (id: string) => sql`md5(${sql.ref(id)}::text || n)::uuid`;
    const a = w.scope.accountId;
    await sql`
      with orders as (
        insert into purchase_order (
          account_id, id, internal_number, po_number, status, supplier_id, order_date, currency, rate, terms,
          item_count, total_minor, left_count, created_at, updated_at
        )
        select account_id, ${idOf('id')}, 'C' || n, 'C' || n, status, supplier_id, order_date, currency, rate, terms,
          item_count, total_minor, left_count, created_at, updated_at
        from purchase_order, generate_series(1, ${count}::integer) n where account_id = ${a} and id = ${orderId}
      ), items as (
        insert into purchase_order_item (
          account_id, id, order_id, position, name, quantity, unit_price, amount_minor, left_minor, created_at,
          updated_at
        )
        select account_id, ${idOf('id')}, ${idOf('order_id')}, position, name, quantity, unit_price, amount_minor,
          left_minor, created_at, updated_at
        from purchase_order_item, generate_series(1, ${count}::integer) n
        where account_id = ${a} and order_id = ${orderId}
      ), bills as (
        insert into invoice (
          account_id, id, invoice_number, supplier_id, date, currency, rate, total_minor, status, kind, created_at,
          updated_at
        )
        select account_id, ${idOf('id')}, 'C' || n, supplier_id, date, currency, rate, 200000 + n, status, kind,
          created_at, updated_at
        from invoice, generate_series(1, ${count}::integer) n where account_id = ${a} and id = ${invoiceId}
      )
      insert into invoice_line (
        account_id, id, invoice_id, position, name, cost_type, quantity, amount_minor, purchase_order_line_id,
        created_at, updated_at
      )
      select account_id, ${idOf('id')}, ${idOf('invoice_id')}, position, name, cost_type, quantity, amount_minor,
        ${idOf('purchase_order_line_id')}, created_at, updated_at
      from invoice_line, generate_series(1, ${count}::integer) n
      where account_id = ${a} and invoice_id = ${invoiceId}`.execute(w.tx);
  });
  await asSystem(t.deps, (tx) => sql`analyze purchase_order, purchase_order_item, invoice, invoice_line`.execute(tx));
}

/**
 * Marks the rows of a table as seen by everybody, without which PostgreSQL reads them beside the index. Returns whether
 * it could, which it cannot before their commit is on disk.
 */
async function vacuumed(table: string): Promise<boolean> {
  await sql`vacuum analyze ${sql.table(table)}`.execute(t.deps.db);
  const { rows } = await sql<{ isSeen: boolean }>`
    select relallvisible = relpages as "isSeen" from pg_class where relname = ${table}`.execute(t.deps.db);
  return rows[0]?.isSeen === true;
}

describe('the work of a write', () => {
  it('does not grow with the account when a departure moves, and when its uses are looked up', async () => {
    const who = await t.admin('GBP');
    const supplierId = await aPayee(t, who, { terms: [{ percent: '100', event: 'SHIPPING', days: 30 }] });
    const bill = await aBill(t, who, { supplierId, currency: 'CNY', invoiceNumber: 'SHIPPED', etd: '2026-11-10' });
    const readBy = (etd: string) =>
      t.work(who, async (w) => {
        const before = await rowsRead(w);
        await updateInvoiceBasic(w, bill.invoiceId, { etd });
        await listUses(w, bill.invoiceId);
        return (await rowsRead(w)) - before;
      });
    const before = await readBy('2026-11-11');
    await growBy(who, bill.invoiceId, OTHERS);
    expect(await readBy('2026-11-12')).toBeLessThan(before + 100);
  });

  it('does not grow with the account when a purchase order is numbered and moves, and its bill is paid', async () => {
    const who = await t.admin('GBP');
    const supplierId = await aPayee(t, who);
    const order = await anOpenOrder(t, who, { supplierId, items: ['1000'], etd: '2026-12-01' });
    const lines = [{ amount: '1000.00', purchaseOrderLineId: order.itemIds[0] ?? '' }];
    const bill = await aBill(t, who, { supplierId, lines });
    const readBy = (etd: string) =>
      t.work(who, async (w) => {
        const before = await rowsRead(w);
        await getInternalPoNumber(w);
        await patchPurchaseOrder(w, order.id, { etd });
        await payInstalment(w, t.deps, paymentOf(bill, 2), { isConfirmed: true });
        await undoPayment(w, paymentOf(bill, 2), undefined);
        return (await rowsRead(w)) - before;
      });
    const before = await readBy('2026-12-02');
    await orderBy(who, { orderId: order.id, invoiceId: bill.invoiceId }, SOME);
    expect(await readBy('2026-12-03')).toBeLessThan(before + 100);
    expect(inShort(await billOf(t, who, bill.invoiceId)).at(-1)).toBe('700.00 0.00 2026-12-03');
  });

  it('is few statements when an instalment is paid and when that is undone', async () => {
    const who = await t.admin('GBP');
    const supplierId = await aPayee(t, who);
    const bill = await aBill(t, who, { supplierId, currency: 'CNY' });
    const count = (run: (w: Work) => Promise<unknown>) => countStatements(t, who, run);
    const paid = paymentOf(bill);
    // They were 26 and 30 once.
    expect(await count((w) => payInstalment(w, t.deps, paid, { isConfirmed: true }))).toBeLessThanOrEqual(6);
    expect(await count((w) => undoPayment(w, paid, undefined))).toBeLessThanOrEqual(6);
    expect(await count((w) => undoPayment(w, paid, undefined)).catch(() => 'refused')).toBe('refused');
  });

  it('reads no payments that were undone', async () => {
    const who = await t.admin('GBP');
    const supplierId = await aPayee(t, who);
    const paid = paymentOf(await aBill(t, who, { supplierId, currency: 'CNY' }));
    const payAndUndo = (w: Work) =>
      payInstalment(w, t.deps, paid, { isConfirmed: true }).then(() => undoPayment(w, paid, undefined));
    const read = await t.work(who, async (w) => {
      // Rows are found by indexes, as in an account of real size.
      await sql`set local enable_seqscan = off`.execute(w.tx);
      const entries: number[] = [];
      for (let i = 0; i < 10; i += 1) {
        const before = await rowsRead(w, ['payment_entry']);
        await payAndUndo(w);
        entries.push((await rowsRead(w, ['payment_entry'])) - before);
      }
      return entries;
    });
    expect(read.at(-1)).toBe(read[0]);
  });

  it('does not plan anew each time what follows from a payment', async () => {
    const who = await t.admin('GBP');
    const supplierId = await aPayee(t, who);
    const bill = await aBill(t, who, { supplierId, currency: 'CNY' });
    await growBy(who, bill.invoiceId, OTHERS);
    const paid = paymentOf(bill);
    const plans = await t.work(who, async (w) => {
      // PostgreSQL compares a kept plan with five others before it uses it.
      for (let i = 0; i < 5; i += 1) {
        await payInstalment(w, t.deps, paid, { isConfirmed: true });
        await undoPayment(w, paid, undefined);
      }
      const { rows } = await sql<{ kept: string }>`
        select generic_plans::text as kept from pg_prepared_statements
        where statement like ${'%saved_payments%'}`.execute(w.tx);
      return rows.map(({ kept }) => Number(kept));
    });
    expect(Math.max(...plans)).toBeGreaterThan(0);
  });

  it('is no more statements for more invoices of a purchase order whose departure moves', async () => {
    const who = await t.admin('GBP');
    const supplierId = await aPayee(t, who);
    const order = await anOpenOrder(t, who, { supplierId, items: ['1000', '1000', '1000'], etd: '2026-12-01' });
    const billFor = (purchaseOrderLineId: string | undefined) =>
      aBill(t, who, { supplierId, lines: [{ amount: '1000.00', purchaseOrderLineId: purchaseOrderLineId ?? '' }] });
    const move = (etd: string) => countStatements(t, who, (w) => patchPurchaseOrder(w, order.id, { etd }));
    const bills = [await billFor(order.itemIds[0])];
    const withOne = await move('2026-12-02');
    // They were 28 once.
    expect(withOne).toBeLessThanOrEqual(21);
    bills.push(await billFor(order.itemIds[1]), await billFor(order.itemIds[2]));
    expect(await move('2026-12-03')).toBe(withOne);
    for (const { invoiceId } of bills)
      expect(inShort(await billOf(t, who, invoiceId))).toEqual(['300.00 0.00 2026-11-01', '700.00 0.00 2026-12-03']);
  });
});

describe('the list of invoices', () => {
  it('reads no schedules of the invoices that it only counts', async () => {
    const who = await t.admin('GBP');
    const bill = await aBill(t, who, { supplierId: await aPayee(t, who), currency: 'CNY' });
    await growBy(who, bill.invoiceId, 200);
    const counted = await t.work(who, async (w) => {
      const before = await rowsRead(w, ['payment_schedule']);
      const { count } = await sumInvoices(w, { search: undefined, filter: [] });
      return { count, schedules: (await rowsRead(w, ['payment_schedule'])) - before };
    });
    expect(counted).toEqual({ count: 201, schedules: 0 });
  });
});

describe('the list of bills', () => {
  it('reads the bills of its page, and counts and passes over the others in an index', async () => {
    const who = await t.admin('GBP');
    const bill = await aBill(t, who, { supplierId: await aPayee(t, who), currency: 'CNY' });
    await growBy(who, bill.invoiceId, SOME);
    await expect.poll(() => vacuumed('invoice')).toBe(true);
    const read = await t.work(who, async (w) => {
      const before = await rowsRead(w, ['invoice']);
      const { count } = await listBillRows(w, { page: 7, size: 50, filter: [], search: undefined, sort: undefined });
      return { count, invoices: (await rowsRead(w, ['invoice'])) - before };
    });
    expect(read).toEqual({ count: SOME + 1, invoices: 50 });
  });
});
