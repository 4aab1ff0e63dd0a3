import { createOpeningStock } from '@quayside/contracts/stock/opening-stock';
import { listStock } from '@quayside/contracts/stock/stock';
import { patchProduct } from '@quayside/contracts/products/products';
import { receiveGoods } from '@quayside/contracts/stock/receipts';
import {
  listStockMovements,
  MAX_COUNT_ROWS,
  pasteStockCounts,
  postInventoryBalanceUpdates,
  recordStockMovements,
  reverseStockMovement,
  uploadStockCounts,
} from '@quayside/contracts/stock/stock-movements';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anOrderOf } from '../../../testing/shipments.ts';
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

/** A product of which so many units, at 10.00 each, are in the warehouse. */
async function aShelf(sku: string, units: number): Promise<string> {
  const order = await anOrderOf(t, maya, { sku, units, amount: `${units * 10}.00` });
  await t.ok(maya, receiveGoods, { body: { day: '2026-11-02', place: 'WAREHOUSE', rows: [{ orderId: order.id }] } });
  return order.productId;
}
const paste = (text: string, query: object = {}) => t.call(maya, pasteStockCounts, { body: { text }, query });
const recorded = async () => (await t.ok(maya, listStockMovements, { query: {} })).content;

describe('a count', () => {
  it('is previewed as it would be recorded, and the preview stores nothing', async () => {
    const productId = await aShelf('CUP', 100);
    const count = (preview: boolean) =>
      t.ok(maya, postInventoryBalanceUpdates, { body: { preview, updates: [{ productId, quantity: 97 }] } });
    const previewed = await count(true);
    expect(previewed).toMatchObject({ operationId: null, ids: [], counts: [{ difference: -3, cost: '30.00' }] });
    expect(await recorded()).toEqual([]);
    const { counts, ids } = await count(false);
    const withoutIds = (all: typeof counts) => all.map((one) => ({ ...one, id: '' }));
    expect(withoutIds(counts)).toEqual(withoutIds(previewed.counts));
    expect((await recorded()).map(({ id }) => id)).toEqual(ids);
  });

  it('of a product with many open lots finds as many units as before, or none once it is reversed', async () => {
    const { productId } = await anOrderOf(t, maya, { sku: 'CUP', units: 10 });
    const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}`;
    await t.ok(maya, createOpeningStock, {
      body: {
        rows: Array.from({ length: 12 }, (_, i) => ({
          ...{ productId, quantity: 10, unitCost: '1.00', place: 'WAREHOUSE' as const, day: day(i + 1) },
        })),
      },
    });
    const { ids } = await t.ok(maya, postInventoryBalanceUpdates, {
      body: { updates: [{ productId, quantity: 123, date: day(20) }] },
    });
    const onHand = async () => {
      const [row] = (await t.ok(maya, listStock, { query: {} })).content;
      return [row?.onHand, row?.unknown];
    };
    expect(await onHand()).toEqual([123, 3]);
    // The count finds one more, whose units stay after the sale of an earlier day.
    await t.ok(maya, recordStockMovements, {
      body: { rows: [{ productId, cause: 'SOLD', day: day(19), place: 'WAREHOUSE', quantity: 1 }] },
    });
    expect(await onHand()).toEqual([123, 4]);
    await t.ok(maya, reverseStockMovement, { params: { id: ids[0] ?? '' } });
    expect(await onHand()).toEqual([119, 0]);
    expect(await t.work(maya, brokenSums)).toEqual([]);
  });

  it('holds when an older sale comes in, and its difference changes', async () => {
    const productId = await aShelf('CUP', 100);
    await t.ok(maya, postInventoryBalanceUpdates, {
      body: { updates: [{ productId, quantity: 68, date: '2026-11-20' }] },
    });
    await t.ok(maya, recordStockMovements, {
      body: { rows: [{ productId, cause: 'SOLD', day: '2026-11-10', place: 'WAREHOUSE', quantity: 31 }] },
    });
    expect((await recorded())[0]).toMatchObject({ kind: 'COUNT', quantity: 68, difference: -1, cost: '10.00' });
  });

  it.each([
    ['a day tomorrow', { date: '2026-11-26' }, 'updates.0.date'],
    ['a quantity below 0', { quantity: -1 }, 'updates.0.quantity'],
    ['a quantity with decimals', { quantity: 1.5 }, 'updates.0.quantity'],
    ['a place that is none', { channel: 'ATTIC' }, 'updates.0.channel'],
    ['a product that is none', { productId: '019f0000-0000-7000-8000-000000000000' }, 'updates.0.productId'],
  ])('is refused with %s', async (_, change, field) => {
    const productId = await aShelf('CUP', 10);
    const body = { updates: [{ productId, quantity: 5, ...change } as { productId: string; quantity: number }] };
    const { status, error } = await t.call(maya, postInventoryBalanceUpdates, { body });
    expect([status, error.errors?.[0]?.field]).toEqual([422, field]);
    expect(await recorded()).toEqual([]);
  });
});

describe('counts of one product, day and place', () => {
  it('are refused in one request, also when the day and the place are the usual ones', async () => {
    const productId = await aShelf('CUP', 100);
    const count = (second: object) =>
      t.call(maya, postInventoryBalanceUpdates, {
        body: {
          updates: [
            { productId, quantity: 60 },
            { productId, quantity: 40, ...second },
          ],
        },
      });
    for (const same of [{}, { date: '2026-11-25', channel: 'WAREHOUSE' }]) {
      const { status, error } = await count(same);
      expect(status).toBe(422);
      expect(error.errors).toMatchObject([
        { field: 'updates.1.productId', message: 'The same product, day and place as in updates.0' },
      ]);
    }
    expect(await recorded()).toEqual([]);
    expect((await count({ channel: 'AMAZON_UK' })).status).toBe(201);
    expect((await count({ date: '2026-11-24' })).status).toBe(201);
  });
});

describe('a table of counts', () => {
  it('is tried out, imported by any code of a product, and undone as a whole', async () => {
    const cup = await aShelf('CUP', 1300);
    await aShelf('JUG', 10);
    await t.ok(maya, patchProduct, { params: { id: cup }, body: { fnsku: 'X00CUP' } });
    const text = 'FNSKU\tLocation\tQty\tNote\tShelf\nX00CUP\t\t1,298\tbroken box\tA1\njug\tWarehouse\t10\t\t';
    const dry = (await paste(text, { dryRun: true, decimalMark: '.' })).body;
    expect(dry).toMatchObject({
      isDryRun: true,
      operationId: null,
      counts: { rows: 2, valid: 2, fail: 0, different: 1 },
      columns: [{ field: 'sku' }, { field: 'place' }, { field: 'quantity' }, { field: 'words' }, { field: null }],
      sample: [
        { row: 2, sku: 'CUP', quantity: 1298, difference: -2, cost: '20.00', place: 'WAREHOUSE', day: '2026-11-25' },
        { row: 3, sku: 'JUG', quantity: 10, difference: 0, cost: null },
      ],
    });
    expect(await recorded()).toEqual([]);
    const { operationId } = (await paste(text, { day: '2026-11-24', decimalMark: '.' })).body;
    expect(await recorded()).toMatchObject([
      { day: '2026-11-24', quantity: 10 },
      { day: '2026-11-24', quantity: 1298, words: 'broken box' },
    ]);
    await t.ok(maya, undoOperation, { params: { operationId: operationId ?? '' } });
    expect((await recorded()).every(({ reversedAt }) => reversedAt !== null)).toBe(true);
  });

  it('has its errors by cell, and records nothing, or the valid rows if that is wanted', async () => {
    await aShelf('CUP', 10);
    const text =
      'SKU,Place,Day,Counted\nCUP,,,-1\nCUP,,,2.5\nCUP,Attic,,5\nCUP,,2026-11-26,5\nMUG,,,5\n,,,5\nCUP,,,many\nCUP,,,8';
    const dry = (await paste(text, { dryRun: true })).body;
    expect(
      dry.errors.map(({ row, column, value, message }: Record<string, unknown>) => [row, column, value, message]),
    ).toEqual([
      [2, 'Counted', '-1', '0 or more'],
      [3, 'Counted', '2.5', 'Whole units'],
      [4, 'Place', 'Attic', 'WAREHOUSE, or a sales channel such as AMAZON_UK'],
      [5, 'Day', '2026-11-26', 'Today or earlier'],
      [6, 'SKU', 'MUG', 'No product has this code'],
      [7, 'SKU', '', 'This field is required'],
      [8, 'Counted', 'many', 'This cannot be read'],
    ]);
    const refused = await paste(text);
    expect([refused.status, refused.error.code, refused.error.errors?.length]).toEqual([422, 'imports.has_errors', 7]);
    expect(await recorded()).toEqual([]);
    expect((await paste(text, { onlyValid: true })).body.counts).toEqual({ rows: 8, valid: 1, fail: 7, different: 1 });
    expect(await recorded()).toMatchObject([{ quantity: 8, difference: -2 }]);
  });

  it('asks for the decimal mark of units that can be read in two ways, stores nothing until then, and remembers it', async () => {
    await aShelf('CUP', 100);
    const text = 'SKU;Counted\nCUP;95.000';
    const dry = (await paste(text, { dryRun: true })).body;
    expect(dry).toMatchObject({
      columns: [{ numbers: null }, { numbers: { reading: 'OPEN', ambiguous: '95.000' } }],
      errors: [{ row: 2, column: 'Counted', message: '95.000 is 95000 or 95.000: choose the decimal mark' }],
    });
    const open = await paste(text, { onlyValid: true });
    expect([open.status, open.error.errors?.map(({ field }) => field)]).toEqual([422, ['decimalMark']]);
    expect(await recorded()).toEqual([]);
    expect((await paste(text, { decimalMark: '.' })).body.sample).toMatchObject([{ quantity: 95 }]);
    const later = (await paste('SKU;Counted\nCUP;94.000', { dryRun: true })).body;
    expect(later.columns[1]?.numbers).toMatchObject({ reading: 'POINT', by: 'EARLIER_CHOICE' });
    expect((await paste('SKU;Counted\nCUP;93.000', { dryRun: true, decimalMark: ',' })).body.sample).toMatchObject([
      { quantity: 93_000 },
    ]);
  });

  it.each([
    ['0.500', 'Whole units'],
    ['$60', 'This cannot be read'],
    ['5 ctns', 'This counts ctns. Enter the number of single units'],
  ])('%s is no number of units', async (counted, message) => {
    await aShelf('CUP', 100);
    const { errors } = (await paste(`SKU,Counted\nCUP,${counted}`, { dryRun: true })).body;
    expect(errors.map((one: { message: string }) => one.message)).toEqual([message]);
  });

  it('has days as spreadsheets write them, and asks for the order of day and month only where nothing shows it', async () => {
    await aShelf('CUP', 100);
    await aShelf('JUG', 100);
    const dryRun = async (days: readonly [string, string], query: object = {}) =>
      (await paste(`SKU;Day;Counted\nCUP;${days[0]};98\nJUG;${days[1]};99`, { dryRun: true, ...query })).body;
    const daysOf = ({ sample }: Awaited<ReturnType<typeof dryRun>>) => sample.map(({ day }: { day: string }) => day);
    expect(daysOf(await dryRun(['03/11/2026', '20/11/2026']))).toEqual(['2026-11-03', '2026-11-20']);
    expect(daysOf(await dryRun(['11/03/2026', '11/20/2026']))).toEqual(['2026-11-03', '2026-11-20']);
    expect(daysOf(await dryRun(['3-Nov-26', 'Nov 20, 2026']))).toEqual(['2026-11-03', '2026-11-20']);
    const open = await dryRun(['03/11/2026', '04/11/2026']);
    expect([open.columns[1]?.days, open.errors[0]?.message]).toEqual([
      { reading: 'OPEN', ambiguous: '03/11/2026' },
      '03/11/2026 is 2026-11-03 or 2026-03-11: choose which comes first, day or month',
    ]);
    expect(daysOf(await dryRun(['03/11/2026', '04/11/2026'], { dayOrder: 'MDY' }))).toEqual([
      '2026-03-11',
      '2026-04-11',
    ]);
    const refused = await paste('SKU;Day;Counted\nCUP;03/11/2026;98', { onlyValid: true });
    expect([refused.status, refused.error.errors?.[0]?.field]).toEqual([422, 'dayOrder']);
    expect(await recorded()).toEqual([]);
  });

  it('takes the order of day and month that was chosen for an earlier file of its form', async () => {
    await aShelf('DAYS', 10);
    const text = 'SKU;Tag;Counted on;Units\nDAYS;x;03/11/2026;9';
    const chosen = await paste(text, { dayOrder: 'DMY' });
    expect([chosen.status, chosen.body.columns[2]?.days?.by]).toEqual([200, 'CHOICE']);
    const next = await paste(text.replace('03/11', '04/11'));
    expect([next.status, next.body.sample[0]?.day]).toEqual([200, '2026-11-04']);
    expect(next.body.columns[2]?.days).toEqual({ reading: 'DMY', ambiguous: '04/11/2026', by: 'EARLIER_CHOICE' });
    expect((await paste(text.replace('Tag', 'Ort'))).error.errors?.[0]?.field).toBe('dayOrder');
  });

  it('counts cartons as units where the product has units per case and the person says so', async () => {
    const [cup, pot] = [await aShelf('CUP', 100), await aShelf('POT', 100)];
    const casePackaging = { length: '60', width: '40', height: '40', weight: '14880', unitsPerCase: 24 };
    await t.ok(maya, patchProduct, { params: { id: cup }, body: { casePackaging } });
    const text = 'sku\tquantity\nCUP\t5 ctns\nPOT\t2 cartons';
    const said = (await paste(text, { dryRun: 'true' })).body;
    expect([said.cartons, said.errors.map(({ row, value, message }) => [row, value, message])]).toEqual([
      1,
      [
        [2, '5 ctns', '5 ctns of 24 units are 120 units. Enter 120, or choose to count cartons as units'],
        [3, '2 cartons', 'This counts cartons. Enter the number of single units'],
      ],
    ]);
    const counted = await paste(text, { cartons: 'UNITS', onlyValid: 'true' });
    expect(counted.body.sample.map(({ sku, quantity }) => [sku, quantity])).toEqual([['CUP', 120]]);
    for (const cell of ['2.5 ctns', '3 pallets', '2 doz'])
      expect((await paste(`sku\tquantity\nCUP\t${cell}`, { cartons: 'UNITS' })).status).toBe(422);
    expect(pot).not.toBe(cup);
  });

  it('has headings in German and units with their word', async () => {
    await aShelf('CUP', 100);
    const { sample } = (await paste('Artikelnummer;Bestand;Lagerort\nCUP;98 Stück;', { dryRun: true })).body;
    expect(sample).toMatchObject([{ quantity: 98, difference: -2 }]);
  });

  const ALL = 'SKU,Condition,Counted\nCUP,NewItem,60\nCUP,UsedItem,40\nJUG,,10';
  it.each([
    [
      'AMAZON_INVENTORY',
      'seller-sku\tfulfillment-channel-sku\tasin\tcondition-type\tWarehouse-Condition-code\tQuantity Available\n' +
        'CUP\tX001\tB0000000A1\tNewItem\tSELLABLE\t60\nCUP\tX001\tB0000000A1\tNewItem\tUNSELLABLE\t3\n',
      '2026-11-25',
    ],
    [
      'AMAZON_MANAGE_FBA',
      'sku\tfnsku\tasin\tproduct-name\tcondition\tyour-price\tafn-listing-exists\tafn-warehouse-quantity\t' +
        'afn-fulfillable-quantity\nCUP\tX001\tB0000000A1\tCup\tNew\t9.99\tYes\t63\t60\n',
      '2026-11-25',
    ],
    [
      'AMAZON_LEDGER',
      'Date\tFNSKU\tASIN\tMSKU\tTitle\tDisposition\tStarting Warehouse Balance\tEnding Warehouse Balance\tLocation\n' +
        '11/24/2026\tX001\tB0000000A1\tCUP\tCup\tSELLABLE\t70\t60\tDE\n' +
        '11/24/2026\tX001\tB0000000A1\tCUP\tCup\tDEFECTIVE\t0\t3\tDE\n',
      '2026-11-24',
    ],
  ])('can be the report %s, which counts a place at Amazon', async (report, text, day) => {
    await aShelf('CUP', 100);
    expect((await paste(text, { dryRun: 'true' })).body).toMatchObject({ report, needsPlace: true, sample: [] });
    const query = { duplicates: 'SUM' };
    const refused = await paste(text, query);
    expect(refused.error?.errors).toMatchObject([
      { field: 'place', message: 'This is a report of Amazon. Choose the place at Amazon that it counts' },
    ]);
    expect((await paste(text, { ...query, place: 'WAREHOUSE' })).error?.errors?.[0]?.field).toBe('place');
    const { body } = await paste(text, { ...query, place: 'AMAZON_DE' });
    expect(body).toMatchObject({ report, needsPlace: false, counts: { valid: 1, fail: 0 } });
    expect(await recorded()).toMatchObject([{ sku: 'CUP', day, place: 'AMAZON_DE' }]);
    expect(body?.sample).toMatchObject([{ quantity: 63 }]);
  });

  it('is read by the most exact code of a product; two columns of units have to be one', async () => {
    await aShelf('CUP', 100);
    const { body } = await paste('Barcode\tSKU\tItem\tMenge\n111\tCUP\t7\t90\n', { dryRun: 'true' });
    expect(body?.columns.map(({ field }) => field)).toEqual([null, 'sku', null, 'quantity']);
    expect(body?.sample).toMatchObject([{ sku: 'CUP', quantity: 90 }]);
    const { error } = await paste('SKU\tOn hand\tCounted\nCUP\t100\t90\n', { dryRun: 'true' });
    expect(error?.errors?.[0]?.message).toContain('On hand');
  });

  it('names both rows of one SKU, day and place, and takes neither', async () => {
    const cup = await aShelf('CUP', 100);
    await aShelf('JUG', 10);
    await t.ok(maya, patchProduct, { params: { id: cup }, body: { fnsku: 'X00CUP' } });
    const text = 'SKU,Place,Day,Counted\nCUP,,,60\nX00CUP,,,40\nCUP,AMAZON_UK,,7\nCUP,,2026-11-24,100\nJUG,,,10';
    const dry = (await paste(text, { dryRun: true })).body;
    expect(dry.errors.map(({ row, value, message }) => [row, value, message])).toEqual([
      [2, 'CUP', 'The same SKU, day and place as in row 3'],
      [3, 'X00CUP', 'The same SKU, day and place as in row 2'],
    ]);
    expect(dry.counts).toMatchObject({ rows: 5, valid: 3, fail: 2 });
    expect(dry.duplicates).toEqual({ counts: 1, summed: false, proposed: null });
    const refused = await paste(text);
    expect([refused.status, refused.error.code]).toEqual([422, 'imports.has_errors']);
    expect(await recorded()).toEqual([]);
  });

  it('adds rows of one SKU, day and place up if the person says so, and the preview says which', async () => {
    await aShelf('CUP', 100);
    await aShelf('JUG', 10);
    const dry = (await paste(ALL, { dryRun: true, duplicates: 'SUM' })).body;
    expect(dry).toMatchObject({
      counts: { rows: 3, valid: 2, fail: 0, different: 0 },
      duplicates: { counts: 1, summed: true, proposed: 'SUM' },
      sample: [
        { sku: 'CUP', row: 2, rows: [2, 3], quantity: 100, difference: 0 },
        { sku: 'JUG', rows: [4] },
      ],
    });
    await t.ok(maya, uploadStockCounts, {
      file: { name: 'counts.csv', content: ALL },
      query: { duplicates: 'SUM' },
    });
    expect((await recorded()).map(({ sku, quantity, difference }) => [sku, quantity, difference])).toEqual(
      expect.arrayContaining([
        ['CUP', 100, 0],
        ['JUG', 10, 0],
      ]),
    );
    const huge = (await paste('SKU,Counted\nCUP,999999999\nCUP,1', { dryRun: true, duplicates: 'SUM' })).body;
    expect(huge.errors.map(({ row, message }) => [row, message])).toEqual([
      [2, 'At most 999999999'],
      [3, 'At most 999999999'],
    ]);
  });

  it('proposes to add up a file with a row per condition, and refuses it until the person says so', async () => {
    await aShelf('CUP', 100);
    await aShelf('JUG', 10);
    const { body } = await paste(ALL, { dryRun: true });
    expect([body.duplicates, body.counts.fail]).toEqual([{ counts: 1, summed: false, proposed: 'SUM' }, 2]);
  });

  it('is read from a workbook; a table without the needed columns, or with too many rows, is refused', async () => {
    await aShelf('CUP', 10);
    const content = workbookOf({
      Counts: [
        [inline('SKU'), inline('Quantity')],
        [inline('CUP'), number('7')],
      ],
    });
    await t.ok(maya, uploadStockCounts, { file: { name: 'counts.xlsx', content } });
    expect(await recorded()).toMatchObject([{ quantity: 7, difference: -3 }]);
    const lacking = await paste('SKU,Price\nCUP,5');
    expect([lacking.status, lacking.error.code]).toEqual([422, 'imports.unreadable']);
    const many = await paste(`SKU,Quantity\n${'CUP,5\n'.repeat(MAX_COUNT_ROWS + 1)}`);
    expect([many.status, many.error.code]).toEqual([422, 'imports.unreadable']);
  });
});
