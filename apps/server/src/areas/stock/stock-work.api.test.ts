import { createOpeningStock } from '@quayside/contracts/stock/opening-stock';
import { setStockMethod } from '@quayside/contracts/stock/stock-method';
import { recordStockMovements } from '@quayside/contracts/stock/stock-movements';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReportLine } from '@quayside/domain/stock/order-report';
import { asSystem, type Work } from '../../db/tx.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { countStatements } from '../../testing/count-statements.ts';
import { aProduct } from '../../testing/invoices.ts';
import { rowsRead } from '../../testing/rows-read.ts';
import { aPlan, packListsOf } from '../../testing/shipment-plans.ts';
import { anOrderOf } from '../../testing/shipments.ts';
import { undoMovements } from './movements/movement-reversal.service.ts';
import { recordMovements } from './movements/movements.service.ts';
import { applyLines } from './orders/order-lines.service.ts';
import { undoReceipts } from './receiving/receipt-reversal.service.ts';
import { receiveGoods } from './receiving/receipts.service.ts';

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
    // Ten days are replayed: five sales, their takings and lots, and the lots that come first in line.
    expect(read).toBeGreaterThan(20);
    expect(read).toBeLessThan(250);
  },
);

const stocked = (productId: string, quantity: number) =>
  t.ok(maya, createOpeningStock, {
    body: { rows: [{ productId, quantity, unitCost: '3.00', place: 'WAREHOUSE', day: '2026-10-01' }] },
  });
const saleOf = (productId: string) =>
  ({ productId, kind: 'TAKING', cause: 'SOLD', day: '2026-11-20', place: 'WAREHOUSE', quantity: 1 }) as const;

describe('the statements of a write are few', () => {
  const count = (run: (w: Work) => Promise<unknown>) => countStatements(t, maya, run);
  beforeEach(async () => {
    maya = await t.admin('GBP');
  });

  it('when a unit is sold, and when that is undone', async () => {
    const productId = await aProduct(t, maya, 'KETTLE');
    await stocked(productId, 10);
    let operationId = '';
    const sell = async (w: Work) => {
      operationId = (await recordMovements(w, { rows: [saleOf(productId)] })).operationId ?? '';
    };
    // They were 16 and 14 once.
    expect(await count(sell)).toBe(7);
    expect(await count((w) => undoMovements(w, {}, operationId))).toBe(7);
  });

  it('when a plan is received, however many pack lists it has, and when that is undone', async () => {
    const planOf = async (size: number) => {
      const packLists: string[] = [];
      for (let i = 0; i < size; i += 1) {
        const order = await anOrderOf(t, maya, { units: 10 });
        packLists.push(...(await packListsOf(t, maya, order.id, 10)));
      }
      await aPlan(t, maya, packLists, { shippedOn: '2026-11-01' });
      return packLists;
    };
    const receive = async (packLists: readonly string[]) => {
      const [day, place] = ['2026-11-20', 'WAREHOUSE'] as const;
      let operationId = '';
      const statements = await count(async (w) => {
        const rows = packLists.map((packListId) => ({ packListId }));
        operationId = (await receiveGoods(w, { day, place, rows, preview: false })).operationId ?? '';
      });
      return [statements, await count((w) => undoReceipts(w, {}, operationId))];
    };
    const few = await receive(await planOf(2));
    // They were 49 and 40 once.
    expect(few).toEqual([22, 20]);
    expect(await receive(await planOf(6))).toEqual(few);
  });

  it('when lines of customers are stored, however many there are', async () => {
    const productId = await aProduct(t, maya, 'KETTLE');
    await stocked(productId, 1000);
    let made = 0;
    const linesOf = (n: number): ReportLine[] =>
      Array.from({ length: n }, (_, i) => {
        made += 1;
        return {
          ...{ row: i + 2, number: `026-${made}`, sku: 'KETTLE', day: '2026-11-10', channel: 'AMAZON_UK' },
          ...{ orderStatus: 'SHIPPED', status: 'SHIPPED', units: 1n, shipped: 1n, currency: 'GBP', priceMinor: 1999n },
          ...{ lastUpdatedAt: null, fulfilment: 'AMAZON' },
        };
      });
    const store = (lines: readonly ReportLine[]) => count((w) => applyLines(w, w.newId(), lines));
    // They were 16 once. One of them reads the places that sales leave.
    expect(await store(linesOf(2))).toBe(10);
    expect(await store(linesOf(50))).toBe(10);
  });
});

it('a receipt reads nothing of receipts that were reversed', async () => {
  maya = await t.admin('GBP');
  const packLists: string[] = [];
  for (let i = 0; i < 5; i += 1) {
    const order = await anOrderOf(t, maya, { units: 10, sku: `CUP-${i}` });
    packLists.push(...(await packListsOf(t, maya, order.id, 10)));
  }
  await aPlan(t, maya, packLists, { shippedOn: '2026-11-01' });
  const body = {
    day: '2026-11-20',
    place: 'WAREHOUSE',
    rows: packLists.map((packListId) => ({ packListId })),
  } as const;
  const receive = (w: Work) => receiveGoods(w, { ...body, preview: false });
  const readBy = () =>
    t.work(maya, async (w) => {
      await sql`set local enable_seqscan = off`.execute(w.tx);
      const before = await rowsRead(w, ['receipt']);
      const { operationId } = await receive(w);
      const read = (await rowsRead(w, ['receipt'])) - before;
      await undoReceipts(w, {}, operationId ?? '');
      return read;
    });
  const first = await readBy();
  for (let i = 0; i < 10; i += 1) await readBy();
  await asSystem(t.deps, (tx) => sql`analyze receipt`.execute(tx));
  expect(await readBy()).toBe(first);
});

it('sales of many products read nothing of earlier ones, which took from stock', async () => {
  maya = await t.admin('GBP');
  const productIds: string[] = [];
  for (let i = 0; i < 40; i += 1) productIds.push(await aProduct(t, maya, `KETTLE-${i}`));
  for (const id of productIds) await stocked(id, 100);
  const before = productIds.map((id) => ({ ...saleOf(id), day: '2026-11-10' }));
  for (let i = 0; i < 25; i += 1) await t.ok(maya, recordStockMovements, { body: { rows: before } });
  await asSystem(t.deps, (tx) => sql`analyze movement, taking`.execute(tx));
  const read = await t.work(maya, async (w) => {
    // As in an import, which has its statements planned for an account of average size.
    await sql`set local plan_cache_mode = force_generic_plan`.execute(w.tx);
    const tables = ['movement', 'taking'];
    const rows = await rowsRead(w, tables);
    await recordMovements(w, { rows: productIds.map(saleOf) });
    return (await rowsRead(w, tables)) - rows;
  });
  expect(read).toBeLessThan(100);
});
