import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from './app.ts';
import { checkPackingList } from '@quayside/contracts/shipments/packing-lists';
import { listProductImportRows, remapProductImport } from '@quayside/contracts/products/product-imports';
import { createProduct } from '@quayside/contracts/products/products';
import { remapSupplierImport } from '@quayside/contracts/suppliers/supplier-imports';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { errorsOf } from './packing-lists.ts';
import { type FileKind, readFile, readPasted } from './read-tables.ts';
import { aPlan } from './shipment-plans.ts';
import { anOrderOf, packed } from './shipments.ts';
import { bool, formula, inline, number, workbookOf } from './workbook-file.ts';

// What a person may send is the same for every kind of table, so each rule is tested with all of them.

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

const ORDER_HEAD = 'amazon-order-id,purchase-date,sales-channel,sku,item-status,quantity';
const BOUGHT = '2026-11-02T10:00:00+00:00';
/** For each kind: headings, two rows, and a row in which the quote in the second cell is faulty. */
const QUOTED: Readonly<Record<FileKind, readonly [string, string, string, string]>> = {
  products: ['sku,name,brand', 'A,Pan,x', 'B,Pot,y', 'C,"Webcam, 1/2" Sensor",z'],
  suppliers: ['company name,local name,notes', 'Haosheng,a,x', 'Mingda,b,y', 'Third,"5" works",z'],
  orders: [ORDER_HEAD, `1,${BOUGHT},Amazon.de,A,Shipped,1`, `2,${BOUGHT},Amazon.de,A,Shipped,2`, `3,"x" y",z`],
  counts: ['sku,note,quantity', 'A,x,5', 'A,y,6', 'A,"Webcam, 1/2" Sensor",7'],
  opening: ['sku,place,quantity,unit cost,day', 'A,,5,1.00,2026-11-01', 'A,,5,1.00,2026-11-01', 'A,"x" y",5,1,2'],
  freight: [
    'name,notes,mode,currency,unit,price',
    'One,,AIR,USD,KG,2.5',
    'Two,,SEA,USD,CBM,90',
    'Three,"x" y",AIR,U,K,2',
  ],
  duty: ['hs code,notes,country,duty %', '7323.93,,GB,2', '7323.94,,DE,3', '7323.95,"x" y",GB,4'],
  rates: ['day,from,to,rate', '2026-11-02,EUR,GBP,0.87', '2026-11-03,EUR,GBP,0.88', '2026-11-04,"EUR" x,GBP,0.89'],
};

describe('a faulty quote in a file', () => {
  it.each(Object.keys(QUOTED) as FileKind[])('of %s is an error of its row, and the others are read', async (kind) => {
    const [head, one, two, faulty] = QUOTED[kind];
    const sound = await readFile(t, maya, kind, `${head}\n${one}\n${two}\n`);
    const column = head.split(',')[1] ?? '';
    const { rows, errors } = await readFile(t, maya, kind, `${head}\n${one}\n${faulty}\n${two}\n`);
    expect(rows).toBe(sound.rows + 1);
    expect(errors).toContain(
      `3 ${column}: A quote closes before the end of this cell. Write a quote inside of quotes twice: ""`,
    );
    expect(errors.filter((error) => error.startsWith('3 '))).toHaveLength(1);
    // The rows around it have the errors that they have without it, and no others.
    expect(errors).toHaveLength(sound.errors.length + 1);
  });

  it.each([
    ['lines', 'Description,Amount\nKettle,5.00\n"Lid" x,6.00\nPot,7.00'],
    ['items', 'Description,Qty,Amount\nKettle,1,5.00\n"Lid" x,1,6.00\nPot,1,7.00'],
    ['accounts', 'Name,Code\nKettle,5\n"Lid" x,6\nPot,7'],
  ] as const)('of pasted %s is an error of its row, and the others are read', async (kind, text) => {
    const { rows, errors } = await readPasted(t, maya, kind, text);
    expect(rows).toBe(3);
    expect(errors).toEqual([expect.stringMatching(/^3 (-|name): A quote closes before the end of this cell/)]);
  });
});

