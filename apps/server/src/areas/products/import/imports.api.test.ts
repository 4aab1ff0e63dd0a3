import { existsSync, readdirSync } from 'node:fs';
import {
  createProductImport,
  getProductCsvTemplate,
  getProductImport,
  getProductImportErrorFile,
  listProductImportRows,
  type ProductImport,
  startProductImport,
  uploadProductCsv,
} from '@quayside/contracts/products/product-imports';
import { replaceProductSuppliers } from '@quayside/contracts/products/product-suppliers';
import { createProduct, getProduct, patchProduct } from '@quayside/contracts/products/products';
import { listProducts, productTotals } from '@quayside/contracts/products/product-lists';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import iconv from 'iconv-lite';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { matchStaged } from './imports.rows.queries.ts';

let t: TestApp;
let seller: TestPerson;
let supplier: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  seller = await t.admin();
  supplier = (await t.ok(seller, createSupplier, { body: { companyName: 'Ningbo Pans', localName: '宁波锅具厂' } })).id;
});

type Query = { dryRun?: 'true'; mode?: ProductImport['mode'] };
const send = (content: Buffer | string, query: Query = {}, name = 'products.csv') =>
  t.call(seller, createProductImport, { query, file: { name, content } });
const bring = (content: Buffer | string, query: Query = {}) =>
  t.ok(seller, createProductImport, { query, file: { name: 'products.csv', content } });
const stored = async () => (await t.ok(seller, listProducts, { query: { size: 9999 } })).content;
const count = async () => (await t.ok(seller, productTotals)).count;

/** What each row of a dry run would do, with the SKU of its product. */
const plan = async (content: string) => {
  const { sample, errors } = await bring(content, { dryRun: 'true' });
  return { rows: sample.map(({ action, sku }) => [action, sku]), errors };
};

const AMAZON_HEADER = (
  'item-name item-description listing-id seller-sku price quantity open-date image-url item-is-marketplace ' +
  'product-id-type zshop-shipping-fee item-note item-condition zshop-category1 zshop-browse-path ' +
  'zshop-storefront-feature asin1 asin2 asin3 will-ship-internationally expedited-shipping zshop-boldface ' +
  'product-id bid-for-featured-placement add-delete pending-quantity fulfillment-channel ' +
  'merchant-shipping-group status'
).replaceAll(' ', '\t');
interface Listing {
  sku: string;
  name: string;
  asin?: string;
  idType?: string;
  productId?: string;
  channel?: string;
  status?: string;
}
const listing = (l: Listing) =>
  [
    l.name,
    '',
    '0929FIRW02F',
    l.sku,
    '120.49',
    '',
    '29/09/2025 16:19:39 BST',
    '',
    'y',
    l.idType ?? '1',
    '',
    '',
    '11',
    '',
    '',
    '',
    l.asin ?? '',
    '',
    '',
    '',
    '',
    '',
    l.productId ?? '',
    '',
    '',
    '',
    l.channel ?? 'AMAZON_EU',
    'Migrated Template',
    l.status ?? 'Active',
  ].join('\t');
const report = (rows: Listing[], header = AMAZON_HEADER) =>
  `${header}\r\n${rows.map((l) => `${listing(l)}\r\n`).join('')}`;

