import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderImport } from '@quayside/contracts/stock/order-imports';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askAgain } from '../../testing/ask-again.ts';
import { askForOrder, askForProduct, askForSupplier } from '../../testing/asked-records.ts';
import { beside, brokenBeside, storedStock } from '../../testing/beside.ts';
import { closeGate } from '../../testing/gate.ts';
import { killRounds } from '../../testing/kill-rounds.ts';
import { addressOf } from '../../testing/memberships.ts';
import { reportOf } from '../../testing/order-reports.ts';
import { type OwnServer, startOwnServer } from '../../testing/own-server.ts';

// These tests kill the application at a certain row of a large piece of work. After each restart, everything that is
// stored must follow from the facts (`broken`), and no row may have been written twice (`storedStock`).

const LOOK_MS = 300;

let server: OwnServer;
beforeAll(async () => {
  server = await startOwnServer();
}, 120_000);
// The server is undefined if it could not be started; in that case it has removed its own files already.
afterAll(() => (server as OwnServer | undefined)?.remove());

const ask = <T>(method: string, path: string, body?: object): Promise<T> => askAgain<T>(server, method, path, body);
const broken = () => brokenBeside(server);

/** Lines of a report: one part of the check and of the store, and the beginning of a second. */
const LINES = 5_200;
const PART = 5_000;
/** The products of the report. Each has a small lot and a large one, so that sales take from both. */
const SKUS = ['POT', 'PAN', 'LID'];
const LOTS = [700, 3_000];
/** How many imports to run and undo, with three kills in each. */
const IMPORTS = Math.ceil(killRounds(2) / 2);

const numberOf = (round: number, line: number) => `${round}-${String(line).padStart(5, '0')}`;

async function startImport(round: number): Promise<OrderImport> {
  const rows = Array.from({ length: LINES }, (_, i) => ({ id: numberOf(round, i), sku: SKUS[i % SKUS.length] ?? '' }));
  const form = new FormData();
  form.append('file', new Blob([reportOf(rows)]), 'orders.txt');
  const answer = await fetch(`${server.api}/stock/${server.userId}/order-imports`, {
    ...{ method: 'POST', headers: server.headers, body: form },
  });
  return (await answer.json()) as OrderImport;
}

/** Polls until the import has this state. A killed one goes on when the server has started again. */
async function until(id: string, is: (i: OrderImport) => boolean): Promise<OrderImport> {
  for (const end = Date.now() + 300_000; Date.now() < end; await sleep(LOOK_MS)) {
    const found = await ask<OrderImport>('GET', `/stock/${server.userId}/order-imports/${id}`);
    if (is(found)) return found;
  }
  throw new Error(`The import ${id} did not go on`);
}

