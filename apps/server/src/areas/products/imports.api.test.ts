import { existsSync, readdirSync } from 'node:fs';
import {
  createProductImport,
  getProductCsvTemplate,
  getProductImport,
  type ProductImport,
  uploadProductCsv,
} from '@quayside/contracts/product-imports';
import { createProduct, listProducts, patchProduct, productTotals } from '@quayside/contracts/products';
import { createSupplier } from '@quayside/contracts/suppliers';
import iconv from 'iconv-lite';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
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

const AMAZON_HEADER =
  'item-name\titem-description\tlisting-id\tseller-sku\tprice\tquantity\topen-date\timage-url\titem-is-marketplace\tproduct-id-type\tzshop-shipping-fee\titem-note\titem-condition\tzshop-category1\tzshop-browse-path\tzshop-storefront-feature\tasin1\tasin2\tasin3\twill-ship-internationally\texpedited-shipping\tzshop-boldface\tproduct-id\tbid-for-featured-placement\tadd-delete\tpending-quantity\tfulfillment-channel\tmerchant-shipping-group\tstatus';
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

describe('our template', () => {
  it('is a file that can be imported unchanged', async () => {
    const template = await t.call(seller, getProductCsvTemplate);
    expect(template.headers['content-type']).toContain('text/csv');
    expect(
      template.text.startsWith(
        '\ufeffsku,name,asin,fnsku,brand,supplier,status,channel,countryOfOrigin,length,width,height,dimensionUnit,weight,weightUnit,supplierLeadTime,notes\r\n',
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
      'SKU;Product Notes;Country Of Origin;name;Supplier;WEIGHT;weight_unit;Tags;unknown\nA-1;;China;Bambus 竹;ningbo pans;12,5;grams;x|y;z\n',
    );
    expect(result.columns).toEqual([
      { name: 'SKU', field: 'sku', samples: ['A-1'] },
      { name: 'Product Notes', field: null, samples: [] },
      { name: 'Country Of Origin', field: 'countryOfOrigin', samples: ['China'] },
      { name: 'name', field: 'name', samples: ['Bambus 竹'] },
      { name: 'Supplier', field: 'supplier', samples: ['ningbo pans'] },
      { name: 'WEIGHT', field: 'weight', samples: ['12,5'] },
      { name: 'weight_unit', field: 'weightUnit', samples: ['grams'] },
      { name: 'Tags', field: 'tags', samples: ['x|y'] },
      { name: 'unknown', field: null, samples: ['z'] },
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
      "sku,name,brand,weight,supplier\npan-1,New name,,,Ningbo Pans\nPAN-2,Same,,1.50,\nPAN-3,'=Formula,'-x,,\n",
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
    const eu = `${AMAZON_HEADER}\tMinimum order quantity\tSell remainder\r\n${listing({ sku: 'EU-1', name: 'Krups' })}\r\n`;
    expect((await bring(eu)).counts).toMatchObject({ create: 1, fail: 0 });
    const na =
      'item-name\tseller-sku\tproduct-id-type\tasin1\tproduct-id\tfulfillment-channel\nAtomic Habits: [Hardcover] Clear, James\t0F-O1L9-60Y7\t1\t0735211299\t0735211299\tAMAZON_NA\n';
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
    [10_000, 'utf-8'],
    [1_000, 'windows-1252'],
  ] as const)(
    'brings in a whole file of %d rows in %s at once',
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

it('matches the rows of a large file by a plan of its own, however many small files came before', async () => {
  await t.work(seller, async (w) => {
    for (let i = 0; i < 7; i += 1) await matchStaged(w, w.newId());
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%from product_import_row s join product p%'
    `.execute(w.tx);
    expect(rows).toEqual([]);
  });
});

describe('a dry run', () => {
  it('reports what would happen and stores only the report', async () => {
    const text = 'sku,name,weight\nA,Good,1\nB,Bad,heavy\n';
    const result = await bring(text, { dryRun: 'true' });
    expect(result).toMatchObject({
      state: 'CHECKED',
      isDryRun: true,
      counts: { rows: 2, create: 1, fail: 1 },
      errorCount: 1,
      sameFileAs: null,
    });
    expect(result.errors).toMatchObject([
      { row: 3, column: 'weight', value: 'heavy', reason: 'Enter a number of 0 or more with at most 4 decimals' },
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
    expect(await t.work(seller, (w) => w.tx.selectFrom('product_import').select('id').execute())).toEqual([]);
    expect(
      (await t.ok(seller, uploadProductCsv, { file: { name: 'p.csv', content: 'sku,name\nA,Good\n' } })).state,
    ).toBe('IMPORTED');
    expect(
      (await t.call(seller, uploadProductCsv, { file: { name: 'p.tsv', content: 'sku\tname\nA\tGood\n' } })).status,
    ).toBe(415);
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
        reason: 'Use one of ACTIVE, INACTIVE, TOP_SELLER, UNDER_REVIEW, CLOSED_LISTING, DISCONTINUED',
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
      'sku,name,weight\nA,x,-1\n',
      { row: 2, column: 'weight', value: '-1', reason: 'Enter a number of 0 or more with at most 4 decimals' },
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

describe('files without a table', () => {
  it.each([
    [
      'sku,name\nA,"never closes\nB,x\n',
      422,
      'imports.unreadable',
      'The quote that opens in row 2, column 2 never closes.',
    ],
    ['name,brand\nx,y\n', 422, 'imports.unreadable', 'There is no column sku. The columns are: name, brand'],
    ['sku,name,SKU\nx,y,z\n', 422, 'imports.unreadable', 'There are two columns named sku.'],
    ['sku,name\n', 422, 'imports.unreadable', 'The file has a header, but no rows.'],
    ['\n \n', 422, 'imports.unreadable', 'The file is empty.'],
    [`sku,${'c,'.repeat(200)}\n1,\n`, 422, 'imports.unreadable', 'The file has 202 columns, at most 200 are read.'],
    [
      `sku,name\n${'A,B\n'.repeat(200_001)}`,
      422,
      'imports.unreadable',
      'The file has 200,001 rows, at most 200,000 are read at once. Split it.',
    ],
  ])('%.40j', async (text, status, code, message) => {
    expect(await send(text)).toMatchObject({ status, error: { code, message, errors: [{ field: 'file', message }] } });
    expect(await t.work(seller, (w) => w.tx.selectFrom('product_import').select('id').execute())).toEqual([]);
  });

  it('are refused for their kind, their size, or when missing', async () => {
    expect((await send(Buffer.from('504b0304140006000800', 'hex'), {}, 'products.xlsx')).status).toBe(415);
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
    await send('sku\n"');
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
