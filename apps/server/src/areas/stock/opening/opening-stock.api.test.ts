import { getReconciliation } from '@quayside/contracts/costs/cost-reports';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { exportOpeningStock } from '@quayside/contracts/exports';
import {
  createOpeningStock,
  listOpeningStock,
  openingStockTotals,
  pasteOpeningStock,
  uploadOpeningStock,
} from '@quayside/contracts/stock/opening-stock';
import { createProduct, deleteProduct, patchProduct } from '@quayside/contracts/products/products';
import { listReceipts, reverseReceipt } from '@quayside/contracts/stock/receipts';
import { recordStockMovements } from '@quayside/contracts/stock/stock-movements';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aSupplier } from '../../../testing/invoices.ts';
import { fileOf } from '../../../testing/purchase-orders.ts';
import { inline, number, workbookOf } from '../../../testing/workbook-file.ts';
import { brokenSums } from '../check/stock-invariants.views.ts';

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-25T10:00:00.000Z');
  maya = await t.admin('GBP');
});

const aProduct = async (sku: string) =>
  (await t.ok(maya, createProduct, { body: { sku, name: `Product ${sku}`, supplierIds: [await aSupplier(t, maya)] } }))
    .id;
type Row = BodyIn<typeof createOpeningStock>['rows'][number];
const open = (...rows: Row[]) => t.ok(maya, createOpeningStock, { body: { rows } });
const stock = (productId: string) =>
  t.work(maya, (w) =>
    w.tx
      .selectFrom('product_stock')
      .select(['on_hand', 'waits', 'landed_minor', 'factory_minor'])
      .where('account_id', '=', maya.accountId)
      .where('product_id', '=', productId)
      .executeTakeFirst(),
  );
const sell = (productId: string, quantity: number) =>
  t.ok(maya, recordStockMovements, {
    body: { rows: [{ productId, cause: 'SOLD', day: '2026-11-12', place: 'WAREHOUSE', quantity }] },
  });

