import { exportProducts } from '@quayside/contracts/exports';
import {
  cancelProductImport,
  createProductImport,
  getProductImport,
  getProductImportErrorFile,
  listProductImportRows,
  listProductImports,
  type ProductImport,
  remapProductImport,
  startProductImport,
  undoProductImport,
} from '@quayside/contracts/products/product-imports';
import { createProduct, deleteProduct, patchProduct } from '@quayside/contracts/products/products';
import { listProducts, productTotals } from '@quayside/contracts/products/product-lists';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { createInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { createSupplier, getSupplier } from '@quayside/contracts/suppliers/suppliers';
import { sql } from 'kysely';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { faultyImport } from '../../../testing/faulty-import.ts';
import { inline, number, workbookOf } from '../../../testing/workbook-file.ts';

let t: TestApp;
let seller: TestPerson;
let supplier: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  seller = await t.admin();
  supplier = (await t.ok(seller, createSupplier, { body: { companyName: 'Ningbo Pans Co., Ltd.' } })).id;
});

type Query = { dryRun?: 'true'; mode?: ProductImport['mode']; decimalMark?: '.' | ',' };
const bring = (content: Buffer | string, query: Query = {}, name = 'products.csv') =>
  t.ok(seller, createProductImport, { query, file: { name, content } });
const at = (importId: string) => ({ params: { importId } });
const undo = (id: string) => t.ok(seller, undoProductImport, at(id));
const rowsOf = async (id: string, action?: string) =>
  (
    await t.ok(seller, listProductImportRows, {
      ...at(id),
      query: {
        size: 9999,
        ...(action !== undefined && {
          filter: JSON.stringify([{ field: 'action', op: 'in', values: [action] }]) as never,
        }),
      },
    })
  ).content;
const sorted = <T>(all: readonly T[]): T[] => all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
const count = async () => (await t.ok(seller, productTotals)).count;
const stored = async () => (await t.ok(seller, listProducts, { query: { size: 9999 } })).content;
/** All product data, without versions and times, because every write changes these, even an undo. */
const checksum = () =>
  t.work(seller, async (w) => {
    const { rows } = await sql<{ sum: string }>`
      select md5(coalesce(string_agg(line, E'\n' order by line), '')) as sum
      from (
        select (to_jsonb(p) - 'version' - 'updated_at')::text as line
        from product p
        where p.account_id = ${seller.accountId}
        union all select to_jsonb(s)::text from product_supplier s where s.account_id = ${seller.accountId}
      ) as all_rows`.execute(w.tx);
    return rows[0]?.sum;
  });

