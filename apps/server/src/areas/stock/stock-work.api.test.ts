import { createOpeningStock } from '@quayside/contracts/opening-stock';
import { setStockMethod } from '@quayside/contracts/stock-method';
import { recordStockMovements } from '@quayside/contracts/stock-movements';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asSystem } from '../../db/tx.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { rowsRead } from '../../testing/rows-read.ts';
import { aProduct } from '../../testing/invoices.ts';
import { recordMovements } from './movements.service.ts';

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const LOTS = 700;
const dayOf = (n: number): string => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10);

it.each(['FIFO', 'AVERAGE'] as const)(
  'a back-dated sale of a product with 700 lots reads those from that day on, by the method %s',
  async (method) => {
    maya = await t.admin('GBP');
    await t.ok(maya, setStockMethod, { body: { method } });
    const productId = await aProduct(t, maya, 'KETTLE');
    for (const first of [0, LOTS / 2])
      await t.ok(maya, createOpeningStock, {
        body: {
          rows: Array.from({ length: LOTS / 2 }, (_, i) => ({
            ...{ productId, quantity: 2, unitCost: '3.00', place: 'WAREHOUSE' as const, day: dayOf(first + i) },
          })),
        },
      });
    const sell = (n: number, quantity: number) => ({
      ...{
        productId,
        kind: 'TAKING' as const,
        cause: 'SOLD' as const,
        day: dayOf(n),
        place: 'WAREHOUSE' as const,
        quantity,
      },
    });
    // Day by day half of what arrived is sold, so that each lot gave something, and 350 of them are used up.
    await t.ok(maya, recordStockMovements, {
      body: { rows: Array.from({ length: LOTS / 2 }, (_, i) => sell(2 * i + 1, 2)) },
    });
    await asSystem(t.deps, (tx) => sql`analyze lot, taking, receipt, movement, stock_pool`.execute(tx));
    const tables = ['lot', 'taking', 'receipt', 'movement', 'stock_pool'];
    const read = await t.work(maya, async (w) => {
      // All rows of these tables are on a few pages, which PostgreSQL sometimes prefers to read whole, as it never does
      // in an account of real size. What is counted here is the rows that the statements ask for.
      await sql`set local enable_seqscan = off`.execute(w.tx);
      const before = await rowsRead(w, tables);
      await recordMovements(w, { rows: [sell(LOTS - 11, 1)] });
      return (await rowsRead(w, tables)) - before;
    });
    // Ten days are replayed: five sales, their takings and lots, and the twenty lots that come first in line.
    expect(read).toBeGreaterThan(20);
    expect(read).toBeLessThan(250);
  },
);