const ROUNDED = 'A spreadsheet has rounded this code. Format the column as text, and enter the code again';
const DATE = 'A spreadsheet has turned this code into a date. Format the column as text, and enter the code again';
const BOOLEAN =
  'A spreadsheet has turned this code into TRUE or FALSE. Format the column as text, and enter the code again';
const NO_VALUE =
  'This formula has no stored result. Open the file in your spreadsheet program, save it, and send it again';
type Cell = ReturnType<typeof inline>;

/** For each kind with codes: its headings, and a row with this code. */
const CODED: Readonly<Partial<Record<FileKind, readonly [string, (code: Cell) => readonly Cell[]]>>> = {
  products: ['sku,name', (code) => [code, inline('Pan')]],
  orders: [ORDER_HEAD, (code) => [...['1', BOUGHT, 'Amazon.de'].map(inline), code, inline('Shipped'), number('1')]],
  counts: ['sku,quantity', (code) => [code, number('5')]],
  opening: ['sku,quantity,unit cost,day', (code) => [code, number('5'), number('1'), inline('2026-11-01')]],
  duty: ['sku,country,duty %', (code) => [code, inline('GB'), number('2')]],
};

describe('a code in a workbook', () => {
  const bookOf = (kind: FileKind, codes: readonly Cell[]) => {
    const [head, rowOf] = CODED[kind] ?? ['', () => []];
    return workbookOf({ Table: [head.split(',').map(inline), ...codes.map(rowOf)] });
  };
  const aProduct = async (sku: string) => {
    const supplier = await t.ok(maya, createSupplier, { body: { companyName: `Supplier of ${sku}` } });
    await t.ok(maya, createProduct, { body: { sku, name: sku, supplierIds: [supplier.id] } });
  };

  it.each(Object.keys(CODED) as FileKind[])('of %s is the one that the spreadsheet shows', async (kind) => {
    for (const sku of ['00123', '90.750']) await aProduct(sku);
    const { errors, body, rows } = await readFile(t, maya, kind, bookOf(kind, [number('123', 4), number('90.75', 5)]));
    expect([rows, errors]).toEqual([2, []]);
    if (kind === 'products') expect(body['counts']).toMatchObject({ create: 0 });
    if (kind === 'orders') expect(body['unknownSkus']).toEqual([]);
  });

  it.each(Object.keys(CODED) as FileKind[])('of %s that a spreadsheet has spoilt says so', async (kind) => {
    await aProduct('00123');
    const codes = [number('1.23456789012345E17'), number('45981', 1), bool(true), formula('B2'), inline('1.2E+11')];
    const { errors, rows } = await readFile(t, maya, kind, bookOf(kind, codes));
    expect(rows).toBe(5);
    expect(errors).toEqual([
      `2 sku: ${ROUNDED}`,
      `3 sku: ${DATE}`,
      `4 sku: ${BOOLEAN}`,
      `5 sku: ${NO_VALUE}`,
      `6 sku: ${ROUNDED}`,
    ]);
  });

  it.each(['lines', 'items'] as const)('of pasted %s that a spreadsheet has rounded says so', async (kind) => {
    const { errors } = await readPasted(t, maya, kind, 'SKU\tQty\tAmount\n1.23457E+11\t1\t5.00');
    expect(errors).toEqual([`2 sku: ${ROUNDED}`]);
  });

  it('of a packing list is the one that the spreadsheet shows, or says what a spreadsheet has done', async () => {
    const order = await anOrderOf(t, maya, { sku: '00123', units: 100 });
    const { packListId } = await packed(t, maya, order.id, { quantity: 1 });
    const shipmentPlanId = (await aPlan(t, maya, [packListId])).id;
    const rows = [number('123', 4), number('45981', 1), inline('1.2E+11')];
    const file = workbookOf({
      S: [['Item No.', 'Cartons', 'Qty/ctn'].map(inline), ...rows.map((code) => [code, number('1'), number('5')])],
    });
    const list = await t.ok(maya, checkPackingList, {
      params: { shipmentPlanId },
      body: { base64: file.toString('base64') },
    });
    expect(errorsOf(list)).toEqual([`3 sku: ${DATE}`, `4 sku: ${ROUNDED}`]);
  });

  it('of a form that shows a lost zero is refused with the zero', async () => {
    const file = workbookOf({
      S: [
        ['sku', 'name', 'hsCode', 'barcode'].map(inline),
        [inline('A'), inline('Pan'), number('102030405'), number('36000291452')],
        [inline('B'), inline('Pot'), number('85167970'), number('4006381333931')],
      ],
    });
    const lost = (code: string) =>
      `A spreadsheet has probably removed a zero: ${code}. Format the column as text, and enter the code again`;
    expect((await readFile(t, maya, 'products', file)).errors).toEqual([
      `2 hsCode: ${lost('0102030405')}`,
      `2 barcode: ${lost('036000291452')}`,
    ]);
    const duties = workbookOf({
      S: [['hs code', 'country', 'duty %'].map(inline), [number('102030405'), inline('GB'), number('2')]],
    });
    expect((await readFile(t, maya, 'duty', duties)).errors).toEqual([`2 hs code: ${lost('0102030405')}`]);
  });
});

