import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from './app.ts';
import { checkPackingList } from '@quayside/contracts/packing-lists';
import { createProduct } from '@quayside/contracts/products';
import { createSupplier } from '@quayside/contracts/suppliers';
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
