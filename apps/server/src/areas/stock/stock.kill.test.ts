import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InvoiceWithLines } from '@quayside/contracts/invoices';
import type { OrderImport } from '@quayside/contracts/order-imports';
import type { Order, OrderWithPackLists } from '@quayside/contracts/orders';
import type { ShipmentPlanWithPackLists } from '@quayside/contracts/shipment-plans';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inAccountAsJob, type Work } from '../../db/tx.ts';
import { createIds } from '../../ids.ts';
import { askAgain } from '../../testing/ask-again.ts';
import { closeGate } from '../../testing/gate.ts';
import { killRounds } from '../../testing/kill-rounds.ts';
import { addressOf, inDatabaseOf } from '../../testing/memberships.ts';
import { reportOf } from '../../testing/order-reports.ts';
import { type OwnServer, startOwnServer } from '../../testing/own-server.ts';
import { lockCosts } from '../costs/public.ts';
import { brokenInvariants } from '../costs/invariants.views.ts';
import { brokenShipments } from '../shipments/shipments-invariants.views.ts';
import { brokenStock } from './stock-check.service.ts';

// These tests kill the application and its database while stock is written. After each restart, everything that is
// stored must follow from the facts (`broken`), and what was acknowledged must have happened once (`stored`).

const KILLS = killRounds(2);
const ACKNOWLEDGED_BETWEEN = KILLS > 20 ? 30 : 5;
const WRITERS = 2;
const LOOK_MS = 300;
const BACK_WITHIN_MS = 60_000;
/** Packed in two pack lists: 8 cartons of 12, and one of 4. */
const UNITS = 100;
const PER_CASE = 12;
/** What of each pack list arrives first, and what of the plan is sold. */
const FIRST = 3;
const SOLD = 30;

let server: OwnServer;
beforeAll(async () => {
  server = await startOwnServer();
}, 120_000);
// The server is undefined if it could not be started; in that case it has removed its own files already.
afterAll(() => (server as OwnServer | undefined)?.remove());

const ask = <T>(method: string, path: string, body?: object): Promise<T> => askAgain<T>(server, method, path, body);

