import {
  createProductImport,
  getProductImport,
  listProductImportRows,
  type ProductImport,
  remapProductImport,
  startProductImport,
  uploadProductCsv,
} from '@quayside/contracts/products/product-imports';
import { createProduct, getProduct, patchProduct } from '@quayside/contracts/products/products';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

let t: TestApp;
let seller: TestPerson;
let supplier: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  seller = await t.admin();
  supplier = (await t.ok(seller, createSupplier, { body: { companyName: 'Ningbo Pans' } })).id;
});

type Query = { dryRun?: 'true'; weightUnit?: 'GR' | 'KG' | 'OZ' | 'LB'; lengthUnit?: 'CM' | 'MM' | 'M' | 'IN' };
const send = (content: string, query: Query = {}) =>
  t.call(seller, createProductImport, { query, file: { name: 'products.csv', content } });
const bring = (content: string, query: Query = {}) =>
  t.ok(seller, createProductImport, { query, file: { name: 'products.csv', content } });
const at = (importId: string) => ({ params: { importId } });
const unitsOf = ({ columns }: ProductImport) => columns.map(({ unit }) => unit && [unit.unit, unit.from]);
const changesOf = async (id: string) =>
  (await t.ok(seller, listProductImportRows, at(id))).content.map(({ sku, changes }) => [
    sku,
    ...changes
      .filter(({ unitAfter }) => unitAfter !== null)
      .map(({ field, before, after, unitBefore, unitAfter }) =>
        [field, before, unitBefore, after, unitAfter].filter((part) => part !== null).join(' '),
      ),
  ]);
const measures = () =>
  t.work(seller, (w) =>
    w.tx
      .selectFrom('product')
      .select(['sku', 'weight', 'shipping_weight', 'weight_unit', 'length', 'dimension_unit', 'unit_weight_ug'])
      .orderBy('sku')
      .execute(),
  );