it('an import of customer orders and its undo go on after kills, and no sale is stored twice', {
  timeout: 60_000 + IMPORTS * 300_000,
}, async () => {
  const supplierId = await askForSupplier(server);
  const productIds: string[] = [];
  for (const sku of SKUS) {
    const productId = await askForProduct(server, sku, supplierId);
    productIds.push(productId);
    for (const [i, units] of LOTS.entries()) {
      const rows = [{ orderId: await askForOrder(server, { supplierId, productId }, units) }];
      await ask('POST', `/stock/${server.userId}/receipts`, { day: `2026-03-0${i + 1}`, place: 'AMAZON_UK', rows });
    }
  }
  const stored = () => beside(server, (w) => storedStock(w, productIds));
  const before = await stored();
  for (let round = 0; round < IMPORTS; round += 1) {
    const killedAt = PART + ((round * 37) % (LINES - PART));
    const line = numberOf(round, killedAt);
    const gate = (table: string, event: 'insert' | 'update', when: string) =>
      closeGate(() => addressOf(server.dataDir), { table, event, when });
    const check = await gate('order_import_line', 'insert', `new.number = '${line}'`);
    const store = await gate('customer_order', 'insert', `new.number = '${line}'`);
    const { id } = await startImport(round);
    await check.reached();
    await server.restart();
    await check.open();
    await store.reached();
    await server.restart();
    await store.open();
    expect(await broken()).toEqual([]);
    expect(await until(id, ({ state }) => state !== 'CHECKING' && state !== 'IMPORTING')).toMatchObject({
      ...{ state: 'IMPORTED', counts: { rows: LINES, lines: LINES, create: LINES, fail: 0 } },
    });
    expect(await stored()).toEqual({
      ...before,
      sales: (before?.sales ?? 0) + LINES,
      sold: (before?.sold ?? 0) + LINES,
      onHand: (before?.onHand ?? 0) - LINES,
    });
    expect(await broken()).toEqual([]);

    const undo = await gate('import', 'update', `new.state = 'UNDOING' and new.rows_done > ${PART}`);
    await ask('POST', `/stock/${server.userId}/order-imports/${id}/undo`, {});
    await undo.reached();
    await server.restart();
    await undo.open();
    expect(await broken()).toEqual([]);
    expect(await until(id, ({ state }) => state !== 'UNDOING')).toMatchObject({
      ...{ state: 'UNDONE', undo: { removed: LINES, restored: 0, kept: 0 } },
    });
    expect(await stored()).toEqual(before);
    expect(await broken()).toEqual([]);
  }
});

/** More products than follow a changed method in one transaction. */
const VALUED = 50;
const KILLED_AT = 30;

it('a change of the method of valuation goes on after kills, and comes to the same as without', {
  timeout: 60_000 + IMPORTS * 120_000,
}, async () => {
  const supplierId = await askForSupplier(server);
  const ids: string[] = [];
  for (let i = 0; i < VALUED; i += 1) ids.push(await askForProduct(server, `VALUED-${i}`, supplierId));
  const stock = `/stock/${server.userId}`;
  const opening = (unitCost: string, day: string) =>
    ask('POST', `${stock}/opening`, {
      rows: ids.map((productId) => ({ productId, quantity: 10, unitCost, day, place: 'WAREHOUSE' })),
    });
  await opening('1.00', '2026-04-01');
  await opening('2.00', '2026-04-02');
  await ask('POST', `${stock}/movements`, {
    rows: ids.map((productId) => ({
      ...{ productId, kind: 'TAKING', cause: 'SOLD', day: '2026-04-03', place: 'WAREHOUSE', quantity: 5 },
    })),
  });
  /** What the products on hand are worth together, in pence. */
  const worth = () =>
    beside(server, async (w) => {
      const { rows } = await sql<{ worth: number }>`
        select sum(landed_minor)::integer as worth from product_stock where product_id = any(${sql.val(ids)}::uuid[])
      `.execute(w.tx);
      return rows[0]?.worth;
    });
  const [productId = ''] = ids.toSorted().slice(KILLED_AT);
  const change = async (method: string, event: 'insert' | 'update') => {
    const gate = await closeGate(() => addressOf(server.dataDir), {
      ...{ table: 'stock_pool', event, when: `new.product_id = '${productId}'` },
    });
    await ask('PUT', `${stock}/method`, { method });
    await gate.reached();
    await server.restart();
    await gate.open();
    expect(await broken()).toEqual([]);
    for (const end = Date.now() + 120_000; Date.now() < end; await sleep(LOOK_MS)) {
      const state = await ask<{ change: { endedAt: string | null } }>('GET', `${stock}/method`);
      if (state.change.endedAt !== null) break;
    }
    expect(await broken()).toEqual([]);
  };
  for (let round = 0; round < IMPORTS; round += 1) {
    // 10.00 and 20.00, of which 5 cost 1.00 each first in, first out, and 1.50 by the average.
    await change('AVERAGE', 'insert');
    expect(await worth()).toBe(VALUED * 2250);
    await change('FIFO', 'update');
    expect(await worth()).toBe(VALUED * 2500);
  }
});