/** Reads the account beside the running server, once its database accepts connections again after a kill. */
async function beside<T>(read: (w: Work) => Promise<T>): Promise<T> {
  for (const end = Date.now() + BACK_WITHIN_MS; ; await sleep(LOOK_MS))
    try {
      return await readBeside(read);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
}

const readBeside = <T>(read: (w: Work) => Promise<T>): Promise<T> =>
  inDatabaseOf(
    server.dataDir,
    createIds(() => Date.now()),
    async (deps) => {
      const { account_id: accountId } = await deps.db
        .selectFrom('account_directory')
        .select('account_id')
        .executeTakeFirstOrThrow();
      return inAccountAsJob(deps, accountId, read);
    },
  );

/** Everything stored that does not follow from the facts. Whoever writes meanwhile waits. */
const broken = () =>
  beside(async (w) => {
    await lockCosts(w);
    return [...(await brokenStock(w)), ...(await brokenShipments(w)), ...(await brokenInvariants(w))];
  });

/** How many facts and units of them the account has, of those that hold. */
const stored = () =>
  beside(async (w) => {
    const { rows } = await sql<Record<'receipts' | 'received' | 'sales' | 'sold' | 'onHand', number>>`
      select
        (select count(*) from receipt where reversed_at is null)::integer as receipts,
        (select coalesce(sum(units), 0) from receipt where reversed_at is null)::integer as received,
        (select count(*) from movement where reversed_at is null)::integer as sales,
        (select coalesce(sum(units), 0) from movement where reversed_at is null)::integer as sold,
        (select coalesce(sum(on_hand), 0) from product_stock)::integer as "onHand"`.execute(w.tx);
    return rows[0];
  });

/** Creates a supplier. Returns its id. */
const aSupplier = async (): Promise<string> =>
  (
    await ask<{ id: string }>('POST', `/suppliers/${server.userId}`, {
      companyName: `Ningbo ${randomUUID()}`,
      currency: 'CNY',
    })
  ).id;

/** Creates a product. Returns its id. */
const aProduct = async (sku: string, supplierId: string): Promise<string> =>
  (
    await ask<{ id: string }>('POST', `/products/${server.userId}`, {
      ...{ sku, name: sku, supplierIds: [supplierId] },
      ...{ length: '20', width: '10', height: '10', shippingWeight: '1000' },
    })
  ).id;

/** Creates an invoice with one factory line. Returns its order. */
async function anOrder(supplierId: string, productId: string, quantity: number): Promise<string> {
  const invoices = `/invoices/${server.userId}`;
  const { id, invoiceNumber } = await ask<InvoiceWithLines>('POST', invoices, {
    ...{ supplierId, invoiceNumber: `F-${randomUUID()}`, currency: 'CNY', rate: '0.1', date: '2026-01-02' },
  });
  await ask('POST', `${invoices}/${id}/invoice-lines`, {
    ...{ productId, costType: 'FACTORY_INVOICE', quantity, amount: '1000.00' },
  });
  const page = await ask<{ content: Order[] }>('GET', `/orders/${server.userId}?search=${String(invoiceNumber)}`);
  return page.content[0]?.orderId ?? '';
}

/** What was acknowledged: receipts with their units, sales that hold, and plans that arrived. */
interface Acknowledged {
  receipts: number;
  received: number;
  sales: number;
  readonly planIds: string[];
  writes: number;
}

/** Packs and ships an order, receives its plan in two parts, sells some, and undoes a second sale and receipt. */
async function shipAndReceive(done: Acknowledged, supplierId: string, productId: string): Promise<void> {
  const [orders, stock] = [`/orders/${server.userId}`, `/stock/${server.userId}`];
  const orderId = await anOrder(supplierId, productId, UNITS);
  await ask('POST', `${orders}/pack-by-case`, { orders: [{ orderId, unitsPerCase: PER_CASE }] });
  const { packLists } = await ask<OrderWithPackLists>('GET', `${orders}/${orderId}`);
  const packListIds = packLists.map(({ packListId }) => packListId);
  const { plan } = await ask<{ plan: ShipmentPlanWithPackLists }>('POST', `${orders}/shipmentplans/packlists`, {
    packListIds,
  });
  await ask('PATCH', `${orders}/shipmentplans/${plan.id}`, { shippedOn: '2026-02-03' });
  const receive = (rows: readonly object[], day: string) =>
    ask<{ operationId: string }>('POST', `${stock}/receipts`, { day, place: 'WAREHOUSE', rows });
  const sell = () =>
    ask<{ operationId: string }>('POST', `${stock}/movements`, {
      rows: [{ productId, kind: 'TAKING', cause: 'SOLD', day: '2026-03-10', place: 'WAREHOUSE', quantity: SOLD }],
    });
  const undo = ({ operationId }: { operationId: string }) => ask('POST', `/undo/${server.userId}/${operationId}`, {});
  const noted = (receipts: number, received: number, sales: number) => {
    done.receipts += receipts;
    done.received += received;
    done.sales += sales;
    done.writes += 1;
  };
  await receive(
    packListIds.map((packListId) => ({ packListId, quantity: FIRST })),
    '2026-03-01',
  );
  noted(packListIds.length, packListIds.length * FIRST, 0);
  const rest = await receive(
    packListIds.map((packListId) => ({ packListId })),
    '2026-03-04',
  );
  noted(packListIds.length, UNITS - packListIds.length * FIRST, 0);
  await undo(rest);
  noted(-packListIds.length, packListIds.length * FIRST - UNITS, 0);
  await receive(
    packListIds.map((packListId) => ({ packListId })),
    '2026-03-05',
  );
  noted(packListIds.length, UNITS - packListIds.length * FIRST, 0);
  done.planIds.push(plan.id);
  await sell();
  noted(0, 0, 1);
  const second = await sell();
  noted(0, 0, 1);
  await undo(second);
  noted(0, 0, -1);
}

it('what was received or sold survives a kill of the application and of the database, once', {
  timeout: 120_000 + KILLS * 20_000,
}, async () => {
  const supplierId = await aSupplier();
  const done: Acknowledged = { receipts: 0, received: 0, sales: 0, planIds: [], writes: 0 };
  let isWriting = true;
  let failure: unknown;
  // Each writer has a product of its own, so that nobody else sells the units of a receipt that is undone.
  const write = async (writer: number) => {
    const productId = await aProduct(`KETTLE-${writer}`, supplierId);
    while (isWriting) await shipAndReceive(done, supplierId, productId);
  };
  const writers = Array.from({ length: WRITERS }, (_, writer) =>
    write(writer).catch((error: unknown) => void (failure = error)),
  );
  const more = async (count: number) => {
    for (const before = done.writes; done.writes < before + count; await sleep(5)) if (failure) throw failure;
  };
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await more(ACKNOWLEDGED_BETWEEN);
      if (kill % 2 === 0) await server.restart();
      else server.killDatabase();
      await more(1);
      expect(await broken()).toEqual([]);
    }
  } finally {
    // Nobody writes any more while the next test counts.
    isWriting = false;
    await Promise.all(writers);
  }
  expect(failure).toBeUndefined();
  expect(await stored()).toEqual({
    ...{ receipts: done.receipts, received: done.received, sales: done.sales, sold: done.sales * SOLD },
    onHand: done.received - done.sales * SOLD,
  });
  const { content } = await ask<{ content: { status: string }[] }>(
    'GET',
    `/orders/${server.userId}/shipmentplans?size=100`,
  );
  expect(content.map(({ status }) => status)).toEqual(done.planIds.slice(-100).map(() => 'RECEIVED'));
  expect(await broken()).toEqual([]);
});

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
  const supplierId = await aSupplier();
  for (const sku of SKUS) {
    const productId = await aProduct(sku, supplierId);
    for (const [i, units] of LOTS.entries()) {
      const rows = [{ orderId: await anOrder(supplierId, productId, units) }];
      await ask('POST', `/stock/${server.userId}/receipts`, { day: `2026-03-0${i + 1}`, place: 'AMAZON_UK', rows });
    }
  }
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

    const undo = await gate('order_import', 'update', `new.state = 'UNDOING' and new.rows_done > ${PART}`);
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
  const supplierId = await aSupplier();
  const ids: string[] = [];
  for (let i = 0; i < VALUED; i += 1) ids.push(await aProduct(`VALUED-${i}`, supplierId));
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
    beside(async (w) => {
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