describe('a file with titles above its headings', () => {
  it.each(Object.keys(QUOTED) as FileKind[])(
    'of %s is read from its headings on, as text and as a workbook',
    async (kind) => {
      const [head, one, two] = QUOTED[kind];
      const cells = [head, one, two].map((line) => line.split(','));
      const plain = await readFile(t, maya, kind, `${head}\n${one}\n${two}\n`);
      const titles = 'Haosheng Houseware; Ningbo\n\n"List, of 2026"\n';
      const text = await readFile(t, maya, kind, `${titles}${cells.map((row) => row.join(';')).join('\n')}\n`);
      expect([text.rows, text.errors.length]).toEqual([plain.rows, plain.errors.length]);
      const book = workbookOf({
        Notes: [[inline('Read me first')]],
        Table: [[inline('Haosheng')], [inline('List of 2026')], ...cells.map((row) => row.map(inline))],
        Other: cells.map((row) => row.map(inline)),
      });
      const read = await readFile(t, maya, kind, book);
      expect(read.rows).toBe(plain.rows);
      expect(read.body['reading']).toMatchObject({ sheet: 'Table', sheets: ['Table', 'Other'], hiddenRows: 0 });
      const other = await readFile(t, maya, kind, book, { sheet: 'Other' });
      expect([other.rows, other.body['reading']]).toMatchObject([plain.rows, { sheet: 'Other' }]);
    },
  );

  it.each(Object.keys(QUOTED) as FileKind[])('of %s names its encoding, and takes that of a person', async (kind) => {
    const [head, one] = QUOTED[kind];
    const text = `${head}\n${one}${kind === 'orders' ? ',' : ''}`;
    const bytes = Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from('d6f1', 'hex'), Buffer.from('\n')]);
    const file = { encoding: 'gbk' as const };
    expect((await readFile(t, maya, kind, bytes)).body['reading']).toMatchObject({ isEncodingSure: false });
    const chosen = await readFile(t, maya, kind, bytes, file);
    expect(chosen.body['reading']).toMatchObject({ encoding: 'gbk', isEncodingSure: true });
  });

  it('can be a template of Amazon with three rows of headings', async () => {
    const rows = [
      'TemplateType=fptcustom,Version=2026.1,The top 3 rows are for Amazon.com use only.,',
      'Seller SKU,Product Name,Brand Name,EAN',
      'sku,name,brand,barcode',
      'A,Pan,Haosheng,4006381333931',
    ];
    const { rows: count, errors, body } = await readFile(t, maya, 'products', `${rows.join('\n')}\n`);
    expect([count, errors]).toEqual([1, []]);
    expect(body['sample']).toMatchObject([{ sku: 'A' }]);
  });

  it('is read again from another sheet or in another encoding, with its columns guessed anew', async () => {
    const book = workbookOf({
      One: [['sku', 'name'].map(inline), ['A', 'Pan'].map(inline)],
      Two: [['company name', 'sku', 'name'].map(inline), ['Haosheng', 'B', 'Pot'].map(inline)],
    });
    const { body } = await readFile(t, maya, 'products', book);
    const params = { importId: String(body['id']) };
    const again = await t.ok(maya, remapProductImport, { params, body: { sheet: 'Two' } });
    expect(again).toMatchObject({ sheet: 'Two', reading: { sheets: ['One', 'Two'] }, sample: [{ sku: 'B' }] });
    expect((await t.call(maya, remapProductImport, { params, body: {} })).status).toBe(422);
    const suppliers = workbookOf({
      One: [['company name'].map(inline), ['Haosheng'].map(inline)],
      Two: [['Company name', 'notes'].map(inline), ['Mingda', 'x'].map(inline)],
    });
    const read = await readFile(t, maya, 'suppliers', suppliers);
    const other = await t.ok(maya, remapSupplierImport, {
      params: { importId: String(read.body['id']) },
      body: { sheet: 'Two' },
    });
    expect(other).toMatchObject({ sheet: 'Two', columns: [{ name: 'Company name' }, { name: 'notes' }] });
    expect((await t.call(maya, remapSupplierImport, { params: { importId: other.id }, body: {} })).status).toBe(422);
  });
});

