import { exportOrders } from '@quayside/contracts/exports';
import {
  cancelOrderImport,
  createOrderImport,
  getOrderImport,
  getOrderImportErrorFile,
  listOrderImports,
  listUnknownSkus,
  startOrderImport,
  undoOrderImport,
} from '@quayside/contracts/stock/order-imports';
import {
  deleteOrder,
  getOrder,
  listOrders,
  orderTotals,
  packByCase,
  patchOrder,
} from '@quayside/contracts/shipments/orders';
import { createProduct, patchProduct } from '@quayside/contracts/products/products';
import { receiveGoods } from '@quayside/contracts/stock/receipts';
import {
  listStockMovements,
  recordStockMovements,
  reverseStockMovement,
} from '@quayside/contracts/stock/stock-movements';
import iconv from 'iconv-lite';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aSupplier } from '../../../testing/invoices.ts';
import { reportOf } from '../../../testing/order-reports.ts';
import { fileOf } from '../../../testing/purchase-orders.ts';
import { anOrderOf } from '../../../testing/shipments.ts';
import { createSkuWorker } from './new-skus.service.ts';
import { dropOldLines } from '../import/order-imports.queries.ts';
import { importJob } from '../../imports/public.ts';
import { ORDERS } from '../import/order-imports.kind.ts';

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp({ IMPORT_ROWS_IN_CALL: '50' });
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-25T10:00:00.000Z');
  maya = await t.admin('GBP');
});

type Query = { dryRun?: 'true' };
const bring = (content: Buffer | string, query: Query = {}) =>
  t.ok(maya, createOrderImport, { query, file: { name: 'orders.txt', content } });
const send = (content: Buffer | string) =>
  t.call(maya, createOrderImport, { query: {}, file: { name: 'orders.txt', content } });
const at = (importId: string) => ({ params: { importId } });
const customers = async (filter: object[] = [], more: object = {}) => {
  const { content } = await t.ok(maya, listOrders, {
    query: { kind: 'CUSTOMER', filter: JSON.stringify(filter), ...more },
  });
  return content.flatMap((one) => (one.kind === 'CUSTOMER' ? one : []));
};
const line = async (number: string) => (await customers()).find((one) => one.number === number)?.lines[0];
const stock = (productId: string) =>
  t.work(maya, (w) =>
    w.tx
      .selectFrom('product_stock')
      .select(['on_hand', 'waits', 'landed_minor'])
      .where('account_id', '=', maya.accountId)
      .where('product_id', '=', productId)
      .executeTakeFirst(),
  );
const factsOf = () =>
  t.work(maya, async (w) => {
    const { rows } = await sql<{ facts: unknown }>`
      select json_build_array(
        (select json_agg(m order by m.id) from movement m where m.account_id = ${maya.accountId}),
        (select json_agg(x order by x.id) from taking x where x.account_id = ${maya.accountId}),
        (select json_agg(l order by l.id) from customer_order_line l where l.account_id = ${maya.accountId})
      ) as facts`.execute(w.tx);
    return rows[0]?.facts;
  });
const product = async (sku: string) =>
  t.ok(maya, createProduct, { body: { sku, name: sku, supplierIds: [await aSupplier(t, maya)] } });
const signal = new AbortController().signal;
const runSkus = () => createSkuWorker(t.deps)({ accountId: maya.accountId }, { signal });
const receive = (orderId: string, day: string) =>
  t.ok(maya, receiveGoods, { body: { day, place: 'AMAZON_UK', rows: [{ orderId }] } });

