import { resolveProductCodes } from '@quayside/contracts/products/product-codes';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { createProduct, patchProduct } from '@quayside/contracts/products/products';
import { replaceProductSuppliers } from '@quayside/contracts/products/product-suppliers';
import { createSupplier, listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from './app.ts';
import { readFile } from './read-tables.ts';
import { inline, workbookOf } from './workbook-file.ts';

let t: TestApp;
let maya: TestPerson;
let supplierId: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  maya = await t.admin('GBP');
  supplierId = (await t.ok(maya, createSupplier, { body: { companyName: 'Acme ABC Works' } })).id;
});
const make = (sku: string, more: object = {}) =>
  t.call(maya, createProduct, { body: { sku, name: 'Cafetie\u0300re', supplierIds: [supplierId], ...more } });

describe('texts that look the same', () => {
  it('are one SKU, however they are typed', async () => {
    await make('CUP-12');
    for (const sku of ['ＣＵＰ－１２', 'CUP\u200b-12', '\ufeffcup-12\u00ad', 'CUP-12\u200d'])
      expect((await make(sku)).status, JSON.stringify(sku)).toBe(422);
    const found = await t.ok(maya, listProducts, { query: { sku: 'ｃｕｐ\u200b－12' } });
    expect(found.content.map(({ sku, name }) => [sku, name])).toEqual([['CUP-12', 'Cafetière']]);
  });

  it('are found by a search', async () => {
    await make('A');
    for (const search of ['cafetie\u0300re', 'café\u200b'.slice(0, 3), 'cafeti\u00e8re\u200b'])
      expect((await t.ok(maya, listProducts, { query: { search } })).content).toHaveLength(1);
  });

  it('are one code of a product: other SKUs, ASIN, FNSKU, barcode and item number', async () => {
    const codes = { skuAlias: ['Ｏld-1'], asin: 'Ｂ０７Ｘ', fnsku: 'X00\u200b1', barcode: '４006381333931' };
    const { id } = (await make('A', codes)).body;
    await t.ok(maya, replaceProductSuppliers, {
      params: { id },
      body: { suppliers: [{ supplierId, supplierSku: 'ITＥM\u00ad-7' }] },
    });
    const asked = [
      'Old-1',
      'ｏｌｄ－１',
      'B07X',
      'B07\u200bX',
      'Ｘ００１',
      '４００６381333931',
      'ＩTEM-7',
      'ＯＴＨＥＲ',
    ];
    const { codes: found } = await t.ok(maya, resolveProductCodes, { body: { codes: asked } });
    expect(found.map(({ by }) => by)).toEqual([
      ...['ALIAS', 'ALIAS', 'ASIN', 'ASIN', 'FNSKU', 'BARCODE', 'SUPPLIER', null],
    ]);
  });

  it.each(['csv', 'xlsx'])('are one product in files: %s', async (format) => {
    const { id } = (await make('CUP-12')).body;
    const rows = [
      ['sku\u200b', 'name'],
      ['ＣＵＰ\u200b－１２', 'Cafetie\u0300re\u00ad'],
    ];
    const file =
      format === 'csv'
        ? rows.map((row) => row.join(',')).join('\n')
        : workbookOf({ S: rows.map((r) => r.map(inline)) });
    expect((await readFile(t, maya, 'products', file)).body['counts']).toMatchObject({ create: 0, update: 0, skip: 1 });
    await t.ok(maya, patchProduct, { params: { id }, body: { name: 'Press' } });
    expect((await readFile(t, maya, 'counts', 'sku,quantity\nＣＵＰ－12\u200b,5\n')).errors).toEqual([]);
    const report =
      'amazon-order-id,purchase-date,sales-channel,sku,item-status,quantity\n' +
      '1,2026-11-02T10:00:00+00:00,Amazon.de,ＣＵＰ-12,Shipped,1\n';
    expect((await readFile(t, maya, 'orders', report)).body['unknownSkus']).toEqual([]);
  });

  it('are one supplier, where files name it and where the same file has it twice', async () => {
    const products = 'sku,name,supplier\nA,Pan,Ａｃｍｅ ＡＢＣ\u200b Works\n';
    expect((await readFile(t, maya, 'products', products)).errors).toEqual([]);
    const suppliers = 'company name,notes\nＡｃｍｅ ABC Works,x\n';
    expect((await readFile(t, maya, 'suppliers', suppliers)).body['counts']).toMatchObject({ create: 0, fail: 0 });
    const { content } = await t.ok(maya, listSuppliers, { query: { search: 'acme abc' } });
    expect(content).toHaveLength(1);
  });
});