describe('opening stock', () => {
  it('is a lot without an order that was received on its day: units by unit cost, rounded once', async () => {
    const productId = await aProduct('OLD-1');
    await sell(productId, 10);
    const { ids } = await open({
      productId,
      quantity: 300,
      unitCost: '1.234567',
      day: '2026-11-01',
      place: 'AMAZON_UK',
    });
    expect(await stock(productId)).toEqual({ on_hand: 290n, waits: 0n, landed_minor: '35803', factory_minor: '35803' });
    const [row] = (await t.ok(maya, listOpeningStock, { query: {} })).content;
    expect(row).toMatchObject({
      ...{ id: ids[0], sku: 'OLD-1', quantity: 300, unitCost: '1.234567', cost: '370.37', onHand: 290 },
      ...{ day: '2026-11-01', place: 'AMAZON_UK', can: { reverse: { allowed: true } } },
    });
    expect((await t.ok(maya, listReceipts, { query: {} })).content).toMatchObject([{ isOpening: true, orderId: null }]);
    expect(await t.ok(maya, openingStockTotals, { query: {} })).toEqual({
      ...{ count: 1, quantity: 300, cost: '370.37', onHand: 290 },
    });
  });

  it('is outside the invoices of the reconciliation, and named there', async () => {
    const productId = await aProduct('OLD-2');
    const before = await t.ok(maya, getReconciliation);
    await open({ productId, quantity: 3, unitCost: '2', day: '2026-11-01' });
    const after = await t.ok(maya, getReconciliation);
    expect(after.openingStock).toEqual({ lots: 1, units: 3, landed: '6.00' });
    expect({ ...after, openingStock: before.openingStock }).toEqual(before);
  });

  it('is taken back as a whole, until its units were used', async () => {
    const productId = await aProduct('OLD-3');
    const { operationId } = await open({ productId, quantity: 5, unitCost: 2, day: '2026-11-01' });
    await t.ok(maya, undoOperation, { params: { operationId } });
    expect(await stock(productId)).toMatchObject({ on_hand: 0n, landed_minor: '0' });
    expect((await t.ok(maya, listOpeningStock, { query: {} })).content).toEqual([]);
    const second = await open({ productId, quantity: 5, unitCost: 2, day: '2026-11-01' });
    const { ids } = await sell(productId, 1);
    const undone = await t.call(maya, undoOperation, { params: { operationId: second.operationId } });
    expect([undone.status, undone.error.uses?.map(({ id }) => id)]).toEqual([409, ids]);
    const reversed = await t.call(maya, reverseReceipt, { params: { id: second.ids[0] ?? '' } });
    expect([reversed.error.code, reversed.error.uses?.map(({ id }) => id)]).toEqual(['stock.in_use', ids]);
  });

  it('whose units were used is taken back with a replay, which the refusal describes, and comes back with its undo', async () => {
    const productId = await aProduct('OLD-6');
    await open({ productId, quantity: 10, unitCost: '2.00', day: '2026-11-01' });
    await open({ productId, quantity: 3, unitCost: '5.00', day: '2026-11-02' });
    const [, first] = (await t.ok(maya, listOpeningStock, { query: {} })).content;
    await sell(productId, 4);
    const before = await stock(productId);
    const listed = (await t.ok(maya, listOpeningStock, { query: {} })).content.find(({ id }) => id === first?.id);
    expect([listed?.onHand, listed?.can.reverse]).toEqual([6, { allowed: true, reason: null }]);
    const params = { id: first?.id ?? '' };
    const refused = await t.call(maya, reverseReceipt, { params });
    // 4 for 8.00; afterwards 3 for 15.00, and 1 waits.
    expect(refused.error).toMatchObject({
      code: 'stock.in_use',
      replay: { elsewhere: 3, waiting: 1, costChange: '7.00' },
    });
    expect(await stock(productId)).toEqual(before);
    const { operationId } = await t.ok(maya, reverseReceipt, { params, query: { replay: 'true' } });
    expect(await stock(productId)).toMatchObject({ on_hand: 0n, waits: 1n });
    await t.ok(maya, undoOperation, { params: { operationId } });
    expect(await stock(productId)).toEqual(before);
  });

  it('that a viewer sees cannot be taken back by the viewer', async () => {
    const productId = await aProduct('OLD-7');
    await open({ productId, quantity: 1, unitCost: '2.00', day: '2026-11-01' });
    const viewer = await t.member(maya);
    const [row] = (await t.ok(viewer, listOpeningStock, { query: {} })).content;
    expect(row?.can.reverse.allowed).toBe(false);
  });

  it('refuses bad input at its field, and all rows with it', async () => {
    const productId = await aProduct('OLD-4');
    const row: Row = { productId, quantity: 1, unitCost: '1', day: '2026-11-01' };
    const field = async (bad: Partial<Record<keyof Row, unknown>>) =>
      (await t.call(maya, createOpeningStock, { body: { rows: [row, { ...row, ...bad } as Row] } })).error.errors?.[0]
        ?.field;
    expect(await field({ quantity: 1.5 })).toBe('rows.1.quantity');
    expect(await field({ quantity: 0 })).toBe('rows.1.quantity');
    expect(await field({ unitCost: '1.2345678' })).toBe('rows.1.unitCost');
    expect(await field({ unitCost: '-1' })).toBe('rows.1.unitCost');
    expect(await field({ day: '2026-11-26' })).toBe('rows.1.day');
    expect(await field({ place: 'ATTIC' })).toBe('rows.1.place');
    const other = await t.admin('GBP');
    expect(await field({ productId: other.userId })).toBe('rows.1.productId');
    expect(await stock(productId)).toBeUndefined();
  });

  it('a product with stock cannot be deleted', async () => {
    const productId = await aProduct('OLD-5');
    const { operationId } = await open({ productId, quantity: 1, unitCost: 1, day: '2026-11-01' });
    await t.ok(maya, undoOperation, { params: { operationId } });
    expect((await t.call(maya, deleteProduct, { params: { id: productId } })).error.code).toBe('products.in_use');
  });
});

