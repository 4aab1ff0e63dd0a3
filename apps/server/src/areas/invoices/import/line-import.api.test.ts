import { confirmInvoice, closeInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { getInvoice, listInvoiceHistory } from '@quayside/contracts/invoices/invoices';
import {
  importInvoiceLines,
  importInvoiceLinesDryRun,
  type LineImport,
} from '@quayside/contracts/invoices/invoice-line-imports';
import { replaceProductSuppliers } from '@quayside/contracts/products/product-suppliers';
import { patchProduct } from '@quayside/contracts/products/products';
import { uploadInvoice } from '@quayside/contracts/invoices/invoice-documents';
import type { BodyIn } from '@quayside/contracts/endpoint';
import iconv from 'iconv-lite';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { PDF } from '../../../testing/documents.ts';
import { anInvoice, aProduct, aSupplier, invariantsOf } from '../../../testing/invoices.ts';

let t: TestApp;
let admin: TestPerson;
let supplier: string;
let kettle: string;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.admin();
  supplier = await aSupplier(t, admin);
  kettle = await aProduct(t, admin, 'KTL-1');
  await aProduct(t, admin, 'ktl-2');
});
afterAll(() => t.close());

type Body = BodyIn<typeof importInvoiceLines>;
const started = (extra = {}) =>
  anInvoice(t, admin, { supplierId: supplier, rate: '0.1', ...extra }, [
    { costType: 'OTHER', amount: '10.00', taxAmount: '1.00' },
  ]);
const check = (id: string, body: Body): Promise<LineImport> =>
  t.ok(admin, importInvoiceLinesDryRun, { params: { id }, body });
const bring = (id: string, body: Body) => t.call(admin, importInvoiceLines, { params: { id }, body });
const linesOf = async (id: string) =>
  (await t.ok(admin, getInvoice, { params: { id } })).lines.map((l) => [
    l.position,
    l.product?.sku ?? null,
    l.name,
    l.quantity,
    l.amount,
  ]);
const TABLE =
  'SKU\tDescription\tQty\tUnit price\tAmount\nKTL-1\tKettle\t1,200\t15.00\t18,000.00\nKTL-2\tLid\t800\t0.125\t';