describe('the import template', () => {
  it('is a file that can be imported unchanged', async () => {
    const template = await t.call(seller, getProductCsvTemplate);
    expect(template.headers['content-type']).toContain('text/csv');
    expect(
      template.text.startsWith(
        '\ufeffsku,name,asin,fnsku,brand,supplier,status,channel,countryOfOrigin,length,width,height,' +
          'dimensionUnit,weight,weightUnit,supplierLeadTime,notes\r\n',
      ),
    ).toBe(true);
    const result = await bring(template.text);
    expect(result).toMatchObject({
      state: 'IMPORTED',
      kind: 'CSV',
      encoding: 'utf-8',
      counts: { rows: 1, create: 1, update: 0, skip: 0, fail: 0 },
      errors: [],
    });
    expect((await stored())[0]).toMatchObject({
      name: 'Cast iron pan, 28 cm',
      channel: ['AMAZON_UK', 'AMAZON_DE'],
      hasWeight: true,
      hasVolume: true,
      supplier: [],
    });
  });

  it('accepts headers in any case, units and countries as words, and supplier names', async () => {
    const result = await bring(
      'SKU;Product Notes;Country Of Origin;name;Supplier;WEIGHT;weight_unit;Tags;unknown\n' +
        'A-1;;China;Bambus 竹;ningbo pans;12,5;grams;x|y;z\n',
    );
    expect(result.columns).toEqual([
      { name: 'SKU', field: 'sku', samples: ['A-1'], numbers: null, unit: null },
      { name: 'Product Notes', field: null, samples: [], numbers: null, unit: null },
      { name: 'Country Of Origin', field: 'countryOfOrigin', samples: ['China'], numbers: null, unit: null },
      { name: 'name', field: 'name', samples: ['Bambus 竹'], numbers: null, unit: null },
      { name: 'Supplier', field: 'supplier', samples: ['ningbo pans'], numbers: null, unit: null },
      {
        name: 'WEIGHT',
        field: 'weight',
        samples: ['12,5'],
        numbers: { reading: 'COMMA', ambiguous: null },
        unit: { kind: 'WEIGHT', unit: null, from: 'UNIT_COLUMN' },
      },
      { name: 'weight_unit', field: 'weightUnit', samples: ['grams'], numbers: null, unit: null },
      { name: 'Tags', field: 'tags', samples: ['x|y'], numbers: null, unit: null },
      { name: 'unknown', field: null, samples: ['z'], numbers: null, unit: null },
    ]);
    const state = await t.work(seller, (w) =>
      w.tx
        .selectFrom('product')
        .select(['name', 'country_of_origin', 'weight', 'unit_weight_ug', 'tags', 'version'])
        .executeTakeFirst(),
    );
    expect(state).toEqual({
      name: 'Bambus 竹',
      country_of_origin: 'CN',
      weight: '12.5000',
      unit_weight_ug: 12_500_000n,
      tags: ['x', 'y'],
      version: 1,
    });
    expect((await stored())[0]?.supplier).toEqual([
      { id: supplier, companyName: 'Ningbo Pans', localName: '宁波锅具厂' },
    ]);
  });

  it('matches SKUs in any case, ignores empty cells, skips unchanged rows, and logs changes', async () => {
    const other = (await t.ok(seller, createSupplier, { body: { companyName: 'Other' } })).id;
    const old = await t.ok(seller, createProduct, {
      body: { name: 'Old name', sku: 'Pan-1', brand: 'Moss', weight: '10', supplierIds: [other, supplier] },
    });
    await t.ok(seller, createProduct, { body: { name: 'Same', sku: 'PAN-2', weight: '1.5', supplierIds: [supplier] } });
    const result = await bring(
      "sku,name,brand,weight (g),supplier\npan-1,New name,,,Ningbo Pans\nPAN-2,Same,,1.50,\nPAN-3,'=Formula,'-x,,\n",
    );
    expect(result.counts).toEqual({ rows: 3, create: 1, update: 1, skip: 1, fail: 0 });
    expect(result.sample).toEqual([
      { row: 2, action: 'UPDATE', sku: 'Pan-1', name: 'New name' },
      { row: 3, action: 'SKIP', sku: 'PAN-2', name: 'Same' },
      { row: 4, action: 'CREATE', sku: 'PAN-3', name: '=Formula' },
    ]);
    const [formula, renamed, same] = await stored();
    expect(formula).toMatchObject({ sku: 'PAN-3', name: '=Formula', brand: '-x' });
    expect(renamed).toMatchObject({
      id: old.id,
      sku: 'Pan-1',
      name: 'New name',
      brand: 'Moss',
      hasWeight: true,
      version: 2,
    });
    expect(renamed?.supplier.map((s) => s.id)).toEqual([other, supplier]);
    expect(same).toMatchObject({ sku: 'PAN-2', version: 1 });
    const log = await t.work(seller, (w) =>
      w.tx
        .selectFrom('product_history')
        .select(['source', 'field', 'old_value', 'new_value'])
        .where('source', '=', 'CSV_IMPORT')
        .orderBy('id')
        .execute(),
    );
    expect(log).toEqual([
      { source: 'CSV_IMPORT', field: 'sku', old_value: null, new_value: 'PAN-3' },
      { source: 'CSV_IMPORT', field: 'name', old_value: 'Old name', new_value: 'New name' },
    ]);
  });
});