describe('the import of opening stock', () => {
  it('a dry run says what it would do with each row and names errors by cell; then the valid rows are stored', async () => {
    const productId = await aProduct('OLD-6');
    const text = [
      'SKU;Units;Unit cost;Day;Place',
      'OLD-6;12;1,50;2026-11-01;AMAZON_UK',
      'NOBODY;1;1,00;2026-11-01;',
      'OLD-6;1.5;1,00;2026-11-01;',
      'OLD-6;1;1,00;2026-11-27;',
      'OLD-6;1;1,00;2026-11-01;Attic',
      'OLD-6;12;1,50;2026-11-01;AMAZON_UK',
    ].join('\n');
    const file = { name: 'opening.csv', content: text };
    const dry = await t.ok(maya, uploadOpeningStock, { query: { dryRun: 'true' }, file });
    expect(dry).toMatchObject({ counts: { rows: 6, create: 1, fail: 5 }, operationId: null });
    expect(dry.errors.map(({ row, column }) => [row, column])).toEqual([
      [3, 'SKU'],
      [4, 'Units'],
      [5, 'Day'],
      [6, 'Place'],
      [7, null],
    ]);
    const refused = await t.call(maya, uploadOpeningStock, { query: {}, file });
    expect(refused.error.code).toBe('imports.has_errors');
    expect(await stock(productId)).toBeUndefined();
    const stored = await t.ok(maya, uploadOpeningStock, { query: { onlyValid: 'true' }, file });
    expect(await stock(productId)).toMatchObject({ on_hand: 12n, landed_minor: '1800' });
    // The same file again changes nothing.
    const again = await t.ok(maya, uploadOpeningStock, { query: { onlyValid: 'true' }, file });
    expect(again).toMatchObject({ counts: { create: 0, same: 1 }, operationId: null });
    await t.ok(maya, undoOperation, { params: { operationId: stored.operationId ?? '' } });
    expect(await stock(productId)).toMatchObject({ on_hand: 0n, landed_minor: '0' });
  });

  it.each(['USD 3.25', '$3.25', '€3.25', '3.25元', 'HK$3.25'])(
    'of an account in pounds has no cost of %s',
    async (unitCost) => {
      await aProduct('OLD-7');
      const file = { name: 'opening.csv', content: `sku,quantity,unitCost,day\nOLD-7,95,${unitCost},2026-07-01` };
      const dry = await t.ok(maya, uploadOpeningStock, { query: { dryRun: 'true' }, file });
      expect(dry.errors.map(({ column, message }) => [column, message])).toEqual([
        ['unitCost', expect.stringMatching(/^This is in (USD|\$|EUR|CNY|HKD), the account in GBP$/)],
      ]);
    },
  );
  it('with a column of currencies is in that of the account, or refused by name', async () => {
    await aProduct('OLD-1');
    const of = (currency: string) => `SKU\tUnits\tUnit cost\tCurrency\tDay\nOLD-1\t300\t3.25\t${currency}\t2026-11-01`;
    const send = (currency: string) => t.call(maya, pasteOpeningStock, { body: { text: of(currency) }, query: {} });
    expect((await send('USD')).error.errors).toMatchObject([
      { field: 'rows.2.Currency', message: 'USD: This is in USD, the account in GBP' },
    ]);
    expect((await send('Pounds of gold')).error.errors?.[0]?.field).toBe('rows.2.Currency');
    expect((await send('gbp')).body.counts).toMatchObject({ create: 1 });
  });

  it('counts cartons as units where the product has units per case and the person says so', async () => {
    const id = await aProduct('OLD-1');
    const casePackaging = { length: '60', width: '40', height: '40', weight: '14880', unitsPerCase: 24 };
    await t.ok(maya, patchProduct, { params: { id }, body: { casePackaging } });
    const text = 'SKU\tUnits\tUnit cost\tDay\nOLD-1\t5 cartons\t3.25\t2026-11-01';
    const refused = await t.call(maya, pasteOpeningStock, { body: { text }, query: {} });
    expect(refused.error.errors?.[0]?.message).toContain('5 cartons of 24 units are 120 units');
    const stored = await t.call(maya, pasteOpeningStock, { body: { text }, query: { cartons: 'UNITS' } });
    expect(stored.body).toMatchObject({ counts: { create: 1 }, cartons: 1 });
    expect(await stock(id)).toMatchObject({ on_hand: 120n });
  });

  it('may have the currency of the account beside its costs, and none beside its units', async () => {
    await aProduct('OLD-8');
    const dryRun = async (units: string) => {
      const content = `sku,quantity,unitCost,day\nOLD-8,${units},£3.25,2026-07-01`;
      return t.ok(maya, uploadOpeningStock, { query: { dryRun: 'true' }, file: { name: 'opening.csv', content } });
    };
    expect((await dryRun('95')).counts).toMatchObject({ create: 1, fail: 0 });
    expect((await dryRun('£95')).errors).toMatchObject([{ column: 'quantity', message: 'This cannot be read' }]);
  });

  it('changes rows by SKU, day and place, says from what to what, and has what left stock follow', async () => {
    const productId = await aProduct('OLD-9');
    const rows = (...lines: string[]) => ({ body: { text: ['SKU,Units,Unit cost,Day,Place', ...lines].join('\n') } });
    const uk = 'OLD-9,5,1.00,2026-11-01,AMAZON_UK';
    await t.ok(maya, pasteOpeningStock, rows('OLD-9,95,3.25,2026-11-01,', uk));
    await sell(productId, 10);
    const corrected = rows('OLD-9,95,3.52,2026-11-01,WAREHOUSE');
    const dry = await t.ok(maya, pasteOpeningStock, { ...corrected, query: { dryRun: 'true' } });
    expect(dry).toMatchObject({
      counts: { create: 0, update: 1, same: 0 },
      sample: [{ action: 'UPDATE', changes: [{ field: 'cost', from: '308.75', to: '334.40' }] }],
    });
    const { operationId } = await t.ok(maya, pasteOpeningStock, corrected);
    // 85 of 95 at 3.52, and the 5 at 1.00 that the second file lacks.
    expect(await stock(productId)).toMatchObject({ on_hand: 90n, landed_minor: '30420' });
    expect((await t.ok(maya, pasteOpeningStock, corrected)).counts).toMatchObject({ create: 0, update: 0, same: 1 });
    await t.ok(maya, pasteOpeningStock, rows('OLD-9,5,3.52,2026-11-01,WAREHOUSE'));
    expect(await stock(productId)).toMatchObject({ on_hand: 0n, waits: 0n });
    expect((await t.call(maya, undoOperation, { params: { operationId: operationId ?? '' } })).status).toBe(409);
    expect(await t.work(maya, brokenSums)).toEqual([]);
  });

  it('a correction is undone with what left stock', async () => {
    const productId = await aProduct('OLD-10');
    const paste = (line: string) =>
      t.ok(maya, pasteOpeningStock, { body: { text: `SKU,Units,Unit cost,Day\n${line}` } });
    await paste('OLD-10,95,3.25,2026-11-01');
    await sell(productId, 10);
    const { operationId } = await paste('OLD-10,100,3.52,2026-11-01');
    expect(await stock(productId)).toMatchObject({ on_hand: 90n, landed_minor: '31680' });
    await t.ok(maya, undoOperation, { params: { operationId: operationId ?? '' } });
    expect(await stock(productId)).toMatchObject({ on_hand: 85n, landed_minor: '27625' });
    const { content } = await t.ok(maya, listOpeningStock, { query: {} });
    expect(content.map(({ quantity, unitCost }) => [quantity, unitCost])).toEqual([[95, '3.2500']]);
    expect(await t.work(maya, brokenSums)).toEqual([]);
  });

  it('refuses rows of one SKU, day and place in one file, and where several are recorded', async () => {
    const productId = await aProduct('OLD-11');
    const dry = async (...lines: string[]) =>
      (
        await t.ok(maya, pasteOpeningStock, {
          query: { dryRun: 'true' },
          body: { text: ['SKU,Units,Unit cost,Day', ...lines].join('\n') },
        })
      ).errors.map(({ row, message }) => [row, message]);
    expect(await dry('OLD-11,5,1.00,2026-11-01', 'OLD-11,6,1.00,2026-11-01')).toEqual([
      [3, 'The same SKU, day and place as in row 2'],
    ]);
    const row: Row = { productId, quantity: 1, unitCost: '1', day: '2026-11-01' };
    await open(row, { ...row, quantity: 2 });
    expect(await dry('OLD-11,5,1.00,2026-11-01')).toEqual([
      [2, 'Opening stock has 2 rows of this SKU, day and place: take back all but one of them'],
    ]);
    expect(await dry('OLD-11,2,1.00,2026-11-01')).toEqual([]);
  });

  it('reads workbooks, and its own export', async () => {
    const [one, two] = [await aProduct('OLD-7'), await aProduct('OLD-8')];
    const content = workbookOf({
      Stock: [
        [inline('SKU'), inline('Units'), inline('Unit cost'), inline('Day')],
        [inline('OLD-7'), number('4'), number('2.5'), inline('2026-11-01')],
      ],
    });
    await t.ok(maya, uploadOpeningStock, { query: {}, file: { name: 'opening.xlsx', content } });
    await open({ productId: two, quantity: 3, unitCost: '1.000001', day: '2026-11-02', place: 'SHOPIFY' });
    const { text } = await fileOf(t, maya, exportOpeningStock, { query: {} });
    const pasted = await t.ok(maya, pasteOpeningStock, { query: { dryRun: 'true' }, body: { text } });
    expect(pasted).toMatchObject({ counts: { rows: 2, create: 0, same: 2, fail: 0 } });
    expect(await stock(one)).toMatchObject({ on_hand: 4n, landed_minor: '1000' });
  });
});
