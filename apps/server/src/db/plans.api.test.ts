import { importInvoiceLines } from '@quayside/contracts/invoice-line-imports';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withFreshPlans } from './plans.ts';
import { asSystem, type Work } from './tx.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { anInvoice, aProduct, aSupplier } from '../testing/invoices.ts';
import { listCosts } from '../areas/costs/cost-list.views.ts';
import { reconciliation } from '../areas/costs/reconciliation.service.ts';
import { listInvoiceHeads } from '../areas/invoices/invoices.views.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const ROWS = 60;
const JOINED = ['cost_entry', 'cost_allocation', 'cost_layer', 'invoice_line', 'invoice', 'product', 'supplier'];

/** An account with that many invoices, and as many orders with their costs on the first of them. */
async function filledAccount(): Promise<TestPerson> {
  const who = await t.admin('GBP');
  const supplierId = await aSupplier(t, who);
  await aProduct(t, who, 'KTL');
  const invoice = { supplierId, currency: 'GBP', date: '2026-11-02' };
  const [first] = await Promise.all(Array.from({ length: ROWS }, () => anInvoice(t, who, invoice)));
  if (!first) throw new Error('no invoice');
  const text = `SKU\tQty\tAmount\n${'KTL\t10\t12.50\n'.repeat(ROWS)}`;
  await t.ok(who, importInvoiceLines, { params: { id: first.id }, body: { text } });
  return who;
}
/** How many rows this connection has read from the tables that these reads join. */
async function rowsRead(w: Work): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as n
    from pg_stat_xact_user_tables where relname = any(${sql.val(JOINED)})`.execute(w.tx);
  return Number(rows[0]?.n);
}

describe('lists and reports that join several tables', () => {
  it('read few rows also in an account that was filled after the statistics were taken', async () => {
    await filledAccount();
    await asSystem(t.deps, (tx) => sql`analyze ${sql.raw(JOINED.join(', '))}`.execute(tx));
    const who = await filledAccount();
    const readBy = (run: (w: Work) => Promise<unknown>) =>
      t.work(who, async (w) => {
        const before = await rowsRead(w);
        await run(w);
        return (await rowsRead(w)) - before;
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

describe('a write of many rows', () => {
  it('runs with generic plans, and what follows it in the transaction does not', async () => {
    const who = await t.admin('GBP');
    const modes = await t.work(who, async ({ tx }) => {
      const mode = async () =>
        (await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`.execute(tx)).rows[0]?.mode;
      return [await withFreshPlans(tx, 499, mode), await withFreshPlans(tx, 500, mode), await mode()];
    });
    expect(modes).toEqual(['auto', 'force_generic_plan', 'auto']);
  });
});