describe('the units of a file', () => {
  it('are read from the headings; the measures are converted exactly, and shown as they are stored', async () => {
    const made = await bring(
      'sku,name,Shipping weight (kg),weight_lb,Length [mm]\nA,Kettle,1.5,2.5,1234.5\nB,Pan,3.645,,300\n',
    );
    expect(unitsOf(made)).toEqual([null, null, ['KG', 'HEADING'], ['LB', 'HEADING'], ['MM', 'HEADING']]);
    expect(await changesOf(made.id)).toEqual([
      ['A', 'length 123.45 CM', 'weight 1133.9809 GR', 'shippingWeight 1500 GR'],
      ['B', 'length 30 CM', 'shippingWeight 3645 GR'],
    ]);
    expect(await measures()).toMatchObject([
      { shipping_weight: '1500.0000', weight_unit: 'GR', length: '123.4500', unit_weight_ug: 1_500_000_000n },
      { shipping_weight: '3645.0000', weight: null, unit_weight_ug: 3_645_000_000n },
    ]);
  });

  it('are read from a column of units, row by row; pounds and inches stay in their system', async () => {
    const made = await bring(
      'sku,name,weight,weight unit,length,dimension unit\nA,One,1.5,kg,2,m\nB,Two,2.5,LB,10,inch\n' +
        'C,Three,2,stone,3,g\nD,Four,7,,,\n',
      { dryRun: 'true' },
    );
    expect(unitsOf(made)).toEqual([null, null, [null, 'UNIT_COLUMN'], null, [null, 'UNIT_COLUMN'], null]);
    expect(made.errors).toMatchObject([
      { row: 4, column: 'weight unit', value: 'stone', reason: 'Use one of g, kg, oz, lb' },
      { row: 4, column: 'dimension unit', value: 'g', reason: 'Use one of cm, mm, m, in' },
      { row: 5, column: 'weight', value: '7', reason: 'The row does not say in which unit this is' },
    ]);
    await t.ok(seller, startProductImport, { ...at(made.id), body: { mode: 'VALID_ROWS' } });
    expect(await measures()).toMatchObject([
      { sku: 'A', weight: '1500.0000', weight_unit: 'GR', length: '200.0000', dimension_unit: 'CM' },
      { sku: 'B', weight: '40.0000', weight_unit: 'OZ', length: '10.0000', dimension_unit: 'IN' },
    ]);
  });

  it('that contradict each other are refused in the row', async () => {
    const made = await bring('sku,name,weight (kg),weightUnit\nA,One,1.5,g\nB,Two,1.5,kg\n', { dryRun: 'true' });
    expect(made.errors).toMatchObject([
      { row: 2, value: '1.5', reason: 'The heading weight (kg) names another unit than the row' },
    ]);
    expect(made.counts).toMatchObject({ create: 1, fail: 1 });
  });

  it('are asked for once where nothing names them, and remembered with the mapping', async () => {
    const text = 'sku,name,weight,Shipping weight,brand\nA,One,6.65,7,Moss\n';
    const problem =
      'Column weight has no unit: choose it, or write it into the heading, such as "Weight (kg)" or "Length (cm)"';
    expect((await send(text)).error.errors).toMatchObject([{ field: 'file', message: problem }]);
    const csv = { file: { name: 'products.csv', content: text } };
    expect((await t.call(seller, uploadProductCsv, csv)).error.code).toBe('imports.unreadable');
    const first = await bring(text, { dryRun: 'true' });
    expect(first).toMatchObject({ state: 'CHECKED', failure: problem });
    expect(unitsOf(first)).toEqual([null, null, [null, 'OPEN'], [null, 'OPEN'], null]);
    const start = { ...at(first.id), body: { mode: 'VALID_ROWS' as const } };
    expect((await t.call(seller, startProductImport, start)).error.code).toBe('imports.wrong_state');
    const fields = ['sku', 'name', 'weight', 'shippingWeight', 'brand'];
    const short = await t.call(seller, remapProductImport, { ...at(first.id), body: { fields, units: ['KG'] } });
    expect(short.error.errors).toMatchObject([{ field: 'units', message: 'The file has 5 columns' }]);
    const chosen = await t.ok(seller, remapProductImport, {
      ...at(first.id),
      body: { fields, units: [null, null, 'KG', 'KG', null] },
    });
    expect(chosen).toMatchObject({ failure: null, counts: { create: 1 } });
    // A later choice about something else keeps the units.
    await t.ok(seller, remapProductImport, { ...at(first.id), body: { fields: [...fields.slice(0, 4), null] } });
    await t.ok(seller, startProductImport, start);
    const second = await bring(text.replace('A,One,6.65', 'B,Two,1'));
    expect(second).toMatchObject({ state: 'IMPORTED', mapping: 'REMEMBERED' });
    expect(unitsOf(second)[2]).toEqual(['KG', 'CHOSEN']);
    expect(await measures()).toMatchObject([
      { sku: 'A', weight: '6650.0000', shipping_weight: '7000.0000' },
      { sku: 'B', weight: '1000.0000' },
    ]);
  });

  it('can be named by the call, for columns that name none', async () => {
    const text = 'sku,name,weight,Packaging weight (g),length\nA,One,2,500,10\n';
    expect((await send(text, { weightUnit: 'KG' })).error.code).toBe('imports.unreadable');
    await bring(text, { weightUnit: 'KG', lengthUnit: 'IN' });
    expect(await measures()).toMatchObject([
      { weight: '2000.0000', unit_weight_ug: 2_500_000_000n, length: '10.0000', dimension_unit: 'IN' },
    ]);
  });

  it('are read from the cells that name them; the heading and the row must not contradict them', async () => {
    const made = await bring(
      'sku,name,weight,Shipping weight (kg),length\nA,Kettle,1.5 kg,"2,5kg",12″\nB,Pan,250g,"1,25",\n' +
        'C,Lid,1 cm,500 g,9 in.\nD,Box,0.5 lb,,1 m\n',
      { dryRun: 'true' },
    );
    expect(unitsOf(made)).toEqual([null, null, [null, 'CELLS'], ['KG', 'HEADING'], [null, 'CELLS']]);
    expect(made.columns[3]?.numbers?.reading).toBe('COMMA');
    expect(made.errors.map(({ row, column, value, reason }) => [row, column, value, reason])).toEqual([
      [4, 'weight', '1 cm', 'Use one of g, kg, oz, lb'],
      [4, 'Shipping weight (kg)', '500 g', 'This cell names another unit than its heading or its row'],
    ]);
    await t.ok(seller, startProductImport, { ...at(made.id), body: { mode: 'VALID_ROWS' } });
    expect(await measures()).toMatchObject([
      { sku: 'A', weight: '1500.0000', shipping_weight: '2500.0000', length: '12.0000', dimension_unit: 'IN' },
      { sku: 'B', weight: '250.0000', shipping_weight: '1250.0000' },
      { sku: 'D', weight: '8.0000', weight_unit: 'OZ', length: '100.0000', dimension_unit: 'CM' },
    ]);
  });

  it('are asked for if only some cells name them, and then count for the others', async () => {
    const made = await bring('sku,name,weight\nA,Kettle,1.5 kg\nB,Pan,250\n', { dryRun: 'true' });
    expect(unitsOf(made)[2]).toEqual([null, 'OPEN']);
    await t.ok(seller, remapProductImport, {
      ...at(made.id),
      body: { fields: ['sku', 'name', 'weight'], units: [null, null, 'GR'] },
    });
    await t.ok(seller, startProductImport, { ...at(made.id), body: { mode: 'VALID_ROWS' } });
    expect(await measures()).toMatchObject([{ weight: '1500.0000' }, { weight: '250.0000' }]);
  });

  it('are not asked for a column without values', async () => {
    expect((await bring('sku,name,weight\nA,One,\nB,Two,\n')).state).toBe('IMPORTED');
  });
});