describe('2,500 imported rows with 137 faults', () => {
  it('are refused with exactly these errors; the corrected rows import; an undo restores the tables', {
    timeout: 120_000,
  }, async () => {
    await t.ok(seller, createProduct, {
      body: { sku: 'good-00009', name: 'Was there', brand: 'Moss', weight: '2', supplierIds: [supplier] },
    });
    await t.ok(seller, createProduct, { body: { sku: 'OTHER', name: 'Not in the file', supplierIds: [supplier] } });
    const before = await checksum();
    const file = faultyImport({ rows: 2_500, supplier: 'Ningbo Pans Co., Ltd.' });
    expect(file.faults).toHaveLength(137);

    const refused = await bring(file.text);
    expect(refused).toMatchObject({
      state: 'REFUSED',
      counts: { rows: 2_500, create: 2362, update: 1, fail: 137 },
      errorCount: 137,
    });
    expect(refused.errors).toEqual(file.faults);
    expect(await checksum()).toBe(before);

    // The error file contains the invalid rows unchanged. Once they are corrected, it can be imported.
    const wrong = (await t.call(seller, getProductImportErrorFile, at(refused.id))).text;
    const lines = wrong.trimEnd().split('\r\n');
    expect(lines).toHaveLength(138);
    for (const [i, { cells }] of file.wrong.entries()) {
      const [fault] = file.faults.filter((f) => f.row === file.wrong[i]?.row);
      const said = [`${fault?.column}: ${fault?.reason}`, ...cells].map(
        (cell) => `"${(/^["']*[=+\-@]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`,
      );
      expect(lines[i + 1]).toBe(said.join(','));
    }
    const imported = await t.ok(seller, startProductImport, { ...at(refused.id), body: { mode: 'VALID_ROWS' } });
    expect(imported).toMatchObject({
      state: 'IMPORTED',
      counts: { create: 2362, update: 1, fail: 137 },
      canUndo: true,
    });
    expect(await count()).toBe(2364);
    const again = await bring(wrong, { dryRun: 'true' });
    // This SKU occurred twice in the first file, which was an error. It occurs only once in the error file.
    const told = (errors: readonly { column: string; value: string; reason: string }[]) =>
      errors.filter((e) => e.value !== 'GOOD-00002').map((e) => [e.column, e.value, e.reason]);
    expect(told(again.errors)).toEqual(told(file.faults));
    const mended = await bring(
      [
        lines[0],
        ...file.wrong.map((r) => ['', ...r.mended].map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')),
      ].join('\r\n') + '\r\n',
    );
    expect(mended).toMatchObject({ state: 'IMPORTED', counts: { rows: 137, create: 137, fail: 0 } });

    const { productCount } = await t.ok(seller, getSupplier, { params: { id: supplier } });
    expect(productCount).toBeGreaterThan(1250);
    expect((await undo(mended.id)).undo).toMatchObject({ deleted: 137, restored: 0, keptCount: 0 });
    const undone = await undo(imported.id);
    expect(undone).toMatchObject({
      state: 'UNDONE',
      canUndo: false,
      undo: { deleted: 2362, restored: 1, keptCount: 0, kept: [] },
    });
    expect(await checksum()).toBe(before);
    expect((await t.ok(seller, getSupplier, { params: { id: supplier } })).productCount).toBe(2);
    expect((await t.call(seller, undoProductImport, at(imported.id))).error.code).toBe('imports.wrong_state');
  });
});

describe('an undo', () => {
  it('keeps products that were edited or used since, and names them by row', async () => {
    const old = await t.ok(seller, createProduct, { body: { sku: 'OLD', name: 'Old name', supplierIds: [supplier] } });
    const made = await bring('sku,name\nOLD,New name\nA,Edited\nB,Used\nC,Gone\nD,Untouched\n');
    const [a, b, c] = await Promise.all(
      ['A', 'B', 'C'].map(async (sku) => (await t.ok(seller, listProducts, { query: { sku } })).content[0]?.id ?? ''),
    );
    await t.ok(seller, patchProduct, { params: { id: a ?? '' }, body: { brand: 'Moss' } });
    const invoice = await t.ok(seller, createInvoice, {
      body: { supplierId: supplier, invoiceNumber: 'N-1', currency: 'GBP', total: '10.00' },
    });
    await t.ok(seller, createInvoiceLine, {
      params: { invoiceId: invoice.id },
      body: { productId: b ?? '', name: 'x', quantity: 1, amount: '10.00' },
    });
    await t.call(seller, deleteProduct, { params: { id: c ?? '' } });
    const undone = await undo(made.id);
    expect(undone.undo).toMatchObject({
      deleted: 1,
      restored: 1,
      keptCount: 2,
      kept: [
        { row: 3, productId: a, sku: 'A', reason: 'EDITED' },
        { row: 4, productId: b, sku: 'B', reason: 'USED' },
      ],
    });
    expect(sorted((await stored()).map((p) => [p.sku, p.name]))).toEqual([
      ['A', 'Edited'],
      ['B', 'Used'],
      ['OLD', 'Old name'],
    ]); // prettier-ignore
    expect((await stored()).find((p) => p.id === old.id)).toMatchObject({ name: 'Old name', version: 3 });
  });
});

describe('numbers of a column', () => {
  const weights = async () => sorted((await stored()).map((p) => [p.sku, p.weight]));
  const refusedAs = async (text: string, query: Query = {}) =>
    (await t.call(seller, createProductImport, { query, file: { name: 'products.csv', content: text } })).error.errors;

  it('are read as the cells of the column show, whatever separates the cells', async () => {
    const made = await bring('sku;name;weight (g);length (cm)\nA;One;1.250,5;2,5\nB;Two;2.000;3\n');
    expect(made.columns.map((c) => c.numbers)).toEqual([
      null,
      null,
      { reading: 'COMMA', ambiguous: '2.000' },
      { reading: 'COMMA', ambiguous: null },
    ]);
    expect(await weights()).toEqual([
      ['A', '1250.5'],
      ['B', '2000'],
    ]);
  });

  it('are asked about when all can be read in two ways; the answer is a decimal mark', async () => {
    const text = 'sku;name;weight (g)\nA;One;2.000\nB;Two;1.500\n';
    const problem =
      'Column weight (g) contains 2.000, which can be read in two ways: choose its decimal mark, "." or ","';
    for (const mode of ['ALL_OR_NOTHING', 'VALID_ROWS'] as const)
      expect(await refusedAs(text, { mode })).toMatchObject([{ field: 'file', message: problem }]);
    const first = await bring(text, { dryRun: 'true' });
    expect(first).toMatchObject({ state: 'CHECKED', failure: problem });
    expect(first.columns[2]?.numbers).toEqual({ reading: 'OPEN', ambiguous: '2.000' });
    const start = { ...at(first.id), body: { mode: 'VALID_ROWS' as const } };
    expect((await t.call(seller, startProductImport, start)).error.code).toBe('imports.wrong_state');
    const fields = ['sku', 'name', 'weight'];
    const chosen = await t.ok(seller, remapProductImport, {
      ...at(first.id),
      body: { fields, decimalMarks: [null, null, ','] },
    });
    expect(chosen).toMatchObject({ failure: null, counts: { create: 2 } });
    await t.ok(seller, startProductImport, start);
    expect(await weights()).toEqual([
      ['A', '2000'],
      ['B', '1500'],
    ]);
    await bring(text.replace('2.000', '3.000'), { decimalMark: '.' });
    expect(await weights()).toEqual([
      ['A', '3'],
      ['B', '1.5'],
    ]);
  });

  it('that a person was asked about are read like that in the next file with these headings, unless its cells differ', async () => {
    const fields = ['sku', 'name', 'weight'];
    const first = await bring('sku;name;weight (g)\nA;One;2.000\n', { dryRun: 'true' });
    await t.ok(seller, remapProductImport, { ...at(first.id), body: { fields, decimalMarks: [null, null, ','] } });
    // A later choice about something else keeps the decimal mark.
    await t.ok(seller, remapProductImport, { ...at(first.id), body: { fields } });
    const again = await bring('Import error;sku;name;weight (g)\n;B;Two;3.000\n', { dryRun: 'true' });
    expect(again).toMatchObject({ failure: null, mapping: 'REMEMBERED' });
    expect(again.columns[3]?.numbers).toEqual({ reading: 'COMMA', ambiguous: '3.000', by: 'EARLIER_CHOICE' });
    const other = await t.ok(seller, remapProductImport, {
      ...at(again.id),
      body: { fields: [null, ...fields], decimalMarks: [null, null, null, '.'] },
    });
    expect(other.columns[3]?.numbers).toEqual({ reading: 'POINT', ambiguous: '3.000', by: 'CHOICE' });
    await bring('sku;name;weight (g)\nC;Three;4.000\nD;Four;1,5\n');
    await bring('sku;name;weight (g)\nE;Five;5.000\n');
    expect(await weights()).toEqual([
      ['C', '4000'],
      ['D', '1.5'],
      ['E', '5'],
    ]);
    expect(await refusedAs('sku;name;brand;weight (g)\nF;Six;Moss;6.000\n')).toHaveLength(1);
  });

  it('of a workbook are what they are stored as', async () => {
    const book = workbookOf({
      Sheet1: [
        [inline('sku'), inline('name'), inline('weight (g)')],
        [inline('A'), inline('One'), number('1.234')],
      ],
    });
    await bring(book, {}, 'products.xlsx');
    expect(await weights()).toEqual([['A', '1.234']]);
  });
});

describe('columns of an import', () => {
  const foreign = 'Kod;Opis;Ciezar\nA-1;Pfanne;12,5\nA-2;Topf;3\n';
  it('that cannot be recognised are chosen by a person, and remembered for the next file', async () => {
    const first = await bring(foreign, { dryRun: 'true' });
    expect(first).toMatchObject({
      state: 'CHECKED',
      mapping: 'GUESSED',
      failure: expect.stringContaining('There is no column sku'),
    });
    expect(first.columns).toEqual([
      { name: 'Kod', field: null, samples: ['A-1', 'A-2'], numbers: null, unit: null },
      { name: 'Opis', field: null, samples: ['Pfanne', 'Topf'], numbers: null, unit: null },
      { name: 'Ciezar', field: null, samples: ['12,5', '3'], numbers: null, unit: null },
    ]);
    expect(
      (await t.call(seller, startProductImport, { ...at(first.id), body: { mode: 'ALL_OR_NOTHING' } })).error.code,
    ).toBe('imports.wrong_state');
    const refused = async (fields: (string | null)[]) =>
      (await t.call(seller, remapProductImport, { ...at(first.id), body: { fields } })).error.errors;
    expect(await refused(['sku'])).toMatchObject([{ field: 'fields', message: 'The file has 3 columns' }]);
    expect(await refused(['sku', 'nonsense', null])).toMatchObject([
      { field: 'fields.1', message: 'This field is not known' },
    ]);
    expect(await refused(['sku', 'name', 'name'])).toMatchObject([
      { field: 'fields.2', message: 'Another column fills this field already' },
    ]);
    expect(await refused([null, 'name', null])).toMatchObject([
      { field: 'fields', message: 'Choose the column with the SKU' },
    ]);

    const chosen = await t.ok(seller, remapProductImport, {
      ...at(first.id),
      body: { fields: ['sku', 'name', 'weight'], units: [null, null, 'GR'] },
    });
    expect(chosen).toMatchObject({
      state: 'CHECKED',
      mapping: 'CHOSEN',
      failure: null,
      counts: { create: 2, fail: 0 },
    });
    expect((await t.ok(seller, startProductImport, { ...at(first.id), body: { mode: 'ALL_OR_NOTHING' } })).state).toBe(
      'IMPORTED',
    );
    const second = await bring('KOD;Opis;Ciezar\nA-3;Deckel;1\n');
    expect(second).toMatchObject({ state: 'IMPORTED', mapping: 'REMEMBERED', counts: { create: 1 } });
    const weights = await t.work(seller, (w) =>
      w.tx.selectFrom('product').select(['sku', 'weight']).orderBy('sku').execute(),
    );
    expect(weights).toEqual([
      { sku: 'A-1', weight: '12.5000' },
      { sku: 'A-2', weight: '3.0000' },
      { sku: 'A-3', weight: '1.0000' },
    ]);
    const stranger = await t.admin();
    expect(
      (await t.call(stranger, createProductImport, { file: { name: 'a.csv', content: foreign } })).error.code,
    ).toBe('imports.unreadable');
  });

  it('can fill parents, packagings, lists and several suppliers', async () => {
    const second = await t.ok(seller, createSupplier, { body: { companyName: 'Second; and more' } });
    const made = await bring(
      'sku,name,Variant of,Supplier,SKU alias,Re-brand,Picture address,Shipping method,Case length (cm),' +
        'Units per case,Pack weight g\n' +
        'RED,Red pan,PAN,"Ningbo Pans Co., Ltd.; second; and more",,,,,,,\n' +
        'PAN,Pan,,Second; and more,"P1; P2",Own,https://images.example/a.jpg,sea,40.50,12,900\n',
    );
    // A supplier whose name contains a semicolon is found only if the cell contains nothing but this name.
    expect(made.errors).toMatchObject([
      { row: 2, column: 'Supplier', value: 'second', reason: 'No supplier has this company name' },
      { row: 2, column: 'Supplier', value: 'and more', reason: 'No supplier has this company name' },
    ]);
    const third = await t.ok(seller, createSupplier, { body: { companyName: 'Third' } });
    const good = await bring(
      'sku,name,Variant of,Supplier,SKU alias,Re-brand,Picture address,Shipping method,Case length (cm),' +
        'Units per case,Pack weight g\n' +
        'RED,Red pan,PAN,"Ningbo Pans Co., Ltd.; third",,,,,,,\n' +
        'PAN,Pan,,Second; and more,"P1; P2",Own,https://images.example/a.jpg,sea,40.50,12,900\n',
    );
    expect(good).toMatchObject({ state: 'IMPORTED', counts: { create: 2 } });
    const products = await t.work(seller, (w) => w.tx.selectFrom('product').selectAll().orderBy('sku').execute());
    expect(products).toMatchObject([
      {
        sku: 'PAN',
        sku_alias: ['P1', 'P2'],
        re_brand: 'Own',
        shipping_method: 'SEA',
        case_length: '40.5000',
        case_units: 12,
        pack_weight: '900.0000',
      },
      { sku: 'RED', parent_id: products[0]?.id },
    ]);
    expect(sorted((await stored()).map((p) => [p.sku, p.supplier.map((s) => s.id)]))).toEqual([
      ['PAN', [second.id]],
      ['RED', [supplier, third.id]],
    ]);
    expect((await rowsOf(good.id))[0]).toMatchObject({
      row: 2,
      action: 'CREATE',
      productId: products[1]?.id,
      changes: expect.arrayContaining([
        expect.objectContaining({ field: 'parent', before: null, after: 'PAN' }),
        expect.objectContaining({ field: 'supplier', before: null, after: 'Ningbo Pans Co., Ltd.; third' }),
      ]),
    });
  });

  it.each([
    ['sku,name,parent\nA,x,A\n', 2, 'A', 'A product cannot be a variant of itself'],
    ['sku,name,parent\nA,x,\nB,y,A\nC,z,B\n', 4, 'B', 'This product is a variant itself'],
    ['sku,name,parent\nB,y,A\nA,x,nobody\n', 3, 'nobody', 'No product has this SKU'],
    ['sku,name,parent\nB,y,A\nA,,\n', 2, 'A', 'The row with this SKU has errors'],
  ])('name a wrong parent: %j', async (text, row, value, reason) => {
    const made = await bring(text);
    expect(made.state).toBe('REFUSED');
    expect(made.errors).toContainEqual({ row, column: 'parent', value, reason });
  });
});

describe('an export that is imported again', () => {
  it('changes nothing if unchanged, whatever its texts contain; otherwise exactly the edited cells', async () => {
    const twin = await t.ok(seller, createSupplier, { body: { companyName: 'NINGBO PANS CO., LTD.' } });
    const parent = await t.ok(seller, createProduct, {
      body: { sku: 'PAN', name: '=1+1', supplierIds: [supplier, twin.id] },
    });
    await t.ok(seller, createProduct, {
      body: {
        sku: '-RED',
        name: '"Red"; pan, 竹 second line',
        supplierIds: [twin.id],
        parentId: parent.id,
        tags: ['a, b', 'c|d', 'plain'],
        skuAlias: ['x,y'],
        channel: ['AMAZON_UK', 'AMAZON_DE'],
        weight: '12.50',
        countryOfOrigin: 'CN',
        notes: '@note\nof two lines',
        supplierLeadTime: 12,
        thumbnail: 'https://images.example/a.jpg',
      },
    });
    const before = await checksum();
    for (const format of ['csv', 'xlsx'] as const) {
      const file = await t.app.inject({
        method: 'GET',
        url: `/api/v2${exportProducts.path.replace('{userId}', seller.userId)}?format=${format}`,
        headers: { authorization: `Bearer ${seller.token}` },
      });
      expect(file.statusCode).toBe(200);
      const back = await bring(file.rawPayload, {}, `p.${format}`);
      expect([format, back.errors, back.counts, await rowsOf(back.id, 'UPDATE')]).toEqual([
        format,
        [],
        { rows: 2, create: 0, update: 0, skip: 2, fail: 0 },
        [],
      ]);
      expect(await checksum()).toBe(before);
    }
    const csv = await t.app.inject({
      method: 'GET',
      url: `/api/v2${exportProducts.path.replace('{userId}', seller.userId)}?format=csv`,
      headers: { authorization: `Bearer ${seller.token}` },
    });
    const changed = await bring(csv.body.replace('second line', 'another line'));
    expect(changed.counts).toMatchObject({ update: 1, skip: 1 });
    expect((await rowsOf(changed.id, 'UPDATE')).map((r) => r.changes)).toMatchObject([
      [{ field: 'name', before: '"Red"; pan, 竹 second line', after: '"Red"; pan, 竹 another line' }],
    ]);
  });
});

describe('an imported workbook', () => {
  it('works like a text file, and names the sheet that was read', async () => {
    const book = workbookOf({
      Notes: [[inline('hello')]],
      Catalogue: [
        [inline('SKU'), inline('Name'), inline('Weight (g)'), inline('Lead')],
        [inline('X-1'), inline("'=Pan"), number('12.50', 2), number('3')],
        [number('4006381333931'), inline('By number'), number('heavy'), null],
      ],
    });
    const made = await bring(book, { mode: 'VALID_ROWS' }, 'products.xlsx');
    expect(made).toMatchObject({
      kind: 'XLSX',
      sheet: 'Catalogue',
      encoding: null,
      state: 'IMPORTED',
      counts: { create: 1, fail: 1 },
    });
    expect(made.errors).toMatchObject([
      { row: 3, column: 'Weight (g)', value: 'heavy', reason: 'Enter a number of 0 or more with at most 4 decimals' },
    ]);
    expect((await stored())[0]).toMatchObject({ sku: 'X-1', name: '=Pan' });
    expect((await t.call(seller, getProductImportErrorFile, at(made.id))).text).toContain(
      '"4006381333931","By number","heavy"',
    );
  });
});

describe('file encodings', () => {
  it.each([
    ['utf-16le', 'sku,name\nA,竹制砧板\nB,Größe\n', (text: string) => iconv.encode(text, 'utf-16le')],
    [
      'utf-16be',
      'sku,name\nA,竹制砧板\nB,Größe\n',
      (text: string) => Buffer.concat([Buffer.from([0xfe, 0xff]), iconv.encode(text, 'utf-16be')]),
    ],
    ['gbk', 'sku,name\nA,竹制厨房砧板 大号\nB,不锈钢保温杯\n', (text: string) => iconv.encode(text, 'gbk')],
    [
      'shift_jis',
      'sku,name\nA,キッチン用まな板\nB,ステンレスボトル\n',
      (text: string) => iconv.encode(text, 'shift_jis'),
    ],
  ] as const)('are recognised: %s arrives as it was written', async (encoding, text, encode) => {
    const made = await bring(encode(text));
    expect(made).toMatchObject({ encoding, state: 'IMPORTED', counts: { create: 2 } });
    expect(sorted((await stored()).map((p) => p.name))).toEqual(
      sorted([text.split(/[,\n]/)[3], text.split(/[,\n]/)[5]]),
    );
  });

  it('are told when a file has two: the letters of one of them are wrong', async () => {
    const file = (first: BufferEncoding) =>
      Buffer.concat([Buffer.from('sku,name\nA,Müg\n', first), Buffer.from('B,Café\n', 'latin1')]);
    expect(await bring(file('utf8'), { dryRun: 'true' })).toMatchObject({ encoding: 'windows-1252', isMixed: true });
    expect(await bring(file('latin1'), { dryRun: 'true' })).toMatchObject({ encoding: 'windows-1252', isMixed: false });
  });
});

describe('the import resource', () => {
  it('can be listed, started and cancelled, and decides its rows again when it is stored', async () => {
    const checked = await bring('sku,name\nA,One\nB,Two\n', { dryRun: 'true' });
    // Somebody creates one of the products between the check and the import.
    await t.ok(seller, createProduct, { body: { sku: 'b', name: 'By hand', supplierIds: [supplier] } });
    const started = await t.ok(seller, startProductImport, { ...at(checked.id), body: { mode: 'ALL_OR_NOTHING' } });
    expect(started).toMatchObject({
      state: 'IMPORTED',
      isDryRun: false,
      counts: { create: 1, update: 1 },
      createdBy: { id: seller.userId },
    });
    expect((await rowsOf(started.id))[1]).toMatchObject({
      action: 'UPDATE',
      sku: 'b',
      changes: [{ field: 'name', before: 'By hand', after: 'Two' }],
    });
    const other = await bring('sku,name\nC,Three\n', { dryRun: 'true' });
    expect((await t.ok(seller, cancelProductImport, at(other.id))).state).toBe('CANCELLED');
    for (const again of [cancelProductImport, undoProductImport])
      expect((await t.call(seller, again, at(other.id))).error.code).toBe('imports.wrong_state');
    expect(
      (await t.call(seller, startProductImport, { ...at(other.id), body: { mode: 'VALID_ROWS' } })).error.code,
    ).toBe('imports.wrong_state');
    const list = await t.ok(seller, listProductImports, { query: { search: 'PRODUCTS' } });
    expect(list.content.map((i) => [i.id, i.state])).toEqual([
      [other.id, 'CANCELLED'],
      [started.id, 'IMPORTED'],
    ]);
    const filter = JSON.stringify([{ field: 'state', op: 'in', values: ['IMPORTED'] }]) as never;
    expect((await t.ok(seller, listProductImports, { query: { filter } })).content.map((i) => i.id)).toEqual([
      started.id,
    ]);
  });

  it('stores nothing if a row has become invalid since the check, and names the row', async () => {
    const gone = await t.ok(seller, createSupplier, { body: { companyName: 'Soon gone' } });
    const text = 'sku,name,supplier\nA,One,\nB,Two,Soon gone\n';
    const [all, valid] = [await bring(text, { dryRun: 'true' }), await bring(text, { dryRun: 'true' })];
    await t.work(seller, (w) =>
      w.tx.updateTable('supplier').set({ company_name: 'Renamed' }).where('id', '=', gone.id).execute(),
    );
    const error = { row: 3, column: 'supplier', value: 'Soon gone', reason: 'No supplier has this company name' };
    const refused = await t.ok(seller, startProductImport, { ...at(all.id), body: { mode: 'ALL_OR_NOTHING' } });
    expect(refused).toMatchObject({ state: 'REFUSED', counts: { create: 1, fail: 1 }, errors: [error] });
    expect(await count()).toBe(0);
    const stored = await t.ok(seller, startProductImport, { ...at(valid.id), body: { mode: 'VALID_ROWS' } });
    expect(stored).toMatchObject({ state: 'IMPORTED', counts: { create: 1, fail: 1 }, errors: [error] });
    expect(await count()).toBe(1);
  });

  it('stores two concurrent files completely', async () => {
    const text = (v: string) => `sku,name\n${Array.from({ length: 300 }, (_, i) => `S-${i},${v} ${i}\n`).join('')}`;
    const made = await Promise.all([bring(text('one')), bring(text('two'))]);
    await t.runImports();
    const done = await Promise.all(made.map((m) => t.ok(seller, getProductImport, at(m.id))));
    expect(done.map((d) => d.state)).toEqual(['IMPORTED', 'IMPORTED']);
    expect(sorted(done.map((d) => [d.counts.create, d.counts.update]))).toEqual([
      [0, 300],
      [300, 0],
    ]);
    expect(new Set((await stored()).map((p) => p.name.split(' ')[0])).size).toBe(1);
  });
});