describe('a dry run', () => {
  it('begins the lines of an invoice that is paired with goods of others as freight', async () => {
    const goods = await anInvoice(t, admin, { supplierId: supplier }, [{ productId: kettle, quantity: 5, amount: 50 }]);
    const { id } = await started({ pairedWith: [{ type: 'INVOICE', id: goods.id }] });
    const { rows } = await check(id, { text: 'Description\tAmount\nOcean freight\t640.00\n' });
    expect(rows).toMatchObject([{ line: { costType: 'SHIPPING', name: 'Ocean freight' } }]);
  });
  it('reports what the import would add, and stores nothing', async () => {
    const { id } = await started({ total: '18111.00' });
    expect(await check(id, { text: TABLE })).toEqual({
      hasHeadings: true,
      columns: [
        { heading: 'SKU', field: 'sku', samples: ['KTL-1', 'KTL-2'], numbers: null },
        { heading: 'Description', field: 'name', samples: ['Kettle', 'Lid'], numbers: null },
        {
          heading: 'Qty',
          field: 'quantity',
          samples: ['1,200', '800'],
          numbers: { reading: 'POINT', ambiguous: '1,200' },
        },
        {
          heading: 'Unit price',
          field: 'unitPrice',
          samples: ['15.00', '0.125'],
          numbers: { reading: 'POINT', ambiguous: null },
        },
        { heading: 'Amount', field: 'amount', samples: ['18,000.00'], numbers: { reading: 'POINT', ambiguous: null } },
      ],
      rows: [
        {
          row: 2,
          line: {
            product: { id: kettle, sku: 'KTL-1', name: 'Product KTL-1' },
            name: 'Kettle',
            costType: 'FACTORY_INVOICE',
            quantity: '1200',
            unitPrice: '15.0000',
            amount: '18000.00',
            taxAmount: '0.00',
            account: null,
            internalReference: null,
          },
          errors: [],
        },
        {
          row: 3,
          line: {
            product: expect.objectContaining({ sku: 'ktl-2' }),
            name: 'Lid',
            costType: 'FACTORY_INVOICE',
            quantity: '800',
            unitPrice: '0.1250',
            amount: '100.00',
            taxAmount: '0.00',
            account: null,
            internalReference: null,
          },
          errors: [],
        },
      ],
      openCostTypes: 0,
      counts: { rows: 2, create: 2, fail: 0 },
      amount: '18100.00',
      after: { lines: '18110.00', difference: '0.00' },
    });
    expect(await linesOf(id)).toHaveLength(1);
    expect(
      await t.ok(await t.member(admin), importInvoiceLinesDryRun, { params: { id }, body: { text: TABLE } }),
    ).toMatchObject({ counts: { create: 2 } });
  });

  it('finds products by any code, those of its own supplier first, and asks where several have one', async () => {
    const other = await aSupplier(t, admin);
    const codes = { asin: 'B0TEA00001', barcode: '4006381333931', skuAlias: ['TEA-OLD'] };
    const pot = (await t.ok(admin, patchProduct, { params: { id: await aProduct(t, admin, 'TEA-1') }, body: codes }))
      .id;
    const cup = await aProduct(t, admin, 'TEA-2');
    const saucer = await aProduct(t, admin, 'TEA-3');
    const sold = (id: string, suppliers: readonly { supplierId: string; supplierSku: string }[]) =>
      t.ok(admin, replaceProductSuppliers, { params: { id }, body: { suppliers: [...suppliers] } });
    await sold(pot, [{ supplierId: supplier, supplierSku: 'N-1' }]);
    await sold(cup, [{ supplierId: other, supplierSku: 'N-1' }]);
    await sold(saucer, [{ supplierId: other, supplierSku: 'N-1' }]);
    const { id } = await started();
    const text = 'Item no,Qty,Amount\nTEA-OLD,1,5\nb0tea00001,1,5\n4 006381 333931,1,5\nN-1,1,5';
    const skus = (result: LineImport) => result.rows.map(({ line }) => line.product?.sku);
    expect(skus(await check(id, { text }))).toEqual(['TEA-1', 'TEA-1', 'TEA-1', 'TEA-1']);
    const foreign = await started({ supplierId: await aSupplier(t, admin) });
    const asked = await check(foreign.id, { text: 'Item no,Qty,Amount\nN-1,1,5\nTEA-2,1,5' });
    expect(asked).toMatchObject({
      counts: { rows: 2, create: 1, fail: 1 },
      rows: [
        {
          row: 2,
          line: { product: null },
          errors: [
            {
              column: 'sku',
              value: 'N-1',
              message:
                'N-1 can be TEA-1 (Product TEA-1), TEA-2 (Product TEA-2), TEA-3 (Product TEA-3): ' +
                'enter the SKU of the one that you mean',
            },
          ],
        },
        { row: 3, errors: [] },
      ],
    });
    // The column of products is found by its codes also in a block without headings.
    const block = await check(id, { text: 'TEA-OLD\t12\t54.00\nB0TEA00001\t3\t9.50' });
    expect(block.columns.map(({ field }) => field)).toEqual(['sku', 'quantity', 'amount']);
    expect(skus(block)).toEqual(['TEA-1', 'TEA-1']);
  });

  it('lists rows with errors first, and sums the valid ones', async () => {
    const { id } = await started();
    const result = await check(id, { text: 'sku,qty,amount\nKTL-1,1,5\nNOPE,x,5\nKTL-1,2,7.50' });
    expect(result).toMatchObject({
      counts: { rows: 3, create: 2, fail: 1 },
      amount: '12.50',
      after: { lines: '22.50', difference: '0.00' },
    });
    expect(result.rows.map((r) => r.row)).toEqual([3, 2, 4]);
    expect(result.rows[0]?.errors).toMatchObject([
      { column: 'sku', value: 'NOPE', message: 'The account has no product with the code NOPE' },
      { column: 'quantity', value: 'x', message: 'Enter a quantity such as 1200' },
    ]);
  });

  it('reads pasted cells without headings, and accepts assigned columns', async () => {
    const { id } = await started();
    const text = 'Kettle, steel\tKTL-1\t12\t54.00\nLid\tKTL-2\t3\t9.00';
    expect(await check(id, { text })).toMatchObject({
      hasHeadings: false,
      columns: [{ heading: null, field: 'name' }, { field: 'sku' }, { field: 'quantity' }, { field: 'amount' }],
    });
    const chosen = await check(id, { text, columns: ['name', 'internalReference', null, 'amount'] });
    expect(chosen.rows[0]?.line).toMatchObject({
      ...{ product: null, quantity: '0', amount: '54.00', account: null, internalReference: 'KTL-1' },
    });
    expect(
      await t.call(admin, importInvoiceLinesDryRun, { params: { id }, body: { text, columns: ['name', 'name'] } }),
    ).toMatchObject({
      status: 422,
      error: { errors: [{ field: 'columns.1', message: 'Another column is mapped to this field already' }] },
    });
  });

  it('reads a file in the encodings of spreadsheets, with Chinese headings', async () => {
    const { id } = await started();
    const text = '货号,品名,数量,单价,金额,备注\nKTL-1,不锈钢水壶,"1,000个",￥1.50,"￥1,500.00",好\n';
    for (const bytes of [iconv.encode(text, 'gbk'), Buffer.from(`\ufeff${text}`)]) {
      const result = await check(id, { base64: bytes.toString('base64') });
      expect(result.columns.map((c) => c.field)).toEqual(['sku', 'name', 'quantity', 'unitPrice', 'amount', null]);
      expect(result.rows[0]).toMatchObject({
        errors: [],
        line: { name: '不锈钢水壶', quantity: '1000', amount: '1500.00' },
      });
    }
  });

  it.each<[Body, string, string, string]>([
    [{}, 'bad_input', 'text', 'This field is required'],
    [{ text: 'a', base64: 'YQ==' }, 'bad_input', 'base64', 'Send the text or the file, not both'],
    [{ base64: '***' }, 'bad_input', 'base64', 'This is not valid base64'],
    [{ text: ' \n ' }, 'imports.unreadable', 'text', 'The file is empty.'],
    [{ text: 'SKU,Amount\n' }, 'imports.unreadable', 'text', 'The table has headings, but no rows.'],
    [
      { text: '"a,b\n1,2\n' },
      'imports.unreadable',
      'text',
      'The quote that opens in row 1, column 1 never closes, or closes before the end of its cell.',
    ],
    [{ text: ','.repeat(200) + 'x' }, 'imports.unreadable', 'text', 'The table has 201 columns, at most 200 are read.'],
    [
      { text: 'Fee\t1.00\n'.repeat(2001) },
      'imports.unreadable',
      'text',
      'The table has 2,001 rows, at most 2,000 are read at once. Split it.',
    ],
    [
      { base64: Buffer.from('504b030414000600', 'hex').toString('base64') },
      'imports.unreadable',
      'base64',
      'This is not a text file. Save the table as CSV.',
    ],
  ])('refuses input that cannot be read: %#', async (body, code, field, message) => {
    const { id } = await started();
    for (const call of [importInvoiceLinesDryRun, importInvoiceLines])
      expect(await t.call(admin, call, { params: { id }, body })).toMatchObject({
        status: 422,
        error: { code, errors: [{ field, message }] },
      });
    expect(await linesOf(id)).toHaveLength(1);
  });
});