describe("Amazon's listings report", () => {
  it('is recognised by its header, and changes only the fields that it describes', async () => {
    const text = report([
      { sku: '1234567', name: 'Vest "slim" | 0.6 L', asin: 'B01I53BE4O' },
      {
        sku: 'ATV2',
        name: 'Apple TV 2, MC572FD_A',
        idType: '1',
        productId: 'B0041IZHVO',
        channel: 'DEFAULT',
        status: 'Inactive',
      },
      { sku: '35-GFRR-W3VC', name: 'Survive "The Vibe', idType: '4', productId: '3800065711135', status: 'Incomplete' },
    ]);
    const result = await bring(text);
    expect(result).toMatchObject({
      kind: 'AMAZON_LISTINGS',
      encoding: 'utf-8',
      state: 'IMPORTED',
      counts: { rows: 3, create: 3, fail: 0 },
    });
    expect(result.columns.flatMap(({ name, field }) => (field === null ? [] : [{ name, field }]))).toEqual([
      { name: 'item-name', field: 'name' },
      { name: 'seller-sku', field: 'sku' },
      { name: 'asin1', field: 'asin' },
      { name: 'product-id', field: 'asin' },
      { name: 'status', field: 'status' },
    ]);
    expect(await stored()).toMatchObject([
      { name: 'Apple TV 2, MC572FD_A', asin: 'B0041IZHVO', status: 'INACTIVE', channel: [] },
      { name: 'Survive "The Vibe', asin: null, status: 'UNDER_REVIEW' },
      { name: 'Vest "slim" | 0.6 L', asin: 'B01I53BE4O', status: 'ACTIVE' },
    ]);
  });

  it('may have rows without the last cells, and no status column', async () => {
    const row = listing({ sku: 'EU-1', name: 'Krups' });
    const eu = `${AMAZON_HEADER}\tMinimum order quantity\tSell remainder\r\n${row}\r\n`;
    expect((await bring(eu)).counts).toMatchObject({ create: 1, fail: 0 });
    const na =
      'item-name\tseller-sku\tproduct-id-type\tasin1\tproduct-id\tfulfillment-channel\n' +
      'Atomic Habits: [Hardcover] Clear, James\t0F-O1L9-60Y7\t1\t0735211299\t0735211299\tAMAZON_NA\n';
    expect((await bring(na)).counts).toMatchObject({ create: 1, fail: 0 });
    expect(await stored()).toMatchObject([
      { sku: '0F-O1L9-60Y7', asin: '0735211299', status: 'ACTIVE' },
      { sku: 'EU-1' },
    ]);
  });

  it('keeps statuses that a person chose', async () => {
    const { id } = await t.ok(seller, createProduct, {
      body: { name: 'Best', sku: 'BEST', status: 'TOP_SELLER', supplierIds: [supplier] },
    });
    expect((await bring(report([{ sku: 'BEST', name: 'Best' }]))).counts).toMatchObject({ skip: 1, update: 0 });
    await t.ok(seller, patchProduct, { params: { id }, body: { status: 'ACTIVE' } });
    expect((await bring(report([{ sku: 'BEST', name: 'Best', status: 'Inactive' }]))).counts).toMatchObject({
      update: 1,
    });
  });

  it.each([
    [2_500, 'utf-8'],
    [300, 'windows-1252'],
  ] as const)(
    'is imported completely with %d rows in %s at once',
    async (size, encoding) => {
      const foreign = encoding === 'utf-8' ? 'Größe é € 竹制砧板' : 'Größe é € “plein”';
      const rows = (version: string): Listing[] =>
        Array.from({ length: size }, (_, i) => ({
          sku: `SKU-${i}`,
          name: `Product ${i} ${foreign} ${version}`,
          asin: `B${String(i).padStart(9, '0')}`,
        }));
      const file = (version: string) => iconv.encode(report(rows(version)), encoding);
      const checked = await bring(file('1'), { dryRun: 'true' });
      expect(checked).toMatchObject({ state: 'CHECKED', encoding, counts: { rows: size, create: size, fail: 0 } });
      expect(await count()).toBe(0);
      expect((await bring(file('1'))).counts).toMatchObject({ create: size });
      expect((await t.ok(seller, listProducts, { query: { sku: `sku-${size - 1}` } })).content[0]).toMatchObject({
        name: `Product ${size - 1} ${foreign} 1`,
        asin: `B${String(size - 1).padStart(9, '0')}`,
      });
      expect((await bring(file('2'))).counts).toMatchObject({ update: size });
      expect((await bring(file('2'))).counts).toMatchObject({ skip: size });
      const changes = await t.work(seller, (w) =>
        w.tx
          .selectFrom('product_history')
          .select((eb) => eb.fn.countAll<bigint>().as('n'))
          .executeTakeFirst(),
      );
      expect(changes?.n).toBe(BigInt(2 * size));
    },
    240_000,
  );
});