describe('a cell of numbers', () => {
  const NONE = ['N/A', '-', '--', 'NULL', '#N/A'];
  it('that says that it has none counts as empty', async () => {
    const products = NONE.map((none, i) => `P${i},Pan,${none},${none},${none}`).join('\n');
    const read = await readFile(
      t,
      maya,
      'products',
      `sku,name,weight (kg),supplierLeadTime,supplierPrice\n${products}\n`,
    );
    expect(read.errors).toEqual([]);
    const rates = NONE.map((none, i) => `R${i},AIR,USD,KG,2.5,${none}`).join('\n');
    expect((await readFile(t, maya, 'freight', `name,mode,currency,unit,price,minimum\n${rates}\n`)).errors).toEqual(
      [],
    );
    const counts = NONE.map((none) => `A,${none}`).join('\n');
    const { errors } = await readFile(t, maya, 'counts', `sku,quantity\n${counts}\n`);
    expect(errors.filter((error) => error.includes('quantity: This field is required'))).toHaveLength(NONE.length);
    const lines = await readPasted(t, maya, 'lines', 'Description\tQty\tAmount\nLid\t-\t5.00\nPot\tN/A\t6.00');
    expect(lines.errors).toEqual([]);
  });

  it('can be a weight in pounds and ounces', async () => {
    const { errors, body } = await readFile(
      t,
      maya,
      'products',
      'sku,name,weight\nA,Pan,2 lbs 4 oz\nB,Pot,1 lb 0.5 oz\n',
    );
    expect(errors).toEqual([]);
    const { content } = await t.ok(maya, listProductImportRows, { params: { importId: String(body['id']) } });
    expect(content.map(({ changes }) => changes.find(({ field }) => field === 'weight')?.after)).toEqual([
      '36',
      '16.5',
    ]);
    expect((await readFile(t, maya, 'products', `sku,name,length\nA,Pan,5'10"\n`)).errors).toHaveLength(1);
  });

  it('with a formula whose result is not stored says so, and one in a column that is not read does not', async () => {
    for (const kind of ['products', 'suppliers', 'counts', 'freight', 'rates'] as const) {
      const [head, one] = QUOTED[kind];
      const names = head.split(',');
      const row = one.split(',').map(inline);
      const at = kind === 'freight' ? names.indexOf('price') : names.length - 1;
      const book = workbookOf({
        S: [[...names, 'x'].map(inline), [...row.with(at, formula('B2*2')), formula('B2')], [...row, formula('B2')]],
      });
      const { errors } = await readFile(t, maya, kind, book);
      expect(errors.filter((error) => error.includes('no stored result'))).toEqual([
        `2 ${names[at] ?? ''}: ${NO_VALUE}`,
      ]);
    }
  });
});