describe('customer orders (stock §6)', () => {
  it('a sale before any receipt is sold without cost, and costed in the transaction of the next receipt', async () => {
    const kettle = await anOrderOf(t, maya, { units: 10, amount: '100.00', sku: 'KET-1' });
    const made = await bring(reportOf([{ id: '1', sku: 'KET-1', units: 4 }]));
    expect(made).toMatchObject({ state: 'IMPORTED', counts: { rows: 1, lines: 1, create: 1, fail: 0 } });
    expect(await line('1')).toMatchObject({ waiting: 4, cost: null, price: '19.99', productId: kettle.productId });
    expect(await stock(kettle.productId)).toMatchObject({ on_hand: 0n, waits: 4n });
    await receive(kettle.id, '2026-11-20');
    expect(await line('1')).toMatchObject({ waiting: 0, cost: '40.00' });
    expect(await stock(kettle.productId)).toMatchObject({ on_hand: 6n, waits: 0n, landed_minor: '6000' });
  });

  it('a sale of an earlier month that is imported later restates later takings', async () => {
    const first = await anOrderOf(t, maya, { units: 10, amount: '100.00', sku: 'KET-2' });
    await receive(first.id, '2026-11-02');
    // A second lot of the same product, at twice the cost.
    const { supplierId, productId } = first;
    await anInvoice(t, maya, { supplierId, invoiceNumber: 'F-LATE', date: '2026-11-02' }, [
      { productId, costType: 'FACTORY_INVOICE', quantity: 10, amount: '200.00' },
    ]);
    const { content } = await t.ok(maya, listOrders, { query: { search: 'F-LATE' } });
    await receive(content[0]?.orderId ?? '', '2026-11-03');
    await bring(reportOf([{ id: 'late', sku: 'KET-2', units: 8, bought: '2026-11-20T12:00:00Z' }]));
    expect(await line('late')).toMatchObject({ cost: '80.00' });
    await bring(reportOf([{ id: 'early', sku: 'KET-2', units: 6, bought: '2026-11-05T12:00:00Z' }]));
    expect(await line('early')).toMatchObject({ cost: '60.00' });
    // Four of the first lot are left for it, and four of the second.
    expect(await line('late')).toMatchObject({ cost: '120.00' });
  });

  it('the same file twice changes nothing', async () => {
    const kettle = await anOrderOf(t, maya, { units: 10, amount: '100.00', sku: 'KET-3' });
    await receive(kettle.id, '2026-11-02');
    const report = reportOf([
      { id: '1', sku: 'KET-3', units: 2 },
      { id: '2', sku: 'KET-3', units: 1, status: 'Cancelled' },
      { id: '3', sku: 'NOBODY' },
    ]);
    const first = await bring(report);
    const before = await factsOf();
    t.setTime('2026-11-25T10:05:00.000Z');
    const again = await bring(report);
    expect(again).toMatchObject({
      counts: { lines: 3, create: 0, update: 0, same: 3 },
      sameFileAs: { importId: first.id },
    });
    expect(await factsOf()).toEqual(before);
  });

  it('rows of one order and SKU are one line, and only shipped units leave stock', async () => {
    const kettle = await anOrderOf(t, maya, { units: 10, amount: '100.00', sku: 'KET-4' });
    await receive(kettle.id, '2026-11-02');
    await bring(
      reportOf([
        { id: '1', sku: 'KET-4', units: 2, price: '20.00' },
        { id: '2', sku: 'KET-4', units: 1, status: 'Pending', price: '', currency: '' },
        { id: '1', sku: 'KET-4', units: 3, price: '30.00' },
        { id: '1', sku: 'KET-4', units: 1, status: 'Cancelled', price: '' },
      ]),
    );
    expect(await line('1')).toMatchObject({
      quantity: 6,
      shipped: 5,
      price: '50.00',
      cost: '50.00',
      status: 'SHIPPED',
    });
    expect(await line('2')).toMatchObject({ quantity: 1, shipped: 0, cost: null, status: 'PENDING' });
    const { content } = await t.ok(maya, listStockMovements, { query: {} });
    expect(content.map((one) => [one.customerOrderNumber, one.quantity, one.place, one.day])).toEqual([
      ['1', 5, 'AMAZON_UK', '2026-11-10'],
    ]);
  });

  it('a later state replaces a line and its sale; an older one does not', async () => {
    const kettle = await anOrderOf(t, maya, { units: 10, amount: '100.00', sku: 'KET-5' });
    await receive(kettle.id, '2026-11-02');
    const row = { id: '1', sku: 'KET-5', updated: '2026-11-12T00:00:00Z' };
    await bring(reportOf([{ ...row, units: 1, status: 'Unshipped' }]));
    expect(await stock(kettle.productId)).toMatchObject({ on_hand: 10n });
    await bring(reportOf([{ ...row, units: 3, updated: '2026-11-14T00:00:00Z' }]));
    expect(await stock(kettle.productId)).toMatchObject({ on_hand: 7n });
    const older = await bring(reportOf([{ ...row, units: 9, updated: '2026-11-13T00:00:00Z' }]));
    expect(older.counts).toMatchObject({ older: 1, update: 0 });
    expect(await stock(kettle.productId)).toMatchObject({ on_hand: 7n });
    // Without a day of change, the later import counts.
    await bring(reportOf([{ ...row, units: 2, updated: '' }]));
    expect(await stock(kettle.productId)).toMatchObject({ on_hand: 8n, landed_minor: '8000' });
  });

  it('what came back from a sale stays with the sale that replaces it', async () => {
    const kettle = await anOrderOf(t, maya, { units: 10, amount: '100.00', sku: 'KET-6' });
    const { productId } = kettle;
    await receive(kettle.id, '2026-11-02');
    const row = { id: '1', sku: 'KET-6' };
    await bring(reportOf([{ ...row, units: 3 }]));
    const [sale] = (await t.ok(maya, listStockMovements, { query: {} })).content;
    const back = {
      productId,
      kind: 'RETURN',
      ofId: sale?.id ?? '',
      day: '2026-11-15',
      place: 'AMAZON_UK',
      quantity: 2,
    } as const;
    await t.ok(maya, recordStockMovements, { body: { rows: [back] } });
    await bring(reportOf([{ ...row, units: 4, updated: '2026-11-16T00:00:00Z' }]));
    expect(await line('1')).toMatchObject({ shipped: 4, returned: 2, cost: '20.00' });
    expect(await stock(productId)).toMatchObject({ on_hand: 8n });
    const updated = '2026-11-17T00:00:00Z';
    const less = await bring(
      reportOf([
        { ...row, units: 1, updated },
        { ...row, units: 1, updated, status: 'Cancelled', price: '' },
      ]),
    );
    expect(less).toMatchObject({
      counts: { update: 0, fail: 1 },
      errors: [{ row: 2, column: 'quantity', value: '2' }],
    });
    expect(await line('1')).toMatchObject({ shipped: 4 });
    // The file of refused rows says the line as it was, so that it can be imported once the return is reversed.
    const { text } = await fileOf(t, maya, getOrderImportErrorFile, { params: { importId: less.id } });
    expect(text).toContain('2 units of this sale came back: take them back first');
    const filter = JSON.stringify([{ field: 'kind', op: 'in', values: ['RETURN'] }]);
    const returns = (await t.ok(maya, listStockMovements, { query: { filter } })).content;
    for (const { id, reversedAt } of returns)
      if (reversedAt === null) await t.ok(maya, reverseStockMovement, { params: { id } });
    expect(await bring(text)).toMatchObject({ counts: { update: 1, fail: 0 } });
    expect(await line('1')).toMatchObject({ quantity: 2, shipped: 1, returned: 0, price: '19.99', cost: '10.00' });
    expect((await customers())[0]).toMatchObject({ date: '2026-11-10', channel: 'AMAZON_UK' });
  });

  it('unknown SKUs are reported and taken in once a product has them', async () => {
    const made = await bring(
      reportOf([
        { id: '1', sku: 'NEW-1', units: 2 },
        { id: '2', sku: 'NEW-1', units: 3 },
        { id: '3', sku: 'OTHER', units: 1 },
      ]),
    );
    expect(made).toMatchObject({
      unknownSkuCount: 2,
      unknownSkus: [
        { sku: 'NEW-1', lines: 2, units: 5 },
        { sku: 'OTHER', lines: 1, units: 1 },
      ],
    });
    expect((await t.ok(maya, listUnknownSkus, { query: {} })).content).toMatchObject([
      { sku: 'NEW-1', units: 5, firstDay: '2026-11-10' },
      { sku: 'OTHER' },
    ]);
    expect(await customers([{ field: 'unknownSku', op: 'isNotEmpty', values: [] }])).toHaveLength(3);
    const { id } = await product('new-1');
    await runSkus();
    expect(await stock(id)).toMatchObject({ waits: 5n });
    await t.ok(maya, patchProduct, { params: { id }, body: { skuAlias: ['OTHER'] } });
    await runSkus();
    expect(await stock(id)).toMatchObject({ waits: 6n });
    expect((await t.ok(maya, listUnknownSkus, { query: {} })).content).toEqual([]);
    await runSkus();
    expect(await stock(id)).toMatchObject({ waits: 6n });
  });

  it('creating a product with a waiting SKU requests the job', async () => {
    await bring(reportOf([{ id: '1', sku: 'AWAITED' }]));
    const intents = () =>
      t.deps.db
        .selectFrom('job_intent')
        .select('job')
        .where('job', '=', 'stock.new-skus')
        .where(sql<boolean>`payload->>'accountId' = ${maya.accountId}`)
        .execute();
    const before = (await intents()).length;
    await product('AWAITED');
    expect((await intents()).length).toBe(before + 1);
  });

  it('the purchase day is that of the account, and names and places of buyers are never stored', async () => {
    await bring(reportOf([{ id: '1', sku: 'X', bought: '2026-11-10T23:30:00-08:00' }]));
    expect((await customers())[0]).toMatchObject({ date: '2026-11-11', channel: 'AMAZON_UK' });
    const { rows } = await t.work(maya, (w) =>
      sql<{ all: string; keys: bigint }>`
        select (select json_agg(o)::text from customer_order o where o.account_id = ${maya.accountId})
          || (select json_agg(l)::text from customer_order_line l where l.account_id = ${maya.accountId})
          || (select json_agg(s)::text from order_import_line s where s.account_id = ${maya.accountId})
          || (select json_agg(i)::text from import i where i.account_id = ${maya.accountId}) as all,
          (select count(*) from import where account_id = ${maya.accountId} and storage_key is not null) as keys
      `.execute(w.tx),
    );
    expect(rows[0]?.keys).toBe(0n);
    expect(rows[0]?.all).not.toMatch(/sseldorf|40210|NRW/);
  });
});