it('the rows of a large file are matched with a query plan of their own, after any small files', async () => {
  await t.work(seller, async (w) => {
    for (let i = 0; i < 7; i += 1) await matchStaged(w, w.newId());
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%from product_import_row s join product p%'
    `.execute(w.tx);
    expect(rows).toEqual([]);
  });
});

describe('a row whose SKU is another code of a product', () => {
  const pan = (sku: string, more: object = {}) =>
    t.ok(seller, createProduct, { body: { name: `Product ${sku}`, sku, supplierIds: [supplier], ...more } });

  it('changes that product and creates no second one', async () => {
    const { id } = await pan('PAN-1', { skuAlias: ['PAN-OLD', 'PAN-2019'], asin: 'B0PAN00001', barcode: '96385074' });
    const other = await t.ok(seller, createSupplier, { body: { companyName: 'Harwich Trading' } });
    const two = await pan('PAN-2', { supplierIds: [supplier, other.id] });
    const three = await pan('PAN-3');
    const number = (productId: string, supplierId: string) =>
      t.ok(seller, replaceProductSuppliers, {
        params: { id: productId },
        body: { suppliers: [{ supplierId, supplierSku: 'N-100' }] },
      });
    await number(two.id, other.id);
    await number(three.id, supplier);
    // The row names a supplier, so its item numbers come before those of others.
    const file =
      'sku,name,brand,supplier,parent\npan-old,Product PAN-1,Moss,,\nN-100,Product PAN-2,Moss,Harwich Trading,\n' +
      'PAN-NEW,New pan,Moss,,B0PAN00001\n';
    expect(await plan(file)).toEqual({
      rows: [
        ['UPDATE', 'PAN-1'],
        ['UPDATE', 'PAN-2'],
        ['CREATE', 'PAN-NEW'],
      ],
      errors: [],
    });
    expect((await bring(file)).counts).toMatchObject({ create: 1, update: 2, fail: 0 });
    const after = await stored();
    expect(after.map((p) => [p.sku, p.brand, p.parentId])).toEqual([
      ['PAN-NEW', 'Moss', id],
      ['PAN-1', 'Moss', null],
      ['PAN-2', 'Moss', null],
      ['PAN-3', null, null],
    ]);
    expect((await bring('sku,brand\n96385074,Moss\n')).counts).toMatchObject({ create: 0, skip: 1 });
    // Two rows for one product are told, whichever of its codes they have.
    const twice = await plan('sku,brand\nPAN-1,Fern\nPAN-2019,Tern\n');
    expect(twice.errors).toMatchObject([{ row: 3, column: 'sku', reason: 'The same SKU as in row 2' }]);
  });

  it('says in the preview by which code its product was found, if that is not the SKU', async () => {
    const { id } = await pan('LID-1', { skuAlias: ['LID-OLD'], barcode: '4006381333931' });
    const { id: importId } = await t.ok(seller, createProductImport, {
      query: { dryRun: 'true' },
      file: { name: 'a.csv', content: 'sku,name\nlid-old,Lid one\nLID-NEW,New\n' },
    });
    const rows = async () =>
      (await t.ok(seller, listProductImportRows, { params: { importId } })).content.map((r) => [r.sku, r.foundBy]);
    const found = [
      ['LID-1', { by: 'ALIAS', code: 'lid-old' }],
      ['LID-NEW', null],
    ];
    expect(await rows()).toEqual(found);
    await t.ok(seller, startProductImport, { params: { importId }, body: { mode: 'ALL_OR_NOTHING' } });
    expect(await rows()).toEqual(found);
    expect((await t.ok(seller, getProduct, { params: { id } })).name).toBe('Lid one');
  });

  it('is an error that names the products if several have the code', async () => {
    await pan('CUP-1', { asin: 'B0CUP00001' });
    await pan('CUP-2', { asin: 'B0CUP00001' });
    // The first row may mean one of the two, so it is not refused as a new product without a name.
    const { rows, errors } = await plan('sku,name,parent\nB0CUP00001,,\nCUP-3,Cup 3,b0cup00001\n');
    expect(rows.map(([action]) => action)).toEqual(['FAIL', 'FAIL']);
    const reason =
      'Several products have this code: CUP-1 (Product CUP-1), CUP-2 (Product CUP-2). ' +
      'Enter the SKU of the one that you mean';
    expect(errors).toMatchObject([
      { row: 2, column: 'sku', value: 'B0CUP00001', reason },
      { row: 3, column: 'parent', value: 'b0cup00001', reason },
    ]);
    expect(await count()).toBe(2);
  });
});

describe('a dry run', () => {
  it('reports what would happen and stores only the report', async () => {
    const text = 'sku,name,weight (g)\nA,Good,1\nB,Bad,heavy\n';
    const result = await bring(text, { dryRun: 'true' });
    expect(result).toMatchObject({
      state: 'CHECKED',
      isDryRun: true,
      counts: { rows: 2, create: 1, fail: 1 },
      errorCount: 1,
      sameFileAs: null,
    });
    expect(result.errors).toMatchObject([
      { row: 3, column: 'weight (g)', value: 'heavy', reason: 'Enter a number of 0 or more with at most 4 decimals' },
    ]);
    expect(await t.ok(seller, getProductImport, { params: { importId: result.id } })).toEqual(result);
    expect(await count()).toBe(0);
    expect(await t.work(seller, (w) => w.tx.selectFrom('product_history').select('id').execute())).toEqual([]);
  });
});

describe('rows with errors', () => {
  const mixed = 'sku,name\nA,Good\nB,\nC,Fine\n';
  it('block the whole file, unless the person asks for the good rows', async () => {
    const refused = await send(mixed);
    expect(refused).toMatchObject({
      status: 201,
      body: {
        state: 'REFUSED',
        counts: { create: 2, fail: 1 },
        errors: [{ row: 3, column: 'name', value: '', reason: 'A new product needs a name' }],
      },
    });
    expect(await count()).toBe(0);
    expect(await bring(mixed, { mode: 'VALID_ROWS' })).toMatchObject({
      state: 'IMPORTED',
      counts: { create: 2, fail: 1 },
      mode: 'VALID_ROWS',
    });
    expect((await stored()).map((p) => p.sku)).toEqual(['C', 'A']);
    expect(await bring('sku,name\nX,\n', { mode: 'VALID_ROWS' })).toMatchObject({ state: 'REFUSED' });
  });

  it('make the documented CSV call fail, with the place of each error', async () => {
    const answer = await t.call(seller, uploadProductCsv, { file: { name: 'p.csv', content: mixed } });
    expect(answer).toMatchObject({
      status: 422,
      error: { code: 'imports.has_errors', errors: [{ field: 'rows.3.name', message: 'A new product needs a name' }] },
    });
    expect(await t.work(seller, (w) => w.tx.selectFrom('import').select('id').execute())).toEqual([]);
    expect(
      (await t.ok(seller, uploadProductCsv, { file: { name: 'p.csv', content: 'sku,name\nA,Good\n' } })).state,
    ).toBe('IMPORTED');
    const tsv = await t.call(seller, uploadProductCsv, { file: { name: 'p.tsv', content: 'sku\tname\nA\tGood\n' } });
    expect([tsv.status, tsv.error.message]).toEqual([415, 'Only CSV files are allowed']);
  });

  it.each([
    ['sku,name\nA,One\na,Two\n', { row: 3, column: 'sku', value: 'a', reason: 'The same SKU as in row 2' }],
    ['sku,name\n,Nobody\n', { row: 2, column: 'sku', value: '', reason: 'Every row needs a SKU' }],
    ['sku,name\nADD,x\n', { row: 2, column: 'sku', value: 'ADD', reason: 'This word cannot be a SKU' }],
    [
      'sku,name\nA,x\0y\n',
      { row: 2, column: 'name', value: 'x\u2400y', reason: 'This text holds a character that cannot be stored' },
    ],
    [
      `sku,name\nA,${'n'.repeat(501)}\n`,
      { row: 2, column: 'name', value: 'n'.repeat(100), reason: 'At most 500 characters' },
    ],
    [
      `sku,name,other\nA,x,${'n'.repeat(32 * 1024 + 1)}\n`,
      { row: 2, column: 'other', value: 'n'.repeat(100), reason: 'The cell is longer than 32 KB' },
    ],
    [
      'sku,name,supplier\nA,x,Nobody Ltd\n',
      { row: 2, column: 'supplier', value: 'Nobody Ltd', reason: 'No supplier has this company name' },
    ],
    [
      'sku,name,Status\nA,x,sold\n',
      {
        row: 2,
        column: 'Status',
        value: 'sold',
        reason: 'Use one of Active, Inactive, Top seller, Under review, Closed listing, Discontinued',
      },
    ],
    [
      'sku,name,countryOfOrigin\nA,x,Atlantis\n',
      {
        row: 2,
        column: 'countryOfOrigin',
        value: 'Atlantis',
        reason: 'Enter the code or the English name of a country',
      },
    ],
    ['sku,name,supplierLeadTime\nA,x,-3\n', { row: 2, column: 'supplierLeadTime', value: '-3', reason: 'Whole days' }],
    [
      'sku,name,weight_g\nA,x,-1\n',
      { row: 2, column: 'weight_g', value: '-1', reason: 'Enter a number of 0 or more with at most 4 decimals' },
    ],
    [
      'sku,name\nA,x,oops, a comma\n',
      {
        row: 2,
        column: '3',
        value: 'oops',
        reason: 'The row has 4 cells, the header 2: a cell with "," must stand in quotes',
      },
    ],
    [
      'sku,name,brand\nA,x,y\nB,z',
      { row: 3, column: 'brand', value: 'z', reason: 'The row ends after 2 of 3 cells: the file was cut off here' },
    ],
  ])('are named by cell: %j', async (text, error) => {
    const result = await bring(text);
    expect(result.state).toBe('REFUSED');
    expect(result.errors).toContainEqual(error);
    expect(await count()).toBe(0);
  });

  it('are not guessed when two suppliers share a name', async () => {
    await t.ok(seller, createSupplier, { body: { companyName: 'NINGBO PANS' } });
    expect((await bring('sku,name,supplier\nA,x,Ningbo pans\n')).errors).toMatchObject([
      { row: 2, column: 'supplier', value: 'Ningbo pans', reason: 'More than one supplier has this company name' },
    ]);
  });

  it('are listed up to a thousand, and only counted beyond', async () => {
    const result = await bring(`sku,name\n${Array.from({ length: 1200 }, (_, i) => `S${i},\n`).join('')}`);
    expect(result.errors).toHaveLength(1000);
    expect(result).toMatchObject({ errorCount: 1200, counts: { fail: 1200 } });
  });
});

describe('a row with a faulty quote', () => {
  const FILE = 'sku,name,brand\nA,Pan,x\nB,"Webcam, 1/2" Sensor",y\nC,Pot,z\n';
  it('refuses the whole file by default, as any other error does', async () => {
    expect(await bring(FILE)).toMatchObject({
      state: 'REFUSED',
      counts: { rows: 3, create: 2, fail: 1 },
      errors: [{ row: 3, column: 'name', value: 'Webcam, 1/2" Sensor' }],
    });
    expect(await count()).toBe(0);
  });

  it('is left out where only the valid rows are wanted, and stands in the error file as it was meant', async () => {
    const { id } = await bring(FILE, { mode: 'VALID_ROWS' });
    expect((await stored()).map(({ sku }) => sku).toSorted()).toEqual(['A', 'C']);
    const file = await t.call(seller, getProductImportErrorFile, { params: { importId: id } });
    expect(file.text).toContain('"B","Webcam, 1/2"" Sensor","y"');
  });
});

describe('a file without a table', () => {
  it.each([
    [
      'sku,"name\nA,Pan\nB,x\n',
      422,
      'imports.unreadable',
      'The quote that opens in row 1, column 2 never closes, or closes before the end of its cell.',
    ],
    ['name,brand\nx,y\n', 422, 'imports.unreadable', 'There is no column sku. The columns are: name, brand'],
    [
      'sku,name,SKU\nx,y,z\n',
      422,
      'imports.unreadable',
      'These columns mean the same: sku, SKU. Choose the one to read.',
    ],
    ['sku,name\n', 422, 'imports.unreadable', 'The file has a header, but no rows.'],
    ['\n \n', 422, 'imports.unreadable', 'The file is empty.'],
    [`sku,${'c,'.repeat(200)}\n1,\n`, 422, 'imports.unreadable', 'The file has 202 columns, at most 200 are read.'],
    [
      `sku,name\n${'A,B\n'.repeat(200_001)}`,
      422,
      'imports.unreadable',
      'The file has 200,001 rows, at most 200,000 are read at once. Split it.',
    ],
  ])('is refused with an explanation: %.40j', async (text, status, code, message) => {
    expect(await send(text)).toMatchObject({ status, error: { code, message, errors: [{ field: 'file', message }] } });
    expect(await t.work(seller, (w) => w.tx.selectFrom('import').select('id').execute())).toEqual([]);
  });

  it('is refused for its kind or size, and when it is missing', async () => {
    expect((await send(Buffer.from('504b0304140006000800', 'hex'), {}, 'products.xlsx')).status).toBe(415);
    expect((await send(Buffer.from('89504e470001020300000000', 'hex'))).error.code).toBe('wrong_file');
    expect((await send('')).error.errors).toMatchObject([{ field: 'file', message: 'The file is empty' }]);
    expect((await t.call(seller, createProductImport)).status).toBe(415);
  });
});

describe('an import', () => {
  const text = 'sku,name\nA,One\n';
  it('notifies the suppliers that gain a product, and those that lose one', async () => {
    const other = (await t.ok(seller, createSupplier, { body: { companyName: 'Yiwu Pots' } })).id;
    await t.ok(seller, createProduct, { body: { sku: 'POT', name: 'Pot', supplierIds: [supplier] } });
    const last = await t.deps.db.selectFrom('outbox').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    await bring('sku,supplier\nPOT,Yiwu Pots\n');
    const [pot] = await stored();
    expect(pot?.supplier.map(({ id }) => id)).toEqual([other]);
    const told = await t.deps.db
      .selectFrom('outbox')
      .select('payload')
      .where('id', '>', last.id)
      .where(sql<boolean>`payload->>'topic' = 'suppliers'`)
      .execute();
    expect(new Set(told.flatMap(({ payload }) => (payload as { ids: string[] }).ids))).toEqual(
      new Set([supplier, other]),
    );
  });

  it('detects a file that was imported before, and has one effect per key', async () => {
    const headers = { 'idempotency-key': 'import-1' };
    const file = { name: '../../evil\u202e.csv', content: text };
    const first = await t.ok(seller, createProductImport, { file, headers });
    expect(await t.ok(seller, createProductImport, { file, headers })).toEqual(first);
    expect(first.fileName).toBe('evil.csv');
    const again = await bring(text);
    expect(again).toMatchObject({ counts: { skip: 1 }, sameFileAs: { importId: first.id } });
    const events = await t.deps.db
      .selectFrom('outbox')
      .select('payload')
      .where('account_id', '=', seller.accountId)
      .where(sql<boolean>`payload->>'topic' not in ('suppliers', 'notifications')`)
      .orderBy('id')
      .execute();
    expect(events.map((e) => e.payload)).toMatchObject([
      { topic: 'imports', ids: [first.id] },
      { topic: 'products' },
      { topic: 'imports', ids: [again.id] },
    ]);
    const told = await t.work(seller, (w) =>
      w.tx
        .selectFrom('notification')
        .select(['summary', 'message', 'about_type', 'about_id'])
        .where('account_id', '=', seller.accountId)
        .where('about_id', 'in', [first.id, again.id])
        .orderBy('id')
        .execute(),
    );
    expect(told).toEqual([
      {
        summary: 'Import finished',
        message: 'evil.csv: 1 created, 0 updated, 0 skipped.',
        about_type: 'IMPORT',
        about_id: first.id,
      },
      {
        summary: 'Import finished',
        message: expect.stringContaining('0 created, 0 updated, 1 skipped.'),
        about_type: 'IMPORT',
        about_id: again.id,
      },
    ]);
  });

  it('keeps its file; a refused upload does not', async () => {
    const root = `${t.deps.config.dataDir}/files`;
    const files = () =>
      existsSync(root)
        ? readdirSync(root, { recursive: true, withFileTypes: true }).filter((e) => e.isFile()).length
        : 0;
    const before = files();
    await send('"sku\nA');
    expect(files()).toBe(before);
    await bring(text);
    expect(files()).toBe(before + 1);
  });

  it('belongs to its account, and a viewer can only read it', async () => {
    const made = await bring(text);
    const viewer = await t.member(seller);
    const stranger = await t.admin();
    expect((await t.ok(viewer, getProductImport, { params: { importId: made.id } })).id).toBe(made.id);
    expect((await t.call(viewer, createProductImport, { file: { name: 'a.csv', content: text } })).status).toBe(403);
    expect((await t.call(stranger, getProductImport, { params: { importId: made.id } })).status).toBe(404);
    expect(
      (await t.ok(stranger, createProductImport, { file: { name: 'a.csv', content: text } })).sameFileAs,
    ).toBeNull();
  });
});