describe('a product whose measures are in other units than the file', () => {
  const product = (sku: string, weightUnit: 'OZ' | 'GR' = 'OZ') =>
    t.ok(seller, createProduct, {
      body: { sku, name: sku, supplierIds: [supplier], weight: '5', shippingWeight: '8', weightUnit },
    });

  it('keeps its unit if it has measures that the file does not give, and none of them changes', async () => {
    const { id } = await product('A');
    const made = await bring('sku,weight (g)\nA,453.5924\n');
    expect(await changesOf(made.id)).toEqual([['A', 'weight 5 OZ 16 OZ']]);
    expect(await t.ok(seller, getProduct, { params: { id } })).toMatchObject({
      weight: '16',
      shippingWeight: '8',
      weightUnit: 'OZ',
    });
  });

  it('takes the unit of the file if the file gives all of its measures, so that nothing is rounded', async () => {
    const { id } = await product('A');
    const made = await bring('sku,weight (kg),Shipping weight (g)\nA,0.4,500.5\n');
    expect(await changesOf(made.id)).toEqual([['A', 'weight 5 OZ 400 GR', 'shippingWeight 8 OZ 500.5 GR']]);
    expect(await t.ok(seller, getProduct, { params: { id } })).toMatchObject({ weight: '400', weightUnit: 'GR' });
    await t.ok(seller, patchProduct, { params: { id }, body: { packagingWeight: '1' } });
    expect((await bring('sku,weight (g),Shipping weight (g)\nA,400,500.5\n')).counts).toMatchObject({ skip: 1 });
  });

  it('refuses a converted measure that has more digits than are stored', async () => {
    await product('A', 'GR');
    const ship = await bring('sku,name,weight (kg)\nB,Ship,10000\n', { dryRun: 'true' });
    expect(ship.errors).toMatchObject([{ row: 2, value: '10000', reason: 'This number is too large' }]);
    const ounces = await bring('sku,weight (oz)\nA,9999999\n', { dryRun: 'true' });
    expect(ounces.errors).toMatchObject([{ row: 2, column: 'weight (oz)', reason: 'This number is too large' }]);
  });
});

describe('the median parcel', () => {
  const sized = (weight: string, side: string) =>
    `sku,name,weight (g),length (cm),width (cm),height (cm)\n${['A', 'B', 'C']
      .map((sku) => `${sku},${sku},${weight},${side},${side},${side}\n`)
      .join('')}`;

  it.each([
    ['1.5', '10', 'LIGHT', '1.5', '1.5'],
    ['500', '100', 'THIN', '500', '0.5'],
    ['20', '10', null, '20', '20'],
    ['500', '10', null, '500', '500'],
  ])('of %s g and %s cm is questioned as %s', async (weight, side, doubt, grams, density) => {
    const made = await bring(sized(weight, side), { dryRun: 'true' });
    expect(made.parcels).toEqual({ weight: grams, density, doubt });
    expect((await t.ok(seller, getProductImport, at(made.id))).parcels?.doubt).toBe(doubt);
  });

  it('is unknown for a file without measures', async () => {
    expect((await bring('sku,name\nA,One\n')).parcels).toBeNull();
  });
});