describe('the import of a report', () => {
  it('a dry run stores nothing, names errors by row, and start stores the valid rows', async () => {
    const dry = await bring(
      reportOf([
        { id: '1', sku: 'A' },
        { id: '2', sku: 'B', updated: 'lately' },
        { id: '3', sku: 'C', units: '1.5' },
        { id: '4', sku: 'D', bought: '2026-11-27T00:00:00Z' },
        { id: '5', sku: '' },
        { id: '6', sku: 'E', currency: 'XXQ' },
      ]),
      { dryRun: 'true' },
    );
    expect(dry).toMatchObject({ state: 'CHECKED', counts: { rows: 6, lines: 1, create: 1, fail: 5 }, errorCount: 5 });
    expect(dry.errors.map(({ row, column, value }) => [row, column, value])).toEqual([
      [3, 'last-updated-date', 'lately'],
      [4, 'quantity', '1.5'],
      [5, 'purchase-date', '2026-11-27T00:00:00Z'],
      [6, 'sku', ''],
      [7, 'currency', 'XXQ'],
    ]);
    expect(await customers()).toEqual([]);
    const started = await t.ok(maya, startOrderImport, at(dry.id));
    expect(started).toMatchObject({ state: 'IMPORTED', counts: { create: 1, fail: 5 } });
    expect(await customers()).toHaveLength(1);
    expect((await t.call(maya, startOrderImport, at(dry.id))).error.code).toBe('imports.wrong_state');
    expect((await t.ok(maya, listOrderImports, { query: {} })).content).toMatchObject([{ id: dry.id, errors: [] }]);
  });

  it('offers refused rows as a file, without places of buyers, to be corrected and imported again', async () => {
    const made = await bring(
      reportOf([
        { id: '1', sku: 'A' },
        { id: '2', sku: 'B', units: '1.5', price: '1,200.00' },
        { id: '3', sku: '=C', site: 'Amazon.de', updated: 'lately', by: 'Merchant' },
      ]),
    );
    expect(made).toMatchObject({ state: 'IMPORTED', counts: { create: 1, fail: 2 }, hasErrorFile: true });
    const { text, headers } = await fileOf(t, maya, getOrderImportErrorFile, { params: { importId: made.id } });
    expect(headers['content-disposition']).toContain('orders-errors.csv');
    expect(text).not.toMatch(/sseldorf|40210|NRW/);
    const [header, second, third, end] = text.replaceAll('"', '').replace('\ufeff', '').split('\r\n');
    expect(header).toBe(
      'Import error,amazon-order-id,purchase-date,sales-channel,sku,item-status,quantity,last-updated-date,' +
        'order-status,fulfillment-channel,currency,item-price',
    );
    expect(second).toContain('quantity: Not a whole number; item-price: ');
    expect(third).toContain('last-updated-date: ');
    expect(third).toContain(',Merchant,');
    expect(end).toBe('');
    const corrected = text.replace('"1.5"', '2').replace('1,200.00', '12.00').replace('lately', '2026-11-12T12:00:00Z');
    const again = await bring(corrected);
    expect(again).toMatchObject({ counts: { rows: 2, create: 2, fail: 0 }, errors: [], hasErrorFile: false });
    expect(await line('2')).toMatchObject({ sku: 'B', quantity: 2, price: '12.00', status: 'SHIPPED' });
    expect((await customers()).find(({ number }) => number === '3')).toMatchObject({
      ...{ channel: 'AMAZON_DE', date: '2026-11-10' },
    });
    const none = await t.call(maya, getOrderImportErrorFile, { params: { importId: again.id } });
    expect(none.status).toBe(404);
  });

  it('keeps refused rows as long as an import can be undone', async () => {
    const made = await bring(
      reportOf([
        { id: '1', sku: 'A' },
        { id: '2', sku: '' },
      ]),
    );
    t.setTime('2026-12-26T10:00:00.000Z');
    maya = await t.session(maya.userId, maya.accountId);
    const names = { params: { importId: made.id } };
    expect(await t.ok(maya, getOrderImport, names)).toMatchObject({ hasErrorFile: false, errorCount: 1 });
    await t.work(maya, (w) => dropOldLines(w, new Date('2026-11-26T00:00:00.000Z')));
    expect((await t.call(maya, getOrderImportErrorFile, names)).status).toBe(404);
  });

  it('a cancelled import stores nothing', async () => {
    const dry = await bring(reportOf([{ id: '1', sku: 'A' }]), { dryRun: 'true' });
    expect(await t.ok(maya, cancelOrderImport, at(dry.id))).toMatchObject({ state: 'CANCELLED' });
    expect((await t.call(maya, startOrderImport, at(dry.id))).error.code).toBe('imports.wrong_state');
    expect(await customers()).toEqual([]);
  });

  it('reads Windows-1252 and UTF-8', async () => {
    const { id } = await product('TÜR-1');
    const report = reportOf([{ id: '1', sku: 'TÜR-1' }]);
    expect(await bring(iconv.encode(report, 'windows-1252'))).toMatchObject({
      encoding: 'windows-1252',
      unknownSkuCount: 0,
    });
    expect(await bring(report.replace('\t1\tGBP', '\t2\tGBP').replace('11T12', '12T12'))).toMatchObject({
      encoding: 'utf-8',
      counts: { update: 1 },
    });
    expect(await stock(id)).toMatchObject({ waits: 2n });
  });

  it('says when parts of the file have another encoding', async () => {
    const head = reportOf([{ id: '1', sku: 'TÜR-1' }]);
    const rest = reportOf([{ id: '2', sku: 'TÖR-2' }]).slice(reportOf([]).length);
    const file = (encoding: string) =>
      Buffer.concat([iconv.encode(head, encoding), iconv.encode(rest, 'windows-1252')]);
    const isMixed = async (encoding: string) => (await bring(file(encoding), { dryRun: 'true' })).isMixed;
    expect([await isMixed('utf-8'), await isMixed('windows-1252')]).toEqual([true, false]);
  });

  it('of a file that was cut off, the last row is an error', async () => {
    const report = reportOf([
      { id: '1', sku: 'A' },
      { id: '2', sku: 'B' },
    ]);
    const cut = await bring(report.slice(0, report.lastIndexOf('Shipped')));
    expect(cut).toMatchObject({
      state: 'IMPORTED',
      counts: { rows: 2, lines: 1, create: 1, fail: 1 },
      errors: [{ row: 3 }],
    });
  });

  it('other files, missing columns and 200,001 rows are refused', async () => {
    const codes = async (content: string) => {
      const { error } = await send(content);
      return [error.code, error.errors?.[0]?.field];
    };
    expect(await codes('sku\tquantity\nA\t1\n')).toEqual(['imports.unreadable', 'file']);
    expect(await codes('one line\n')).toEqual(['imports.unreadable', 'file']);
    const [header = ''] = reportOf([]).split('\r\n');
    expect(await codes(`${header}\r\n${'1\r\n'.repeat(200_001)}`)).toEqual(['imports.unreadable', 'file']);
    expect(await bring(reportOf([{ id: '1', sku: 'A', units: 'x' }]))).toMatchObject({ state: 'REFUSED' });
  });

  it('a large file is imported in the background, and goes on where a process stopped', async () => {
    const kettle = await anOrderOf(t, maya, { units: 1000, amount: '1000.00', sku: 'KET-7' });
    await receive(kettle.id, '2026-11-02');
    const many = reportOf(Array.from({ length: 120 }, (_, i) => ({ id: String(i), sku: 'KET-7' })));
    const made = await bring(many);
    expect(made).toMatchObject({ state: 'PENDING', progress: { done: 0, total: 120 } });
    const work = importJob(ORDERS).work(t.deps);
    const stopped = new AbortController();
    stopped.abort();
    await work({ accountId: maya.accountId }, { signal: stopped.signal });
    expect(await stock(kettle.productId)).toMatchObject({ on_hand: 1000n });
    await work({ accountId: maya.accountId }, { signal });
    expect(await t.ok(maya, getOrderImport, at(made.id))).toMatchObject({
      state: 'IMPORTED',
      progress: null,
      counts: { rows: 120, lines: 120, create: 120 },
    });
    expect(await stock(kettle.productId)).toMatchObject({ on_hand: 880n });
    await t.ok(maya, undoOrderImport, at(made.id));
    await work({ accountId: maya.accountId }, { signal });
    expect(await t.ok(maya, getOrderImport, at(made.id))).toMatchObject({
      state: 'UNDONE',
      undo: { removed: 120, kept: 0 },
    });
    expect(await stock(kettle.productId)).toMatchObject({ on_hand: 1000n });
  });

  it('an import that is undone leaves orders, sales and stock as they were', async () => {
    const kettle = await anOrderOf(t, maya, { units: 10, amount: '100.00', sku: 'KET-8' });
    await receive(kettle.id, '2026-11-02');
    await bring(reportOf([{ id: '1', sku: 'KET-8', units: 2 }]));
    const before = await customers();
    const second = await bring(
      reportOf([
        { id: '1', sku: 'KET-8', units: 5, updated: '2026-11-13T00:00:00Z', price: '50.00' },
        { id: '2', sku: 'KET-8', units: 1 },
      ]),
    );
    expect(second).toMatchObject({ canUndo: true, counts: { create: 1, update: 1 } });
    const undone = await t.ok(maya, undoOrderImport, at(second.id));
    expect(undone).toMatchObject({ state: 'UNDONE', canUndo: false, undo: { removed: 1, restored: 1, kept: 0 } });
    expect(await customers()).toEqual(before);
    expect(await stock(kettle.productId)).toMatchObject({ on_hand: 8n, landed_minor: '8000' });
    expect((await t.call(maya, undoOrderImport, at(second.id))).error.code).toBe('imports.wrong_state');
  });

  it('an undo keeps lines that a later import changed', async () => {
    const first = await bring(reportOf([{ id: '1', sku: 'A', units: 2 }]));
    await bring(reportOf([{ id: '1', sku: 'A', units: 3, updated: '2026-11-13T00:00:00Z' }]));
    expect(await t.ok(maya, undoOrderImport, at(first.id))).toMatchObject({ undo: { removed: 0, kept: 1 } });
    expect(await line('1')).toMatchObject({ shipped: 3 });
  });
});