describe('an import', () => {
  it('adds the lines at the end, with their orders and costs, and records it in the history', async () => {
    const { id } = await started();
    const { status, body } = await bring(id, { text: `${TABLE}\n\t'=Fee\t\t\t-5` });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      counts: { create: 3 },
      amount: '18095.00',
      after: { lines: '18105.00' },
      invoice: { lineCount: 4, version: 1 },
    });
    expect(await linesOf(id)).toEqual([
      [1, null, null, '0', '10.00'],
      [2, 'KTL-1', 'Kettle', '1200', '18000.00'],
      [3, 'ktl-2', 'Lid', '800', '100.00'],
      [4, null, '=Fee', '0', '-5.00'],
    ]);
    expect(body.invoice.lines[1]).toMatchObject({
      order: { number: expect.stringMatching(/^SO-/) },
      assigned: { account: '1800.00' },
    });
    const [entry] = (await t.ok(admin, listInvoiceHistory, { params: { id } })).content;
    expect(entry).toMatchObject({
      action: 'invoice-line.imported',
      changes: [
        { line: null, field: 'lineCount', from: '1', to: '4' },
        { line: null, field: 'amount', from: null, to: '18095.00 CNY' },
      ],
    });
    expect(await invariantsOf(t, admin)).toEqual([]);
  });

  it('is refused as a whole when one row is invalid, unless only valid rows are requested', async () => {
    const { id } = await started();
    const text = 'SKU,Qty,Price,Amount\nKTL-1,3,2.00,6.00\nKTL-1,3,2.00,7.00\nGONE,1,1,1\nSKU sum,,,\nTotal,,,14.00';
    expect(await bring(id, { text })).toMatchObject({
      status: 422,
      error: {
        code: 'imports.has_errors',
        errors: [
          { field: 'rows.3.amount', message: '7.00: 3 × 2.00 is 6.00, but the amount says 7.00' },
          { field: 'rows.4.sku', message: 'GONE: The account has no product with the code GONE' },
          { field: 'rows.5.sku', message: 'SKU sum: The account has no product with the code SKU sum' },
          { field: 'rows.6', message: 'Total: This is a sum of other rows, not a line' },
        ],
      },
    });
    expect(await linesOf(id)).toHaveLength(1);
    expect((await bring(id, { text, onlyValid: true })).body).toMatchObject({
      counts: { rows: 5, create: 1, fail: 4 },
      invoice: { lineCount: 2 },
    });
    expect(await bring(id, { text: 'SKU,Amount\nGONE,1', onlyValid: true })).toMatchObject({
      status: 422,
      error: { code: 'imports.has_errors' },
    });
  });

  it('accepts 2,000 rows at once', async () => {
    const { id } = await started();
    const rows = Array.from({ length: 2000 }, (_, i) => `Fee ${i},Storage,${i + 1}.00\n`);
    const text = `name,cost type,amount\n${rows.join('')}`;
    const { body } = await bring(id, { text });
    expect(body).toMatchObject({
      counts: { rows: 2000, create: 2000 },
      amount: '2001000.00',
      invoice: { lineCount: 2001 },
    });
    expect(body.rows).toHaveLength(500);
    expect(body.invoice.lines.map((l) => l.position)).toEqual(Array.from({ length: 2001 }, (_, i) => i + 1));
    // The database of the tests gathers no statistics by itself, and the next tests would read all these rows.
    await sql`analyze invoice, invoice_line`.execute(t.deps.db);
  }, 60_000);

  it('happens once when the same idempotency key is sent twice', async () => {
    const { id } = await started();
    const send = () =>
      t.call(admin, importInvoiceLines, {
        params: { id },
        body: { text: TABLE },
        headers: { 'idempotency-key': 'lines-1' },
      });
    expect([(await send()).status, (await send()).status]).toEqual([201, 201]);
    expect(await linesOf(id)).toHaveLength(3);
  });

  it('uses the cost type of the invoice, and accepts an upload in review', async () => {
    const { id } = await t.ok(admin, uploadInvoice, {
      query: { supplierId: supplier },
      file: { name: 'a.pdf', content: PDF },
    });
    expect((await bring(id, { text: 'Name,Cost type,Amount\nFee,Bank fees,3\nOther,,4' })).body.invoice).toMatchObject({
      status: 'WORKING',
      // The last invoice of the supplier had a line for something else.
      lines: [{ costType: 'BANK_FEES' }, { costType: 'OTHER' }],
    });
  });

  it('asks how a column is written whose numbers can all be read in two ways, and adds nothing until it is told', async () => {
    const { id } = await started();
    const text = 'Name;Quantity;Amount\nSamples;2.000;10,50\nMore samples;1.500;6,75';
    const dry = await check(id, { text });
    expect(dry.columns.map((c) => c.numbers)).toEqual([
      null,
      { reading: 'OPEN', ambiguous: '2.000' },
      { reading: 'COMMA', ambiguous: null },
    ]);
    expect(dry.counts).toEqual({ rows: 2, create: 0, fail: 2 });
    for (const onlyValid of [false, true])
      expect((await bring(id, { text, onlyValid })).error.errors).toMatchObject([
        {
          field: 'decimalMarks.1',
          message: 'Column Quantity contains 2.000, which can be read in two ways: choose its decimal mark, "." or ","',
        },
      ]);
    const { body } = await bring(id, { text, decimalMarks: [null, ','] });
    expect(body.invoice.lines.slice(-2).map((l) => [l.quantity, l.amount])).toEqual([
      ['2000', '10.50'],
      ['1500', '6.75'],
    ]);
  });

  it('reads numbers as they were chosen for the last table of this form from this supplier, which is told and can be changed', async () => {
    const { id } = await started();
    const text = 'Item\tQuantity\tLine total\nSamples\t2.000\t10,50';
    const numbers = async (invoiceId: string, sent: string) =>
      (await check(invoiceId, { text: sent })).columns[1]?.numbers;
    await bring(id, { text, decimalMarks: [null, ',', null] });
    const remembered = { reading: 'COMMA', ambiguous: '2.000', by: 'EARLIER_CHOICE' };
    expect(await numbers(id, text)).toEqual(remembered);
    expect((await bring(id, { text })).body.invoice.lines.at(-1)?.quantity).toBe('2000');
    expect(await numbers(id, text.replace('Quantity', 'Pieces'))).toEqual({ reading: 'OPEN', ambiguous: '2.000' });
    const foreign = await anInvoice(t, admin, { supplierId: await aSupplier(t, admin, { currency: 'CNY' }) });
    expect(await numbers(foreign.id, text)).toEqual({ reading: 'OPEN', ambiguous: '2.000' });
    await bring(id, { text, decimalMarks: [null, '.', null] });
    expect(await numbers(id, text)).toEqual({ ...remembered, reading: 'POINT' });
    expect(await numbers(id, `${text}\nMore\t1,5\t3,00`)).toEqual({ reading: 'COMMA', ambiguous: '2.000' });
  });

  it('counts cartons as units where the product has units per case and the person says so', async () => {
    const casePackaging = { length: '60', width: '40', height: '40', weight: '14880', unitsPerCase: 24 };
    await t.ok(admin, patchProduct, { params: { id: await aProduct(t, admin, 'BOXED') }, body: { casePackaging } });
    const { id } = await started();
    const text = 'SKU\tQty\tAmount\nBOXED\t5 cartons\t120.00';
    const said = await check(id, { text });
    expect([said.cartons, said.rows[0]?.errors[0]?.message]).toEqual([
      1,
      '5 cartons of 24 units are 120 units. Enter 120, or choose to count cartons as units',
    ]);
    expect((await bring(id, { text, cartons: 'UNITS' })).status).toBe(201);
    const [, sku, , quantity, amount] = (await linesOf(id)).at(-1) ?? [];
    expect([sku, quantity, amount]).toEqual(['BOXED', '120', '120.00']);
  });

  it('on a credit note accepts only negative amounts', async () => {
    const note = await anInvoice(t, admin, { supplierId: supplier, kind: 'CREDIT_NOTE' });
    expect((await bring(note.id, { text: 'Name,Amount\nRebate,5.00' })).error.errors).toMatchObject([
      { field: 'rows.2.amount', message: '5.00: The amounts of a credit note are 0 or less' },
    ]);
    expect((await bring(note.id, { text: 'Name,Amount\nRebate,(5.00)' })).body.amount).toBe('-5.00');
  });

  it('is refused for a closed invoice, a viewer and another account', async () => {
    const { id } = await anInvoice(t, admin, { supplierId: supplier, currency: 'GBP', total: 5 }, [
      { productId: kettle, quantity: 2, amount: 5 },
    ]);
    const body = { text: TABLE };
    expect((await t.call(await t.member(admin), importInvoiceLines, { params: { id }, body })).status).toBe(403);
    const stranger = await t.admin();
    for (const call of [importInvoiceLines, importInvoiceLinesDryRun])
      expect(await t.call(stranger, call, { params: { id }, body })).toMatchObject({
        status: 404,
        error: { code: 'invoices.unknown' },
      });
    await t.ok(admin, confirmInvoice, { params: { id }, body: {} });
    await t.ok(admin, closeInvoice, { params: { id }, body: {} });
    expect(await bring(id, body)).toMatchObject({ status: 422, error: { code: 'invoices.closed' } });
    expect((await check(id, body)).counts.create).toBe(2);
  });
});
