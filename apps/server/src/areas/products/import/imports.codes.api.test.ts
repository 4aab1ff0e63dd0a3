import { resolveProductCodes } from '@quayside/contracts/products/product-codes';
import { createProductImport } from '@quayside/contracts/products/product-imports';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { createProduct } from '@quayside/contracts/products/products';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

let t: TestApp;
let seller: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  seller = await t.admin();
  await t.ok(seller, createSupplier, { body: { companyName: 'Ningbo' } });
});
const bring = (content: string, query: object = {}) =>
  t.ok(seller, createProductImport, { query, file: { name: 'products.csv', content } });

describe('codes of a file that a spreadsheet has saved', () => {
  it('are stored without the signs that keep their zeros', async () => {
    await bring(`sku,name,supplier,fnsku\n"=""00123""",One,Ningbo,"=""X0012"""\n'00124,Two,Ningbo,\n`);
    const { content } = await t.ok(seller, listProducts, { query: { sort: 'sku' } });
    expect(content.map(({ sku, fnsku }) => [sku, fnsku])).toEqual([
      ['00123', 'X0012'],
      ['00124', null],
    ]);
  });

  it('are refused where it has rounded them', async () => {
    const { errors } = await bring('sku,name,supplier,barcode\n1.23457E+11,One,Ningbo,\nA-2,Two,Ningbo,4.00638E+12\n', {
      dryRun: 'true',
    });
    const reason = 'A spreadsheet has rounded this code. Format the column as text, and enter the code again';
    expect(errors.map((one) => [one.row, one.column, one.reason])).toEqual([
      [2, 'sku', reason],
      [3, 'barcode', reason],
    ]);
  });

  it('find their products with and without the signs, and one whose SKU has them first', async () => {
    const supplierIds = [(await t.ok(seller, createSupplier, { body: { companyName: 'Harwich' } })).id];
    for (const sku of ['00123', "'00123"]) await t.ok(seller, createProduct, { body: { sku, name: sku, supplierIds } });
    const codes = ['="00123"', "'00123", '00123', "'00999"];
    const { codes: found } = await t.ok(seller, resolveProductCodes, { body: { codes } });
    expect(found.map(({ products }) => products.map(({ sku }) => sku))).toEqual([['00123'], ["'00123"], ['00123'], []]);
  });
});