describe('customer orders in the orders calls', () => {
  const given = async () => {
    const kettle = await anOrderOf(t, maya, { units: 10, amount: '100.00', sku: 'KET-9' });
    await receive(kettle.id, '2026-11-02');
    await bring(
      reportOf([
        { id: '1', sku: 'KET-9', units: 2, bought: '2026-11-10T12:00:00Z' },
        { id: '1', sku: 'NONE', units: 1, bought: '2026-11-10T12:00:00Z' },
        { id: '2', sku: 'KET-9', units: 20, site: 'Amazon.de', currency: 'EUR', bought: '2026-11-12T12:00:00Z' },
        { id: '3', sku: 'KET-9', status: 'Cancelled', bought: '2026-11-11T12:00:00Z' },
      ]),
    );
    return kettle;
  };
  const chip = (field: string, op: string, ...values: string[]) => ({ field, op, values });

  it('are behind `kind`, with filters, sort and search of their own', async () => {
    const kettle = await given();
    const supplier = (await t.ok(maya, listOrders, { query: {} })).content;
    expect(supplier.map(({ kind, orderId }) => [kind, orderId])).toEqual([['SUPPLIER', kettle.id]]);
    const numbers = async (...filter: object[]) => (await customers(filter)).map(({ number }) => number);
    expect(await numbers()).toEqual(['2', '3', '1']);
    expect(await numbers(chip('channel', 'in', 'AMAZON_DE'))).toEqual(['2']);
    expect(await numbers(chip('status', 'in', 'CANCELLED'))).toEqual(['3']);
    expect(await numbers(chip('date', 'lte', '2026-11-10'))).toEqual(['1']);
    expect(await numbers(chip('unknownSku', 'isNotEmpty'))).toEqual(['1']);
    expect(await numbers(chip('waiting', 'isNotEmpty'))).toEqual(['2']);
    expect(await numbers(chip('product', 'in', kettle.productId))).toEqual(['2', '3', '1']);
    expect((await customers([], { search: 'none' })).map(({ number }) => number)).toEqual(['1']);
    expect((await customers([], { sort: 'number,asc' })).map(({ number }) => number)).toEqual(['1', '2', '3']);
    for (const query of [
      { kind: 'CUSTOMER', filter: JSON.stringify([chip('supplier', 'in')]) },
      { filter: JSON.stringify([chip('channel', 'in', 'AMAZON_DE')]) },
      { kind: 'CUSTOMER', sort: 'sku,asc' },
      { sort: 'channel,asc' },
    ] as const)
      expect((await t.call(maya, listOrders, { query })).status).toBe(422);
  });

  it('have totals, and each line what it cost and what waits', async () => {
    await given();
    expect(await t.ok(maya, orderTotals, { query: { kind: 'CUSTOMER' } })).toEqual({
      ...{ kind: 'CUSTOMER', count: 3, quantity: 24, shipped: 23, waiting: 12, unknownSkus: 1, cost: '100.00' },
      withoutRate: 0,
    });
    const [two] = await customers();
    expect(two).toMatchObject({ quantity: 20, waiting: 12, cost: '80.00', lines: [{ currency: 'EUR', waiting: 12 }] });
    expect(await t.ok(maya, getOrder, { params: { orderId: two?.orderId ?? '' } })).toEqual(two);
  });

  it('can only be read', async () => {
    await given();
    const orderId = (await customers())[0]?.orderId ?? '';
    const patched = await t.call(maya, patchOrder, { params: { orderId }, body: { notes: 'x' } });
    const deleted = await t.call(maya, deleteOrder, { params: { orderId } });
    const packed = await t.call(maya, packByCase, { body: { orders: [{ orderId }] } });
    expect([patched.status, deleted.status, packed.status]).toEqual([422, 422, 422]);
  });

  it('are exported with a row per line', async () => {
    await given();
    const { text } = await fileOf(t, maya, exportOrders, {
      query: {
        kind: 'CUSTOMER',
        sort: 'number,asc',
        columns: 'number,channel,sku,shipped,waiting,currency,price,cost',
      },
    });
    const rows = text.replaceAll('"', '').replace('\ufeff', '').trim().split(/\r?\n/);
    expect(rows).toEqual([
      'Order,Channel,SKU,Shipped,Sold without cost,Currency,Price,Cost',
      '1,AMAZON_UK,KET-9,2,0,GBP,19.99,20.00',
      '1,AMAZON_UK,NONE,1,0,GBP,19.99,',
      '2,AMAZON_DE,KET-9,20,12,EUR,19.99,80.00',
      '3,AMAZON_UK,KET-9,0,0,GBP,19.99,',
    ]);
  });
});
